"""Whole fights by the thousand: laid out from encounter files, played on all cores, told, plotted, and kept as logs."""

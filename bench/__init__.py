"""Fracas measured beside peers and limits, always within one run."""

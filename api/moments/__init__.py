"""Moments of a table: the steps of its log one by one, cut out as scenario files, and shrunk to what matters."""

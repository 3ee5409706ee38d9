"""Odds: chances worked out exactly or by trying, from the very procedures that resolve an action."""

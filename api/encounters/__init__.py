"""Encounter files: who is there and where, written down before the evening and put onto a table in one go."""

"""Sweeps: every combination of what an attack can be made of, against numbers worked out apart from the engine."""

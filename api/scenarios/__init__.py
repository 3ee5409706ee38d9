"""Scenario files: a situation, steps and dice, and what must come of them. Read, run, compared, reported."""

"""Tavern brawls: a rule set as small as one can be, and all that it takes to play it."""

"""Logs of every release with the game master's view of them: what was recorded keeps its meaning for ever."""

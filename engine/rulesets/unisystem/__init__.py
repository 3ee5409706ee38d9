"""Classic Unisystem: d10 + attribute + skill against 9, Life Points, dice times multiplier, less armor."""

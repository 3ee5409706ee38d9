"""Cyberpunk 2020 combat: REF + skill + d10 against range, hit locations, wound levels, stun and death saves."""

"""A fourth rule set, in the folder `brawl`: what works for three must work for it without another word."""

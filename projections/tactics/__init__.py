"""Stated tactics: what somebody would do next, as ordinary commands, from what its own side sees."""

from projections.tactics.choosing import MOST_WEIGHED, TACTICS, Choice, Reason, Tactic, TacticName
from projections.tactics.sighted import Sighted
from projections.tactics.suggesting import MOST_SUGGESTED, MOST_WEIGHING, Suggestion, Suggestions, suggestions

__all__ = [
    "MOST_SUGGESTED",
    "MOST_WEIGHED",
    "MOST_WEIGHING",
    "TACTICS",
    "Choice",
    "Reason",
    "Sighted",
    "Suggestion",
    "Suggestions",
    "Tactic",
    "TacticName",
    "suggestions",
]

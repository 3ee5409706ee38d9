"""Stated tactics: what somebody would do next, as ordinary commands, from what its own side sees."""

from projections.tactics.choosing import TACTICS, Choice, Reason, Tactic
from projections.tactics.sighted import Sighted
from projections.tactics.suggesting import Suggestion, Suggestions, suggestions

__all__ = ["TACTICS", "Choice", "Reason", "Sighted", "Suggestion", "Suggestions", "Tactic", "suggestions"]

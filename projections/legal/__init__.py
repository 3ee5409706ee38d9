"""What a seat may do now: every command and kind of action with its fields, values and defaults, or why not."""

from projections.legal.offers import Field, Legal, Possible, PossibleCommand
from projections.legal.seats import legal_actions, legal_commands

__all__ = ["Field", "Legal", "Possible", "PossibleCommand", "legal_actions", "legal_commands"]

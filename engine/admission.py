"""Who may give which command, in which phase, and what of it is decided again: one table for all commands."""

from typing import Final

import msgspec

from engine import commands as c
from events.flow import Phase
from events.table import SeatKind

LOBBY: Final[frozenset[Phase]] = frozenset({"lobby"})
DECLARATION: Final[frozenset[Phase]] = frozenset({"declaration"})
ACTIONS: Final[frozenset[Phase]] = frozenset({"actions"})
IN_FIGHT: Final[frozenset[Phase]] = frozenset({"declaration", "initiative", "actions"})
ANY: Final[frozenset[Phase]] = frozenset({"lobby", "declaration", "initiative", "actions"})

GM: Final[frozenset[SeatKind]] = frozenset({"gm"})
PLAYERS: Final[frozenset[SeatKind]] = frozenset({"gm", "player"})
SEATED: Final[frozenset[SeatKind]] = frozenset({"gm", "player", "spectator", "service"})


class Admission(msgspec.Struct, frozen=True):
    """When a command is admitted.

    `seats` are the kinds of seat that may give it, `own` names the field whose combatant a player must control
    (a player who leaves that field out is refused, unless it may be `unnamed`). `phases` are those that admit it.
    `waiting` says whether it is admitted while an action waits for an answer, `again` whether it is decided again when
    the head has moved, since it names what it acts on. `acts` says that the combatant must be able to act. `firm`
    phases cannot be overruled. `combatants` names the fields that hold ids of combatants, one or several; `groups` says
    that the id of a group may stand there for all its members. `of_the_gm` names the fields that only a GM fills in.
    """

    seats: frozenset[SeatKind]
    phases: frozenset[Phase] = ANY
    own: str = ""
    unnamed: bool = False
    waiting: bool = False
    again: bool = True
    acts: bool = False
    firm: bool = False
    combatants: tuple[str, ...] = ()
    groups: bool = False
    of_the_gm: tuple[str, ...] = ()


ADMISSIONS: Final[dict[type[c.Command], Admission]] = {
    c.SetScene: Admission(GM, waiting=True),
    c.PlaceCombatant: Admission(GM, waiting=True, combatants=("combatant",), groups=True),
    c.EnterCombatant: Admission(PLAYERS, waiting=True, of_the_gm=("side", "status", "hidden")),
    c.AcceptCombatant: Admission(GM, waiting=True),
    c.RefuseCombatant: Admission(PLAYERS, waiting=True),
    c.RemoveCombatant: Admission(GM, combatants=("combatant",), groups=True),
    c.SetStatus: Admission(GM, waiting=True, combatants=("combatant",), groups=True),
    c.ClearFallen: Admission(GM, combatants=("combatants",), groups=True),
    c.ReloadAll: Admission(GM, LOBBY, combatants=("combatants",), groups=True),
    c.FormGroup: Admission(GM, waiting=True),
    c.ChangeGroup: Admission(GM),
    c.Show: Admission(GM, waiting=True, combatants=("combatant",), groups=True),
    c.Hide: Admission(GM, waiting=True, combatants=("combatant",), groups=True),
    c.GiveControl: Admission(GM, waiting=True, combatants=("combatant",), groups=True),
    c.ChangeSheet: Admission(GM, combatants=("combatant",)),
    c.BeginCombat: Admission(GM, LOBBY, firm=True),
    c.Declare: Admission(PLAYERS, DECLARATION, own="combatant", combatants=("combatant",), groups=True, acts=True),
    c.RollInitiative: Admission(PLAYERS, own="combatant", combatants=("combatant",), groups=True),
    c.SetInitiative: Admission(GM, combatants=("combatant",), groups=True),
    c.Act: Admission(PLAYERS, own="combatant", combatants=("combatant",), acts=True, of_the_gm=("modifiers",)),
    c.Queue: Admission(PLAYERS, IN_FIGHT, own="combatant", waiting=True, combatants=("combatant",)),
    c.CarryOut: Admission(PLAYERS, ACTIONS, own="combatant", combatants=("combatant",), firm=True),
    c.Done: Admission(PLAYERS, ACTIONS, own="combatant", combatants=("combatant",), groups=True),
    c.Delay: Admission(PLAYERS, ACTIONS, own="combatant", combatants=("combatant",), acts=True),
    c.Jump: Admission(PLAYERS, ACTIONS, own="combatant", combatants=("combatant",), acts=True),
    c.Answer: Admission(PLAYERS, own="combatant", waiting=True, combatants=("combatant",), groups=True),
    c.NextTurn: Admission(GM, IN_FIGHT),
    c.EndCombat: Admission(GM, IN_FIGHT),
    c.ApplyDamage: Admission(GM, waiting=True, combatants=("target",), groups=True),
    c.Hazard: Admission(GM, waiting=True, combatants=("targets",), groups=True),
    c.Restore: Admission(GM, waiting=True, combatants=("target",)),
    c.SetCondition: Admission(GM, waiting=True, combatants=("combatant",), groups=True),
    c.ClearCondition: Admission(GM, waiting=True, combatants=("combatant",), groups=True),
    c.Note: Admission(SEATED, waiting=True, combatants=("about",), of_the_gm=("gm_only",)),
    c.FreeRoll: Admission(PLAYERS, own="combatant", unnamed=True, waiting=True, combatants=("combatant",)),
    c.RevealRoll: Admission(GM, waiting=True),
    c.OpenClosedKey: Admission(GM, waiting=True),
    c.PassTime: Admission(GM),
    c.RequestUndo: Admission(PLAYERS, waiting=True),
    c.DeclineUndo: Admission(GM, waiting=True),
    c.Undo: Admission(PLAYERS, waiting=True, again=False),
    c.Redo: Admission(GM, waiting=True, again=False),
    c.Switch: Admission(GM, waiting=True, again=False),
    c.Strike: Admission(GM, waiting=True, again=False),
    c.Amend: Admission(GM, waiting=True, again=False),
    c.Override: Admission(GM, waiting=True, again=False),
    c.Dispute: Admission(SEATED, waiting=True),
    c.Rule: Admission(GM, waiting=True, again=False),
    c.AddEntropy: Admission(SEATED, waiting=True),
    c.OfferSeat: Admission(GM, waiting=True),
    c.HandOverSeat: Admission(SEATED, waiting=True, of_the_gm=("name",)),
    c.TakeSeat: Admission(SEATED, waiting=True),
    c.CloseSeat: Admission(GM, waiting=True),
    c.SetOption: Admission(GM, waiting=True),
    c.CloseTable: Admission(GM),
}
"""One row per command; a test holds it to the union of commands, the documents print it."""

"""How a match stands, read from the app as a script's expectations ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.rules import ServedWin, Tie, Won
from servida.ui.screens.dice import Dice
from servida.ui.screens.lines import Lines
from servida.ui.screens.watched import Watched

if TYPE_CHECKING:
    from servida.ui.state import App


def held(app: App) -> tuple[int, ...]:
    """Return the held positions from 1, ascending."""
    screen = app.base.dice if isinstance(app.base, Watched) else app.base
    if not isinstance(screen, Dice | Lines):
        return ()
    return tuple(sorted(position + 1 for position in screen.held))


def winner(app: App) -> str | None:
    """Return who won: by points, by a served generala or by the roll-off; ``None`` while that is open."""
    match = app.match
    if match is None:
        return None
    if app.rolloff is not None and app.rolloff.winner is not None:
        return match.players[app.rolloff.winner]
    return match.players[match.outcome.player] if isinstance(match.outcome, Won | ServedWin) else None


def tie(app: App) -> tuple[str, ...]:
    """Return who is tied at the top of a match that has ended, until a roll-off decides."""
    match = app.match
    if match is None or not isinstance(match.outcome, Tie) or winner(app) is not None:
        return ()
    return tuple(match.players[player] for player in match.outcome.players)

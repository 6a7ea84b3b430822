"""What can happen to the app, and what it can ask for in return.

Events come from the keypad, from the console (answers to effects) and from time.  Screens answer with *intents*,
which the app carries out on its own state; the app answers with *effects*, which the console carries out in the
world.  All are comparable values, so a test can say what it expects.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from servida.ui.keypad import KeyEvent

if TYPE_CHECKING:
    from servida.rules import Line, Match, Move, RollOff, RuleSet
    from servida.strategy.advice import Choice, Level, Review
    from servida.ui.seats import Levels
    from servida.ui.settings import Settings


@dataclass(frozen=True, slots=True)
class Landed:
    """The dice came to rest; ``substitute`` says that the hardware generator did not serve this roll."""

    faces: tuple[int, ...]
    substitute: bool = False


@dataclass(frozen=True, slots=True)
class Woken:
    """Time has passed: the moment the app asked for, or any other."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The store's state after a save: ``fault`` is empty when all is safe."""

    fault: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """A health test that the hardware generator failed: one byte came ``count`` times.

    In a row, or among so many (``window``).
    """

    count: int
    window: int | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """How often each face 1..6 fell in this console's life, and the state of its dice.

    ``source`` serves now, ``wanted`` is the one that should; ``failed`` is why that one serves no more.
    """

    counts: tuple[int, ...]
    source: str
    wanted: str
    failed: Failed | None = None


@dataclass(frozen=True, slots=True)
class Described:
    """What this console is.

    ``generator`` is the name that the kernel gives the hardware generator and ``serial`` the board's, both empty where
    there is none; ``free`` bytes are left for games, ``None`` when they are kept nowhere.
    """

    version: str
    generator: str = ""
    serial: str = ""
    free: int | None = None


@dataclass(frozen=True, slots=True)
class Building:
    """How much is ready of the values that an answer waits for, 0 to 1; ``None`` when all is."""

    share: float | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """What the computer whose turn it is does in this match."""

    match: Match
    choice: Choice


@dataclass(frozen=True, slots=True)
class Advised:
    """What can be done now in this match, the best first."""

    match: Match
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Examined:
    """What each player made of a match that has ended, in their order."""

    match: Match
    reviews: tuple[Review, ...]


Event = KeyEvent | Landed | Woken | Stored | Counted | Described | Building | Decided | Advised | Examined


@dataclass(frozen=True, slots=True)
class Roll:
    """Effect: roll ``count`` dice; answered by :class:`Landed`."""

    count: int


@dataclass(frozen=True, slots=True)
class Save:
    """Effect: make the match durable (``None``: there is none any more); answered by :class:`Stored`."""

    match: Match | None
    rolloff: RollOff | None = None
    levels: Levels = ()


@dataclass(frozen=True, slots=True)
class Keep:
    """Effect: make the settings durable; answered by :class:`Stored`."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Light:
    """Effect: panel contrast 0..255, and whether it is on at all."""

    contrast: int
    on: bool = True


@dataclass(frozen=True, slots=True)
class PowerOff:
    """Effect: everything is saved and the dark picture is drawn; switch the computer off."""


@dataclass(frozen=True, slots=True)
class CountDice:
    """Effect: count all dice that ever fell; answered by :class:`Counted`."""


@dataclass(frozen=True, slots=True)
class Describe:
    """Effect: say what this console is; answered by :class:`Described`."""


@dataclass(frozen=True, slots=True)
class Think:
    """Effect: decide for the computer whose turn it is; answered by :class:`Decided`."""

    match: Match
    level: Level


@dataclass(frozen=True, slots=True)
class Advise:
    """Effect: value all that can be done now; answered by :class:`Advised`."""

    match: Match


@dataclass(frozen=True, slots=True)
class Examine:
    """Effect: review a match that has ended; answered by :class:`Examined`."""

    match: Match


Question = Think | Advise | Examine
"""Effects whose answer may take a while: one that is still awaited is asked again with every :class:`Woken`."""

Effect = Roll | Save | Keep | Light | PowerOff | CountDice | Describe | Question


@dataclass(frozen=True, slots=True)
class Play:
    """Intent: make this move in the match."""

    move: Move


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Intent: take back the line written last."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Intent: begin a match of these players under these rules; ``typed`` are the names as the set-up keeps them."""

    players: tuple[str, ...]
    rules: RuleSet
    typed: tuple[str, ...]
    levels: Levels = ()


@dataclass(frozen=True, slots=True)
class Leave:
    """Intent: end the match in progress and return to the title."""


class Place(Enum):
    """The screens that others lead to, by the names that a script's ``expect screen`` uses."""

    TITLE = "title"
    SETUP = "setup"
    DICE = "dice"
    LINES = "lines"
    RESULT = "result"
    SCOREBOARD = "scoreboard"
    SETTINGS = "settings"
    HELP = "help"
    CHECK = "check"
    ABOUT = "about"
    COACH = "coach"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Show:
    """Intent: this screen becomes the one that the match is played on.

    ``held`` are the dice held there, ``line`` the one chosen there.
    """

    place: Place
    held: frozenset[int] = frozenset()
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """Intent: put this screen over the current one."""

    place: Place


@dataclass(frozen=True, slots=True)
class Back:
    """Intent: return to what this screen was opened over."""


@dataclass(frozen=True, slots=True)
class Change:
    """Intent: these settings are in force from now on."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class RollOffBegin:
    """Intent: the tied players roll once each to decide."""


@dataclass(frozen=True, slots=True)
class RollOffThrow:
    """Intent: the next tied player throws five dice."""


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Intent: save everything and switch off."""


@dataclass(frozen=True, slots=True)
class Consult:
    """Intent: this screen waits for the answer to a question."""

    question: Question


Intent = (
    Play | TakeBack | Begin | Leave | Show | Open | Back | Change | RollOffBegin | RollOffThrow | SwitchOff | Consult
)

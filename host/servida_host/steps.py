"""What a script can ask for, as frozen values: one class a kind of step.

They know neither how they are spelled (`script.py`) nor how they are done (`play.py`).
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from servida.rules import Line
from servida.ui.keypad import Button

MOST_BOUNCE = 50
"""Milliseconds; more than any switch that is still one."""

BOUNCE_RANGE = f"0 to {MOST_BOUNCE} ms"
"""How long contacts may chatter, for messages."""


@dataclass(frozen=True, slots=True)
class Tap:
    """Press and release these buttons, one after the other."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Press:
    """Put a finger on a button and leave it there."""

    button: Button


@dataclass(frozen=True, slots=True)
class Release:
    """Take the finger off a button."""

    button: Button


@dataclass(frozen=True, slots=True)
class Hold:
    """Keep these buttons down together for `seconds`."""

    buttons: tuple[Button, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Wait:
    """Let `seconds` of virtual time pass."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Watch:
    """Let `seconds` of virtual time pass and look at what goes on then, which runs on with the next deed."""

    seconds: float


@dataclass(frozen=True, slots=True)
class At:
    """Let virtual time come to exactly `moment`, in seconds since the rig was made; nothing settles from then on."""

    moment: float


@dataclass(frozen=True, slots=True)
class Dice:
    """Queue the next faces that the entropy source gives, left to right over the dice being rolled."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """Keep the picture on the panel under `name`, a file name without its ending."""

    name: str


@dataclass(frozen=True, slots=True)
class Stick:
    """A fault: the button stays down, whatever a finger does."""

    button: Button


@dataclass(frozen=True, slots=True)
class Unstick:
    """The end of `Stick`."""

    button: Button


@dataclass(frozen=True, slots=True)
class Chatter:
    """A fault: the button's line makes noise for `seconds`."""

    button: Button
    seconds: float


@dataclass(frozen=True, slots=True)
class Bounce:
    """Contacts may chatter for `seconds` after each change from now on."""

    seconds: float


class Fault(Enum):
    """The faults that are about no button, and their ends; the values are the words of the language."""

    UNPLUG_OLED = "unplug oled"
    PLUG_OLED = "plug oled"
    STALL_RNG = "stall rng"
    FREE_RNG = "free rng"
    CUT_POWER = "cut power"
    RESTORE_POWER = "restore power"


@dataclass(frozen=True, slots=True)
class ScreenIs:
    """The screen in front is the one of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class DiceAre:
    """The five dice show these faces, left to right."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeldAre:
    """Exactly the dice at these positions, 1..5 and ascending, are held."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollsLeft:
    """The mover has this many rolls left, 0..3."""

    rolls: int


@dataclass(frozen=True, slots=True)
class TurnOf:
    """It is this player's turn in a match that isn't over."""

    player: str


@dataclass(frozen=True, slots=True)
class PointsAre:
    """The player's line is filled with these points."""

    player: str
    line: Line
    points: int


@dataclass(frozen=True, slots=True)
class IsScratched:
    """The player's line is filled with 0."""

    player: str
    line: Line


@dataclass(frozen=True, slots=True)
class IsOpen:
    """The player's line isn't filled."""

    player: str
    line: Line


@dataclass(frozen=True, slots=True)
class TotalIs:
    """The player's lines add up to these points."""

    player: str
    points: int


@dataclass(frozen=True, slots=True)
class WinnerIs:
    """The match is over and this player won it."""

    player: str


@dataclass(frozen=True, slots=True)
class TieOf:
    """The match is tied between exactly these players, in any order."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextShows:
    """These words stand on the screen; case and runs of white space don't count."""

    words: str


@dataclass(frozen=True, slots=True)
class StartSeed:
    """The entropy source and the contacts begin from this seed."""

    seed: int


@dataclass(frozen=True, slots=True)
class StartDate:
    """Virtual time begins at this date and time, in UTC."""

    date: datetime


@dataclass(frozen=True, slots=True)
class StartPanel:
    """The panel has this chip, at this address of the bus."""

    chip: str
    address: int


@dataclass(frozen=True, slots=True)
class StartNotice:
    """The console has this to say about its configuration."""

    text: str


@dataclass(frozen=True, slots=True)
class StartFault:
    """The console has this to say about its store."""

    text: str


@dataclass(frozen=True, slots=True)
class StartStore:
    """The store holds this database."""

    data: bytes


@dataclass(frozen=True, slots=True)
class StartValues:
    """The values by which computers decide are there."""


Start = StartSeed | StartDate | StartPanel | StartNotice | StartFault | StartStore | StartValues
"""Steps that say what the console begins from; they stand before all others."""

Deed = Tap | Press | Release | Hold | Wait | Watch | At | Dice | Frame | Stick | Unstick | Chatter | Bounce | Fault
"""Steps that do something to the console, or keep its picture."""

Expectation = (
    ScreenIs | DiceAre | HeldAre | RollsLeft | TurnOf | PointsAre | IsScratched | IsOpen | TotalIs | WinnerIs
) | (TieOf | TextShows)
"""Steps that look at it and can fail."""

Action = Start | Deed | Expectation


@dataclass(frozen=True, slots=True)
class Step:
    """An action and the line of the script it stands on, counted from 1."""

    line: int
    action: Action

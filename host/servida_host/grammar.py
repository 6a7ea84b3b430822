"""The grammar of the script language, as one literal table.

Each row of `GRAMMAR` holds the words that open a step, the value it becomes and the slots that fill the
value's fields, in order.  Reading, writing and the messages about faults (`script.py`) all come from this
table, so they can't disagree.  It knows single words; it must not know lines, files or a console.
"""

import base64
import re
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from servida.config import ADDRESSES, PANELS
from servida.rules import DICE, FACES, ROLLS, Line, line_named
from servida.ui.keypad import Button
from servida_host.steps import (
    BOUNCE_RANGE,
    MOST_BOUNCE,
    Action,
    At,
    Bounce,
    Chatter,
    Dice,
    DiceAre,
    Fault,
    Frame,
    HeldAre,
    Hold,
    IsOpen,
    IsScratched,
    PointsAre,
    Press,
    Release,
    RollsLeft,
    ScreenIs,
    StartDate,
    StartFault,
    StartNotice,
    StartPanel,
    StartSeed,
    StartStore,
    StartValues,
    Stick,
    Tap,
    TextShows,
    TieOf,
    TotalIs,
    TurnOf,
    Unstick,
    Wait,
    Watch,
    WinnerIs,
)

SCREENS = (
    *("title", "setup", "handover", "dice", "lines", "scoreboard"),
    *("result", "review", "menu", "settings", "help", "check", "about", "notice", "coach", "dark"),
)
"""The names that `expect screen` knows."""

LONGEST = 86_400
"""Seconds that one step may last: a day, so that a slip of the finger can't stall a test run."""


LONGEST_RECORDING = 31_622_400
"""Seconds to which time may come: a leap year."""

LARGEST = 2**26
"""Bytes of a database that a script may hold; a household's in a year is some hundred times smaller."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one word of a kind, or for `least` to `most` of them at the end of the line.

    `allowed` says in a message what the word may be.  `read` turns a word into a value and raises ValueError
    for any other word; `write` is its inverse; their types are those of the field that the slot fills, which
    the rows of a table can't say.  `distinct` refuses a value given twice; with `ascending` the order of several
    doesn't count.
    """

    usage: str
    allowed: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    least: int = 1
    most: int | None = 1
    distinct: bool = False
    ascending: bool = False

    @property
    def several(self) -> bool:
        """Whether it takes the rest of the line and gives a tuple."""
        return (self.least, self.most) != (1, 1)


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of step: the words it opens with, what it becomes, what fills that value's fields."""

    opening: tuple[str, ...]
    action: type[Action] | Fault
    slots: tuple[Slot, ...] = ()

    @property
    def usage(self) -> str:
        """The step's form, as in `press BUTTON`."""
        return " ".join((*self.opening, *(slot.usage for slot in self.slots)))


def _match(pattern: str, word: str) -> str:
    if re.fullmatch(pattern, word) is None:
        raise ValueError(word)
    return word


def _whole(word: str, low: int, high: int) -> int:
    number = int(_match("[0-9]{1,4}", word))
    if not low <= number <= high:
        raise ValueError(word)
    return number


def _seconds(word: str) -> float:
    seconds = float(_match(r"[0-9]{1,5}(\.[0-9]{1,3})?", word))
    if seconds > LONGEST:
        raise ValueError(word)
    return seconds


def _seconds_text(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def _exactly(word: str) -> float:
    seconds = float(_match(r"[0-9]{1,9}(\.[0-9]{1,20})?(e-[0-9]{1,2})?", word))
    if seconds > LONGEST_RECORDING:
        raise ValueError(word)
    return seconds


def _milliseconds(word: str) -> float:
    if _exactly(word) > MOST_BOUNCE:
        raise ValueError(word)
    return float(Decimal(word).scaleb(-3))


def _milliseconds_text(seconds: float) -> str:
    return f"{Decimal(repr(seconds)).scaleb(3).normalize():f}"


def _date(word: str) -> datetime:
    date = datetime.fromisoformat(word)
    if date.utcoffset() != timedelta():
        raise ValueError(word)
    return date


def _address(word: str) -> int:
    address = int(_match("0x[0-9a-f]{2}", word), 16)
    if not ADDRESSES[0] <= address <= ADDRESSES[1]:
        raise ValueError(word)
    return address


def _data(word: str) -> bytes:
    """Read compressed bytes in base64."""
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(base64.b64decode(word, validate=True), LARGEST)
    except zlib.error as error:
        raise ValueError(word) from error
    if not unpacking.eof:
        raise ValueError(word)
    return data


def _chord(word: str) -> tuple[Button, ...]:
    buttons = tuple(Button(name) for name in word.split("+"))
    if len(set(buttons)) < len(buttons):
        raise ValueError(word)
    return buttons


def _member(word: str, names: Iterable[str]) -> str:
    if word not in names:
        raise ValueError(word)
    return word


def _said(word: str) -> str:
    if not word.strip():
        raise ValueError(word)
    return word


def _value(member: Button | Line) -> str:
    value: str = member.value
    return value


_BUTTON_NAMES = " ".join(button.value for button in Button)
_BUTTON = Slot("BUTTON", f"a button ({_BUTTON_NAMES})", Button, _value)
_BUTTONS = Slot("BUTTON...", f"buttons ({_BUTTON_NAMES})", Button, _value, most=None)
_CHORD = Slot(
    usage="BUTTON+...",
    allowed=f"a button ({_BUTTON_NAMES}), or different ones joined by '+', as in 1+5",
    read=_chord,
    write=lambda buttons: "+".join(map(_value, buttons)),
)
_SECONDS = Slot("SECONDS", f"seconds from 0 to {LONGEST}, with at most three decimals", _seconds, _seconds_text)
_EXACT = Slot("SECONDS", f"seconds from 0 to {LONGEST_RECORDING}, with as many decimals as it takes", _exactly, repr)
_MILLISECONDS = Slot("MS", BOUNCE_RANGE, _milliseconds, _milliseconds_text)
_SEED = Slot("SEED", "a whole number from 0", lambda word: int(_match("[0-9]{1,20}", word)))
_DATE = Slot("DATE", "a date and time in UTC, as in 2026-01-01T00:00:00+00:00", _date, datetime.isoformat)
_CHIP = Slot("CHIP", f"a chip ({' '.join(PANELS)})", lambda word: _member(word, PANELS))
_ADDRESS = Slot(
    "ADDRESS",
    f"an address from {ADDRESSES[0]:#04x} to {ADDRESSES[1]:#04x}",
    _address,
    lambda address: f"{address:#04x}",
)
_DATA = Slot(
    "BASE64",
    f"a database as zlib and base64 pack it, of at most {LARGEST} bytes",
    _data,
    lambda data: base64.b64encode(zlib.compress(data, 9)).decode(),
)
_FACE_RANGE = f"faces from {FACES[0]} to {FACES[-1]}"
_THROWN = Slot("FACE...", _FACE_RANGE, lambda word: _whole(word, FACES[0], FACES[-1]), most=None)
_FIVE = Slot("FACE FACE FACE FACE FACE", f"five {_FACE_RANGE}", _THROWN.read, least=DICE, most=DICE)
_HELD = Slot(
    usage="[POSITION...]",
    allowed=f"different positions from 1 to {DICE}, or nothing",
    read=lambda word: _whole(word, 1, DICE),
    least=0,
    most=DICE,
    distinct=True,
    ascending=True,
)
_ROLLS_LEFT = Slot("ROLLS", f"a number of rolls from 0 to {ROLLS}", lambda word: _whole(word, 0, ROLLS))
_POINTS = Slot("POINTS", "points from 0 to 9999", lambda word: _whole(word, 0, 9999))
_PLAYER = Slot("PLAYER", "a player's name", _said)
_PLAYERS = Slot(
    "PLAYER PLAYER...",
    "two or more different players' names",
    _said,
    least=2,
    most=None,
    distinct=True,
)
_LINE = Slot("LINE", f"a line ({' '.join(line.value for line in Line)})", line_named, _value)
_SCREEN = Slot("SCREEN", f"a screen ({' '.join(SCREENS)})", lambda word: _member(word, SCREENS))
_TEXT = Slot('"TEXT"', "the words, in quotation marks if there are spaces", _said)
_NAME = Slot(
    "NAME",
    "a name of 1 to 64 letters a-z, digits, '-' and '_'",
    lambda word: _match("[A-Za-z0-9_-]{1,64}", word),
)

GRAMMAR = (
    Row(("tap",), Tap, (_BUTTONS,)),
    Row(("press",), Press, (_BUTTON,)),
    Row(("release",), Release, (_BUTTON,)),
    Row(("hold",), Hold, (_CHORD, _SECONDS)),
    Row(("wait",), Wait, (_SECONDS,)),
    Row(("watch",), Watch, (_SECONDS,)),
    Row(("at",), At, (_EXACT,)),
    Row(("dice",), Dice, (_THROWN,)),
    Row(("frame",), Frame, (_NAME,)),
    Row(("stick",), Stick, (_BUTTON,)),
    Row(("unstick",), Unstick, (_BUTTON,)),
    Row(("chatter",), Chatter, (_BUTTON, _EXACT)),
    Row(("bounce",), Bounce, (_MILLISECONDS,)),
    *(Row(tuple(fault.value.split()), fault) for fault in Fault),
    Row(("expect", "screen"), ScreenIs, (_SCREEN,)),
    Row(("expect", "dice"), DiceAre, (_FIVE,)),
    Row(("expect", "held"), HeldAre, (_HELD,)),
    Row(("expect", "rolls"), RollsLeft, (_ROLLS_LEFT,)),
    Row(("expect", "turn"), TurnOf, (_PLAYER,)),
    Row(("expect", "points"), PointsAre, (_PLAYER, _LINE, _POINTS)),
    Row(("expect", "scratched"), IsScratched, (_PLAYER, _LINE)),
    Row(("expect", "open"), IsOpen, (_PLAYER, _LINE)),
    Row(("expect", "total"), TotalIs, (_PLAYER, _POINTS)),
    Row(("expect", "winner"), WinnerIs, (_PLAYER,)),
    Row(("expect", "tie"), TieOf, (_PLAYERS,)),
    Row(("expect", "text"), TextShows, (_TEXT,)),
    Row(("start", "seed"), StartSeed, (_SEED,)),
    Row(("start", "date"), StartDate, (_DATE,)),
    Row(("start", "panel"), StartPanel, (_CHIP, _ADDRESS)),
    Row(("start", "notice"), StartNotice, (_TEXT,)),
    Row(("start", "fault"), StartFault, (_TEXT,)),
    Row(("start", "store"), StartStore, (_DATA,)),
    Row(("start", "values"), StartValues),
)
"""Every step of the language."""

ROW_OF = {row.action: row for row in GRAMMAR}
"""The row of a kind of step, by its class or, for a fault, the fault itself."""

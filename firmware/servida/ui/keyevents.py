"""The six buttons, what can happen to them, and the durations that decide it: the vocabulary of the keypad.

Values only. How they come about is told in ``servida.ui.keypad``, what they mean in the screens.
"""

from dataclasses import dataclass, fields
from enum import StrEnum


class Button(StrEnum):
    """A button by the name that a script, the board and the case give it."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    ROLL = "roll"

    @property
    def column(self) -> int | None:
        """The column of dice and cells above this button, 0 to 4 from the left; ROLL has none."""
        return None if self is Button.ROLL else int(self.value) - 1


@dataclass(frozen=True, slots=True)
class Timing:
    """All durations in seconds, each above 0; raises ValueError naming the one that is not.

    Switches of this kind bounce from nothing to some 20 ms, so ``lockout`` and ``settle`` are longer: a contact may lie
    open for all of its bounce and close once more. A deliberate tap lasts 50 ms and more. No person holds a button
    for ``stuck`` (a guess).
    """

    lockout: float = 0.025
    settle: float = 0.025
    long: float = 0.8
    chord: float = 1.0
    repeat_after: float = 0.5
    repeat_every: float = 0.12
    look: float = 0.1
    stuck: float = 10.0

    def __post_init__(self) -> None:
        for field in fields(self):
            duration = getattr(self, field.name)
            if not duration > 0:
                raise ValueError(f"keypad timing {field.name} is {duration} s, but must be above 0 s")


@dataclass(frozen=True, slots=True)
class Press:
    """A finger came down: the leading edge."""

    button: Button


@dataclass(frozen=True, slots=True)
class Short:
    """It left again before the press became a Long or part of a chord; Repeats may have come."""

    button: Button


@dataclass(frozen=True, slots=True)
class Long:
    """It stayed for ``Timing.long``; once a press, and then no Short."""

    button: Button


@dataclass(frozen=True, slots=True)
class Repeat:
    """It stays: after ``Timing.repeat_after`` and then every ``Timing.repeat_every``; never of ROLL."""

    button: Button


@dataclass(frozen=True, slots=True)
class Chord:
    """Buttons 1 and 5 were down together, and alone, for ``Timing.chord``."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """It stayed for ``Timing.stuck``, from its press or from the start: no finger does that."""

    button: Button


@dataclass(frozen=True, slots=True)
class Freed:
    """A button that was stuck is up again, surely."""

    button: Button


KeyEvent = Press | Short | Long | Repeat | Chord | Stuck | Freed

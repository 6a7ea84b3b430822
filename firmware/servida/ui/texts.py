"""The words on the screen, in the language of the settings, from gettext catalogues.

English stands in the code as the message; ``servida/locale`` holds the others.  ``mark`` names a message where a
table is written, ``Texts.say`` looks it up where it is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources

from servida.rules import Line
from servida.ui.settings import LANGUAGES


def mark(message: str) -> str:
    """Return the message as it is; the catalogue's extraction finds it by this name."""
    return message


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language; English needs none.  Raises ``ValueError`` for an unknown one."""
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r}: allowed are {', '.join(LANGUAGES)}")
    if language == "en":
        return NullTranslations()
    path = resources.files("servida") / "locale" / language / "LC_MESSAGES" / "servida.mo"
    with path.open("rb") as file:
        return GNUTranslations(file)


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language."""

    language: str
    _catalogue: NullTranslations = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_catalogue", catalogue(self.language))

    def say(self, message: str, **values: object) -> str:
        """Return the message in this language, with ``{name}`` replaced by the values."""
        return self._catalogue.gettext(message).format(**values)

    def line(self, line: Line) -> str:
        """Return the full name of a line."""
        return self.say(LINES[line])

    def brief(self, line: Line) -> str:
        """Return a name of a line that leaves room for a verb beside it."""
        return self.say(BRIEF.get(line, LINES[line]))

    def short(self, line: Line) -> str:
        """Return the name of a line in at most four letters, for the grid."""
        return self.say(SHORT[line])

    def aim(self, line: Line | None) -> str:
        """Return in three words or fewer what a hold goes for; ``None`` is no line in particular."""
        return self.say("Whatever comes" if line is None else AIMS[line])

    def number(self, value: float, *, signed: bool = False) -> str:
        """Return a number with one decimal, or none from 100 on; ``signed`` with its sign, where it isn't nothing."""
        shown = round(value, 1 if abs(value) < 100 else None)
        text = f"{shown:{'+' if signed and shown else ''}}" if shown else "0.0"
        return text if self.language == "en" else text.replace(".", ",")

    def served(self, line: Line) -> str:
        """Return the name of a combination that was served, for languages in which the word agrees with it."""
        return self.say(SERVED[line])


LINES = {
    Line.ONES: mark("Ones"),
    Line.TWOS: mark("Twos"),
    Line.THREES: mark("Threes"),
    Line.FOURS: mark("Fours"),
    Line.FIVES: mark("Fives"),
    Line.SIXES: mark("Sixes"),
    Line.STRAIGHT: mark("Straight"),
    Line.FULL: mark("Full house"),
    Line.POKER: mark("Four of a kind"),
    Line.GENERALA: mark("Generala"),
    Line.DOUBLE: mark("Double"),
}

BRIEF = {Line.POKER: mark("Four alike")}
"""Names for where the full one is too wide, which is said of the aim in these words, too."""

SHORT = {
    Line.ONES: "1",
    Line.TWOS: "2",
    Line.THREES: "3",
    Line.FOURS: "4",
    Line.FIVES: "5",
    Line.SIXES: "6",
    Line.STRAIGHT: mark("STR"),
    Line.FULL: mark("FULL"),
    Line.POKER: mark("4K"),
    Line.GENERALA: mark("GEN"),
    Line.DOUBLE: "D",
}

AIMS = {
    Line.ONES: mark("For the ones"),
    Line.TWOS: mark("For the twos"),
    Line.THREES: mark("For the threes"),
    Line.FOURS: mark("For the fours"),
    Line.FIVES: mark("For the fives"),
    Line.SIXES: mark("For the sixes"),
    Line.STRAIGHT: mark("For the straight"),
    Line.FULL: mark("For full house"),
    Line.POKER: mark("For four alike"),
    Line.GENERALA: mark("For the generala"),
    Line.DOUBLE: mark("For the Double"),
}

SERVED = {
    Line.STRAIGHT: mark("Straight, served"),
    Line.FULL: mark("Full house, served"),
    Line.POKER: mark("Four of a kind, served"),
    Line.GENERALA: mark("Generala, served"),
}

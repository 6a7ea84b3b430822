"""Typing a name with five buttons: left, right, less and more over one alphabet; ROLL is done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from servida.ui.art import Sign
from servida.ui.font import ALPHABET, LARGE
from servida.ui.keypad import Button, Press, Repeat
from servida.ui.parts import MIDDLE, button_bar
from servida.ui.settings import NAME_LENGTH

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas

PITCH = 12
"""Pixels from letter to letter: ten letters fill the glass."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A name being typed: ``letters`` always ``NAME_LENGTH`` long, spaces where nothing stands."""

    player: int
    letters: str
    at: int = 0

    @classmethod
    def of(cls, player: int, name: str) -> Naming:
        """Return the typing of a player's present name, with the mark behind its last letter."""
        return cls(player, name[:NAME_LENGTH].ljust(NAME_LENGTH), min(len(name), NAME_LENGTH - 1))

    @property
    def name(self) -> str:
        """The name as it stands, words capitalised; empty when there is none."""
        return " ".join(self.shown.split())

    @property
    def shown(self) -> str:
        """The letters as they are drawn: capitals begin a word."""
        pairs = zip(" " + self.letters, self.letters, strict=False)
        return "".join(letter.upper() if before == " " else letter.lower() for before, letter in pairs)

    def update(self, event: Event) -> Naming:
        """Move the mark or change the letter under it."""
        match event:
            case Press(Button.TWO) | Repeat(Button.TWO):
                return replace(self, at=(self.at - 1) % NAME_LENGTH)
            case Press(Button.THREE) | Repeat(Button.THREE):
                return replace(self, at=(self.at + 1) % NAME_LENGTH)
            case Press(Button.FOUR) | Repeat(Button.FOUR):
                return self._turn(-1)
            case Press(Button.FIVE) | Repeat(Button.FIVE):
                return self._turn(1)
            case _:
                return self

    def _turn(self, step: int) -> Naming:
        letter = self.letters[self.at].upper()
        index = ALPHABET.index(letter) if letter in ALPHABET else 0
        turned = ALPHABET[(index + step) % len(ALPHABET)]
        return replace(self, letters=self.letters[: self.at] + turned + self.letters[self.at + 1 :])

    def draw(self, canvas: Canvas, done: str) -> None:
        """Draw the letters large on their places, the mark under one, and what the buttons do."""
        left = MIDDLE - PITCH * NAME_LENGTH // 2
        for i, letter in enumerate(self.shown):
            x = left + PITCH * i
            canvas.text(x + PITCH // 2, 18, letter, LARGE, anchor="m")
            canvas.fill(x + 1, 37, PITCH - 2, 2 if i == self.at else 1)
        canvas.text(MIDDLE, 46, done, anchor="m")
        button_bar(canvas, (Sign.LEFT, Sign.LEFT, Sign.RIGHT, Sign.MINUS, Sign.PLUS))

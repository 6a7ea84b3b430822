"""Somebody who presses the buttons of an app, and lets its dice fall."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from servida.ui import app as ui
from servida.ui.events import Effect, Event, Landed, Roll, Woken
from servida.ui.keypad import Button, Press, Short
from servida.ui.screens.dice import Dice
from servida.ui.settings import Settings
from servida.ui.tumble import TUMBLE

if TYPE_CHECKING:
    from servida.rules import Match
    from servida.ui.state import App

TWO_PLAYERS = Settings(players=("Ana", "Beto"))
ONE, TWO, THREE, FOUR, FIVE, ROLL = Button


@dataclass
class Player:
    """Somebody who presses buttons and lets the dice fall at once."""

    app: App
    now: float = 100.0
    effects: list[Effect] = field(default_factory=list)
    falls: list[tuple[int, ...]] = field(default_factory=list)

    @classmethod
    def at(cls, match: Match | None, settings: Settings = TWO_PLAYERS) -> Player:
        app, effects = ui.start(settings, match, 100.0)
        return cls(app, effects=list(effects))

    def give(self, *events: Event) -> Player:
        for event in events:
            self.app, effects = ui.update(self.app, event, self.now)
            self.effects += effects
            for effect in effects:
                if isinstance(effect, Roll) and self.falls:
                    self.give(Landed(self.falls.pop(0)))
        return self

    def tap(self, *buttons: Button) -> Player:
        for button in buttons:
            self.give(Press(button), Short(button))
        return self

    def rest(self, seconds: float = TUMBLE) -> Player:
        self.now += seconds
        return self.give(Woken())

    def roll(self, *faces: int) -> Player:
        self.falls.append(faces)
        return self.tap(ROLL).rest()

    @property
    def screen(self) -> str:
        return self.app.screen.name

    @property
    def match(self) -> Match:
        assert self.app.match is not None
        return self.app.match

    @property
    def held(self) -> frozenset[int]:
        assert isinstance(self.app.base, Dice)
        return self.app.base.held

    @property
    def words(self) -> str:
        return " ".join(ui.draw(self.app, self.now, strict=True).words)

"""The settings: language, brightness, when an idle console dims, goes dark and off, whether the coach may be asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, assert_never

from servida.ui.events import Back, Change
from servida.ui.keypad import Button, Long, Press, Repeat, Short
from servida.ui.parts import Row, list_view, menu_bar, top_bar
from servida.ui.settings import BRIGHTNESS, DARK_AFTER, DIM_AFTER, LANGUAGES, OFF_AFTER, Settings, turned
from servida.ui.texts import mark

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World


class Item(Enum):
    """What can be set, by the words that say it."""

    LANGUAGE = mark("Language")
    BRIGHTNESS = mark("Brightness")
    DIM = mark("Dim after")
    DARK = mark("Dark after")
    OFF = mark("Off after")
    HINTS = mark("Coach")


ITEMS = tuple(Item)


@dataclass(frozen=True, slots=True)
class SettingsList:
    """The list of settings with a cursor."""

    cursor: int = 0

    name: ClassVar[str] = "settings"

    def update(self, event: Event, world: World) -> Answer:
        """Move, change a value, or go back."""
        match event:
            case Short(Button.ONE):
                return self, (Back(),)
            case Press(Button.TWO) | Repeat(Button.TWO):
                return SettingsList((self.cursor - 1) % len(ITEMS)), ()
            case Press(Button.THREE) | Repeat(Button.THREE):
                return SettingsList((self.cursor + 1) % len(ITEMS)), ()
            case Press(Button.FOUR) | Repeat(Button.FOUR):
                return self, (Change(changed(world.settings, ITEMS[self.cursor], -1)),)
            case Press(Button.FIVE) | Repeat(Button.FIVE) | Short(Button.ROLL) | Long(Button.ROLL):
                return self, (Change(changed(world.settings, ITEMS[self.cursor], 1)),)
            case _:
                return self, ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the list."""
        top_bar(canvas, world.texts.say("Settings"), "", world)
        list_view(canvas, [row_of(item, world) for item in ITEMS], self.cursor)
        menu_bar(canvas, turns=True)

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None


def changed(settings: Settings, item: Item, step: int) -> Settings:
    """Return the settings with one of them turned to its next (+1) or previous (-1) value, around."""
    match item:
        case Item.LANGUAGE:
            return replace(settings, language=turned(LANGUAGES, settings.language, step))
        case Item.BRIGHTNESS:
            levels = tuple(range(1, len(BRIGHTNESS) + 1))
            return replace(settings, brightness=turned(levels, settings.brightness, step))
        case Item.DIM:
            return replace(settings, dim_after=turned(DIM_AFTER, settings.dim_after, step))
        case Item.DARK:
            return replace(settings, dark_after=turned(DARK_AFTER, settings.dark_after, step))
        case Item.OFF:
            return replace(settings, off_after=turned(OFF_AFTER, settings.off_after, step))
        case Item.HINTS:
            return replace(settings, hints=not settings.hints)
        case _:
            assert_never(item)


def row_of(item: Item, world: World) -> Row:
    """Return what the row of a setting says."""
    texts, settings = world.texts, world.settings
    match item:
        case Item.LANGUAGE:
            value = texts.say("English")
        case Item.BRIGHTNESS:
            value = str(settings.brightness)
        case Item.DIM:
            value = _duration(settings.dim_after, world)
        case Item.DARK:
            value = _duration(settings.dark_after, world)
        case Item.OFF:
            value = _duration(settings.off_after, world)
        case Item.HINTS:
            value = texts.say("hold 1-5") if settings.hints else texts.say("off")
        case _:
            assert_never(item)
    return Row(texts.say(item.value), value)


def _duration(seconds: int, world: World) -> str:
    if not seconds:
        return world.texts.say("never")
    return f"{seconds} s" if seconds < 60 else f"{seconds // 60} min"

"""The app: the match, the screen that shows it, the screens opened over it, and the light.

Pure: ``update`` answers an event with the next app and the effects that the console must carry out, in order.  The
app routes key events to the top screen, carries out the screens' intents, and owns what is true on every screen:
waking from the dark, dimming, and the chord that opens the menu.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from servida.ui.events import (
    Advised,
    Building,
    Counted,
    Decided,
    Described,
    Effect,
    Event,
    Examined,
    Keep,
    Landed,
    Light,
    Roll,
    Stored,
    SwitchOff,
    Woken,
)
from servida.ui.flow import carry_out, land, screen_of
from servida.ui.frame import Canvas
from servida.ui.idle import WANDERERS, draw_idle, next_move
from servida.ui.keypad import CHORD, Button, Chord, Freed, Long, Press, Repeat, Short, Stuck
from servida.ui.screens.dark import Dark
from servida.ui.screens.dice import Dice
from servida.ui.screens.menu import Menu
from servida.ui.screens.notice import Notice
from servida.ui.screens.result import Result
from servida.ui.screens.watched import Watched
from servida.ui.settings import DIMMED, Settings
from servida.ui.state import App, Glance, Glow

if TYPE_CHECKING:
    from servida.rules import Match, RollOff, RuleSet
    from servida.ui.screen import Screen
    from servida.ui.seats import Levels

FRAME = 1 / 30
"""Seconds between two pictures of an animation."""


def start(
    settings: Settings,
    match: Match | None,
    now: float,
    rolloff: RollOff | None = None,
    fault: str = "",
    notices: tuple[str, ...] = (),
    levels: Levels = (),
) -> tuple[App, tuple[Effect, ...]]:
    """Return the app at the very step at which a stored match stands, or at the title without one.

    ``notices`` lie over that until somebody has read them.
    """
    over = (Notice("Servida", notices),) if notices else ()
    app = App(settings, screen_of(match, levels), over, match, rolloff, touched=now, fault=fault, levels=levels)
    effects: tuple[Effect, ...] = (Light(settings.contrast),)
    if match is not None and match.turn.thrown is not None:
        effects += (Roll(len(match.turn.thrown)),)
    return app, effects


def update(app: App, event: Event, now: float) -> tuple[App, tuple[Effect, ...]]:
    """Return the app after the event, and the effects to carry out in order.  Time in seconds, never backwards."""
    if app.off:
        return app, ()
    match event:
        case Landed():
            return land(app, event, now)
        case Stored(fault):
            return replace(app, fault=fault), ()
        case Stuck(button):
            return replace(app, stuck=app.stuck | {button}), ()
        case Freed(button):
            return replace(app, stuck=app.stuck - {button}), ()
        case Building(share):
            return replace(app, share=share), ()
        case Counted() | Described() | Decided() | Advised() | Examined():
            return _ask(app, event, now, ())
        case Woken() if _overdue(app, now):
            return carry_out(app, SwitchOff())
        case Woken():
            app, effects = _relight(app, now)
            return _ask(app, event, now, effects)
        case _:
            return _press(app, event, now)


def _press(app: App, event: Press | Short | Long | Repeat | Chord, now: float) -> tuple[App, tuple[Effect, ...]]:
    """Answer a button: a press wakes the panel, and one that could not be seen to do more does no more."""
    unseen = app.glow is Glow.DARK or _wanders(app, now)
    effects: tuple[Effect, ...] = ()
    if isinstance(event, Press):
        app, effects = _relight(replace(app, touched=now), now)
    match event:
        case Chord():
            return (app, ()) if app.swallowed & CHORD else _open_menu(app)
        case Press(button) if unseen:
            return replace(app, swallowed=app.swallowed | {button}), effects
        case Press(button):
            app = _glance(replace(app, swallowed=app.swallowed - {button}), button)
    if event.button in app.swallowed:
        return app, effects
    return _ask(app, event, now, effects)


def _glance(app: App, button: Button) -> App:
    glance = Glance(button, app.base, app.over, app.match, app.settings)
    return replace(app, glances=(*app.glances[-1:], glance))


def _open_menu(app: App) -> tuple[App, tuple[Effect, ...]]:
    """Open the menu over what was on the screen before the first press of the chord."""
    effects: tuple[Effect, ...] = ()
    if {glance.button for glance in app.glances} == CHORD and app.glances[0].match is app.match:
        first = app.glances[0]
        if first.settings != app.settings:
            effects = (Keep(first.settings), Light(first.settings.contrast))
        # A computer has gone on with its turn meanwhile, and no press has changed anything there.
        base = app.base if app.match is not None and app.world(0.0).level is not None else first.base
        app = replace(app, base=base, over=first.over, settings=first.settings)
    if not app.over or not isinstance(app.over[-1], Menu):
        app = replace(app, over=(*app.over, Menu()))
    return replace(app, glances=()), effects


def _ask(app: App, event: Event, now: float, effects: tuple[Effect, ...]) -> tuple[App, tuple[Effect, ...]]:
    """Give the event to the top screen and carry out what it wants."""
    world = app.world(now)
    if app.over:
        screen, intents = app.over[-1].update(event, world)
        app = replace(app, over=(*app.over[:-1], screen))
    else:
        screen, intents = app.base.update(event, world)
        app = replace(app, base=screen)
    for intent in intents:
        app, more = carry_out(app, intent)
        effects += more
    return app, effects


def _glow(app: App, now: float) -> Glow:
    """Return how the panel is lit now; sums are compared, so that waking at a deadline always meets it."""
    if now >= app.touched + (app.settings.dark_after or inf):
        return Glow.DARK
    return Glow.DIM if now >= app.touched + (app.settings.dim_after or inf) else Glow.BRIGHT


def _overdue(app: App, now: float) -> bool:
    """Whether nobody pressed for so long that the console switches itself off; a computer plays to the end first."""
    return now >= app.touched + (app.settings.off_after or inf) and busy_until(app, now) is None


def _relight(app: App, now: float) -> tuple[App, tuple[Effect, ...]]:
    glow = _glow(app, now)
    if glow is app.glow:
        return app, ()
    contrast = app.settings.contrast if glow is Glow.BRIGHT else DIMMED
    return replace(app, glow=glow), (Light(contrast, on=glow is not Glow.DARK),)


def draw(app: App, now: float, *, strict: bool = False) -> Canvas:
    """Return the picture of this moment; a strict canvas raises where a screen draws off the panel."""
    canvas = Canvas(strict=strict)
    if _wanders(app, now):
        draw_idle(canvas, app.world(now))
    else:
        app.screen.draw(canvas, app.world(now))
    return canvas


def farewell(app: App) -> Canvas:
    """Return the picture for when the computer is off, which nobody can draw by then."""
    canvas = Canvas()
    Dark(off=True, safe=True).draw(canvas, app.world(0.0))
    return canvas


def _wanders(app: App, now: float) -> bool:
    return app.glow is Glow.DIM and not app.over and app.base.name in WANDERERS and busy_until(app, now) is None


def busy_until(app: App, now: float) -> float | None:
    """Return when the screen does something by itself, ``inf`` while an answer is awaited, ``None`` if it is at rest.

    A computer plays on in the dark.
    """
    screen = app.screen if app.off else _top(app)
    return screen.busy_until(app.world(now))


def _top(app: App) -> Screen:
    return app.over[-1] if app.over else app.base


def animates(app: App, now: float) -> bool:
    """Whether the picture changes all the time."""
    screen = app.screen
    if isinstance(screen, Watched | Result):
        return screen.moves(app.world(now))
    return isinstance(screen, Dice) and busy_until(app, now) is not None


def studied(app: App) -> RuleSet | None:
    """Return the rules whose values should be ready before anybody asks: computers play, or the coach may be asked."""
    if app.match is None or app.match.outcome is not None:
        return None
    return app.match.rules if app.levels or app.settings.hints else None


def wake_at(app: App, now: float) -> float | None:
    """Return when the picture or the light changes by itself next, in seconds; ``None``: not before a press."""
    if app.off:
        return None
    times = []
    end = busy_until(app, now)
    if end is not None and (animates(app, now) or end < inf):
        times.append(min(end, now + FRAME) if animates(app, now) else end)
    deadlines = (app.settings.dim_after, app.settings.dark_after, app.settings.off_after)
    times += [app.touched + seconds for seconds in deadlines if seconds and app.touched + seconds > now]
    if _wanders(app, now):
        times.append(next_move(now, app.touched))
    return min(times, default=None)

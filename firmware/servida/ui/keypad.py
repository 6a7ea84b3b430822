"""From the levels of six bouncing contacts to what a finger meant; time is an argument, in seconds.

It knows buttons, levels and time. It must not know pins, screens or the game.

**Theory.** A contact bounces for milliseconds after each change. The finger must be heard at once, the bounce
never. So each button is a machine of four phases, and ``ON_LEVEL`` and ``ON_TIME`` below are all of it::

                  the level becomes         time is up
    phase         down       up             after      then, by the level
    UP            LOCKED     -              -
    LOCKED        -          -              lockout    down: DOWN      up: RELEASING
    DOWN          -          RELEASING      -
    RELEASING     DOWN       -              settle     up: UP

Entering LOCKED says ``Press``: the leading edge acts, and all changes are ignored for ``lockout``; its end
reads the level, so that the final one is never lost. An up must last ``settle`` unbroken before it is
believed. Entering UP says ``Short`` if it is still owed. In DOWN, and there only, ``Long`` and ``Repeat``
fall due by timers that count from the press; in RELEASING they wait, for nobody knows yet whether the finger
is there.

A level holds until the next ``update`` says otherwise. Whatever falls due in between is done first, in the
order of the due times; then the new levels are seen. So an update at ``press + long`` that brings the release
still gives ``Long``, extra updates change nothing, and late ones do what timely ones would have done; only a
``Repeat`` is not made up for.

*Chord.* While 1 and 5 are both pressed (in any phase but UP) they have no voice: neither owes a Short, Long
or Repeat any more until its next press. Unless a third button is pressed before, ``Chord`` falls due
``chord`` after the later of the two.

*Stale.* A button that is down when the keypad begins has no voice and counts for no chord until it was
released, settled and pressed again. One that stays down for ``stuck``, from its press or from the beginning, is
``Stuck`` and from then on just as mute, until it settles up and is ``Freed``. A button jammed in its hole thus
spoils no other, and a third one no chord for longer than that.

*Look.* Linux keeps 16 edges of a line and drops the rest silently, so the edge of a release can be missing.
While a press may still become a Long or a Chord, the level is asked for every ``look``, lest a lost edge make
one of a tap.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, assert_never

from servida.ui.keyevents import Button, Chord, Freed, KeyEvent, Long, Press, Repeat, Short, Stuck, Timing

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "Button",
    "Chord",
    "Freed",
    "KeyEvent",
    "Keypad",
    "Long",
    "Press",
    "Repeat",
    "Short",
    "Stuck",
    "Timing",
    "deadline",
    "update",
]


CHORD: Final = frozenset({Button.ONE, Button.FIVE})


class Phase(Enum):
    """Where one button is between two presses."""

    UP = "up"
    LOCKED = "locked"
    DOWN = "down"
    RELEASING = "releasing"


ON_LEVEL: Final = {
    (Phase.UP, True): Phase.LOCKED,
    (Phase.DOWN, False): Phase.RELEASING,
    (Phase.RELEASING, True): Phase.DOWN,
}
"""The phase that follows when a level (True: down) is seen; a pair that is not here changes nothing."""

ON_TIME: Final = {
    (Phase.LOCKED, True): Phase.DOWN,
    (Phase.LOCKED, False): Phase.RELEASING,
    (Phase.RELEASING, False): Phase.UP,
}
"""The phase that follows when the phase's time is up, by the level seen last."""


@dataclass(frozen=True, slots=True)
class Key:
    """One button's state; moments are in seconds, None for what will not fall due."""

    phase: Phase = Phase.UP
    level: bool = False
    stale: bool = False
    stuck: bool = False
    owes_short: bool = False
    leaves_at: float | None = None
    long_at: float | None = None
    repeat_at: float | None = None
    stuck_at: float | None = None

    @property
    def pressed(self) -> bool:
        """Whether a finger that pressed it for us has not surely left."""
        return self.phase is not Phase.UP and not self.stale and not self.stuck

    @property
    def due(self) -> float | None:
        """When time next changes something here."""
        if self.phase is Phase.DOWN:
            return _earliest(self.long_at, self.repeat_at, self.stuck_at)
        return self.leaves_at


@dataclass(frozen=True, slots=True)
class Keypad:
    """All buttons' states: a value, made by ``start`` and moved on by ``update``."""

    timing: Timing
    keys: Mapping[Button, Key]
    chord_at: float | None = None
    seen_at: float = 0.0

    @classmethod
    def start(cls, down: frozenset[Button], timing: Timing | None = None, *, now: float = 0.0) -> Keypad:
        """Begin at ``now`` with these buttons down; they have no voice until each was released and pressed again."""
        timing = timing or Timing()
        stale = Key(Phase.DOWN, level=True, stale=True, stuck_at=now + timing.stuck)
        return cls(timing, {button: stale if button in down else Key() for button in Button}, seen_at=now)

    @property
    def pressed(self) -> frozenset[Button]:
        """The buttons that were pressed for us and have not surely been left yet."""
        return frozenset(button for button, key in self.keys.items() if key.pressed)


Step = tuple[Keypad, tuple[KeyEvent, ...]]
"""A keypad as it is afterwards, and what happened on the way."""


def update(keypad: Keypad, down: frozenset[Button], now: float) -> tuple[Keypad, tuple[KeyEvent, ...]]:
    """Say which buttons are down at ``now``; returns the new keypad and what that means, in order.

    ``now`` is in seconds on any clock, as long as it never runs backwards.
    """
    keypad, events = _elapse(keypad, now)
    returned = False
    for button, key in keypad.keys.items():
        level = button in down
        if level is not key.level:
            keypad, seen = _see(keypad, button, now, level=level)
            events += seen
            returned |= keypad.keys[button].phase is Phase.DOWN
    if returned:
        # It may be overdue for its Long.
        keypad, overdue = _elapse(keypad, now)
        events += overdue
    return Keypad(keypad.timing, keypad.keys, keypad.chord_at, now), events


def deadline(keypad: Keypad) -> float | None:
    """When ``update`` must be called though no level changes, in seconds; None while nothing can fall due."""
    held = any(key.phase is Phase.DOWN and key.long_at is not None for key in keypad.keys.values())
    watched = held or keypad.chord_at is not None
    return _earliest(_due(keypad), keypad.seen_at + keypad.timing.look if watched else None)


def _earliest(*moments: float | None) -> float | None:
    return min((moment for moment in moments if moment is not None), default=None)


def _due(keypad: Keypad) -> float | None:
    moments = [due for key in keypad.keys.values() if key.phase is not Phase.UP and (due := key.due) is not None]
    # While one of its buttons is not surely down the chord waits, as a Long does.
    if keypad.chord_at is not None and all(keypad.keys[button].phase is Phase.DOWN for button in CHORD):
        moments.append(keypad.chord_at)
    return min(moments, default=None)


def _elapse(keypad: Keypad, now: float) -> Step:
    """Do all that falls due until ``now``, the earliest first."""
    events: tuple[KeyEvent, ...] = ()
    while (at := _due(keypad)) is not None and at <= now:
        button = next((button for button, key in keypad.keys.items() if key.due == at), None)
        if button is not None:
            keypad, due = _expire(keypad, button, at, now)
            events += due
        else:
            keypad = replace(keypad, chord_at=None)
            events += (Chord(),)
    return keypad, events


def _expire(keypad: Keypad, button: Button, at: float, now: float) -> Step:
    key = keypad.keys[button]
    if key.phase is not Phase.DOWN:
        return _enter(keypad, button, ON_TIME[key.phase, key.level], at)
    if key.long_at == at:
        return _put(keypad, button, replace(key, long_at=None, owes_short=False)), (Long(button),)
    if key.stuck_at == at:
        return _jam(keypad, button), (Stuck(button),)
    # A Repeat that comes more than a period late is not made up for: the next is a whole period away.
    again = at + keypad.timing.repeat_every
    if again <= now:
        again = now + keypad.timing.repeat_every
    return _put(keypad, button, replace(key, repeat_at=again)), (Repeat(button),)


def _jam(keypad: Keypad, button: Button) -> Keypad:
    """Take the button's voice for as long as it is down, and its part in a chord."""
    key = keypad.keys[button]
    mute = replace(key, stuck=True, owes_short=False, long_at=None, repeat_at=None, stuck_at=None)
    keypad = _put(keypad, button, mute)
    return replace(keypad, chord_at=None) if button in CHORD else keypad


def _see(keypad: Keypad, button: Button, now: float, *, level: bool) -> Step:
    key = keypad.keys[button]
    keypad = _put(keypad, button, replace(key, level=level))
    phase = ON_LEVEL.get((key.phase, level))
    return _enter(keypad, button, phase, now) if phase else (keypad, ())


def _enter(keypad: Keypad, button: Button, phase: Phase, at: float) -> Step:
    """Do what comes with entering a phase."""
    timing, key = keypad.timing, keypad.keys[button]
    match phase:
        case Phase.LOCKED:
            key = Key(
                phase,
                level=True,
                owes_short=True,
                leaves_at=at + timing.lockout,
                long_at=at + timing.long,
                repeat_at=None if button.column is None else at + timing.repeat_after,
                stuck_at=at + timing.stuck,
            )
            return _pair(_put(keypad, button, key), at), (Press(button),)
        case Phase.DOWN:
            return _put(keypad, button, replace(key, phase=phase, leaves_at=None)), ()
        case Phase.RELEASING:
            return _put(keypad, button, replace(key, phase=phase, leaves_at=at + timing.settle)), ()
        case Phase.UP:
            keypad = _put(keypad, button, Key())
            if button in CHORD:
                keypad = replace(keypad, chord_at=None)
            if key.stuck:
                return keypad, (Freed(button),)
            return keypad, (Short(button),) if key.owes_short else ()
        case _:
            assert_never(phase)


def _pair(keypad: Keypad, at: float) -> Keypad:
    """After any press: if 1 and 5 are together take their voices, and begin the chord if they are alone."""
    if not keypad.pressed >= CHORD:
        return keypad
    for member in CHORD:
        silent = replace(keypad.keys[member], owes_short=False, long_at=None, repeat_at=None)
        keypad = _put(keypad, member, silent)
    alone = keypad.pressed == CHORD
    return replace(keypad, chord_at=at + keypad.timing.chord if alone else None)


def _put(keypad: Keypad, button: Button, key: Key) -> Keypad:
    return Keypad(keypad.timing, {**keypad.keys, button: key}, keypad.chord_at, keypad.seen_at)

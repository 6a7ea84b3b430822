"""What a page may ask for: JSON text comes in, frozen values go out, and whatever is not in the table is refused.

A message is an object with a ``do`` and exactly the keys that ``FORMS`` gives it. Nothing is guessed or converted: a
1 is no 1.0 here, and no true. It must not know what is done with the values.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from servida.ui.keypad import Button
from servida_host.faces import pace
from servida_host.faces.keys import Stroke
from servida_host.faces.web.keys import STRUCK
from servida_host.steps import BOUNCE_RANGE, MOST_BOUNCE, Bounce, Dice, Fault, Press, Release, Stick, Unstick

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SPEEDS = (1, 4, 16)
"""How many virtual seconds in a real one a page always offers, beside what the session began with."""

MOST_DICE = 25
"""Faces in one message: five whole throws."""

LARGEST = 4096
"""Bytes of a message: some forty times the longest that means something."""

TOLD = 60
"""Characters of what was sent that a refusal repeats."""


class Refused(ValueError):
    """A message that means nothing here; the text says in one line what is wrong and what is allowed."""


class Time(Enum):
    """What a page does to the time."""

    PAUSE = "pause"
    RESUME = "resume"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Speed:
    """So many virtual seconds pass in a real one."""

    value: float


@dataclass(frozen=True, slots=True)
class Gif:
    """A moving picture begins or ends."""

    on: bool


class News(Enum):
    """The bulky messages, which a page gets only when it wants them."""

    WIRE = "wire"
    LOG = "log"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Tell:
    """The page that asks wants these, and no other bulky ones."""

    what: frozenset[News]


Message = Press | Release | Stroke | Time | Speed | Dice | Fault | Stick | Unstick | Bounce | Gif | Tell


@dataclass(frozen=True, slots=True)
class _Form:
    """The keys of a message beside ``do`` with what checks their values, and what it becomes."""

    become: Callable[..., Message]
    checks: Mapping[str, Callable[[str, object], object]]


def _shown(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= TOLD else text[:TOLD] + "…"


def _wrong(key: str, value: object, allowed: str) -> Refused:
    return Refused(f"{key} {_shown(value)}: expected {allowed}")


def _button(key: str, value: object) -> Button:
    for button in Button:
        if value == button.value:
            return button
    raise _wrong(key, value, " ".join(button.value for button in Button))


def _stroke(key: str, value: object) -> Stroke:
    if not isinstance(value, str) or value not in STRUCK:
        raise _wrong(key, value, " ".join(STRUCK))
    return STRUCK[value]


def _itself(stroke: Stroke) -> Stroke:
    return stroke


def _number(key: str, value: object, least: float, most: float, allowed: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise _wrong(key, value, allowed)
    return value


def _speed(key: str, value: object) -> float:
    return _number(key, value, *pace.SPEEDS, pace.SPEED_RANGE)


def _faces(key: str, value: object) -> tuple[int, ...]:
    if (
        not isinstance(value, list)
        or not 1 <= len(value) <= MOST_DICE
        or not all(type(face) is int and 1 <= face <= 6 for face in value)
    ):
        raise _wrong(key, value, f"1 to {MOST_DICE} faces from 1 to 6")
    return tuple(value)


def _bounce(key: str, value: object) -> float:
    return _number(key, value, 0, MOST_BOUNCE, BOUNCE_RANGE) / 1000


def _switch(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(key, value, "true or false")
    return value


def _news(key: str, value: object) -> frozenset[News]:
    names = {news.value: news for news in News}
    if (
        not isinstance(value, list)
        or not all(isinstance(name, str) and name in names for name in value)
        or len(set(value)) < len(value)
    ):
        raise _wrong(key, value, f"some of {' '.join(names)}, each once")
    return frozenset(names[name] for name in value)


def _always(message: Message) -> _Form:
    return _Form(lambda: message, {})


FORMS: Mapping[str, _Form] = {
    "press": _Form(Press, {"button": _button}),
    "release": _Form(Release, {"button": _button}),
    "strike": _Form(_itself, {"key": _stroke}),
    "pause": _always(Time.PAUSE),
    "resume": _always(Time.RESUME),
    "step": _always(Time.STEP),
    "speed": _Form(Speed, {"value": _speed}),
    "dice": _Form(Dice, {"faces": _faces}),
    "unplug": _always(Fault.UNPLUG_OLED),
    "plug": _always(Fault.PLUG_OLED),
    "stick": _Form(Stick, {"button": _button}),
    "unstick": _Form(Unstick, {"button": _button}),
    "bounce": _Form(Bounce, {"ms": _bounce}),
    "stall": _always(Fault.STALL_RNG),
    "free": _always(Fault.FREE_RNG),
    "cut": _always(Fault.CUT_POWER),
    "restore": _always(Fault.RESTORE_POWER),
    "gif": _Form(Gif, {"on": _switch}),
    "tell": _Form(Tell, {"what": _news}),
}
"""Every message there is, by its ``do``."""


def parsed(text: str) -> Message:
    """Return what a message means; raises ``Refused``."""
    sent = _object(text)
    name = sent.pop("do", None)
    form = FORMS.get(name) if isinstance(name, str) else None
    if form is None:
        raise _wrong("do", name, " ".join(FORMS))
    if sent.keys() != form.checks.keys():
        wanted = " and ".join(form.checks) or "nothing"
        raise Refused(f"{name}: expected {wanted} beside do, not {_shown(' '.join(sent))}")
    return form.become(*(check(key, sent[key]) for key, check in form.checks.items()))


def _object(text: str) -> dict[str, Any]:
    try:
        sent = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (json.JSONDecodeError, RecursionError) as error:
        raise Refused(f"{_shown(text)}: expected a JSON object") from error
    if not isinstance(sent, dict):
        raise Refused(f"{_shown(text)}: expected a JSON object")
    return sent


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise Refused(f"{_shown(' '.join(key for key, _ in pairs))}: expected each key once")
    return dict(pairs)


def _no_number(name: str) -> None:
    raise Refused(f"{name}: expected a number")

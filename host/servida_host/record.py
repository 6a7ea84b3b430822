"""Recordings: what was done to a console since it began, as a script that does it again to the same frames.

Theory. What a rig shows is decided by what it began from, what was done to it and when; the moments in between are its
own. So a recording listens for deeds and writes each after the exact moment to which time had come, never how it came
there: that a face looked in a hundred times a second changes nothing. A script of these lines begins with `start`
steps, which `beginning` reads back.

It knows the script language; it must not know files or faces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from servida.rules.notation import to_text as notation
from servida.ui.keypad import Button
from servida_host.console_rig import Beginning
from servida_host.script import action_text
from servida_host.steps import (
    At,
    Bounce,
    Chatter,
    Dice,
    Fault,
    Press,
    Release,
    Start,
    StartDate,
    StartFault,
    StartNotice,
    StartPanel,
    StartSeed,
    StartStore,
    StartValues,
    Stick,
    Unstick,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from servida_host.console_rig import ConsoleRig
    from servida_host.steps import Deed, Step

ON_BUTTONS: Mapping[str, Callable[[Button], Deed]] = {
    "press": Press,
    "release": Release,
    "stick": Stick,
    "unstick": Unstick,
}
"""The rig's verbs for a button, and the steps that they are."""

FAULTS = {
    "unplug": Fault.UNPLUG_OLED,
    "plug": Fault.PLUG_OLED,
    "stall": Fault.STALL_RNG,
    "free": Fault.FREE_RNG,
    "cut": Fault.CUT_POWER,
    "restore": Fault.RESTORE_POWER,
}
"""Its verbs for the whole device."""


HEADING = "# It began with:"
"""The first line of a recording."""


class Unrecordable(ValueError):
    """A session that no script replays; the message is one line that says why."""


class Recording:
    """What is done to a rig from its beginning on: made before anything is done to it."""

    def __init__(self, rig: ConsoleRig) -> None:
        self._began = rig.began
        self._late = rig.now
        self._about = _described(rig)
        self._deeds: list[Deed] = [At(rig.now)]
        if rig.bounce:
            self._deeds.append(Bounce(rig.bounce))
        rig.listeners.append(self._hear)

    def _hear(self, verb: str, *what: str | float) -> None:
        deed = _deed(verb, *what)
        if isinstance(deed, At) and isinstance(self._deeds[-1], At):
            self._deeds.pop()
        self._deeds.append(deed)

    def script(self) -> str:
        """Return the recording until now as a script; raises ``Unrecordable``."""
        return self.head() + self.deeds(0, self.count)

    def head(self) -> str:
        """Return what a script says of the beginning; raises ``Unrecordable``."""
        if self._late:
            raise Unrecordable(f"recorded from {self._late} s on; expected from the beginning")
        if self._began.store is None:
            raise Unrecordable("the store could not be read when the session began; expected a sound database")
        starts = map(action_text, _starts(self._began, self._began.store))
        return "".join(f"{line}\n" for line in (*self._about, *starts))

    @property
    def count(self) -> int:
        """How many deeds there are, the last moment among them."""
        return len(self._deeds)

    @property
    def settled(self) -> int:
        """How many deeds there are that stay as they are: a moment is only the last one until time goes on."""
        return len(self._deeds) - isinstance(self._deeds[-1], At)

    def deeds(self, begin: int, end: int) -> str:
        """Return the deeds from number ``begin``, from 0, until before ``end`` as lines of a script."""
        return "".join(f"{action_text(deed)}\n" for deed in self._deeds[begin:end])


def _deed(verb: str, *what: str | float) -> Deed:
    match verb, what:
        case "at", (float(moment),):
            return At(moment)
        case "bounce", (float(seconds),):
            return Bounce(seconds)
        case "chatter", (str(button), float(seconds)):
            return Chatter(Button(button), seconds)
        case "dice", faces:
            return Dice(tuple(int(face) for face in faces))
        case _, (str(button),):
            return ON_BUTTONS[verb](Button(button))
        case _:
            return FAULTS[verb]


def _described(rig: ConsoleRig) -> tuple[str, ...]:
    """Return what the store held in words: for people, who can't read the database."""
    if rig.app is None:
        return ()
    settings, told = rig.app.settings, [] if rig.match is None else notation(rig.match).splitlines()
    lines = (f"language {settings.language}", f"rules {settings.rules.name}", *told)
    return (HEADING, *(f"#   {line}" for line in lines))


def _starts(began: Beginning, store: bytes) -> Iterable[Start]:
    yield StartSeed(began.seed)
    yield StartDate(began.date)
    yield StartPanel(began.panel, began.address)
    yield from map(StartNotice, began.notices)
    if began.fault:
        yield StartFault(began.fault)
    yield StartStore(store)
    if began.values:
        yield StartValues()


def beginning(steps: Iterable[Step]) -> Beginning | None:
    """Return what a script says that the console began from; ``None`` when it leaves that to the command line."""
    starts = [step.action for step in steps if isinstance(step.action, Start)]
    if not starts:
        return None
    said: dict[str, object] = {}
    notices: list[str] = []
    for start in starts:
        match start:
            case StartSeed(seed):
                said["seed"] = seed
            case StartDate(date):
                said["date"] = date
            case StartPanel(chip, address):
                said |= {"panel": chip, "address": address}
            case StartNotice(text):
                notices.append(text)
            case StartFault(text):
                said["fault"] = text
            case StartStore(data):
                said["store"] = data
            case StartValues():
                said["values"] = True
            case _:
                assert_never(start)
    return Beginning(notices=tuple(notices), **said)  # type: ignore[arg-type]  # each under its own name

"""What a console is joined to, as protocols: whoever builds one hands these in, on the device, in the rig, in tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image

    from servida.device.entropy import Roll
    from servida.device.health import Failure
    from servida.rules import Match, RollOff, RuleSet
    from servida.strategy.advice import Choice, Level, Review
    from servida.ui.keypad import Button
    from servida.ui.seats import Levels
    from servida.ui.settings import Settings


class Contacts(Protocol):
    """Six buttons that can be read."""

    def read(self) -> frozenset[Button]:
        """Return the buttons that are down, or were pressed since the last reading."""
        ...


class Glass(Protocol):
    """A panel that may be missing: it never raises, it says when it wants to try again."""

    @property
    def retry_at(self) -> float | None:
        """When to call ``retry``, in seconds; ``None`` while the panel answers."""
        ...

    @property
    def hung(self) -> bool:
        """Whether it is at one piece of work for so long that it will hardly come back."""
        ...

    def show(self, image: Image, now: float) -> bool:
        """Send the picture; return whether the panel acknowledged it."""
        ...

    @property
    def check_at(self) -> float | None:
        """When to call ``check``, in seconds; ``None`` while there is nothing to look after."""
        ...

    def retry(self, now: float) -> bool:
        """Initialise a lost panel anew and send it the wanted picture."""
        ...

    def check(self, now: float) -> bool:
        """Look whether the panel is still lit, and send the picture again when it was not."""
        ...

    def set_light(self, contrast: int, *, on: bool, now: float) -> bool:
        """Set contrast (0..255) and power."""
        ...


class DiceSource(Protocol):
    """Where chance comes from."""

    @property
    def source(self) -> str:
        """The name of what serves now."""
        ...

    @property
    def wanted(self) -> str:
        """The name of what should serve."""
        ...

    @property
    def failure(self) -> Failure | None:
        """The health test because of which that one serves no more."""
        ...

    def roll(self, count: int) -> Roll:
        """Roll so many dice."""
        ...


class Storage(Protocol):
    """What outlives a pulled plug; raises ``DeviceError``, and keeps what it was given until it can store it."""

    def save_match(self, match: Match | None, rolloff: RollOff | None, rolls: tuple[Roll, ...], levels: Levels) -> None:
        """Make the match durable, and with it the rolls that were made since the last call."""
        ...

    def save_settings(self, settings: Settings) -> None:
        """Make the settings durable."""
        ...

    def face_counts(self) -> tuple[int, ...]:
        """Return how often each face 1..6 fell in all rolls."""
        ...


class Strategist(Protocol):
    """Who decides for computers, advises people and reviews matches: always the same of the same match.

    What it says rests on values of a rule set, which it loads or builds slice by slice; a slice lasts 20 ms at most.
    """

    def progress(self, rules: RuleSet) -> float | None:
        """Return how much of the values is built, 0 to 1; ``None`` when they are ready."""
        ...

    def work(self, rules: RuleSet) -> bool:
        """Build one slice of the values; return whether there is more to do.

        Raises ``DeviceError`` when what was built can't be kept; it is ready all the same.
        """
        ...

    def decide(self, match: Match, level: Level) -> Choice | None:
        """Return what the mover does, or do one slice of what that takes; the values are ready, the dice lie."""
        ...

    def advise(self, match: Match) -> tuple[Choice, ...]:
        """Return all that the mover can do, the best first; the values are ready, the dice lie."""
        ...

    def review(self, match: Match) -> tuple[Review, ...] | None:
        """Do one slice of a review of a match that has ended; return it when it is done, ``None`` before."""
        ...

"""The buttons: each is asked for by name, so that swapped wires show, and its bounce is written down.

The bounce of a press is the time from its first edge to the last one before so long a pause as the keypad's lockout.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from servida.device.buttons import close_input, open_input
from servida.device.errors import DeviceError
from servida.selftest.finding import Finding
from servida.ui.keyevents import Timing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from servida.device.buttons import Input
    from servida.selftest.finding import Measured

QUIET = 0.1
"""Seconds without an edge after which a contact has come to rest; switches bounce for tens of milliseconds."""

LONGEST = Timing().lockout
"""Seconds that a press may bounce: for so long the keypad ignores a button that was pressed."""


class Wait(Protocol):
    """Waits for an edge: a ``threading.Event``'s ``wait``, cleared before each."""

    def __call__(self, seconds: float) -> bool:
        """Return whether an edge came within so many seconds."""
        ...


@dataclass(eq=False, slots=True, weakref_slot=True)
class _Line:
    """One button's pin and the moments of its edges."""

    name: str
    pin: int
    device: Input
    clock: Callable[[], float]
    wake: Callable[[], None]
    edges: list[float] = field(default_factory=list)

    def listen(self) -> None:
        # The pin keeps a weak reference only.
        self.device.pin.when_changed = self._changed

    def _changed(self, _ticks: float, _state: int) -> None:
        self.edges.append(self.clock())
        self.wake()

    @property
    def place(self) -> str:
        return f"{self.name} (GPIO{self.pin})"


def examine_buttons(
    pins: Mapping[str, int],
    factory: object,
    *,
    patience: float,
    clock: Callable[[], float],
    wait: Wait,
    wake: Callable[[], None],
    tell: Callable[[str], None],
) -> list[Finding]:
    """Return what is found on each button; ``patience`` is the seconds that each is waited for.

    ``clock`` gives seconds; ``wake`` ends a ``wait`` and is called at every edge, from any thread; ``tell`` asks the
    person to press.
    """
    lines: list[_Line] = []
    findings: list[Finding] = []
    try:
        for name, pin in pins.items():
            try:
                device = open_input(pin, factory)
            except DeviceError as error:
                findings.append(_refused(name, pin, error))
                continue
            lines.append(_Line(name, pin, device, clock, wake))
            lines[-1].listen()
        return findings + [_examined(line, lines, patience, clock, wait, tell) for line in lines]
    finally:
        for line in lines:
            close_input(line.device)


def _refused(name: str, pin: int, error: DeviceError) -> Finding:
    return Finding(
        f"button {name}",
        f"GPIO{pin} can't be used: {error}",
        "if the console runs, it has the pin: sudo systemctl stop servida; else look at [pins] in servida.toml",
    )


def _examined(
    line: _Line,
    lines: list[_Line],
    patience: float,
    clock: Callable[[], float],
    wait: Wait,
    tell: Callable[[str], None],
) -> Finding:
    part = f"button {line.name}"
    if line.device.is_active:
        return Finding(
            part,
            f"GPIO{line.pin} is at ground without a press",
            "look for a jammed button, a solder bridge, or a button turned by a quarter",
        )
    tell(f"press {line.name}")
    for each in lines:
        each.edges.clear()
    until = clock() + patience
    while not any(each.edges for each in lines):
        if clock() >= until:
            return Finding(
                part,
                f"no press within {patience:g} s",
                f"look at the wire from the button to GPIO{line.pin} and at the one to ground",
            )
        wait(min(until - clock(), QUIET))
    # A button that jams is no reason to wait for ever; it is found when it is its turn.
    until = clock() + patience
    while (wait(QUIET) or any(each.device.is_active for each in lines)) and clock() < until:
        pass
    return _judged(part, line, [each for each in lines if each.edges and each is not line])


def _judged(part: str, line: _Line, others: list[_Line]) -> Finding:
    wrong = ", ".join(other.place for other in others)
    if not line.edges:
        return Finding(part, f"{wrong} was pressed", f"swap the wires of {line.place} and {wrong}, or press the other")
    if others:
        return Finding(part, f"{wrong} went along with it", f"look for a bridge between GPIO{line.pin} and {wrong}")
    edges, seconds = _first_burst(line.edges)
    measured: Mapping[str, Measured] = {"edges": edges, "bounce_ms": round(1000 * seconds, 2)}
    found = f"pressed; {edges} edges, bounce {1000 * seconds:.1f} ms"
    if seconds > LONGEST:
        return Finding(part, found, f"replace the button: more than {1000 * LONGEST:g} ms count twice", measured)
    return Finding(part, found, measured=measured)


def _first_burst(edges: list[float]) -> tuple[int, float]:
    """Return how many edges came before the first pause, and the seconds from the first to the last of them."""
    count = 1
    while count < len(edges) and edges[count] - edges[count - 1] < LONGEST:
        count += 1
    return count, edges[count - 1] - edges[0]

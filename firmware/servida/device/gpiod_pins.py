"""A pin factory for gpiozero over the kernel's character device, by libgpiod 2: asleep until the kernel has an edge.

For any gpiozero program: ``GPIOZERO_PIN_FACTORY=gpiod``, or ``Device.pin_factory = GpiodFactory()``. gpiozero's usual
one, lgpio, polls about 2,000 times a second and makes FIFOs in the working directory (gpiozero#843, #1106).

The kernel keeps a bounded number of edges of a line and drops the rest: what was dropped is found by the gap in the
sequence numbers, or by reading the level again once all edges are read (``gpiod_edges``). Times are the kernel's own,
of the monotonic clock. A line is claimed when a pin is first used, and free again once the pin is closed. There is no
PWM: the character device has none. It must not know what the pins are for.
"""

from __future__ import annotations

import errno
import os
import threading
from datetime import timedelta
from typing import TYPE_CHECKING

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import (
    BadPinFactory,
    GPIOPinInUse,
    PinEdgeDetectUnsupported,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from servida.device.edge_reader import EdgeReader
from servida.device.gpiod_chips import find_chip
from servida.device.gpiod_edges import Edges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

VARIABLE = "GPIOZERO_GPIOD_CHIP"
"""Names the chip's device file, for a chip with another label."""

BUFFER = 128
"""Edges that the kernel keeps for a line, instead of 16: 6 KiB of its memory, and a slow callback loses none."""

BIASES = {"floating": Bias.DISABLED, "up": Bias.PULL_UP, "down": Bias.PULL_DOWN}
EDGES = {"none": Edge.NONE, "falling": Edge.FALLING, "rising": Edge.RISING, "both": Edge.BOTH}

LONGEST_BOUNCE = 0xFFFFFFFF / 1e6
"""Seconds; the kernel takes 32 bits of microseconds."""


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero is untyped
    """Pins of the chip at this path, else of the one that ``GPIOZERO_GPIOD_CHIP`` names, else of the Pi's header.

    Pins are known by all the names that gpiozero knows. Raises BadPinFactory without such a chip, or the right to open
    it. ``open_chip`` opens a path, for tests. ``lock`` is for whoever uses chip or lines, which libgpiod leaves to us.
    """

    def __init__(self, chip: str | None = None, *, open_chip: Callable[[str], gpiod.Chip] = gpiod.Chip) -> None:
        super().__init__()
        path = chip or os.environ.get(VARIABLE) or find_chip(open_chip=open_chip)
        try:
            self.chip = open_chip(path)
        except (OSError, ValueError) as error:
            raise BadPinFactory(f"GPIO chip {path}: can't be opened: {error}") from error
        self.lock = threading.Lock()
        self.reader = EdgeReader()
        self.pin_class = GpiodPin

    def close(self) -> None:
        """Free all lines and end the thread; may be called twice."""
        super().close()
        self.reader.close()
        self.chip.close()


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # gpiozero is untyped
    """One line of the chip; made by the factory's ``pin``.

    Errors are gpiozero's own; a line that another program or the kernel holds is ``GPIOPinInUse``.
    """

    when_changed: Callable[[float, int], None] | None

    def __init__(self, factory: GpiodFactory, info: object) -> None:
        super().__init__(factory, info)
        self._request: gpiod.LineRequest | None = None
        self._told: Edges | None = None
        self._when_changed: Callable[[], Callable[[float, object], None] | None] | None = None
        self._reset()

    def _reset(self) -> None:
        self._function = "input"
        self._pull: str = self.info.pull or "floating"
        self._edges = "both"
        self._bounce: float | None = None
        self._level = False

    def close(self) -> None:
        """Make it an input without a pull-up and free the line; the pin may be used again, and claims it then."""
        self.when_changed = None
        with self.factory.lock:
            self._reset()
            if self._request is not None:
                request = self._configured()
                self._request = None
                request.release()

    def output_with_state(self, state: object) -> None:
        """Make it an output of this state, without another in between."""
        self._change(_function="output", _level=bool(state))

    def input_with_pull(self, pull: str) -> None:
        """Make it an input with this pull, without another in between."""
        self._check_pull(pull)
        self._change(_function="input", _pull=pull)

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"invalid function {value!r} for pin {self!r}; expected 'input' or 'output'")
        self._change(_function=value, _level=False)

    def _get_state(self) -> bool:
        with self.factory.lock:
            return bool(self._claimed().get_value(self._number))

    def _set_state(self, value: object) -> None:
        with self.factory.lock:
            if self._function == "input":
                raise PinSetInput(f"cannot set state of pin {self!r}: it is an input")
            self._level = bool(value)
            self._claimed().set_value(self._number, Value(int(self._level)))

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set pull of pin {self!r}: it is an output")
        self._check_pull(value)
        self._change(_pull=value)

    def _check_pull(self, value: str) -> None:
        if value not in BIASES:
            raise PinInvalidPull(f"invalid pull {value!r} for pin {self!r}; expected {', '.join(BIASES)}")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")

    def _get_bounce(self) -> float | None:
        return self._bounce

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and not 0 <= value <= LONGEST_BOUNCE:
            raise PinInvalidBounce(f"invalid bounce {value} for pin {self!r}; expected 0 to {LONGEST_BOUNCE:.0f} s")
        self._change(_bounce=value or None)

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f"invalid edges {value!r} for pin {self!r}; expected {', '.join(EDGES)}")
        self._change(_edges=value)

    def _settings(self) -> gpiod.LineSettings:
        if self._function == "output":
            return gpiod.LineSettings(direction=Direction.OUTPUT, output_value=Value(int(self._level)))
        return gpiod.LineSettings(
            direction=Direction.INPUT,
            bias=BIASES[self._pull],
            edge_detection=Edge.NONE if self._told is None else EDGES[self._edges],
            debounce_period=timedelta(seconds=self._bounce or 0.0),
        )

    def _change(self, **values: object) -> None:
        """Set these attributes, and the line as they say; as before when the kernel refuses."""
        with self.factory.lock:
            before = {name: getattr(self, name) for name in values}
            self.__dict__.update(values)
            try:
                self._configured()
            except (OSError, GPIOPinInUse):
                self.__dict__.update(before)
                raise

    def _configured(self) -> gpiod.LineRequest:
        """Return the claimed line, set anew; the edges that follow are counted anew, too."""
        if self._told is not None:
            self._told = Edges(both=self._edges == "both")
        settings: dict[Iterable[int | str] | int | str, gpiod.LineSettings | None] = {self._number: self._settings()}
        if self._request is not None:
            self._request.reconfigure_lines(settings)
            return self._request
        try:
            self._request = self.factory.chip.request_lines(settings, consumer="gpiozero", event_buffer_size=BUFFER)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            owner = self.factory.chip.get_line_info(self._number).consumer
            raise GPIOPinInUse(f"pin {self!r} is already in use by {owner!r}, outside of this program") from error
        # A reading that finds nothing after all must not block: the line may have been set anew in between.
        os.set_blocking(self._request.fd, False)
        return self._request

    def _claimed(self) -> gpiod.LineRequest:
        return self._configured() if self._request is None else self._request

    def _enable_event_detect(self) -> None:
        with self.factory.lock:
            request = self._claimed()
            while _pending(request):
                pass
            self._told = Edges(both=self._edges == "both")
            try:
                self._configured()
            except OSError as error:
                self._told = self._when_changed = None
                raise PinEdgeDetectUnsupported(f"no edge detection on pin {self!r}: {error}") from error
            self.factory.reader.watch(request.fd, self._read_edges)

    def _disable_event_detect(self) -> None:
        with self.factory.lock:
            self._told = None
            if self._request is not None:
                self.factory.reader.forget(self._request.fd)
                self._configured()

    def _read_edges(self) -> None:
        """Tell of all edges that the kernel has, then of the level if it is another; in the reader's thread."""
        quiet = False
        while not quiet:
            with self.factory.lock:
                request, told = self._request, self._told
                if request is None or told is None:
                    return
                # The level first: an edge after it is then among the events.
                level = bool(request.get_value(self._number))
                events = _pending(request)
                quiet = not events
                changes = told.settle(self.factory.ticks(), level=level) if quiet else told.take(events)
            for ticks, state in changes:
                self._call_when_changed(ticks, state)

    def _call_when_changed(self, ticks: float | None = None, state: int | None = None) -> None:
        # Not gpiozero's own, which calls None when another thread takes the callback away meanwhile.
        reference = self._when_changed
        method = reference and reference()
        if method is not None:
            method(self.factory.ticks() if ticks is None else ticks, self.state if state is None else state)
        elif reference is not None:
            self.when_changed = None


def _pending(request: gpiod.LineRequest) -> list[gpiod.EdgeEvent]:
    """Return the edges that the kernel has now, maybe none."""
    try:
        return request.read_edge_events()
    except BlockingIOError:
        return []

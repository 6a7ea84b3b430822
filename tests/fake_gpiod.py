"""A GPIO chip without a kernel: what of libgpiod's Python package the pin factory uses, as strict as the kernel.

Edges fall into a bounded queue as in the kernel, with running numbers; a real descriptor says whether there are any.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from types import SimpleNamespace, TracebackType
from typing import Self

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

RISING, FALLING = gpiod.EdgeEvent.Type.RISING_EDGE, gpiod.EdgeEvent.Type.FALLING_EDGE
SEEN = {Edge.NONE: (), Edge.RISING: (RISING,), Edge.FALLING: (FALLING,), Edge.BOTH: (RISING, FALLING)}


class FakeLine:
    """One line: its settings while it is requested, and its level from outside."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.settings: gpiod.LineSettings | None = None
        self.history: list[gpiod.LineSettings] = []
        self.consumer = ""
        self.refuses_edges = False
        self._driven: bool | None = None
        self._fd = -1
        self._number = 0
        self._time = 1_000_000_000
        self._room = 0
        self._events: deque[gpiod.EdgeEvent] = deque()

    @property
    def level(self) -> bool:
        settings = self.settings or gpiod.LineSettings()
        if settings.direction is Direction.OUTPUT:
            return bool(settings.output_value)
        return settings.bias is Bias.PULL_UP if self._driven is None else self._driven

    def drive(self, *levels: bool) -> None:
        """Put these levels on the line, one after the other; one told of only once all are there."""
        for level in levels:
            kind = RISING if level else FALLING
            self._time += 1_000_000
            if self.level is not level and self.settings and kind in SEEN[self.settings.edge_detection]:
                self._number += 1
                if len(self._events) == self._room:
                    self._events.popleft()
                self._events.append(gpiod.EdgeEvent(kind.value, self._time, self.offset, self._number, self._number))
            self._driven = level
        if self._events:
            os.eventfd_write(self._fd, 1)

    def drop_newest(self, level: bool) -> None:
        """Change the level without an edge, as before Linux 5.19 when the queue is full."""
        self._number += 1
        self._driven = level

    def leave_an_edge(self) -> None:
        """Leave an edge that came just before edges were asked for no more."""
        self._number += 1
        self._events.append(gpiod.EdgeEvent(RISING.value, self._time, self.offset, self._number, self._number))
        os.eventfd_write(self._fd, 1)

    # What follows is libgpiod's.
    @property
    def fd(self) -> int:
        return self._fd

    def begin(self, settings: gpiod.LineSettings, consumer: str, room: int) -> None:
        if self.consumer:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self._set(settings)
        self.consumer, self._room = consumer, room
        self._fd = os.eventfd(0)

    def _set(self, settings: gpiod.LineSettings) -> None:
        if self.refuses_edges and settings.edge_detection is not Edge.NONE:
            raise OSError(errno.ENXIO, "No such device or address")
        self.settings = settings
        self.history.append(settings)

    def reconfigure_lines(self, config: dict[int, gpiod.LineSettings]) -> None:
        assert list(config) == [self.offset]
        self._set(config[self.offset])

    def get_value(self, offset: int) -> Value:
        assert (offset, bool(self.settings)) == (self.offset, True)
        return Value(int(self.level))

    def set_value(self, offset: int, value: Value) -> None:
        assert offset == self.offset
        assert self.settings is not None
        assert self.settings.direction is Direction.OUTPUT
        self.settings = gpiod.LineSettings(direction=Direction.OUTPUT, output_value=value)

    def read_edge_events(self) -> list[gpiod.EdgeEvent]:
        assert not os.get_blocking(self._fd)
        os.eventfd_read(self._fd)
        events = list(self._events)
        self._events.clear()
        return events

    def release(self) -> None:
        os.close(self._fd)
        self.settings, self.consumer, self._fd = None, "", -1


class FakeChip:
    """A chip of 54 lines with this label."""

    def __init__(self, label: str = "pinctrl-bcm2835") -> None:
        self.label = label
        self.lines = [FakeLine(offset) for offset in range(54)]
        self.closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def get_info(self) -> SimpleNamespace:
        return SimpleNamespace(label=self.label)

    def get_line_info(self, offset: int) -> SimpleNamespace:
        return SimpleNamespace(consumer=self.lines[offset].consumer)

    def request_lines(self, config: dict[int, gpiod.LineSettings], consumer: str, event_buffer_size: int) -> FakeLine:
        ((offset, settings),) = config.items()
        self.lines[offset].begin(settings, consumer, event_buffer_size)
        return self.lines[offset]

    def close(self) -> None:
        self.closed = True

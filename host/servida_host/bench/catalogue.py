"""Which figures there are: each is a module of this package, loaded only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from servida_host.bench.figure import Comparison, Effort

FIGURES = {
    "packing": "image to panel bytes",
    "traffic": "bytes on the wire",
    "press": "processor time from a press to the last byte",
    "tumble": "frames a second that the wire carries",
    "idle": "context switches of a console at rest",
    "decision": "what the coach takes to weigh a first roll",
    "start": "process start to first frame, and memory",
}
"""Name of a figure, and of its module, and what it is about; in the order of the table."""


def measure(names: Iterable[str], effort: Effort) -> Iterator[Comparison]:
    """Measure these figures in order; raises ModuleNotFoundError where a peer is not installed."""
    for name in names:
        yield from import_module(f"servida_host.bench.{name}").measure(effort)

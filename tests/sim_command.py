"""`servida sim` as a command: what it was given, and what it told."""

from __future__ import annotations

import io
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Protocol

from servida_host import sim

if TYPE_CHECKING:
    import pytest

GAME = """\
expect screen handover
dice 2 2 2 2 6
tap roll
hold roll 0.8
tap 4 4 roll
expect points Ana poker 45
dice 6 6 6 6 6
tap roll
expect winner Beto
"""


@dataclass(frozen=True)
class Told:
    status: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The one line of a command that refused."""
        assert (self.status, self.out) == (2, "")
        assert self.err.startswith("servida: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err.removeprefix("servida: ").rstrip("\n")


class Command(Protocol):
    def __call__(self, script: str | None, *options: str) -> Told: ...


class Stream(io.StringIO):
    """A stream that is, or isn't, a terminal's."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def streams(monkeypatch: pytest.MonkeyPatch, *, stdin: bool, stdout: bool) -> None:
    """Let `servida sim` see these for its streams; pytest's own change between set-up and test."""
    seen = SimpleNamespace(stdin=Stream(terminal=stdin), stdout=Stream(terminal=stdout))
    monkeypatch.setattr(sim, "sys", seen)

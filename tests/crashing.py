"""Death at a chosen moment: before the n-th SQL statement or file operation, with a photograph of the folder.

The photograph is what a kill leaves behind: files as the kernel has them, logs and all, no transaction ended.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path


P = ParamSpec("P")
T = TypeVar("T")


class Death(BaseException):
    """No error: nothing in the program may catch it."""


class Fate:
    """Counts what is done in a folder, and ends it before operation number ``last`` (from 1; ``None``: never)."""

    def __init__(self, folder: Path, grave: Path, last: int | None) -> None:
        self.folder, self.grave, self.last = folder, grave, last
        self.done: list[str] = []
        self.bases: list[sqlite3.Connection] = []
        self.photographing = self.dead = False

    def pass_by(self, operation: str) -> None:
        """Let an operation happen, unless it is the one before which death comes."""
        if self.photographing:
            return
        if self.dead:
            raise Death
        self.done.append(operation)
        if len(self.done) == self.last:
            self.photographing = True
            if self.folder.exists():
                shutil.copytree(self.folder, self.grave)
            self.photographing = False
            self.dead = True
            raise Death


@contextmanager
def fated(folder: Path, grave: Path, last: int | None = None) -> Iterator[Fate]:
    """Give the fate that rules over SQLite and the file operations of the program meanwhile."""
    fate = Fate(folder, grave, last)

    class Mortal(sqlite3.Connection):
        def execute(self, statement: str, values: Sequence[Any] = (), /) -> sqlite3.Cursor:  # type: ignore[override]
            fate.pass_by(" ".join(statement.split()))
            return super().execute(statement, values)

    def connect(name: str, *, isolation_level: None, timeout: float, uri: bool) -> sqlite3.Connection:
        fate.pass_by("connect")
        base = real_connect(name, isolation_level=isolation_level, timeout=timeout, uri=uri, factory=Mortal)
        fate.bases.append(base)
        return base

    def mortal(name: str, call: Callable[P, T]) -> Callable[P, T]:
        def operation(*what: P.args, **how: P.kwargs) -> T:
            fate.pass_by(name)
            return call(*what, **how)

        return operation

    real_connect = sqlite3.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        for name in ("fsync", "replace", "rename", "unlink"):
            patch.setattr(os, name, mortal(name, getattr(os, name)))
        patch.setattr("servida.device.disk.shutil.copyfile", mortal("copyfile", shutil.copyfile))
        patch.setattr("servida.device.disk.os.mkdir", mortal("mkdir", os.mkdir))
        yield fate
    for base in fate.bases:
        base.close()

"""What all tests share: whether golden frames are drawn anew, and hypothesis without a stop watch."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import golden

if TYPE_CHECKING:
    from collections.abc import Iterator

# A shared machine makes any example late once in a while.
settings.register_profile("servida", deadline=None)
settings.load_profile("servida")


def pytest_configure(config: pytest.Config) -> None:
    golden.frames.updating = config.getoption("--update-frames")


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests away from the games and the configuration of whoever runs them."""
    monkeypatch.delenv("SERVIDA_CONFIG", raising=False)
    monkeypatch.setattr("servida_host.session.STRICT", True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))


@pytest.fixture
def untraced() -> Iterator[None]:
    """Run a long test without coverage, which makes it four times as long; other tests cover the same lines."""
    trace = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(trace)

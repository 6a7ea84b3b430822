"""A pytest plugin: the rig and the golden frames for programs of other projects.

It is loaded in every run of pytest where servida is installed, so it imports nothing of weight until a test asks.
It must not know of any program, this project's own included.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Protocol, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from PIL import Image

    from servida_host.guest import GuestRig, Pi
    from servida_host.rig import Panel, Sockets


T = TypeVar("T")


class MakeRig(Protocol):
    """What the fixture ``servida_rig`` gives."""

    def __call__(
        self,
        boot: Callable[[Sockets], T],
        *,
        buttons: Mapping[str, int],
        panel: Panel | None = None,
        address: int = 0x3C,
        bounce: float = 0.0,
        seed: int = 0,
    ) -> GuestRig[T]:
        """Start a program on a new rig, which the end of the test closes; see ``servida_host.rig.Rig``."""
        ...


class AssertFrame(Protocol):
    """What the fixture ``assert_frame`` gives."""

    def __call__(self, name: str, frame: Image.Image) -> None:
        """Fail the test unless the golden frame of this name is this picture (mode "1", even height)."""
        ...


def pytest_addoption(parser: pytest.Parser) -> None:
    """Define ``--update-frames`` and the settings."""
    parser.getgroup("servida").addoption(
        "--update-frames", action="store_true", help="draw differing golden frames anew and fail their tests"
    )
    parser.addini("servida_frames", "folder of the golden frames, by default 'frames' beside each test file", "string")
    parser.addini("servida_board", "let 'import board' work at the top of modules, before there is a rig", "bool")


def pytest_configure(config: pytest.Config) -> None:
    """Offer a board to what is imported while tests are collected, where the settings ask for it."""
    if config.getini("servida_board"):
        patch = pytest.MonkeyPatch()
        _pi(config).offer(patch)
        config.add_cleanup(patch.undo)


@pytest.fixture
def servida_rig(request: pytest.FixtureRequest) -> Iterator[MakeRig]:
    """Make rigs for programs that use gpiozero and an I2C panel; see ``MakeRig``."""
    from servida_host.guest import GuestRig  # noqa: PLC0415  heavy

    pi = _pi(request.config)
    with pytest.MonkeyPatch.context() as patch, ExitStack() as rigs:
        pi.power(patch)
        rigs.callback(pi.unplug)

        def make(
            boot: Callable[[Sockets], T],
            *,
            buttons: Mapping[str, int],
            panel: Panel | None = None,
            address: int = 0x3C,
            bounce: float = 0.0,
            seed: int = 0,
        ) -> GuestRig[T]:
            return rigs.enter_context(
                GuestRig(boot, pi, buttons=buttons, panel=panel, address=address, bounce=bounce, seed=seed)
            )

        yield make


@pytest.fixture
def assert_frame(request: pytest.FixtureRequest) -> AssertFrame:
    """Compare pictures with golden frames; see ``AssertFrame``."""
    from servida_host.golden import Frames  # noqa: PLC0415  heavy

    config = request.config
    named = config.getini("servida_frames")
    folder = config.rootpath / named if named else request.path.parent / "frames"
    return Frames(folder, updating=config.getoption("--update-frames")).check


_PI: pytest.StashKey[Pi] = pytest.StashKey()


def _pi(config: pytest.Config) -> Pi:
    """Return what stands for a Pi in this run: one, since modules keep the ``board`` that they imported."""
    from servida_host.guest import Pi  # noqa: PLC0415  heavy

    return config.stash.setdefault(_PI, Pi())

"""Golden frames: pictures kept as text in a folder, compared pixel by pixel.

``pytest --update-frames`` (``pytest_plugin.py``) draws them anew and then fails every test whose picture it wrote, so
that no run is ever green by rewriting what it should check.  It must not know whose pictures they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from servida_host.halfblocks import BadPicture, diff, from_text, to_text

if TYPE_CHECKING:
    from pathlib import Path

NAME = re.compile(r"[a-z0-9_-]+(/[a-z0-9_-]+)*")


ON_PURPOSE = (
    "This test fails on purpose, because it has just written what it should check: look at the picture, "
    "then run again without --update-frames."
)
"""What a test that updated its picture says at its end."""


@dataclass(slots=True)
class Frames:
    """The pictures in a folder; ``updating`` draws those that differ anew."""

    folder: Path
    updating: bool = False

    def check(self, name: str, frame: Image.Image) -> None:
        """Fail the test unless the picture of this name is this image; it fails when it had to update it, too."""
        if not isinstance(frame, Image.Image):
            raise TypeError(f"a frame is a picture (PIL.Image.Image), not {type(frame).__name__}")
        if not NAME.fullmatch(name):
            raise ValueError(f"a golden frame's name is of a-z, 0-9, _, - and /, not {name!r}")
        path = self.folder / f"{name}.txt"
        existed = path.exists()
        difference = _difference(path, frame) if existed else to_text(frame)
        if not difference:
            return
        if self.updating:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(to_text(frame), encoding="utf-8", newline="\n")
            written = "drawn anew, what differed:" if existed else "written for the first time:"
            pytest.fail(f"frame {path}: {written}\n{difference}{ON_PURPOSE}", pytrace=False)
        missing = "" if existed else "there is none; --update-frames would draw:\n"
        pytest.fail(f"frame {path}: {missing}{difference}", pytrace=False)


def _difference(path: Path, image: Image.Image) -> str:
    try:
        return diff(from_text(path.read_text(encoding="utf-8")), image)
    except BadPicture as error:
        return f"{error}\n"

"""The golden frames of this project's own tests, in tests/frames."""

from pathlib import Path

from servida_host.golden import Frames

frames = Frames(Path(__file__).parent / "frames")
"""tests/conftest.py sets ``updating``."""

check = frames.check

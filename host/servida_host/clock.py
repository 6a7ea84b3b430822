"""Virtual time: a number that moves only when a test, a script or a face moves it.

It knows nothing of the real clock; whoever owns it decides how fast a second passes.
"""

from math import isfinite


class VirtualClock:
    """Seconds since the rig began; starts at zero and never runs backwards."""

    def __init__(self) -> None:
        self._now = 0.0

    @property
    def now(self) -> float:
        """The present moment in seconds."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass; raises ValueError for a negative or infinite number of seconds."""
        if not (isfinite(seconds) and seconds >= 0):
            raise ValueError(f"time can advance by 0 s or more, not by {seconds} s")
        self._now += seconds

    def advance_to(self, moment: float) -> None:
        """Let it be exactly this moment, however it was reached; one that is past changes nothing."""
        if not isfinite(moment):
            raise ValueError(f"time can't come to {moment} s")
        self._now = max(moment, self._now)

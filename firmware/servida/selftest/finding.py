"""What a test of one part found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Measured = bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class Finding:
    """``part`` is sound when there is nothing to ``mend``; ``found`` is one line, with the cause of what is wrong.

    ``measured`` are the figures by name, whose units the names end with.
    """

    part: str
    found: str
    mend: str = ""
    measured: Mapping[str, Measured] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        """Whether nothing needs to be mended."""
        return not self.mend

"""The project file: KiCad's own severities, and limits that the cheap board houses keep.

Two layers, 0.2 mm track and gap, drills from 0.3 mm: below none of the houses' extra charges (JLCPCB's and
Aisler's pages on capabilities, read from memory: a guess).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

LIMITS = {
    "min_clearance": 0.2,
    "min_copper_edge_clearance": 0.4,
    "min_hole_clearance": 0.25,
    "min_hole_to_hole": 0.5,
    "min_silk_clearance": 0.1,
    "min_text_height": 0.8,
    "min_text_thickness": 0.1,
    "min_through_hole_diameter": 0.3,
    "min_track_width": 0.2,
    "min_via_annular_width": 0.13,
    "min_via_diameter": 0.6,
}
"""Millimetres; each at least as strict as what KiCad sets in a new project."""

RELAXED = frozenset({"min_copper_edge_clearance"})
"""Limits below KiCad's: copper may come as near as 0.4 to the edge (KiCad 0.5), for the slide switch's tabs."""


def complete(path: Path) -> None:
    """Set the limits in a project file that KiCad has written; its severities and exclusions stay as they are."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    found["board"]["design_settings"]["rules"].update(LIMITS)
    found["meta"]["filename"] = path.name
    path.write_text(json.dumps(found, indent=2, sort_keys=True) + "\n", encoding="utf-8")

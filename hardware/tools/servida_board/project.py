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
"""Millimetres. Only the distance from the edge is below KiCad's (0.5), for the tabs of the slide switch."""

SEVERITIES = {
    **dict.fromkeys(
        [
            "annular_width",
            "clearance",
            "copper_edge_clearance",
            "courtyards_overlap",
            "creepage",
            "diff_pair_gap_out_of_range",
            "diff_pair_uncoupled_length_too_long",
            "drill_out_of_range",
            "footprint",
            "hole_clearance",
            "invalid_outline",
            "item_on_disabled_layer",
            "items_not_allowed",
            "length_out_of_range",
            "malformed_courtyard",
            "microvia_drill_out_of_range",
            "shorting_items",
            "skew_out_of_range",
            "solder_mask_bridge",
            "starved_thermal",
            "text_on_edge_cuts",
            "through_hole_pad_without_hole",
            "too_many_vias",
            "track_angle",
            "track_segment_length",
            "track_width",
            "tracks_crossing",
            "unconnected_items",
            "unresolved_variable",
            "zones_intersect",
        ],
        "error",
    ),
    **dict.fromkeys(
        [
            "connection_width",
            "copper_sliver",
            "duplicate_footprints",
            "extra_footprint",
            "footprint_symbol_mismatch",
            "hole_to_hole",
            "holes_co_located",
            "isolated_copper",
            "lib_footprint_issues",
            "lib_footprint_mismatch",
            "mirrored_text_on_front_layer",
            "missing_footprint",
            "net_conflict",
            "nonmirrored_text_on_back_layer",
            "padstack",
            "silk_edge_clearance",
            "silk_over_copper",
            "silk_overlap",
            "text_height",
            "text_thickness",
            "track_dangling",
            "via_dangling",
        ],
        "warning",
    ),
    **dict.fromkeys(
        [
            "footprint_filters_mismatch",
            "footprint_type_mismatch",
            "missing_courtyard",
            "npth_inside_courtyard",
            "pth_inside_courtyard",
        ],
        "ignore",
    ),
}
"""How grave KiCad 9 holds each fault of a board in a new project."""


def complete(path: Path) -> None:
    """Set the limits in a project file that KiCad has written; its severities and exclusions stay as they are."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    found["board"]["design_settings"]["rules"].update(LIMITS)
    found["meta"]["filename"] = path.name
    path.write_text(json.dumps(found, indent=2, sort_keys=True) + "\n", encoding="utf-8")

"""The device as it is seen from the front, to scale, as an SVG.

One unit is a millimetre, the origin is the board's upper left corner. The places are those of
``hardware/dimensions.toml``, which a test compares. It knows shapes and their names; colours, shadows and what a press
looks like are the style sheet's, the picture on the glass is the page's.
"""

from __future__ import annotations

from servida.ui.keypad import Button

BOARD = (88.0, 88.0)

WALL = 4.0
"""Of the case around the board, with some air."""

CORNER = 9.0
"""Radius of the case's corners."""

GLASS = (44.0, 23.0)
"""Centre of the pixels."""

WINDOW = (56.5, 29.0)
ACTIVE = (55.01, 27.49)
"""Sizes of the opening in the lid and of the pixels."""

CENTRES = {
    Button.ONE: (21.652, 53.5),
    Button.TWO: (32.826, 53.5),
    Button.THREE: (44.0, 53.5),
    Button.FOUR: (55.174, 53.5),
    Button.FIVE: (66.348, 53.5),
    Button.ROLL: (44.0, 73.0),
}

HOLD_CAP = (8.8, 10.0)
ROLL_CAP = (26.0, 12.0)
CAP_CORNER = 2.0

HOLD_REACH = (11.0, 15.0)
ROLL_REACH = (34.0, 18.0)
"""What of the lid is taken for a button by a finger that is larger than it is drawn; none overlaps another."""

PLAY = 0.3
"""Between a cap and the edge of its hole."""

MARGIN = 3.0
"""Around the case, for the plugs' marks."""

VIEW = (-WALL - MARGIN, -WALL - MARGIN, BOARD[0] + 2 * (WALL + MARGIN), BOARD[1] + 2 * (WALL + MARGIN))
"""The drawing's view box."""


def device() -> str:
    """Return the SVG: a group with the class ``key`` and ``data-button`` for each button, the lettering with them."""
    width, height = BOARD[0] + 2 * WALL, BOARD[1] + 2 * WALL
    parts = [
        f'<svg id="drawing" viewBox="{" ".join(f"{each:g}" for each in VIEW)}" role="group" aria-label="Servida">',
        _GRADIENTS,
        # What looks out of the walls: the switch at the right, the power plug below.
        '<rect class="knob" x="90.5" y="43.6" width="3.2" height="4" rx="0.9"/>',
        f'<rect class="case" x="{-WALL:g}" y="{-WALL:g}" width="{width:g}" height="{height:g}" rx="{CORNER:g}"/>',
        _rounded("edge", (BOARD[0] / 2, BOARD[1] / 2), (width - 1, height - 1), CORNER - 0.5),
        _rounded("bezel", GLASS, (WINDOW[0] + 3.0, WINDOW[1] + 3.0), 2.6),
        _rounded("glass", GLASS, WINDOW, 1.2),
        _rounded("pixels", GLASS, ACTIVE, 0.0),
        '<text class="engraved light" x="44" y="44.05">SERVIDA</text>',
        '<text class="engraved" x="44" y="43.8">SERVIDA</text>',
        *(_tick(button) for button in CENTRES if button is not Button.ROLL),
        *(_key(button) for button in CENTRES),
        "</svg>",
    ]
    return "\n".join(parts)


_GRADIENTS = """<defs>
<linearGradient id="lid" x1="0" y1="0" x2="0.35" y2="1"><stop class="lid-high" offset="0"/><stop class="lid-low"
 offset="1"/></linearGradient>
<linearGradient id="cap" x1="0" y1="0" x2="0" y2="1"><stop class="cap-high" offset="0"/><stop class="cap-low"
 offset="1"/></linearGradient>
<linearGradient id="roll-cap" x1="0" y1="0" x2="0" y2="1"><stop class="roll-high" offset="0"/><stop class="roll-low"
 offset="1"/></linearGradient>
</defs>"""


def _rounded(name: str, centre: tuple[float, float], size: tuple[float, float], radius: float) -> str:
    x, y = centre[0] - size[0] / 2, centre[1] - size[1] / 2
    return f'<rect class="{name}" x="{x:g}" y="{y:g}" width="{size[0]:g}" height="{size[1]:g}" rx="{radius:g}"/>'


def _tick(button: Button) -> str:
    """Return the mark between a die and its button."""
    x = CENTRES[button][0]
    return f'<path class="tick" d="M{x:g} 46.3v1"/>'


def _key(button: Button) -> str:
    roll = button is Button.ROLL
    x, y = CENTRES[button]
    size = ROLL_CAP if roll else HOLD_CAP
    kind = "roll" if roll else "hold"
    reach = ROLL_REACH if roll else HOLD_REACH
    hole = (size[0] + 2 * PLAY, size[1] + 2 * PLAY)
    name = "ROLL" if roll else button.value
    return "\n".join(
        [
            f'<g class="key {kind}" data-button="{button.value}" role="button" tabindex="0" aria-label="{name}">',
            _rounded("reach", (x, y), reach, CAP_CORNER),
            _rounded("hole", (x, y), hole, CAP_CORNER + PLAY),
            '<g class="moving">',
            _rounded("side", (x, y + 0.35), size, CAP_CORNER),
            _rounded("cap", (x, y - 0.35), (size[0], size[1] - 0.3), CAP_CORNER),
            _rounded("shine", (x, y - 0.35), (size[0] - 0.6, size[1] - 0.9), CAP_CORNER - 0.3),
            f'<text class="label" x="{x:g}" y="{y - 0.35 + (1.25 if roll else 1.45):g}">{name}</text>',
            "</g>",
            _rounded("ring", (x, y), (hole[0] + 1.4, hole[1] + 1.4), CAP_CORNER + 1.0),
            "</g>",
        ]
    )

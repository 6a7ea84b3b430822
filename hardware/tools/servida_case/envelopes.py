"""The room that everything needs which isn't printed, as boxes: what the case must leave free.

Knows the measures and nothing of shapes. A box is at least as large as the part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida_case.dimensions import BUTTONS, Block

if TYPE_CHECKING:
    from servida_case.dimensions import Measures

PI_SCREW_HEAD = (5.0, 1.5)
"""Width and height of the heads under the Pi (ISO 7380-1, M2.5: 4.7 x 1.5)."""

PLUG_LENGTH = 20.0
"""How far a plug's grip is followed outwards from the wall."""

Parts = dict[str, tuple[Block, ...]]


def envelopes(measures: Measures, glass: str) -> Parts:
    """Return each part's boxes by its name, with the "large" or "small" glass fitted."""
    shared = measures.shared
    pi, envelope = shared["pi"], shared["pi"]["envelope"]
    battery, switch, buttons = shared["battery"], shared["switch"], shared["buttons"]
    width, depth = PI_SCREW_HEAD
    heads = tuple(
        Block.around(place, [width, width], (pi["z"][0] - depth, pi["z"][0]))
        for place in shared["holes"]["pi"]["centres"]
    )
    pi_board = Block.at(pi["origin"], pi["size"], pi["z"])
    pins = Block.around(envelope["socket_centre"], envelope["socket_size"], (pi["lowest_z"], pi["z"][0]))
    card = shared["openings"]["card"]
    half = card["size"][0] / 2
    card_block = Block(
        (card["card_edge_x"], pi["origin"][0]), (card["centre_y"] - half, card["centre_y"] + half), tuple(card["z"])
    )
    thickness = shared["board"]["thickness"]
    return {
        "board": (Block.at([0.0, 0.0], shared["board"]["size"], (-thickness, 0.0)),),
        "Pi": (pi_board, Block.at(pi["origin"], pi["size"], envelope["parts_z"]), pins, card_block),
        "Pi's socket": (Block.around(envelope["socket_centre"], envelope["socket_size"], envelope["socket_z"]),),
        "Pi's screws": heads,
        "plugs": plugs(measures),
        f"{glass} glass": module(measures, glass),
        "buttons": tuple(button(measures, name) for name in BUTTONS),
        "cell": (Block.at(battery["cell"]["origin"], battery["cell"]["size"], battery["cell"]["z"]),),
        "booster": (Block.at(battery["booster"]["origin"], battery["booster"]["size"], battery["booster"]["z"]),),
        "switch": (
            Block(
                (
                    switch["knob_reach_x"] - switch["knob_size"][1] - 4.4,
                    switch["knob_reach_x"] - switch["knob_size"][1],
                ),
                tuple(switch["body_y"]),
                tuple(switch["body_z"]),
            ),
            knob(measures),
        ),
        "piezo": (Block.around(shared["piezo"]["centre"], shared["piezo"]["size"], (0.0, shared["piezo"]["size"][2])),),
        "leads of the buttons": tuple(
            Block.around(buttons["centres"][name], [8.0, 6.5], (-thickness - buttons["solder_side"], -thickness))
            for name in BUTTONS
        ),
    }


def button(measures: Measures, name: str) -> Block:
    """Return the box of a switch, up to the top of its actuator."""
    buttons = measures.shared["buttons"]
    return Block.around(buttons["centres"][name], buttons["body"], (0.0, buttons["height"]))


def knob(measures: Measures) -> Block:
    """Return the room of the slide switch's knob in all its places."""
    switch = measures.shared["switch"]
    along, out, _ = switch["knob_size"]
    reach = (along + switch["knob_travel"]) / 2
    return Block(
        (switch["knob_reach_x"] - out, switch["knob_reach_x"]),
        (switch["centre_y"] - reach, switch["centre_y"] + reach),
        tuple(switch["knob_z"]),
    )


def module(measures: Measures, glass: str) -> tuple[Block, ...]:
    """Return a glass's board and panel."""
    shared = measures.shared["glass"]
    parts = shared["modules"][glass]
    board = parts["outline"]
    face = parts["spacing"] + board[2]
    return (
        Block.at(parts["outline_origin"], board, (parts["spacing"], face)),
        Block.around(shared["centre"], parts["panel"], (face, parts["top_z"])),
    )


def plugs(measures: Measures) -> tuple[Block, ...]:
    """Return the grips of all plugs: they must pass the walls, since the sockets end inside."""
    shared = measures.shared
    room, outer = measures.inner, measures.outer
    found = []
    # The grips' sizes are those beside the openings in dimensions.toml; USB's is the standard's largest.
    for name, size in (("hdmi", (14.0, 9.0)), ("usb", (10.6, 7.5)), ("power", (10.6, 7.5))):
        opening = shared["openings"][name]
        height = sum(opening["z"]) / 2
        found.append(
            Block(
                (opening["centre_x"] - size[0] / 2, opening["centre_x"] + size[0] / 2),
                (room.y[1], outer.y[1] + PLUG_LENGTH),
                (height - size[1] / 2, height + size[1] / 2),
            )
        )
    booster = shared["battery"]["booster"]
    height = sum(booster["port_z"]) / 2
    found.append(
        Block(
            (booster["port_centre_x"] - 5.3, booster["port_centre_x"] + 5.3),
            (outer.y[0] - PLUG_LENGTH, room.y[0]),
            (height - 3.75, height + 3.75),
        )
    )
    return tuple(found)

"""Reads a Value Change Dump of an I2C bus as a logic analyser would, knowing nothing of how it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass
class Seen:
    """What went over the wire between a start and a stop; times in ns."""

    start: int
    stop: int = 0
    bits: list[int] = field(default_factory=list)

    @property
    def bytes(self) -> bytes:
        assert len(self.bits) % 9 == 1, "bytes of nine bits each, and the rise of SCL that is the stop's"
        return bytes(int("".join(map(str, self.bits[at : at + 8])), 2) for at in range(0, len(self.bits) - 1, 9))

    @property
    def acknowledged(self) -> list[bool]:
        return [bit == 0 for bit in self.bits[8:-1:9]]


@dataclass(frozen=True)
class Edge:
    """A line takes a level, at so many ns."""

    at: int
    line: str
    level: int


def edges(dump: str) -> list[Edge]:
    """The changes in a dump of SCL and SDA whose unit is the nanosecond, and at last a time without one."""
    head, body = dump.split("$enddefinitions $end\n")
    assert "$timescale 1 ns $end" in head
    names = dict(re.findall(r"\$var wire 1 (\S) (\w+) \$end", head))
    assert set(names.values()) == {"SCL", "SDA"}
    found: list[Edge] = []
    now, levels = -1, {"SCL": -1, "SDA": -1}
    for line in body.splitlines():
        if line.startswith("#"):
            assert int(line[1:]) > now
            now = int(line[1:])
        elif not line.startswith("$"):
            name, level = names[line[1]], int(line[0])
            assert levels[name] != level, f"{name} changes at {now} to what it is"
            levels[name] = level
            found.append(Edge(now, name, level))
    assert found[:2] == [Edge(0, "SCL", 1), Edge(0, "SDA", 1)], "an idle bus before the first start"
    assert now > found[-1].at, "the last change can be seen"
    return found[2:]


def decode(changes: Iterable[Edge]) -> list[Seen]:
    """What went over the wire, by I2C's rules: SDA moves while SCL is low, but to start and to stop."""
    levels = {"SCL": 1, "SDA": 1}
    done: list[Seen] = []
    current: Seen | None = None
    for edge in changes:
        levels[edge.line] = edge.level
        if edge.line == "SDA" and levels["SCL"]:
            if edge.level:
                assert current is not None, "a stop without a start"
                current.stop = edge.at
                done.append(current)
                current = None
            else:
                assert current is None, "a repeated start"
                current = Seen(edge.at)
        elif edge.line == "SCL" and edge.level:
            assert current is not None, "a clock outside of a transaction"
            current.bits.append(levels["SDA"])
    assert current is None, "a transaction without its stop"
    assert levels == {"SCL": 1, "SDA": 1}
    return done


def shortest(changes: Iterable[Edge]) -> dict[str, int]:
    """The shortest of each of UM10204's times (table 10) in ns, by its name there."""
    found: dict[str, int] = {}
    scl, sda = Edge(0, "SCL", 1), Edge(0, "SDA", 1)
    for edge in changes:
        match edge.line, edge.level, scl.level:
            case "SCL", 1, _:
                spans = {"tLOW": scl} | ({"tSU;DAT": sda} if sda.at > scl.at else {})
            case "SCL", 0, _:
                spans = {"tHIGH": scl} | ({"tHD;STA": sda} if sda.at > scl.at else {})
            case "SDA", _, 0:
                spans = {"tHD;DAT": scl}
            case _:
                spans = {"tSU;STO": scl} if edge.level else {"tBUF": sda}
        for name, since in spans.items():
            found[name] = min(found.get(name, edge.at), edge.at - since.at)
        if edge.line == "SCL":
            scl = edge
        else:
            sda = edge
    return found

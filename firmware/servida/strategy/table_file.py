"""A value table as bytes, and back: magic, version, fingerprint of the rule set, values, checksum.

    magic              "servida values" and a line break
    version            2 bytes, little-endian as all that follows
    fingerprint        16 hexadecimal digits in ASCII, ``RuleSet.fingerprint``
    states             4 bytes: how many values there are
    values             8 bytes each, float64, of the states in ascending order
    checksum           32 bytes: SHA-256 of all before

Knows no files: reading and writing them is the caller's.
"""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING

import numpy as np

from servida.strategy.game import game_of
from servida.strategy.values import Table

if TYPE_CHECKING:
    from servida.rules import RuleSet

MAGIC = b"servida values\n"

VERSION = 1
"""Of the bytes and of the values in them: whatever changes the values of a rule set raises it."""

_HEAD = struct.Struct("<15sH16sI")
_CHECKSUM = 32


class BadTable(ValueError):
    """Bytes that are no table of this rule set; the message says in one line what they are instead."""


def to_bytes(table: Table) -> bytes:
    """Return the table as bytes that ``from_bytes`` reads: 8 KB, or 20 KB with the Double."""
    values = table.values[table.game.states()]
    head = _HEAD.pack(MAGIC, VERSION, table.rules.fingerprint.encode(), len(values))
    body = head + values.astype("<f8").tobytes()
    return body + hashlib.sha256(body).digest()


def from_bytes(data: bytes, rules: RuleSet) -> Table:
    """Return the table in these bytes; raises BadTable unless they are whole and of a rule set that plays alike."""
    if data[: len(MAGIC)] != MAGIC:
        raise BadTable("no value table: it does not begin as one")
    body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if len(body) < _HEAD.size or hashlib.sha256(body).digest() != checksum:
        raise BadTable("a damaged value table: its checksum is wrong")
    _, version, fingerprint, count = _HEAD.unpack_from(body)
    if version != VERSION:
        raise BadTable(f"a value table of version {version}; this program reads version {VERSION}")
    found = fingerprint.decode("ascii", "backslashreplace")
    if found != rules.fingerprint:
        raise BadTable(f"a value table of other rules: {found}, where {rules.name} has {rules.fingerprint}")
    game = game_of(rules)
    states = game.states()
    if count != len(states) or len(body) != _HEAD.size + 8 * count:
        raise BadTable(f"a value table of {count} states in {len(body)} bytes; {rules.name} has {len(states)} states")
    values = np.full(game.size, np.nan)
    values[states] = np.frombuffer(body, "<f8", count, _HEAD.size)
    values.flags.writeable = False
    return Table(rules, values)

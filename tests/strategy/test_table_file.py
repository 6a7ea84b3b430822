"""Value tables as bytes: whole, of these rules, or refused by name."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import replace

import pytest

from servida.rules import PRESETS
from servida.strategy.table_file import BadTable, from_bytes, to_bytes
from servida.strategy.values import solve

RULES = PRESETS["wiki-50-double"]
DATA = to_bytes(solve(RULES))


def sealed(body: bytes) -> bytes:
    return body + hashlib.sha256(body).digest()


def test_a_table_comes_back_to_the_bit() -> None:
    table = from_bytes(DATA, RULES)
    assert table.values.tobytes() == solve(RULES).values.tobytes()
    assert not table.values.flags.writeable
    assert to_bytes(table) == DATA


def test_rules_that_play_alike_share_a_table_whatever_their_name() -> None:
    assert from_bytes(DATA, replace(RULES, name="ours")).expected == solve(RULES).expected


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "no value table: it does not begin as one"),
        (b"GIF89a" + DATA, "no value table"),
        (DATA[:-1], "a damaged value table: its checksum is wrong"),
        (DATA[:20], "a damaged value table"),
        (DATA[:100] + b"?" + DATA[101:], "a damaged value table"),
        (sealed(DATA[:15] + struct.pack("<H", 9) + DATA[17:-32]), "of version 9; this program reads version 1"),
        (sealed(DATA[:33] + struct.pack("<I", 7) + DATA[37:-32]), "a value table of 7 states"),
        (sealed(DATA[:-40]), "wiki-50-double has 2560 states"),
    ],
)
def test_what_is_no_whole_table_is_refused_by_name(data: bytes, complaint: str) -> None:
    with pytest.raises(BadTable, match=complaint):
        from_bytes(data, RULES)


def test_a_table_of_other_rules_is_refused_by_both_fingerprints() -> None:
    other = PRESETS["table"]
    with pytest.raises(BadTable, match=f"of other rules: {RULES.fingerprint}, where table has {other.fingerprint}"):
        from_bytes(DATA, other)

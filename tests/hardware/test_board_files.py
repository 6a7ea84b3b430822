"""The reader of KiCad's format and the list of parts to buy."""

from __future__ import annotations

import csv
import io

import pytest

from servida_board import bom, circuit
from servida_board.sexpr import parse, quote


def test_lists_words_and_quoted_words_are_read() -> None:
    node = parse('(a "b (c) \\"d\\"" (e 1 -2.5 (f yes)) (e 3))')
    assert node.name == "a"
    assert node[1] == 'b (c) "d"'
    assert node.one("e").numbers("f") == ()
    assert [child[1] for child in node.all("e")] == ["1", "3"]
    assert node.numbers("e") == (1.0, -2.5)
    assert node.one("e").flag("f")
    assert node.word("missing") == ""
    with pytest.raises(KeyError):
        node.one("missing")


@pytest.mark.parametrize("text", ["(a (b)", "(a))", "", "a", "(a)(b)"])
def test_what_is_not_one_list_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="parenthes"):
        parse(text)


def test_what_is_quoted_is_read_back() -> None:
    text = 'a "b" \\ c'
    assert parse(f"(x {quote(text)})")[1] == text


def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(bom.table())))


def test_the_list_names_every_part_once() -> None:
    refs = [ref for row in rows() for ref in row["reference"].split()]
    assert sorted(refs) == sorted(part.ref for part in circuit.parts() if part.bought)


def test_every_line_can_be_ordered() -> None:
    for row in rows():
        assert row["part number"]
        assert row["estimated on"] == "2026-11-30"
        assert float(row["price estimate USD each"]) > 0
        if row["reference"]:
            assert all(row[column] for column in bom.COLUMNS)
            assert int(row["quantity"]) == len(row["reference"].split())


def test_what_is_not_fitted_costs_nothing() -> None:
    assert {row["reference"] for row in rows() if row["fitted"] == "no"} == {"BZ1", "R7 R8", "R11"}
    assert {row["price estimate USD"] for row in rows() if row["fitted"] == "no"} == {"0.00"}

"""Presets, ranges and fingerprints of rule sets."""

from dataclasses import replace

import pytest

import naive_rules
from servida.rules import (
    DEFAULT,
    PRESETS,
    Line,
    RuleError,
    RuleSet,
    ServedGenerala,
    UnknownPreset,
    preset,
)


def test_presets_are_those_of_the_rule_book_in_its_order() -> None:
    assert list(PRESETS) == list(naive_rules.PRESETS)
    assert DEFAULT is preset("table") is PRESETS["table"]
    for name, facts in naive_rules.PRESETS.items():
        straight = facts.straight.split()
        served = facts.served_generala
        assert preset(name) == RuleSet(
            name=name,
            ace_high="ace_high" in straight,
            wrap="wrap" in straight,
            ace_as_two="ace_as_two" in straight,
            served_bonus=facts.bonus,
            generala=facts.generala,
            served_generala=ServedGenerala.WINS if served == "wins" else ServedGenerala.SCORES,
            served_generala_points=60,
            double=facts.double,
            five_as_full=False,
        )


def test_an_unknown_preset_is_refused_with_the_allowed_ones() -> None:
    with pytest.raises(UnknownPreset) as refused:
        preset("wiki")
    assert str(refused.value) == f"there is no preset 'wiki'; the presets are {' '.join(PRESETS)}"


def test_the_double_is_a_line_only_where_it_is_played() -> None:
    assert DEFAULT.lines == tuple(Line)[:10]
    assert PRESETS["wiki-60-double"].lines == tuple(Line)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"served_bonus": -1}, "served_bonus: -1 is not allowed; give 0 to 99 points"),
        ({"served_bonus": 100}, "served_bonus: 100 is not allowed; give 0 to 99 points"),
        ({"generala": 0}, "generala: 0 is not allowed; give 1 to 999 points"),
        ({"generala": 1000}, "generala: 1000 is not allowed; give 1 to 999 points"),
        ({"double": 0}, "double: 0 is not allowed; give 1 to 999 points"),
        ({"double": -100}, "double: -100 is not allowed; give 1 to 999 points"),
        ({"double": 1000}, "double: 1000 is not allowed; give 1 to 999 points"),
        (
            {"served_generala_points": 70},
            'served_generala_points: 70 is not allowed; give it only with served_generala = "scores"',
        ),
        (
            {"served_generala": ServedGenerala.SCORES, "generala": 70},
            "served_generala_points: 60 is not allowed; give 70 to 999 points",
        ),
        (
            {"served_generala": ServedGenerala.SCORES, "served_generala_points": 1000},
            "served_generala_points: 1000 is not allowed; give 50 to 999 points",
        ),
        (
            {"name": " casa"},
            (
                "name: ' casa' is not allowed; a name has at least one character, only printable ones,"
                " and no blank at either end"
            ),
        ),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_range(changes: dict[str, object], message: str) -> None:
    with pytest.raises(RuleError) as refused:
        replace(DEFAULT, **changes)  # type: ignore[arg-type]  # one table for values of all types
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "changes",
    [
        {"served_bonus": 0},
        {"served_bonus": 99},
        {"generala": 1},
        {"generala": 999},
        {"double": 1},
        {"double": 999},
        {"served_generala": ServedGenerala.SCORES, "served_generala_points": 50},
        {"served_generala": ServedGenerala.SCORES, "served_generala_points": 999},
        {"name": "La casa de Zoë"},
    ],
)
def test_the_ends_of_a_range_are_in_it(changes: dict[str, object]) -> None:
    replace(DEFAULT, **changes)  # type: ignore[arg-type]  # as above


def test_the_fingerprint_tells_apart_what_plays_differently_and_only_that() -> None:
    changes: list[dict[str, object]] = [
        {},
        {"ace_high": True},
        {"wrap": True},
        {"ace_as_two": True},
        {"served_bonus": 6},
        {"generala": 51},
        {"served_generala": ServedGenerala.SCORES},
        {"served_generala": ServedGenerala.SCORES, "served_generala_points": 61},
        {"double": 100},
        {"five_as_full": True},
    ]
    rule_sets = [replace(DEFAULT, **change) for change in changes]  # type: ignore[arg-type]  # as above
    assert len({rules.fingerprint for rules in rule_sets}) == len(changes)
    assert replace(DEFAULT, name="other").fingerprint == DEFAULT.fingerprint
    assert PRESETS["wiki-50"].fingerprint == DEFAULT.fingerprint
    assert replace(PRESETS["wiki-wrap"], ace_high=True).fingerprint == PRESETS["wiki-wrap"].fingerprint


def test_fingerprints_stay_as_value_tables_on_disk_carry_them() -> None:
    assert {name: rules.fingerprint for name, rules in PRESETS.items()} == {
        "table": "3e8b3c42466b47e3",
        "table-scores": "65c8c39eae07dc6b",
        "table-ace-high": "e2d017b286bec85c",
        "classic-2007": "abaf4d28b52b936f",
        "wiki-50": "3e8b3c42466b47e3",
        "wiki-60": "f7e99d4a36de948e",
        "wiki-50-double": "798e7ad5619d0c1f",
        "wiki-60-double": "ed498691ef914803",
        "wiki-wrap": "f9237e3ec0f72de4",
    }

"""A household's rule set: what TOML and option tables say, and what they may not say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.rules import (
    DEFAULT,
    PRESETS,
    RuleError,
    RuleSet,
    ServedGenerala,
    options_of,
    ruleset_from_options,
    ruleset_from_toml,
)

PRESET_NAMES = " ".join(PRESETS)


def test_a_household_starts_from_a_preset_and_changes_options() -> None:
    text = """
        name = "La casa"
        preset = "classic-2007"
        ace_high = true
        ace_as_two = false
        served_bonus = 7
        served_generala = "scores"
        served_generala_points = 80
        double = 130
        five_as_full = true
    """
    assert ruleset_from_toml(text) == RuleSet(
        "La casa",
        ace_high=True,
        served_bonus=7,
        generala=60,
        served_generala=ServedGenerala.SCORES,
        served_generala_points=80,
        double=130,
        five_as_full=True,
    )


def test_false_takes_the_double_away() -> None:
    assert ruleset_from_toml('preset = "wiki-60-double"\ndouble = false').double is None
    assert ruleset_from_toml('preset = "wiki-60-double"\nwrap = true').double == 120


def test_wrap_with_ace_high_is_redundant_and_accepted() -> None:
    rules = ruleset_from_toml('preset = "table"\nwrap = true\nace_high = true')
    assert (rules.wrap, rules.ace_high) == (True, True)


def test_a_household_that_names_itself_not_is_called_house_or_as_the_preset_it_equals() -> None:
    assert ruleset_from_toml('preset = "wiki-60"\ngenerala = 70').name == "house"
    assert ruleset_from_toml('preset = "wiki-60"\ngenerala = 60') is PRESETS["wiki-60"]
    assert ruleset_from_toml('preset = "wiki-60"\nname = "house"').name == "house"


def test_a_preset_may_be_named_only_as_what_it_is() -> None:
    assert ruleset_from_toml('preset = "wiki-50"\nname = "table"') == DEFAULT
    assert refused_toml('preset = "table"\nname = "wiki-60"') == (
        "name: 'wiki-60' is not allowed; it belongs to a preset with other options; take any other"
    )


def test_options_start_from_the_default_preset() -> None:
    assert ruleset_from_options("mine", {}) == RuleSet("mine")
    assert ruleset_from_options("mine", {"preset": "wiki-60"}).generala == 60


def refused_toml(text: str) -> str:
    with pytest.raises(RuleError) as refused:
        ruleset_from_toml(text)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("ace_high = 1", "ace_high: 1 is not allowed; give true or false"),
        ('wrap = "yes"', "wrap: 'yes' is not allowed; give true or false"),
        ("ace_as_two = 0.5", "ace_as_two: 0.5 is not allowed; give true or false"),
        ("five_as_full = []", "five_as_full: [] is not allowed; give true or false"),
        ("served_bonus = true", "served_bonus: true is not allowed; give points as a whole number"),
        ("served_bonus = -5", "served_bonus: -5 is not allowed; give 0 to 99 points"),
        ("generala = 50.0", "generala: 50.0 is not allowed; give points as a whole number"),
        ("generala = false", "generala: false is not allowed; give points as a whole number"),
        ('generala = "50"', "generala: '50' is not allowed; give points as a whole number"),
        (
            'served_generala = "scores"\nserved_generala_points = true',
            "served_generala_points: true is not allowed; give points as a whole number",
        ),
        (
            "double = true",
            "double: true is not allowed; give points as a whole number, or false to play without the Double",
        ),
        (
            'double = "none"',
            "double: 'none' is not allowed; give points as a whole number, or false to play without the Double",
        ),
        ("double = 0", "double: 0 is not allowed; give 1 to 999 points"),
        ("double = -100", "double: -100 is not allowed; give 1 to 999 points"),
        ("served_generala = true", 'served_generala: true is not allowed; give "wins" or "scores"'),
        ('served_generala = "win"', 'served_generala: \'win\' is not allowed; give "wins" or "scores"'),
        (
            "served_generala_points = 60",
            'served_generala_points: 60 is not allowed; give it only with served_generala = "scores"',
        ),
        (
            'served_generala = "scores"\ngenerala = 70',
            "served_generala_points: 60 is not allowed; give 70 to 999 points",
        ),
        (
            "served_bonnus = 5",
            (
                "served_bonnus: 5 is not allowed; there is no such option; there are preset ace_high wrap ace_as_two"
                " served_bonus generala served_generala served_generala_points double five_as_full"
            ),
        ),
        (
            "name = 5",
            (
                "name: 5 is not allowed; a name has at least one character, only printable ones, and no"
                " blank at either end"
            ),
        ),
        (
            'name = ""',
            (
                "name: '' is not allowed; a name has at least one character, only printable ones, and no"
                " blank at either end"
            ),
        ),
    ],
)
def test_a_faulty_option_is_refused_with_its_name_and_what_is_allowed(option: str, message: str) -> None:
    assert refused_toml(f'preset = "table"\n{option}') == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"preset: none is named; name one of {PRESET_NAMES}"),
        ('preset = "mesa"', f"preset: 'mesa' is not allowed; name one of {PRESET_NAMES}"),
        ("preset = 3", f"preset: 3 is not allowed; name one of {PRESET_NAMES}"),
        ("a = " + 5000 * "[", "this is no TOML: it is nested too deeply"),
        ("preset = ", "this is no TOML: Invalid value (at end of document)"),
    ],
)
def test_a_table_that_begins_with_no_preset_is_refused(text: str, message: str) -> None:
    assert refused_toml(text) == message


def test_a_served_generala_that_wins_instead_of_scoring_has_no_points_to_give() -> None:
    assert refused_toml('preset = "table-scores"\nserved_generala = "wins"\nserved_generala_points = 60') == (
        'served_generala_points: 60 is not allowed; give it only with served_generala = "scores"'
    )
    assert ruleset_from_toml('preset = "table-scores"\nserved_generala = "wins"').served_generala is (
        ServedGenerala.WINS
    )


def test_a_rule_set_with_own_served_points_can_start_from_one_that_scores() -> None:
    text = 'preset = "table-scores"\nserved_generala_points = 75'
    assert ruleset_from_toml(text).served_generala_points == 75


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "preset": st.sampled_from(list(PRESETS)),
            "ace_high": st.booleans(),
            "wrap": st.booleans(),
            "ace_as_two": st.booleans(),
            "served_bonus": st.integers(0, 99),
            "generala": st.integers(1, 60),
            "served_generala": st.sampled_from(["wins", "scores"]),
            "double": st.just(value=False) | st.integers(1, 999),
            "five_as_full": st.booleans(),
        },
    )
)
def test_the_options_of_a_rule_set_make_it_again(options: dict[str, object]) -> None:
    rules = ruleset_from_options("mine", options)
    told = options_of(rules)
    assert ruleset_from_options("mine", told) == rules
    for option, value in options.items():
        assert option == "preset" or told[option] == value

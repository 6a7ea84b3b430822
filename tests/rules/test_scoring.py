"""Every hand on every line under every preset, against a naive reference; and households' combinations."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_rules
from servida.rules import (
    DEFAULT,
    HANDS,
    PRESETS,
    Generala,
    Hand,
    Line,
    RuleSet,
    ServedGenerala,
    UnknownLine,
    Win,
    combination,
    score,
    straights,
)

hands = st.tuples(*[st.integers(1, 6)] * 5)


def facts_of(rules: RuleSet) -> naive_rules.Facts:
    straight = [option for option in ("ace_high", "wrap", "ace_as_two") if getattr(rules, option)]
    wins = rules.served_generala is ServedGenerala.WINS
    return naive_rules.Facts(
        " ".join(straight),
        rules.served_bonus,
        rules.generala,
        "wins" if wins else rules.served_generala_points,
        rules.double,
        rules.five_as_full,
    )


def assert_all_alike(hand: Hand, rules: RuleSet, facts: naive_rules.Facts) -> None:
    for line, served, generala in product(rules.lines, (False, True), Generala):
        answer = score(line, hand, rules, served=served, generala=generala)
        plain = answer.value if isinstance(answer, Win) else answer
        expected = naive_rules.worth(line.value, hand, facts, served=served, generala=generala.value)
        assert plain == expected, (line, hand, rules.name, served, generala)


@pytest.mark.parametrize("name", naive_rules.PRESETS)
def test_every_hand_on_every_line_of_every_preset_is_worth_what_the_reference_says(name: str) -> None:
    assert len(HANDS) == 252
    for hand in HANDS:
        assert_all_alike(hand, PRESETS[name], naive_rules.PRESETS[name])


@given(
    st.builds(
        RuleSet,
        name=st.just("house"),
        ace_high=st.booleans(),
        wrap=st.booleans(),
        ace_as_two=st.booleans(),
        served_bonus=st.integers(0, 99),
        generala=st.integers(1, 60),
        served_generala=st.sampled_from(ServedGenerala),
        double=st.none() | st.integers(1, 999),
        five_as_full=st.booleans(),
    ),
    hands,
)
def test_every_combination_of_options_is_worth_what_the_reference_says(rules: RuleSet, hand: Hand) -> None:
    assert_all_alike(hand, rules, facts_of(rules))


@given(hands, st.sampled_from(list(PRESETS.values())), st.sampled_from(Line), st.booleans())
def test_the_order_of_the_dice_does_not_count(hand: Hand, rules: RuleSet, line: Line, served: bool) -> None:
    if line in rules.lines:
        ascending = tuple(sorted(hand))
        assert score(line, hand, rules, served=served) == score(line, ascending, rules, served=served)
        assert combination(hand, rules) == combination(ascending, rules)


def test_a_rule_set_without_a_double_refuses_the_line() -> None:
    with pytest.raises(UnknownLine, match=r"rule set table has no line double; its lines are ones .* generala"):
        score(Line.DOUBLE, (6, 6, 6, 6, 6), DEFAULT)


def test_a_double_while_the_generala_is_open_is_a_scratch() -> None:
    assert score(Line.DOUBLE, (6, 6, 6, 6, 6), PRESETS["wiki-50-double"]) == 0


@pytest.mark.parametrize(
    ("hand", "rules", "best"),
    [
        ((4, 4, 4, 4, 4), "table", Line.GENERALA),
        ((4, 4, 4, 1, 4), "table", Line.POKER),
        ((1, 4, 4, 4, 4), "table", Line.POKER),
        ((2, 3, 2, 3, 2), "table", Line.FULL),
        ((5, 4, 3, 2, 1), "table", Line.STRAIGHT),
        ((6, 1, 2, 3, 4), "table", None),
        ((6, 1, 2, 3, 4), "wiki-wrap", Line.STRAIGHT),
        ((1, 1, 3, 4, 5), "classic-2007", Line.STRAIGHT),
        ((1, 1, 2, 2, 3), "table", None),
    ],
)
def test_the_best_combination_of_a_hand(hand: Hand, rules: str, best: Line | None) -> None:
    assert combination(hand, PRESETS[rules]) is best


def test_straights_are_listed_as_people_count_them_up() -> None:
    plain = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
    assert straights(DEFAULT) == plain
    assert straights(PRESETS["table-ace-high"]) == (*plain, (3, 4, 5, 6, 1))
    assert straights(PRESETS["classic-2007"]) == (*plain, (1, 1, 3, 4, 5), (1, 3, 4, 5, 6))


def test_ace_high_beside_wrap_adds_nothing() -> None:
    both = RuleSet("both", ace_high=True, wrap=True)
    assert straights(both) == straights(PRESETS["wiki-wrap"])

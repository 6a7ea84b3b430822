"""The statistics of fairness: exact probabilities, loaded dice that must be found, fair ones that must not."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.chi_square import chi_square_p
from servida.fairness import (
    DICE,
    ENOUGH,
    FALSE_ALARMS,
    MANY,
    TOO_EVEN,
    UNEVEN,
    Cell,
    Finding,
    HandClass,
    Question,
    Report,
    Tally,
    examine,
    hand_class,
    hand_ways,
)

FAIR = (1 / 6,) * 6


def dice(count: int, seed: int, weights: tuple[float, ...] = FAIR) -> bytes:
    return bytes(random.Random(seed).choices(b"\1\2\3\4\5\6", weights=weights, k=count))


def tally_of(faces: bytes) -> Tally:
    tally = Tally()
    tally.add(faces)
    return tally


def found(faces: bytes) -> dict[Question, Finding]:
    return {finding.question: finding for finding in examine(tally_of(faces)).findings}


def unusual(faces: bytes) -> set[Question]:
    return {finding.question for finding in examine(tally_of(faces)).unusual}


def test_hand_classes_have_their_combinatorial_numbers() -> None:
    assert hand_ways() == {
        HandClass.NO_PAIR: 720 - 2 * 120,
        HandClass.PAIR: 6 * math.comb(5, 2) * 5 * 4 * 3,
        HandClass.TWO_PAIRS: math.comb(6, 2) * 4 * math.comb(5, 2) * math.comb(3, 2),
        HandClass.THREE: 6 * math.comb(5, 3) * 5 * 4,
        HandClass.STRAIGHT: 2 * 120,
        HandClass.FULL: 6 * 5 * math.comb(5, 3),
        HandClass.POKER: 6 * 5 * 5,
        HandClass.GENERALA: 6,
    }
    assert sum(hand_ways().values()) == 6**5


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((5, 4, 3, 2, 1), HandClass.STRAIGHT),
        ((2, 3, 4, 5, 6), HandClass.STRAIGHT),
        ((1, 3, 4, 5, 6), HandClass.NO_PAIR),
        ((1, 1, 3, 4, 5), HandClass.PAIR),
        ((6, 2, 6, 2, 1), HandClass.TWO_PAIRS),
        ((4, 4, 1, 4, 2), HandClass.THREE),
        ((5, 3, 5, 3, 5), HandClass.FULL),
        ((2, 2, 2, 2, 6), HandClass.POKER),
        ((3, 3, 3, 3, 3), HandClass.GENERALA),
    ],
)
def test_a_hand_is_of_its_class(faces: tuple[int, ...], expected: HandClass) -> None:
    assert hand_class(faces) is expected


def test_one_roll_is_counted_everywhere() -> None:
    tally = tally_of(bytes([6, 6, 1, 6, 2]))
    assert tally.dice == 5
    assert tally.faces == Counter({6: 3, 1: 1, 2: 1})
    assert tally.pairs == Counter({(6, 6): 1, (1, 6): 1})
    assert tally.positions == tuple(Counter([face]) for face in (6, 6, 1, 6, 2))
    assert tally.hands == Counter({HandClass.THREE: 1})


def test_a_pair_may_span_two_rolls_and_fewer_dice_make_no_hand() -> None:
    tally = Tally()
    for roll in ([1, 2, 3], [4, 5], [6]):
        tally.add(bytes(roll))
    assert tally.pairs == Counter({(1, 2): 1, (3, 4): 1, (5, 6): 1})
    assert tally.positions[:3] == (Counter({1: 1, 4: 1, 6: 1}), Counter({2: 1, 5: 1}), Counter({3: 1}))
    assert not tally.hands


@given(st.lists(st.lists(st.integers(1, 6), min_size=DICE, max_size=DICE), max_size=12))
def test_many_rolls_at_once_count_as_one_after_the_other(rolls: list[list[int]]) -> None:
    singly = Tally()
    for roll in rolls:
        singly.add(bytes(roll))
    assert tally_of(b"".join(map(bytes, rolls))) == singly


def test_expectations_are_exact() -> None:
    findings = found(dice(7776 * DICE, seed=1))
    assert {cell.expected for cell in findings[Question.FACES].cells} == {6480.0}
    assert {round(cell.expected, 9) for cell in findings[Question.PAIRS].cells} == {540.0}
    assert {cell.expected for cell in findings[Question.POSITIONS].cells} == {1296.0}
    assert [round(cell.expected, 9) for cell in findings[Question.HANDS].cells] == list(hand_ways().values())


def test_a_statistic_is_pearsons() -> None:
    faces = bytes([1] * 12 + [2] * 8 + [3] * 11 + [4] * 9 + [5] * 10 + [6] * 10)
    finding = found(faces)[Question.FACES]
    assert (finding.statistic, finding.freedom) == (1.0, 5)
    assert finding.p == pytest.approx(chi_square_p(1.0, 5))
    assert finding.cells[0].deviation == pytest.approx(2 / math.sqrt(60 * 5 / 36))
    assert Cell("nothing", 0, 0.0, 0.5).deviation == 0.0


@pytest.mark.parametrize(
    ("count", "made"),
    [
        (59, set()),
        (60, {Question.FACES}),
        (299, {Question.FACES}),
        (300, {Question.FACES, Question.POSITIONS, Question.HANDS}),
        (719, {Question.FACES, Question.POSITIONS, Question.HANDS}),
        (720, set(Question)),
    ],
)
def test_a_test_is_made_from_ten_expected_in_each_cell_on(count: int, made: set[Question]) -> None:
    assert {question for question, finding in found(dice(count, seed=2)).items() if finding.p is not None} - {
        Question.HANDS
    } == made - {Question.HANDS}


@pytest.mark.parametrize(
    ("rolls", "freedom", "made"),
    [(12, 0, False), (21, 1, False), (22, 1, True), (66, 2, True), (67, 3, True), (12_959, 6, True), (12_960, 7, True)],
)
def test_rare_hands_are_judged_together_until_they_are_expected_often_enough(
    rolls: int, freedom: int, *, made: bool
) -> None:
    finding = found(dice(rolls * DICE, seed=3))[Question.HANDS]
    assert (finding.freedom, finding.p is not None) == (freedom, made)
    assert finding.least >= ENOUGH or not made
    assert len(finding.cells) == len(HandClass)


def test_no_dice_are_no_finding() -> None:
    report = examine(Tally())
    assert (report.dice, report.p, report.unusual) == (0, None, ())


def test_a_million_fair_dice_are_nothing_unusual() -> None:
    assert unusual(dice(1_000_000, seed=4)) == set()


@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_one_percent_of_all_rolls_too_frequent_is_caught_with_a_million_dice(face: int) -> None:
    loaded = tuple(1 / 6 + 0.01 if each == face else 1 / 6 - 0.002 for each in range(1, 7))
    finding = found(dice(1_000_000, seed=face, weights=loaded))[Question.FACES]
    assert finding.uneven
    assert finding.p is not None
    assert finding.p < 1e-100
    assert max(finding.cells, key=lambda cell: cell.deviation).name == str(face)


def test_a_byte_modulo_six_is_caught_with_a_million_dice() -> None:
    biased = bytes(byte % 6 + 1 for byte in random.Random(5).randbytes(1_000_000))
    assert Question.FACES in unusual(biased)


def test_a_die_that_follows_the_one_before_it_is_caught_by_the_pairs_alone() -> None:
    generator, faces = random.Random(6), bytearray()
    for _ in range(100_000):
        first = generator.randrange(1, 7)
        faces += bytes([first, first if generator.random() < 0.02 else generator.randrange(1, 7)])
    assert unusual(bytes(faces)) >= {Question.PAIRS}
    assert Question.FACES not in unusual(bytes(faces))


def test_one_die_of_the_five_that_differs_is_caught_by_its_position() -> None:
    generator, faces = random.Random(7), bytearray()
    for _ in range(20_000):
        roll = [generator.randrange(1, 7) for _ in range(DICE)]
        if generator.random() < 0.05:
            roll[3] = 6
        faces += bytes(roll)
    finding = found(bytes(faces))[Question.POSITIONS]
    assert finding.uneven
    assert max(finding.cells, key=lambda cell: cell.deviation).name == "4:6"


def test_too_many_generalas_are_caught_by_the_hands() -> None:
    generator, faces = random.Random(8), bytearray()
    for _ in range(20_000):
        gift = generator.randrange(1, 7) if generator.random() < 0.003 else None
        faces += bytes(gift or generator.randrange(1, 7) for _ in range(DICE))
    finding = found(bytes(faces))[Question.HANDS]
    assert finding.uneven
    assert max(finding.cells, key=lambda cell: cell.deviation).name == "generala"


def test_dice_from_a_bag_are_too_even() -> None:
    generator, faces = random.Random(9), bytearray()
    for _ in range(2_000):
        bag = [1, 2, 3, 4, 5, 6]
        generator.shuffle(bag)
        faces += bytes(bag)
    finding = found(bytes(faces))[Question.FACES]
    assert (finding.too_even, finding.uneven) == (True, False)
    assert finding in examine(tally_of(bytes(faces))).unusual


def finding(p: float | None, least: float = MANY) -> Finding:
    return Finding(Question.FACES, (), 1.0, 5, p, least)


def test_limits_are_kept_to_the_letter() -> None:
    assert not finding(UNEVEN).uneven
    assert finding(math.nextafter(UNEVEN, 0)).uneven
    assert not finding(1 - TOO_EVEN).too_even
    assert finding(math.nextafter(1 - TOO_EVEN, 1)).too_even
    assert not finding(1.0, least=math.nextafter(MANY, 0)).too_even
    assert not finding(None).uneven
    assert not finding(None).too_even


def test_the_whole_is_as_likely_as_the_worst_of_its_tests() -> None:
    assert Report(9, (finding(0.5), finding(None), finding(0.25))).p == pytest.approx(1 - 0.75**2)
    assert Report(9, (finding(None),)).p is None


def test_the_stated_rate_of_false_alarms_is_kept() -> None:
    assert pytest.approx(0.001) == FALSE_ALARMS
    generator = random.Random(10)
    runs, alarms, low = 2_000, 0, Counter[Question]()
    for _ in range(runs):
        report = examine(tally_of(bytes(generator.choices(b"\1\2\3\4\5\6", k=1_500))))
        alarms += bool(report.unusual)
        low.update(each.question for each in report.findings if each.p is not None and each.p < 0.05)
    # Binomial(2000, 0.001): more than 8 come by chance in 2 of 10,000 seeds.
    assert alarms <= 8
    # And p-values mean what they say: 1 in 20 is below 0.05, ±4 standard deviations.
    for question in Question:
        assert abs(low[question] - runs / 20) < 4 * math.sqrt(runs * 0.05 * 0.95), question


def test_thirty_dice_are_perfectly_even_too_often_to_be_called_so() -> None:
    perfectly = Fraction(math.factorial(30), math.factorial(5) ** 6 * 6**30)
    assert 3 / 10_000 < perfectly < 5 / 10_000
    assert perfectly > TOO_EVEN

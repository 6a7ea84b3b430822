"""What strategy says in words: they tell a scratch from points, and fit where they stand."""

from __future__ import annotations

import pytest

from servida.rules import PRESETS, Generala, Line, Mark, Win
from servida.strategy.advice import Choice, Hold, Mistake
from servida.ui.choices import brought, purpose, writing
from servida.ui.font import SMALL, measure
from servida.ui.parts import WIDTH
from servida.ui.settings import LANGUAGES
from servida.ui.texts import Texts
from tables import begun, thrown

ENGLISH = Texts("en")


@pytest.mark.parametrize(
    ("line", "words"),
    [(Line.FIVES, "Write: Fives"), (Line.SIXES, "Scratch Sixes"), (Line.POKER, "Scratch Four of a kind")],
)
def test_a_line_that_brings_nothing_is_scratched(line: Line, words: str) -> None:
    match = thrown(begun(), (5, 5, 5, 3, 3))
    assert purpose(Choice(Mark(line), 1.0), match, ENGLISH) == words


def test_a_hold_has_an_aim() -> None:
    match = thrown(begun(), (5, 5, 5, 3, 3))
    assert purpose(Choice(Hold((5, 5, 5)), 1.0, aim=Line.POKER), match, ENGLISH) == "For four alike"


@pytest.mark.parametrize(
    ("line", "faces", "left", "generala", "points"),
    [
        (Line.STRAIGHT, (1, 2, 3, 4, 5), 2, Generala.OPEN, 25),
        (Line.STRAIGHT, (1, 2, 3, 4, 5), 1, Generala.OPEN, 20),
        (Line.DOUBLE, (6, 6, 6, 6, 6), 0, Generala.OPEN, 0),
        (Line.DOUBLE, (6, 6, 6, 6, 6), 0, Generala.SCORED, 100),
        (Line.DOUBLE, (6, 6, 6, 6, 6), 0, Generala.SCRATCHED, 0),
    ],
)
def test_what_a_line_brought_is_known_from_the_mistake(
    line: Line, faces: tuple[int, ...], left: int, generala: Generala, points: int
) -> None:
    mistake = Mistake(3, faces, left, Mark(line), Hold(), 1.0, generala)
    assert brought(line, mistake, PRESETS["wiki-50-double"]) == points


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_fits_beside_the_reviews_labels_and_the_coachs_costs(language: str) -> None:
    texts = Texts(language)
    labels = max(measure(texts.say(label), SMALL) for label in ("Done:", "Best:"))
    cost = measure(texts.number(-88.8), SMALL)
    for line in Line:
        for points in (0, 50, Win.WINS):
            words = measure(writing(texts.brief(line), points, texts), SMALL)
            assert words <= WIDTH - 4 - labels
            assert words <= WIDTH - 6 - cost - 3

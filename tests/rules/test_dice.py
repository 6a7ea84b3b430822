"""What five dice can show."""

from collections import Counter

import pytest

from servida.rules import HANDS, BadHand, hand


def test_hands_are_the_252_multisets_and_stand_for_all_7776_throws() -> None:
    factorials = [1, 1, 2, 6, 24, 120]
    throws = 0
    for each in HANDS:
        ways = factorials[5]
        for count in Counter(each).values():
            ways //= factorials[count]
        throws += ways
    assert (len(set(HANDS)), throws) == (252, 6**5)
    assert all(list(each) == sorted(each) for each in HANDS)


def test_a_hand_keeps_the_order_of_the_dice() -> None:
    assert hand([6, 1, 3, 1, 2]) == (6, 1, 3, 1, 2)
    assert hand(iter([1, 1, 1, 1, 1])) == (1, 1, 1, 1, 1)


@pytest.mark.parametrize("face", [0, 7, -1, True, 2.0, "3", None])
def test_a_face_that_no_die_has_is_refused_with_its_place_and_value(face: object) -> None:
    with pytest.raises(BadHand) as refused:
        hand([1, 2, face, 4, 5])
    assert str(refused.value) == f"die 3 shows {face!r}; a die shows 1 to 6"


@pytest.mark.parametrize("count", [0, 4, 6])
def test_a_hand_has_five_dice(count: int) -> None:
    with pytest.raises(BadHand) as refused:
        hand([1] * count)
    assert str(refused.value) == f"{count} dice were given; a hand has 5"

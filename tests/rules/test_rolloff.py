"""The roll-off after a tie."""

import pytest

from servida.rules import BadHand, IllegalMove, RollOff, throw

LOW = (1, 1, 1, 1, 2)
HIGH = (6, 6, 6, 6, 5)
HIGH_TOO = (5, 6, 6, 6, 6)


def test_contenders_throw_once_each_in_their_order_and_the_highest_sum_wins() -> None:
    rolloff = RollOff((2, 0, 5))
    for due, faces in ((2, LOW), (0, HIGH), (5, (6, 6, 6, 5, 5))):
        assert (rolloff.next, rolloff.winner) == (due, None)
        assert rolloff.standing == (2, 0, 5)
        rolloff = throw(rolloff, faces)
    assert (rolloff.next, rolloff.winner, rolloff.standing) == (None, 0, (0,))
    assert rolloff == RollOff((2, 0, 5), ((2, LOW), (0, HIGH), (5, (6, 6, 6, 5, 5))))


def test_those_equal_at_the_top_throw_again_among_themselves() -> None:
    rolloff = RollOff((0, 1, 3))
    for faces in (HIGH, LOW, HIGH_TOO):
        rolloff = throw(rolloff, faces)
    assert (rolloff.standing, rolloff.next, rolloff.winner) == ((0, 3), 0, None)
    rolloff = throw(rolloff, LOW)
    assert rolloff.next == 3
    rolloff = throw(rolloff, LOW)
    assert (rolloff.standing, rolloff.next) == ((0, 3), 0)
    rolloff = throw(throw(rolloff, LOW), HIGH)
    assert rolloff.winner == 3


def test_a_decided_rolloff_takes_no_more_throws() -> None:
    rolloff = throw(throw(RollOff((0, 1)), HIGH), LOW)
    with pytest.raises(IllegalMove, match="the roll-off is decided"):
        throw(rolloff, HIGH)


def test_faces_that_five_dice_cannot_show_are_refused() -> None:
    with pytest.raises(BadHand, match="4 dice were given"):
        throw(RollOff((0, 1)), (6, 6, 6, 6))


@pytest.mark.parametrize("contenders", [(), (0,), (1, 1)])
def test_two_or_more_different_players_contend(contenders: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="needs two or more different players"):
        RollOff(contenders)


@pytest.mark.parametrize("throws", [((1, HIGH),), ((0, HIGH), (0, LOW)), ((0, HIGH), (1, LOW), (0, LOW))])
def test_throws_out_of_turn_make_no_rolloff(throws: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
    with pytest.raises(ValueError, match=f"throw {len(throws)} of the roll-off is by player"):
        RollOff((0, 1), throws)

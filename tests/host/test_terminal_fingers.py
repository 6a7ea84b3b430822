"""Strokes and the mouse as fingers on buttons; above all, that a held key never presses twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.ui.keypad import Button, KeyEvent, Keypad, Long, Press, Repeat, Short, deadline, update
from servida_host.faces.fingers import REPEAT, STAY, Fingers
from servida_host.faces.keys import CHORD, DEEDS, LONG, TAP, Stroke

ONE, THREE, FIVE, ROLL = Button.ONE, Button.THREE, Button.FIVE, Button.ROLL


class Person:
    """Strikes keys at moments, and keeps what the keypad made of the fingers."""

    def __init__(self, *, in_list: bool = False) -> None:
        self.fingers = Fingers()
        self.keypad = Keypad.start(frozenset())
        self.events: list[KeyEvent] = []
        self.in_list = in_list
        self.now = 0.0

    def until(self, moment: float) -> None:
        """Let fingers and keypad do what is due until this moment."""
        while True:
            due = [at for at in (self.fingers.due, deadline(self.keypad)) if at is not None and at <= moment]
            if not due:
                break
            self.now = max(self.now, min(due))
            self.fingers.elapse(self.now)
            self.look()
        self.now = moment

    def look(self) -> None:
        self.keypad, events = update(self.keypad, self.fingers.down, self.now)
        self.events += events

    def strike(self, key: str, *moments: float) -> None:
        stroke = DEEDS[key]
        assert isinstance(stroke, Stroke)
        for moment in moments:
            self.until(moment)
            self.fingers.strike(key, stroke, moment, in_list=self.in_list)
            self.look()

    def all_events(self) -> list[KeyEvent]:
        self.until(self.now + 5)
        assert not self.fingers.down
        assert self.fingers.due is None
        return self.events


def held(seconds: float, delay: float = 0.5, every: float = 0.03) -> tuple[float, ...]:
    """When a keyboard strikes a key that is held for so long."""
    return (0.0, *(delay + i * every for i in range(round((seconds - delay) / every))))


def test_nobody_touches_anything() -> None:
    fingers = Fingers()
    assert fingers.down == frozenset()
    assert fingers.due is None


def test_a_stroke_is_a_tap() -> None:
    person = Person()
    person.strike("1", 0.0)
    assert person.fingers.down == {ONE}
    assert person.fingers.due == TAP
    assert person.all_events() == [Press(ONE), Short(ONE)]


def test_capital_r_is_a_long_press() -> None:
    person = Person()
    person.strike("R", 0.0)
    person.until(LONG - 0.01)
    assert person.fingers.down == {ROLL}
    assert person.all_events() == [Press(ROLL), Long(ROLL)]


def test_m_is_the_chord() -> None:
    person = Person()
    person.strike("m", 0.0)
    assert person.fingers.due == CHORD
    assert [type(event).__name__ for event in person.all_events()] == ["Press", "Press", "Chord"]


@pytest.mark.parametrize("pauses", [(0.13,), (0.19, 0.3), (0.5, 0.5), (0.99,), (1.01,), (3.0, 0.3, 0.15)])
@pytest.mark.parametrize("key", ["space", "3"])
def test_a_persons_strokes_are_so_many_presses(key: str, pauses: tuple[float, ...]) -> None:
    person, moment = Person(), 0.0
    person.strike(key, 0.0)
    for pause in pauses:
        moment += pause
        person.strike(key, moment)
    presses = [event for event in person.all_events() if isinstance(event, Press)]
    assert len(presses) == 1 + len(pauses)
    assert person.events.count(Short(presses[0].button)) == len(presses)


def test_a_stroke_in_doubt_is_a_little_late() -> None:
    person = Person()
    person.strike("space", 0.0, 0.5)
    person.until(0.5 + REPEAT - 0.01)
    assert not person.fingers.down
    person.until(0.5 + REPEAT)
    assert person.fingers.down == {ROLL}


def test_another_key_decides_the_doubt() -> None:
    person = Person()
    person.strike("space", 0.0, 0.5)
    person.strike("3", 0.55)
    assert person.fingers.down == {ROLL, THREE}
    assert person.all_events().count(Short(ROLL)) == 2


def test_another_key_between_takes_the_doubt_away() -> None:
    person = Person()
    person.strike("1", 0.0)
    person.strike("3", 0.2)
    person.strike("1", 0.4)
    assert person.fingers.down == {ONE}


@pytest.mark.parametrize("key", ["space", "r", "1"])
@given(seconds=st.floats(0.0, 4.0), delay=st.floats(0.2, 0.9), every=st.floats(0.01, 0.11))
def test_a_held_key_is_one_press(key: str, seconds: float, delay: float, every: float) -> None:
    # A single repeat can't be told from a person's second stroke.
    moments = held(max(seconds, delay + 3 * every), delay, every)
    person = Person()
    person.strike(key, *moments)
    [press] = [event for event in person.all_events() if isinstance(event, Press)]
    assert person.events == [press, Short(press.button)]


def test_a_held_key_over_a_slow_line() -> None:
    person = Person()
    person.strike("space", 0.0, 0.5, 0.5, 0.5, 0.85, 0.85, 1.2, 1.55, 1.56)
    assert person.all_events() == [Press(ROLL), Short(ROLL)]


def test_repeats_that_begin_at_once_are_a_long_press() -> None:
    person = Person()
    person.strike("space", *(0.03 * i for i in range(40)))
    assert person.fingers.down == {ROLL}
    assert person.fingers.due == pytest.approx(0.03 * 39 + STAY)
    assert person.all_events() == [Press(ROLL), Long(ROLL)]


def test_a_held_capital_r_is_one_long_press() -> None:
    person = Person()
    person.strike("R", *held(2.5))
    assert person.all_events() == [Press(ROLL), Long(ROLL)]


def test_a_held_key_scrolls_a_list() -> None:
    person = Person(in_list=True)
    person.strike("3", *held(2.0))
    assert person.fingers.down == {THREE}
    events = person.all_events()
    assert events[:3] == [Press(THREE), Short(THREE), Press(THREE)]
    assert 6 <= events.count(Repeat(THREE)) <= 12


@pytest.mark.parametrize("every", [0.02, 0.09, REPEAT])
def test_slow_keyboards_scroll_a_list_too(every: float) -> None:
    person = Person(in_list=True)
    person.strike("3", *held(2.0, every=every))
    assert person.all_events().count(Press(THREE)) == 2
    assert person.events.count(Repeat(THREE)) >= 6


def test_in_a_list_a_second_stroke_is_never_late() -> None:
    person = Person(in_list=True)
    person.strike("3", 0.0, 0.4)
    assert person.fingers.down == {THREE}


def test_in_a_list_roll_is_held_no_more_than_elsewhere() -> None:
    person = Person(in_list=True)
    person.strike("space", *held(3.0))
    assert person.all_events() == [Press(ROLL), Short(ROLL)]


def test_the_pointer_is_a_finger() -> None:
    fingers = Fingers()
    fingers.point(FIVE, 1.0)
    fingers.elapse(50.0)
    assert fingers.down == {FIVE}
    assert fingers.due is None
    fingers.lift(50.0)
    assert not fingers.down


def test_a_quick_click_is_a_tap() -> None:
    fingers = Fingers()
    fingers.point(FIVE, 1.0)
    fingers.lift(1.001)
    assert fingers.down == {FIVE}
    assert fingers.due == 1.0 + TAP
    fingers.elapse(1.0 + TAP)
    assert not fingers.down


def test_pointer_and_key_on_one_button() -> None:
    fingers = Fingers()
    fingers.point(ROLL, 0.0)
    fingers.strike("R", Stroke((ROLL,), LONG), 0.0)
    fingers.lift(0.02)
    assert fingers.due == LONG
    fingers.lift(0.3)
    assert fingers.down == {ROLL}

"""Contacts as they are: they bounce, they chatter, they jam, and several go down at once."""

from __future__ import annotations

import random
from collections import Counter
from heapq import merge
from typing import TYPE_CHECKING

import pytest

from match_sheets import SHEETS
from servida.board import BUTTON_PINS
from servida.device.buttons import Buttons
from servida.ui.keypad import Button, Chord, Freed, KeyEvent, Keypad, Long, Press, Short, Stuck, deadline, update
from servida_host.console_rig import ConsoleRig
from servida_host.fingers import Fingers, bounced
from servida_host.play import play
from servida_host.script import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

BOUNCE = 0.02
"""Seconds: the worst that the issue names."""

PRESSES = 100_000
MANY_PRESSES = 10_000_000

Edge = tuple[float, int, bool]
"""When, which button by its place in the enum (so that edges can be compared), and down or up."""

BUTTONS = tuple(Button)
NAMES = [button.value for button in Button]


def finger(place: int, seed: int, count: int) -> Iterator[Edge]:
    """One finger on one button: presses of 50 ms and more with pauses of 60 ms and more, all bouncing."""
    chance = random.Random(seed)
    now = chance.random()
    for _ in range(count):
        for level, shortest in ((True, 0.05), (False, 0.06)):
            yield now, place, level
            for at, bounce in bounced(chance, BOUNCE, level=level):
                yield now + at, place, bounce
            now += shortest + chance.expovariate(8 if level else 4)


def press_all(count: int, seed: int) -> None:
    """Let six fingers press as often each, at the same time; every press must be one, at its very moment."""
    keypad = Keypad.start(frozenset())
    down: frozenset[Button] = frozenset()
    settled = dict.fromkeys(range(len(BUTTONS)), -1.0)
    expected, begun, ended = Counter[Button](), Counter[Button](), Counter[Button]()
    for now, place, level in merge(*(finger(place, seed + place, count) for place in range(len(BUTTONS)))):
        button = BUTTONS[place]
        down = down | {button} if level else down - {button}
        true_press = level and now - settled[place] > BOUNCE
        if true_press:
            expected[button] += 1
        keypad, events = update(keypad, down, now)
        for event in events:
            match event:
                case Press(pressed):
                    assert true_press, f"{pressed} pressed by a bounce at {now}"
                    assert pressed is button
                    begun[pressed] += 1
                case Short(released) | Long(released):
                    ended[released] += 1
                    assert ended[released] <= begun[released]
                case _:
                    pass
        assert begun == expected
        settled[place] = now
    assert all(begun[button] == count for button in Button)
    # A press that was half a chord has no end of its own; the others all have one, but perhaps the last.
    assert all(ended[button] >= count - 1 for button in Button if button not in (Button.ONE, Button.FIVE))


@pytest.mark.usefixtures("untraced")
def test_of_a_hundred_thousand_bouncing_presses_none_is_lost_and_none_is_doubled() -> None:
    press_all(PRESSES // len(BUTTONS) + 1, seed=1)


@pytest.mark.soak
def test_nor_of_ten_millions() -> None:
    for seed in range(0, 100 * len(BUTTONS), len(BUTTONS)):
        press_all(MANY_PRESSES // 100 // len(BUTTONS) + 1, seed)


class Hand:
    """Bouncing fingers on mock pins, gpiozero's devices over them, and the keypad that reads them."""

    def __init__(self, seed: int) -> None:
        self.fingers = Fingers(BUTTON_PINS, bounce=BOUNCE, seed=seed)
        self.buttons = Buttons({button: BUTTON_PINS[button] for button in Button}, self.fingers.factory, lambda: None)
        self.keypad = Keypad.start(self.buttons.read())
        self.now = 0.0
        self.said: list[KeyEvent] = []

    def look(self) -> None:
        self.keypad, events = update(self.keypad, self.buttons.read(), self.now)
        self.said += events

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while True:
            moments = [at for at in (self.fingers.due, deadline(self.keypad)) if at is not None and at <= end]
            self.now = min(moments, default=end)
            self.fingers.elapse(self.now)
            self.look()
            if not moments:
                return

    def close(self) -> None:
        self.buttons.close()
        self.fingers.close()


@pytest.fixture
def hand() -> Iterator[Hand]:
    hand = Hand(seed=7)
    yield hand
    hand.close()


def test_nor_is_one_on_the_way_from_the_pins(hand: Hand) -> None:
    chance = random.Random(3)
    pressed = []
    for _ in range(1000):
        button = chance.choice(BUTTONS)
        pressed.append(button)
        hand.fingers.press(button, hand.now)
        hand.look()
        hand.wait(chance.uniform(0.05, 0.3))
        hand.fingers.release(button, hand.now)
        hand.look()
        hand.wait(chance.uniform(0.06, 0.2))
    hand.wait(0.1)
    assert hand.said == [event for button in pressed for event in (Press(button), Short(button))]


@pytest.mark.parametrize("together", [(Button.TWO, Button.FOUR), (Button.THREE, Button.ROLL), BUTTONS])
def test_buttons_pressed_at_once_are_one_press_each(hand: Hand, together: tuple[Button, ...]) -> None:
    for button in together:
        hand.fingers.press(button, hand.now)
    hand.wait(0.1)
    for button in together:
        hand.fingers.release(button, hand.now)
    hand.wait(0.2)
    begun = [event.button for event in hand.said if isinstance(event, Press)]
    ended = [event.button for event in hand.said if isinstance(event, Short)]
    assert sorted(begun, key=BUTTONS.index) == list(together)
    # 1 and 5 together are half a chord.
    mute = {Button.ONE, Button.FIVE} if {Button.ONE, Button.FIVE} <= set(together) else set()
    assert sorted(ended, key=BUTTONS.index) == [button for button in together if button not in mute]


@pytest.mark.parametrize("seed", range(20))
def test_chatter_during_a_hold_is_neither_a_second_press_nor_a_release(seed: int) -> None:
    hand = Hand(seed)
    hand.fingers.press(Button.ROLL, 0.0)
    hand.look()
    hand.wait(0.3)
    hand.fingers.chatter(Button.ROLL, 0.02, hand.now)
    hand.wait(0.7)
    hand.fingers.chatter(Button.ROLL, 0.02, hand.now)
    hand.wait(0.3)
    hand.fingers.release(Button.ROLL, hand.now)
    hand.wait(0.2)
    hand.close()
    assert hand.said == [Press(Button.ROLL), Long(Button.ROLL)]


def test_a_floating_line_spoils_no_other_button(hand: Hand) -> None:
    pressed = [Button.ONE, Button.TWO, Button.FOUR, Button.FIVE, Button.ROLL] * 4
    hand.fingers.chatter(Button.THREE, 4.0, hand.now)
    for button in pressed:
        hand.fingers.press(button, hand.now)
        hand.wait(0.1)
        hand.fingers.release(button, hand.now)
        hand.wait(0.1)
    others = [event for event in hand.said if getattr(event, "button", Button.THREE) is not Button.THREE]
    assert others == [event for button in pressed for event in (Press(button), Short(button))]


def test_a_button_that_jams_is_named_and_the_others_still_work(hand: Hand) -> None:
    hand.fingers.stick(Button.THREE, 0.0)
    hand.look()
    hand.wait(10.0)
    assert hand.said[0] == Press(Button.THREE)
    assert hand.said[-1] == Stuck(Button.THREE)
    hand.said.clear()
    hand.fingers.press(Button.ONE, hand.now)
    hand.fingers.press(Button.FIVE, hand.now)
    hand.wait(1.1)
    assert hand.said == [Press(Button.ONE), Press(Button.FIVE), Chord()]
    hand.said.clear()
    hand.fingers.unstick(Button.THREE, hand.now)
    hand.wait(0.2)
    assert hand.said == [Freed(Button.THREE)]


@pytest.mark.parametrize("name", ["table", "menu", "chord", "take-back", "stuck", "setup", "dark"])
@pytest.mark.parametrize("bounce", [0.005, BOUNCE])
def test_a_match_goes_the_same_with_bouncing_contacts(name: str, bounce: float) -> None:
    text = SHEETS[name].text
    options = dict(zip(SHEETS[name].options[::2], SHEETS[name].options[1::2], strict=True))
    players = tuple(options["--players"].split(",")) if "--players" in options else ()
    with ConsoleRig(players=players, language=options.get("--lang"), bounce=bounce) as rig:
        assert play(rig, parse(text, name), lambda _name, _image: None) is None


@pytest.mark.parametrize("name", NAMES)
def test_the_screen_says_which_button_is_stuck(name: str) -> None:
    tag = "R!" if name == "roll" else f"{name}!"
    with ConsoleRig(players=("Ana", "Beto"), bounce=BOUNCE) as rig:
        rig.stick(name)
        rig.advance(9.9)
        assert tag not in rig.words.split()
        rig.advance(0.2)
        assert tag in rig.words.split()
        rig.unstick(name)
        rig.advance(0.2)
        assert tag not in rig.words.split()


@pytest.mark.parametrize("name", NAMES)
def test_and_so_it_does_of_one_that_was_stuck_at_the_start(name: str) -> None:
    with ConsoleRig(players=("Ana", "Beto")) as rig:
        rig.cut_power()
        rig.stick(name)
        rig.restore_power()
        rig.advance(10.1)
        assert ("R!" if name == "roll" else f"{name}!") in rig.words.split()


def test_the_menu_opens_while_a_third_button_is_jammed() -> None:
    with ConsoleRig(players=("Ana",), bounce=BOUNCE) as rig:
        rig.stick("3")
        rig.advance(10.1)
        rig.hold("1+5", 1.1)
        assert rig.screen == "menu"


def test_all_stuck_at_once_leave_room_on_every_screen() -> None:
    with ConsoleRig(players=("Maximilian", "Wilhelmina"), bounce=BOUNCE) as rig:
        rig.stall_rng()
        rig.tap("roll")
        for name in NAMES:
            rig.stick(name)
        rig.advance(11)
        assert "12345R!" in rig.words.split()
        assert "RNG!" in rig.words.split()


def test_freeing_a_button_takes_the_finger_away_whether_it_was_stuck_or_not() -> None:
    with ConsoleRig(players=("Ana",)) as rig:
        for jam in (False, True):
            rig.press("roll")
            if jam:
                rig.stick("roll")
            rig.unstick("roll")
            assert rig.fingers.factory.pin(BUTTON_PINS[Button.ROLL]).state

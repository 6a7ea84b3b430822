"""The rig: shipped code between mock pins and a panel model, in virtual time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image

from servida.board import BUTTON_PINS, I2C_ADDRESS
from servida.rules import PRESETS, Line, Throw
from servida.ui.keypad import Button
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def rig() -> Iterator[ConsoleRig]:
    with ConsoleRig(players=("Ana", "Beto")) as rig:
        yield rig


def drawn(rig: ConsoleRig) -> bytes:
    assert rig.console is not None
    return rig.console.canvas.image.tobytes()


def test_a_new_rig_shows_the_title_on_the_glass() -> None:
    with ConsoleRig() as rig:
        assert (rig.screen, rig.match, rig.held, rig.rolls_left, rig.winner, rig.tie) == (
            "title",
            None,
            (),
            0,
            None,
            (),
        )
        assert rig.frame().tobytes() == drawn(rig)
        assert "Jugar" in rig.words


def test_players_begin_at_the_first_hand_over_and_language_and_rules_are_taken() -> None:
    with ConsoleRig(players=("Ana",), rules=PRESETS["wiki-60"], language="pt") as rig:
        assert (rig.screen, rig.rolls_left) == ("handover", 3)
        assert "wiki-60" in rig.words
        assert "Lançar" in rig.words


def test_presses_go_through_the_pins(rig: ConsoleRig) -> None:
    pin = rig.fingers.factory.pin(BUTTON_PINS["roll"])
    assert pin.state
    rig.press("roll")
    assert not pin.state
    rig.advance(0.06)
    rig.release(Button.ROLL)
    assert rig.screen == "handover"
    rig.settle()
    rig.advance(0.03)
    rig.settle()
    assert (rig.screen, rig.rolls_left) == ("dice", 2)


def test_dice_fall_as_queued_left_to_right_over_those_rolled(rig: ConsoleRig) -> None:
    rig.dice(4, 4, 4, 2, 6)
    rig.dice(1, 5)
    rig.tap("roll", "1", "2", "3")
    assert rig.held == (1, 2, 3)
    rig.tap("roll")
    assert rig.match is not None
    assert rig.match.turn.faces == (4, 4, 4, 1, 5)
    with pytest.raises(ValueError, match="face 7"):
        rig.dice(7)


def test_the_same_seed_gives_the_same_dice_and_another_others() -> None:
    def faces(seed: int) -> object:
        with ConsoleRig(players=("Ana",), seed=seed) as rig:
            rig.tap("roll")
            assert rig.match is not None
            return rig.match.turn.faces

    assert faces(1) == faces(1)
    assert len({faces(seed) for seed in range(6)}) > 3


def test_hold_takes_one_button_a_chord_or_several(rig: ConsoleRig) -> None:
    rig.tap("roll")
    rig.hold("roll", 0.8)
    assert rig.screen == "lines"
    rig.hold("1+5", 1.0)
    assert rig.screen == "menu"
    rig.tap("1")
    rig.hold(Button.ROLL, 0.8)
    assert rig.screen == "dice"
    rig.hold((Button.ONE, Button.FIVE), 1.0)
    assert rig.screen == "menu"


def test_glass_shows_every_picture_of_the_tumble(rig: ConsoleRig) -> None:
    rig.press("roll")
    rig.advance(0.06)
    rig.release("roll")
    before = rig.frames
    seen = set()
    for _ in range(70):
        rig.advance(0.01)
        assert rig.frame().tobytes() == drawn(rig)
        seen.add(rig.frame().tobytes())
    assert 15 <= rig.frames - before <= 20
    assert len(seen) == rig.frames - before + 1


def test_an_unplugged_panel_is_dark_and_lights_again_with_the_present_picture(rig: ConsoleRig) -> None:
    rig.unplug()
    assert not rig.frame().getbbox()
    rig.tap("roll")
    assert (rig.screen, rig.frame().getbbox()) == ("dice", None)
    rig.plug()
    rig.advance(1.0)
    assert rig.frame().tobytes() == drawn(rig)


def test_a_panel_replugged_unnoticed_lights_at_the_next_press(rig: ConsoleRig) -> None:
    rig.advance(5)
    rig.unplug()
    rig.plug()
    rig.advance(2)
    rig.tap("roll")
    assert rig.frame().tobytes() == drawn(rig)


def test_play_can_start_without_a_panel() -> None:
    with ConsoleRig(players=("Ana",)) as rig:
        rig.cut_power()
        rig.bus.detach(I2C_ADDRESS)
        rig.restore_power()
        rig.tap("roll")
        assert rig.screen == "dice"
        rig.plug()
        rig.advance(1.0)
        assert rig.frame().tobytes() == drawn(rig)


def test_a_stuck_button_spoils_no_other_and_survives_a_restart(rig: ConsoleRig) -> None:
    rig.tap("roll")
    rig.stick("3")
    rig.tap("1")
    assert list(rig.held) == [1, 3]
    rig.release("3")
    rig.cut_power()
    rig.restore_power()
    rig.tap("2")
    after_the_start = list(rig.held)
    rig.unstick("3")
    rig.tap("3")
    assert (after_the_start, list(rig.held)) == ([2], [2, 3])


def test_a_cut_loses_nothing_that_was_seen(rig: ConsoleRig) -> None:
    rig.dice(6, 6, 6, 6, 2)
    rig.press("roll")
    rig.advance(0.06)
    rig.release("roll")
    rig.advance(0.1)
    rig.cut_power()
    assert (rig.screen, rig.words, rig.app, rig.frames, rig.wake_at) == ("dark", "", None, 0, None)
    assert (rig.winner, rig.tie, rig.held) == (None, (), ())
    assert not rig.frame().getbbox()
    rig.tap("roll")
    rig.advance(5)
    rig.restore_power()
    assert rig.match is not None
    assert rig.match.turn.faces == (6, 6, 6, 6, 2)
    rig.restore_power()
    rig.hold("roll", 0.8)
    rig.tap("4", "4", "roll")
    rig.cut_power()
    rig.restore_power()
    assert rig.match.sheets[0][Line.POKER] == 45


def test_a_throw_that_was_never_seen_is_thrown_again(rig: ConsoleRig) -> None:
    assert rig.match is not None
    assert rig.program is not None
    from servida.rules import apply

    rig.program.store.save_match(apply(rig.match, Throw()), None)
    rig.cut_power()
    rig.restore_power()
    assert (rig.screen, rig.rolls_left) == ("dice", 2)


def test_a_stalled_generator_is_replaced_and_said(rig: ConsoleRig) -> None:
    rig.stall_rng()
    rig.tap("roll")
    assert "RNG!" in rig.words
    rig.free_rng()
    rig.tap("roll")
    assert "RNG!" not in rig.words


def test_switching_off(rig: ConsoleRig) -> None:
    rig.hold("1+5", 1.0)
    rig.tap("2", "roll", "roll")
    assert rig.switched_off
    assert rig.screen == "dark"
    assert "desenchufar" in rig.words
    rig.cut_power()
    rig.restore_power()
    assert (rig.switched_off, rig.screen) == (False, "handover")


def test_a_state_folder_is_gone_on_from(tmp_path: Path) -> None:
    with ConsoleRig(players=("Ana", "Beto"), state=tmp_path, language="en", rules=PRESETS["wiki-50"]) as rig:
        rig.tap("roll")
        match = rig.match
    with ConsoleRig(state=tmp_path) as rig:
        assert (rig.match, rig.screen) == (match, "dice")
        assert "Roll" in rig.words
        assert rig.app is not None
        assert rig.app.settings.rules == PRESETS["wiki-50"]
    with ConsoleRig(state=tmp_path, players=("Caro",)) as rig:
        assert rig.match is not None
        assert (rig.match.players, rig.match.moves) == (("Caro",), ())


def test_time_never_runs_backwards(rig: ConsoleRig) -> None:
    rig.advance(2.0)
    rig.advance_to(1.0)
    assert rig.now == 2.0


def test_frame_is_a_picture_of_its_own(rig: ConsoleRig) -> None:
    picture = rig.frame()
    picture.paste(Image.new("1", picture.size, 1))
    assert rig.frame().tobytes() == drawn(rig)

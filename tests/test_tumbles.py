"""Dice in the air: what a script can't stop at, for after each of its steps the console runs on until it is at rest."""

from __future__ import annotations

import pytest

from servida.ui.app import draw
from servida_host.console_rig import ConsoleRig
from servida_host.play import play
from servida_host.script import parse


@pytest.mark.parametrize("moment", range(30))
def test_no_die_is_left_in_the_air(moment: int) -> None:
    with ConsoleRig(players=("Ana", "Beto"), language="es") as rig:
        rig.advance(moment * 0.0137)
        rig.dice(1, 2, 3, 4, 5)
        rig.tap("roll")
        assert rig.app is not None
        assert rig.frame().tobytes() == draw(rig.app, rig.now + 1.0).image.tobytes()


def roll_until(rig: ConsoleRig, seconds: float) -> None:
    """Press ROLL and stop so many seconds after the console heard it."""
    rig.press("roll")
    rig.advance(0.06)
    rig.release("roll")
    rig.advance(0.0251 + seconds)
    assert rig.console is not None
    assert rig.console.busy(rig.now)


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.2, 0.4, 0.58])
def test_the_plug_pulled_while_dice_tumble(seconds: float) -> None:
    with ConsoleRig(players=("Ana", "Beto"), language="es") as rig:
        rig.dice(1, 2, 3, 4, 5)
        roll_until(rig, seconds)
        rolled = rig.match
        rig.cut_power()
        rig.restore_power()
        assert rig.match == rolled
        script = """
            expect screen dice
            expect dice 1 2 3 4 5
            expect rolls 2
            expect text "ESCALERA SERVIDA"
            hold roll 0.8
            tap 2 2 roll
            expect points Ana straight 25
            expect turn Beto
        """
        assert play(rig, parse(script), lambda _name, _image: None) is None


@pytest.mark.parametrize("seconds", [0.1, 0.7, 2.0])
def test_the_plug_pulled_while_a_win_is_celebrated(seconds: float) -> None:
    with ConsoleRig(players=("Ana", "Beto"), language="es") as rig:
        rig.dice(6, 6, 6, 6, 6)
        roll_until(rig, seconds)
        assert rig.screen == "dice"
        assert ("¡Gana la partida!" in rig.words) == (seconds > 0.6)
        rig.cut_power()
        rig.restore_power()
        assert rig.screen == "result"
        assert rig.winner == "Ana"

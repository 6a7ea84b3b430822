"""What was done to a console, recorded and done again: the same bytes on the bus at the same moments."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

import pytest

from servida.config import Config, Loaded
from servida.device.store import Store
from servida.rules import PRESETS
from servida.ui.keypad import Button
from servida_host.console_rig import ConsoleRig
from servida_host.faces.keys import DEEDS, Stroke
from servida_host.faces.pace import Pace
from servida_host.play import play
from servida_host.record import Recording, Unrecordable, beginning
from servida_host.script import parse, to_text

if TYPE_CHECKING:
    from pathlib import Path

    from PIL import Image

    from servida_host.bus import Transaction
    from servida_host.play import Failure


def keep_nothing(_name: str, _image: Image.Image) -> None: ...


def replayed(script: str) -> tuple[Failure | None, list[Transaction], float]:
    steps = parse(script)
    with ConsoleRig(again=beginning(steps), strict=False) as rig:
        failure = play(rig, steps, keep_nothing)
        return failure, list(rig.bus.log), rig.now


def assert_replays(rig: ConsoleRig, recording: Recording) -> None:
    failure, log, now = replayed(recording.script())
    assert failure is None
    assert log == list(rig.bus.log)
    assert now == rig.now


def meddle(rig: ConsoleRig, chance: Random, deeds: int) -> None:
    """Do anything that can be done to a rig, at any moment."""
    buttons = list(Button)
    faults = (
        lambda: rig.stick(chance.choice(buttons)),
        lambda: rig.unstick(chance.choice(buttons)),
        lambda: rig.chatter(chance.choice(buttons), chance.uniform(0.01, 0.3)),
        lambda: setattr(rig, "bounce", chance.choice((0.0, 0.0005, 0.0123, chance.uniform(0, 0.01)))),
        lambda: rig.unplug() if rig.plugged else rig.plug(),
        lambda: rig.dice(*(chance.randint(1, 6) for _ in range(5))),
        rig.stall_rng,
        rig.free_rng,
        rig.cut_power,
        rig.restore_power,
        rig.restore_power,
        rig.settle,
    )
    for _ in range(deeds):
        if chance.random() < 0.2:
            chance.choice(faults)()
        elif rig.fingers.down(button := chance.choice([Button.ROLL, *buttons])):
            rig.release(button)
        else:
            rig.press(button)
        if chance.random() < 0.9:
            rig.advance(chance.choice((0.0, chance.uniform(0, 0.1), chance.uniform(0, 3))))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_done_at_any_moment_replays(seed: int) -> None:
    chance = Random(seed)
    with ConsoleRig(players=("Ana", "Beto"), seed=seed, bounce=chance.choice((0.0, 0.004)), strict=False) as rig:
        recording = Recording(rig)
        meddle(rig, chance, 150)
        assert_replays(rig, recording)


def test_from_a_match_in_progress_with_a_household_s_own_ways(tmp_path: Path) -> None:
    with ConsoleRig(players=("Ana", "Zoé B"), rules=PRESETS["table-ace-high"], language="es", state=tmp_path) as rig:
        rig.dice(2, 2, 2, 2, 6)
        rig.tap("roll")
        rig.hold("roll", 0.8)
        rig.tap("4", "4", "roll")
    configured = Loaded(Config(panel="sh1106", address=0x3D), ('servida.toml:1: "x" is no key',))
    date = datetime(2026, 7, 1, 12, 34, 56, 789, tzinfo=UTC)
    with ConsoleRig(state=tmp_path, configured=configured, beginning=date, seed=3, strict=False) as rig:
        recording = Recording(rig)
        meddle(rig, Random(1), 60)
        script = recording.script()
        assert "#   language es\n#   rules table-ace-high\n" in script
        assert "Zoé B" in script.partition("start")[0]
        assert_replays(rig, recording)


def test_a_face_that_looks_often_and_at_odd_moments_changes_nothing() -> None:
    chance, time = Random(2), [1000.0]
    with ConsoleRig(players=("Ana", "Beto"), seed=2, strict=False) as rig:
        recording, pace = Recording(rig), Pace(rig, lambda: time[0], 1.7)
        keys = [key for key, deed in DEEDS.items() if isinstance(deed, Stroke)]
        for _ in range(2000):
            time[0] += chance.uniform(0, 0.04)
            pace.catch_up()
            if chance.random() < 0.1:
                stroke = DEEDS[key := chance.choice(keys)]
                assert isinstance(stroke, Stroke)
                pace.strike(key, stroke)
        assert_replays(rig, recording)


def test_a_deed_at_another_moment_is_another_session() -> None:
    with ConsoleRig(players=("Ana", "Beto")) as rig:
        recording = Recording(rig)
        rig.advance(0.1234567)
        rig.tap("roll")
        log = list(rig.bus.log)
        script = recording.script()
    assert replayed(script)[1] == log
    tampered = re.sub(r"at \S+\nrelease", "at 0.19\nrelease", script)
    assert tampered != script
    assert replayed(tampered)[1] != log


def test_a_moment_that_is_past_fails() -> None:
    failure = replayed("tap 3\nat 0.001\n")[0]
    assert failure is not None
    assert (failure.line, failure.expected) == (2, "at 0.001")
    assert failure.found.endswith(" s gone by")


def test_after_at_nothing_settles_until_a_step_that_takes_time() -> None:
    with ConsoleRig(players=("Ana", "Beto")) as rig:
        assert (
            play(rig, parse("at 1\npress roll\nat 1.06\nrelease roll\nat 1.5\ndice 1\nframe rolling"), keep_nothing)
            is None
        )
        assert rig.now == 1.5
        assert rig.console is not None
        assert rig.console.busy(rig.now)
        assert play(rig, parse("at 1.51\nwait 0.01"), keep_nothing) is None
        assert not rig.console.busy(rig.now)
        assert rig.now > 1.52


def test_a_recording_is_read_back_as_it_was_written() -> None:
    with ConsoleRig(players=("Ana", "Beto"), seed=7) as rig:
        recording = Recording(rig)
        meddle(rig, Random(9), 40)
        steps = parse(recording.script())
        assert parse(to_text(steps)) == steps
        assert beginning(steps) == rig.began


def test_what_no_script_replays() -> None:
    with ConsoleRig(players=("Ana", "Beto")) as rig:
        rig.advance(1)
        with pytest.raises(Unrecordable, match=r"recorded from 1\.0 s on"):
            Recording(rig).script()


def test_a_store_that_can_t_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("servida_host.console_rig._database", lambda _path: None)
    with ConsoleRig(state=tmp_path) as rig, pytest.raises(Unrecordable, match="store could not be read"):
        Recording(rig).script()


def test_the_store_of_a_recording_is_the_household_s(tmp_path: Path) -> None:
    with ConsoleRig(players=("Ana", "Beto"), state=tmp_path / "a") as rig:
        data = rig.began.store
    assert data is not None
    (tmp_path / "servida.sqlite3").write_bytes(data)
    with closing(Store(tmp_path)) as store:
        match = store.load().match
    assert match is not None
    assert match.players == ("Ana", "Beto")

"""The pytest plugin as another project's tests see it; each check is seen to fail."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import busio
import pytest
from gpiozero import Device

if TYPE_CHECKING:
    from pathlib import Path

pytest_plugins = "pytester"

PROGRAM = """
    import adafruit_ssd1306
    from gpiozero import LED, Button

    class Switch:
        \"\"\"Callbacks only: each press turns the lamp and a spot on the panel over.\"\"\"

        def __init__(self, i2c):
            self.panel = adafruit_ssd1306.SSD1306_I2C(128, 32, i2c)
            self.lamp, self.button, self.held = LED(22), Button(17, hold_time=2), []
            self.button.when_pressed = self.turn
            self.draw()

        def turn(self):
            self.lamp.toggle()
            self.draw()

        def draw(self):
            self.panel.fill(0)
            self.panel.fill_rect(4, 4, 8, 8, self.lamp.value)
            self.panel.show()
"""

TESTS = """
    import pytest
    from gpiozero import Button, Device
    from servida_host.ssd1306 import Ssd1306
    from switch import Switch

    def start(servida_rig, **options):
        return servida_rig(lambda sockets: Switch(sockets.bus), buttons={"on": 17}, panel=Ssd1306(128, 32), **options)
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyfile(switch=PROGRAM)
    pytester.makepyprojecttoml("[tool.pytest.ini_options]\naddopts = '-p no:asyncio -p no:cacheprovider'\n")
    pytester.syspathinsert()
    return pytester


def run(project: pytest.Pytester, test: str, *options: str) -> pytest.RunResult:
    (project.path / "test_it.py").write_text(
        "\n".join(line.removeprefix("    ") for line in (TESTS + test).splitlines()), encoding="utf-8"
    )
    return project.runpytest_inprocess("-q", *options)


FRAME = """
    def test_lit(servida_rig, assert_frame):
        rig = start(servida_rig)
        rig.tap("on")
        assert_frame("deep/lit", rig.frame())
"""


def test_a_callback_program_runs_and_its_outputs_are_seen(project: pytest.Pytester) -> None:
    test = """
    def test_it(servida_rig):
        rig = start(servida_rig)
        assert not rig.high(22)
        rig.tap("on")
        assert rig.high(22) and rig.frame().getbbox() == (4, 4, 12, 12) and rig.frame().size == (128, 32)
        rig.tap("on")
        assert not rig.high(22) and not rig.frame().getbbox()
    """
    run(project, test).assert_outcomes(passed=1)


def test_a_polled_program_is_called_in_virtual_time(project: pytest.Pytester) -> None:
    test = """
    def test_it(servida_rig):
        class Blinker:
            closed = False
            def __init__(self):
                self.calls = []
            def step(self, now):
                self.calls.append(now)
                return now + 1.0
            def busy(self, now):
                return now < 5
            def close(self):
                Blinker.closed = True
        rig = servida_rig(lambda _: Blinker(), buttons={})
        rig.settle()
        assert rig.guest.calls == [0, 1, 2, 3, 4, 5]
        rig.cut_power()
        assert Blinker.closed
        with pytest.raises(RuntimeError, match="power is cut"):
            rig.guest
    """
    run(project, test).assert_outcomes(passed=1)


def test_when_held_waits_in_virtual_time_and_a_bounce_or_a_release_begins_again(project: pytest.Pytester) -> None:
    test = """
    def test_it(servida_rig):
        held = []
        def boot(sockets):
            button = Button(17, hold_time=2)
            button.when_held = lambda: held.append((sockets.clock.now, button.active_time, button.held_time))
            return button
        rig = servida_rig(boot, buttons={"on": 17})
        rig.press("on")
        rig.advance(1.5)
        rig.release("on")
        rig.advance(5)
        assert held == []
        rig.press("on")
        rig.advance(1.999)
        assert held == [] and not rig.guest.is_held
        rig.advance(10)
        assert held == [(8.5, 2.0, 0.0)] and rig.guest.is_held
        rig.release("on")
        rig.guest.hold_repeat = True
        rig.press("on")
        rig.advance(6.1)
        assert len(held) == 4
        rig.guest.close()
        rig.advance(6)
        assert len(held) == 4
    """
    run(project, test).assert_outcomes(passed=1)


def test_a_hold_waits_by_the_time_of_its_own_rig(project: pytest.Pytester) -> None:
    test = """
    def test_it(servida_rig):
        held = []
        def boot(sockets):
            button = Button(17, hold_time=2)
            button.when_held = lambda: held.append(sockets.clock.now)
            return button
        one, two = (servida_rig(boot, buttons={"on": 17}) for _ in range(2))
        one.press("on")
        two.tap("on")
        two.advance(50)
        assert held == [] and two.wake_at is None
        one.advance(2)
        assert held == [2]
    """
    run(project, test).assert_outcomes(passed=1)


def test_no_thread_is_left_waiting(project: pytest.Pytester) -> None:
    test = """
    def test_it(servida_rig):
        import threading
        before = threading.active_count()
        start(servida_rig)
        assert threading.active_count() == before
    """
    run(project, test).assert_outcomes(passed=1)


def test_two_rigs_in_one_test_do_not_meet(project: pytest.Pytester) -> None:
    test = """
    def test_it(servida_rig):
        one, two = start(servida_rig), start(servida_rig)
        one.tap("on")
        assert (one.high(22), two.high(22)) == (True, False)
        assert one.frame().getbbox() and not two.frame().getbbox()
        assert one.now > two.now
        one.cut_power()
        one.restore_power()
        two.tap("on")
        assert (one.high(22), two.high(22)) == (False, True)
    """
    run(project, test).assert_outcomes(passed=1)


def test_pins_left_open_are_freed_by_a_power_cut(project: pytest.Pytester) -> None:
    test = """
    def test_it(servida_rig):
        rig = start(servida_rig)
        first = rig.guest
        rig.tap("on")
        rig.cut_power()
        assert first.button.closed
        rig.restore_power()
        assert rig.guest is not first and not rig.high(22)
    """
    run(project, test).assert_outcomes(passed=1)


def test_what_was_there_is_there_again(project: pytest.Pytester) -> None:
    before = Device.pin_factory
    modules = "board" in sys.modules
    test = """
    import sys
    import busio
    import gpiozero.mixins

    REAL = busio.I2C, gpiozero.mixins.HoldThread, Device.pin_factory, sys.modules.get("board")

    def test_one(servida_rig):
        rig = start(servida_rig)
        assert Device.pin_factory is rig.fingers.factory
        raise KeyError("a test that fails")

    def test_two():
        assert REAL == (busio.I2C, gpiozero.mixins.HoldThread, Device.pin_factory, sys.modules.get("board"))
    """
    run(project, test).assert_outcomes(passed=1, failed=1)
    assert Device.pin_factory is before
    assert ("board" in sys.modules) is modules


def test_a_boot_that_fails_says_why_and_leaves_nothing(project: pytest.Pytester) -> None:
    test = """
    def test_one(servida_rig):
        with pytest.raises(ValueError, match="No I2C device at address: 0x3c"):
            start(servida_rig, address=0x3D)

    def test_two():
        assert Device.pin_factory is None
    """
    run(project, test).assert_outcomes(passed=2)


def test_board_and_busio_lead_to_the_rig(project: pytest.Pytester) -> None:
    test = """
    def test_it(servida_rig):
        def boot(sockets):
            import board, busio
            assert busio.I2C(board.SCL, board.SDA, frequency=400_000) is sockets.bus
            with pytest.raises(AttributeError, match="not D4"):
                board.D4
            i2c = board.I2C()
            i2c.deinit()
            return Switch(i2c)
        rig = servida_rig(boot, buttons={"on": 17}, panel=Ssd1306(128, 32))
        rig.tap("on")
        assert rig.frame().getbbox()
    """
    run(project, test).assert_outcomes(passed=1)


def test_board_at_the_top_of_a_module(project: pytest.Pytester) -> None:
    project.makepyfile(opener="import board\n\ndef main():\n    return board.I2C()\n")
    test = """
    import opener

    def test_without_a_rig():
        with pytest.raises(RuntimeError, match="no rig is running"):
            opener.main()

    @pytest.mark.parametrize("times", range(2))
    def test_it(servida_rig, times):
        rig = servida_rig(lambda _: Switch(opener.main()), buttons={"on": 17}, panel=Ssd1306(128, 32))
        rig.tap("on")
        assert rig.high(22)

    def test_after_a_rig():
        with pytest.raises(RuntimeError, match="no rig is running"):
            opener.main()
    """
    before = busio.I2C
    run(project, test, "-o", "servida_board=true").assert_outcomes(passed=4)
    assert busio.I2C is before
    assert "board" not in sys.modules
    assert run(project, test).ret != 0


def test_an_unknown_button_is_refused(project: pytest.Pytester) -> None:
    test = """
    def test_it(servida_rig):
        start(servida_rig).tap("off")
    """
    run(project, test).stdout.fnmatch_lines(["*UnknownButton: button 'off': there are on"])


def test_a_frame_is_missing_then_drawn_and_the_run_fails_then_right(project: pytest.Pytester) -> None:
    missing = run(project, FRAME)
    missing.assert_outcomes(failed=1)
    missing.stdout.fnmatch_lines(["frame */frames/deep/lit.txt: there is none; --update-frames would draw:", "┌─*"])
    assert not (project.path / "frames").exists()
    updated = run(project, FRAME, "--update-frames")
    updated.assert_outcomes(failed=1)
    updated.stdout.fnmatch_lines(
        ["*frames/deep/lit.txt: written for the first time:", "This test fails on purpose*without --update-frames."]
    )
    run(project, FRAME).assert_outcomes(passed=1)
    run(project, FRAME, "--update-frames").assert_outcomes(passed=1)


def test_a_wrong_frame_shows_the_difference_and_stays(project: pytest.Pytester) -> None:
    run(project, FRAME, "--update-frames")
    golden = project.path / "frames/deep/lit.txt"
    before = golden.read_text(encoding="utf-8")
    wrong = run(project, FRAME.replace('rig.tap("on")', 'rig.tap("on", "on")'))
    wrong.assert_outcomes(failed=1)
    wrong.stdout.fnmatch_lines(["*lit.txt: 64 pixels differ, x 4 to 11, y 4 to 11;*", "│    --------  *"])
    assert golden.read_text(encoding="utf-8") == before


def test_frames_live_in_the_folder_that_the_settings_name(project: pytest.Pytester) -> None:
    run(project, FRAME, "--update-frames", "-o", "servida_frames=golden/pictures")
    assert (project.path / "golden/pictures/deep/lit.txt").exists()
    assert not (project.path / "frames").exists()


def test_a_name_that_leaves_the_folder_is_refused(project: pytest.Pytester) -> None:
    refused = run(project, FRAME.replace("deep/lit", "../lit"), "--update-frames")
    refused.stdout.fnmatch_lines(["*ValueError: a golden frame's name is of a-z, 0-9, _, - and /, not '../lit'"])
    assert not list(project.path.glob("**/lit.txt"))


def test_a_run_that_needs_no_rig_loads_nothing_of_weight(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import sys\n\ndef test_it():\n    assert 'servida_host.pytest_plugin' in sys.modules\n"
        "    assert not {'gpiozero', 'PIL', 'busio', 'servida', 'servida_host.rig'} & set(sys.modules)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:asyncio", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout

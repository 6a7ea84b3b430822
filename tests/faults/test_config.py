"""`servida.toml`: what it may say, where it is looked for, and what a fault in it reads like, on the panel too."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden import frames
from servida.board import BUTTON_PINS, I2C_ADDRESS
from servida.cli import main
from servida.config import PINS, Config, Loaded, line_of, load, parse
from servida.rules import PRESETS
from servida.ui.font import SMALL, measure
from servida.ui.screens.notice import ROOM, readable, wrapped
from servida.ui.settings import Settings
from servida_host.console_rig import ConsoleRig

WHOLE = """\
# How our console is built.
panel = "sh1106"
address = 0x3D
clock = 100000
dim_after = 30
dark_after = 0
language = "pt"

[pins]
1 = 20
"roll" = 21

[rules]
preset = "wiki-60"
name = "casa"
double = 120
"""


def faults(text: str) -> tuple[str, ...]:
    return parse(text, "servida.toml").faults


def test_without_a_file_all_is_as_the_board_says() -> None:
    config = load(None, {}).config
    assert config == Config(BUTTON_PINS, "ssd1306", I2C_ADDRESS, 400_000, Settings())
    assert load(Path("/nowhere"), {"SERVIDA_CONFIG": ""}) == Loaded()
    assert parse("", "servida.toml") == Loaded()


def test_every_key_is_understood() -> None:
    config, wrong = parse(WHOLE, "servida.toml").config, faults(WHOLE)
    assert wrong == ()
    assert dict(config.pins) == BUTTON_PINS | {"1": 20, "roll": 21}
    assert (config.panel, config.address, config.clock) == ("sh1106", 0x3D, 100_000)
    settings = config.settings
    assert (settings.dim_after, settings.dark_after, settings.language) == (30, 0, "pt")
    assert settings.rules == replace(PRESETS["wiki-60"], name="casa", double=120)
    assert parse('rules = "wiki-wrap"', "").config.settings.rules is PRESETS["wiki-wrap"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('\npanel = "ssd1309"', '2: panel = "ssd1309": name one of "ssd1306" "sh1106"'),
        ("panel = 1306", '1: panel = 1306: name one of "ssd1306" "sh1106"'),
        ("address = 0x78", "1: address = 120: give a whole number from 0x08 to 0x77"),
        ("clock = 4e5", "1: clock = 400000.0: give a whole number from 10000 to 1000000 Hz"),
        ("dim_after = true", "1: dim_after = true: give a whole number from 0 to 86400 seconds, 0 being never"),
        ("\n\ndark_after = -1", "3: dark_after = -1: give a whole number from 0 to 86400 seconds, 0 being never"),
        ("language = 'de'", '1: language = "de": name one of "es" "en" "pt"'),
        (
            "# a comment\nlanguag = 'en'",
            (
                '2: languag = "en": there is no such key; there are panel address clock dim_after dark_after off_after '
                "language rules pins"
            ),
        ),
        ("rules = 5", f"1: rules = 5: name a preset ({' '.join(PRESETS)}) or give a table [rules]"),
        ("[rules]\npreset = 'table'\nace_high = 1", "3: rules.ace_high = 1: give true or false"),
        ("rules.preset = 'hose'", f'1: rules.preset = "hose": name one of {" ".join(PRESETS)}'),
        ("[rules]\nace_high = true", f"1: rules.preset: none is named; name one of {' '.join(PRESETS)}"),
        ("pins = [5, 6]", "1: pins = [5, 6]: give a table [pins]"),
        ("[pins]\n6 = 4", "2: pins.6 = 4: there is no such button; there are 1 2 3 4 5 roll"),
        (
            "[pins]\n2 = 4\n'1' = 2",
            "3: pins.1 = 2: give a BCM pin from 0 to 27 but 2 and 3, which are the panel's",
        ),
        ("[pins]\nroll = 5", "2: pins.roll = 5: button 1 is on GPIO5, too; give each a pin of its own"),
        (
            "[pins]\n1 = 4\n2 = 4",
            "3: pins.2 = 4: button 1 is on GPIO4, too; give each a pin of its own",
        ),
        ("pins = {roll = true}", "1: pins.roll = true: give a BCM pin from 0 to 27 but 2 and 3, which are the panel's"),
        ("a = " + 5000 * "[", "1: this is no TOML: it is nested too deeply"),
        (
            "\ndim_after = " + 5000 * "9",
            "2: this is no TOML: a number has too many digits",
        ),
        ("panel =\n", "1: this is no TOML: Invalid value (at line 1, column 8)"),
        (
            "address = 60\nclock",
            "2: this is no TOML: Expected '=' after a key in a key/value pair (at end of document)",
        ),
    ],
)
def test_a_fault_names_file_line_key_value_and_what_is_allowed(text: str, fault: str) -> None:
    assert faults(text) == (f"servida.toml:{fault}",)


def test_a_fault_leaves_all_other_keys_as_they_are() -> None:
    loaded = parse(WHOLE.replace("pt", "xx").replace("20", "2"), "servida.toml")
    assert [fault.split(":")[1] for fault in loaded.faults] == ["7", "10"]
    assert loaded.config.panel == "sh1106"
    assert loaded.config.settings.dim_after == 30
    assert loaded.config.settings.language == "es"
    assert loaded.config.pins == BUTTON_PINS


def test_buttons_may_change_places() -> None:
    loaded = parse("[pins]\n1 = 6\n2 = 5\n", "")
    assert loaded.faults == ()
    assert (loaded.config.pins["1"], loaded.config.pins["2"]) == (6, 5)


@given(st.dictionaries(st.sampled_from(list(BUTTON_PINS)), st.integers(-1, 30), max_size=6))
def test_whatever_the_pins_they_are_six_different_ones(pins: dict[str, int]) -> None:
    text = "[pins]\n" + "".join(f"{button} = {pin}\n" for button, pin in pins.items())
    loaded = parse(text, "")
    assert len(set(loaded.config.pins.values())) == 6
    wanted = BUTTON_PINS | pins
    legal = len(set(wanted.values())) == 6 and set(wanted.values()) <= set(PINS)
    assert (loaded.config.pins == wanted) is legal
    assert bool(loaded.faults) is not legal


@given(st.text())
def test_no_text_makes_it_raise(text: str) -> None:
    loaded = parse(text, "servida.toml")
    assert all(fault.startswith("servida.toml:") for fault in loaded.faults)


@given(st.data())
def test_nor_does_a_file_with_holes(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(WHOLE)))
    parse(WHOLE[:at] + data.draw(st.text(max_size=3)) + WHOLE[at + data.draw(st.integers(0, 9)) :], "servida.toml")


def test_the_line_of_a_key_is_found_wherever_it_stands() -> None:
    assert line_of(WHOLE, ("pins", "roll")) == 11
    assert line_of(WHOLE, ("rules", "ace_high")) == 13
    assert line_of(WHOLE, ("rules", "double")) == 16
    assert line_of("pins = {roll = 3}", ("pins", "roll")) == 1
    assert line_of("\npins . roll = 3", ("pins", "roll")) == 2
    assert line_of(WHOLE, ("beauty",)) == 1


def test_the_folder_of_the_state_is_looked_at_first_then_the_environment(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('language = "pt"', encoding="utf-8")
    environment = {"SERVIDA_CONFIG": str(other)}
    assert load(tmp_path, environment).config.settings.language == "pt"
    (tmp_path / "servida.toml").write_text('language = "en"', encoding="utf-8")
    assert load(tmp_path, environment).config.settings.language == "en"
    assert load(None, environment).config.settings.language == "pt"
    assert load(tmp_path, environment, other).config.settings.language == "pt"


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    told = (f"{missing}: No such file or directory; expected a configuration",)
    assert load(None, {"SERVIDA_CONFIG": str(missing)}) == Loaded(faults=told)
    assert load(None, {}, missing) == Loaded(faults=told)
    (tmp_path / "large.toml").write_bytes(65_537 * b"#")
    told = (f"{tmp_path / 'large.toml'}: larger than 65536 bytes; expected a configuration",)
    assert load(None, {}, tmp_path / "large.toml").faults == told
    strange = tmp_path / "strange.toml"
    strange.write_bytes(b"language = '\xff'")
    assert load(None, {}, strange).faults == (f"{strange}: not a text in UTF-8 (invalid start byte)",)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "servida.toml"
    path.write_text('language = "en"', encoding="utf-8-sig")
    assert load(tmp_path, {}).config.settings.language == "en"


def test_a_console_is_built_as_the_file_says(tmp_path: Path) -> None:
    configured = parse(WHOLE, "servida.toml")
    with ConsoleRig(configured=configured, state=tmp_path) as rig:
        assert rig.bus.log[0].address == 0x3D
        assert rig.fingers.factory.pin(21).function == "input"
        assert rig.app is not None
        assert rig.app.settings.language == "pt"
        assert rig.app.settings.rules.name == "casa"
        rig.tap("roll")
        assert rig.screen == "setup"
        rig.advance(31)
        assert rig.panel.contrast == 1
    with ConsoleRig(configured=Loaded(), state=tmp_path) as rig:
        assert rig.app is not None
        assert rig.app.settings.language == "pt", "what the console has stored stays"


def test_faults_are_shown_over_the_first_screen_until_they_were_read() -> None:
    configured = parse('dim_after = "soon"\nlanguag = "en"\n', "servida.toml")
    with ConsoleRig(players=("Ana", "Beto"), configured=configured) as rig:
        assert rig.screen == "notice"
        assert rig.console is not None
        frames.check("notice", rig.console.canvas.image)
        assert rig.words.startswith("Servida servida.toml:1: dim_after")
        rig.tap("3")
        assert rig.words.startswith('Servida = "soon": give')
        rig.tap("2", "2")
        assert rig.words.startswith("Servida servida.toml:1: dim_after")
        rig.tap("roll")
        assert "languag" in rig.words
        rig.tap("3", "3", "3", "3", "3", "4")
        assert rig.screen == "notice"
        rig.tap("roll")
        assert rig.screen == "handover"
        rig.cut_power()
        rig.restore_power()
        assert rig.screen == "notice"
        rig.tap("1")
        assert rig.screen == "handover"


def test_a_short_notice_needs_no_scroll_bar() -> None:
    with ConsoleRig(configured=Loaded(faults=("Hm.",))) as rig:
        assert rig.words == "Servida Hm."
        rig.hold("roll", 0.9)
        assert rig.screen == "title"


def test_characters_that_the_font_has_not_are_question_marks() -> None:
    assert readable("año 漢 e\u0301") == "año ? é"


@given(st.text(alphabet="ab .i", max_size=80))
def test_rows_fit_and_nothing_is_lost(text: str) -> None:
    rows = wrapped(text, ROOM)
    assert all(measure(row, SMALL) <= ROOM for row in rows)
    assert "".join(rows).replace(" ", "") == text.replace(" ", "")


def test_a_word_wider_than_the_glass_is_broken() -> None:
    word = "".join(random.Random(1).choices("abcdefgh", k=60))
    assert "".join(wrapped(word, ROOM)) == word


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.txt"
    path.write_text("expect screen notice\nexpect text dim_after\ntap 1\nexpect screen handover\n", encoding="utf-8")
    return path


def test_the_simulator_takes_a_configuration_and_says_what_is_wrong_with_it(
    script: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = tmp_path / "our.toml"
    named.write_text("dim_after = 1.5", encoding="utf-8")
    options = ["sim", "--script", str(script), "--players", "Ana", "--config", str(named), "--bounce", "20"]
    assert main(options) == 0
    assert capsys.readouterr().err == (
        f"servida: {named}:1: dim_after = 1.5: give a whole number from 0 to 86400 seconds, 0 being never\n"
    )


def test_the_simulator_finds_one_in_the_folder_of_the_state(script: Path, tmp_path: Path) -> None:
    (tmp_path / "servida.toml").write_text("dim_after = 1.5", encoding="utf-8")
    assert main(["sim", "--script", str(script), "--players", "Ana", "--state", str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--config", "nowhere.toml"], "--config: there is no file nowhere.toml"),
        (["--config", "/dev"], "--config: /dev is no regular file"),
        (["--bounce", "51"], "argument --bounce: '51': expected 0 to 50 ms"),
        (["--bounce", "much"], "argument --bounce: 'much': expected 0 to 50 ms"),
        (["--bounce", "nan"], "argument --bounce: 'nan': expected 0 to 50 ms"),
    ],
)
def test_the_simulator_refuses_what_it_cannot_do(
    options: list[str], told: str, script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", "--script", str(script), *options]) == 2
    assert capsys.readouterr().err == f"servida: {told}\n"

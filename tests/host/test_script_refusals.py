"""What the script language refuses, and that each refusal names file, line, word and what is allowed."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from servida_host.options import bounce
from servida_host.script import ScriptError, parse

BUTTONS = "(1 2 3 4 5 roll)"
REFUSED = (
    (
        "tapp 1",
        "tapp",
        "tap or press or release or hold or wait or watch or at or dice or frame or stick or unstick or chatter",
    ),
    ("Tap 1", "Tap", "tap or press"),
    ("tap", "tap", f"buttons {BUTTONS} after it"),
    ("tap 1 6", "6", f"buttons {BUTTONS}"),
    ("tap ROLL", "ROLL", f"buttons {BUTTONS}"),
    ("press", "press", f"a button {BUTTONS} after it"),
    ("press 0", "0", f"a button {BUTTONS}"),
    ("press 1 2", "2", "nothing more after press BUTTON"),
    ("release", "release", f"a button {BUTTONS} after it"),
    ("release five", "five", f"a button {BUTTONS}"),
    ("hold", "hold", f"a button {BUTTONS}, or different ones joined by '+', as in 1+5 after it"),
    ("hold 1+6 1", "1+6", f"a button {BUTTONS}, or different ones joined by '+', as in 1+5"),
    ("hold 1+1 1", "1+1", "different ones"),
    ("hold 1+ 1", "1+", "different ones"),
    ("hold roll", "hold roll", "seconds from 0 to 86400, with at most three decimals after it"),
    ("hold roll long", "long", "seconds from 0 to 86400"),
    ("hold roll 1 1", "1", "nothing more after hold BUTTON+... SECONDS"),
    ("wait", "wait", "seconds from 0 to 86400, with at most three decimals after it"),
    ("wait -1", "-1", "seconds from 0"),
    ("wait 1e3", "1e3", "seconds from 0"),
    ("wait nan", "nan", "seconds from 0"),
    ("wait inf", "inf", "seconds from 0"),
    ("wait .5", ".5", "seconds from 0"),
    ("wait 0.0001", "0.0001", "at most three decimals"),
    ("wait 86400.001", "86400.001", "to 86400"),
    ("wait 100000", "100000", "to 86400"),
    ("wait ٣", "٣", "seconds from 0"),
    ("wait 1 s", "s", "nothing more after wait SECONDS"),
    ("dice", "dice", "faces from 1 to 6 after it"),
    ("dice 1 7", "7", "faces from 1 to 6"),
    ("dice 0", "0", "faces from 1 to 6"),
    ("dice 6,6", "6,6", "faces from 1 to 6"),
    ("dice ٣", "٣", "faces from 1 to 6"),
    ("frame", "frame", "a name of 1 to 64 letters a-z, digits, '-' and '_' after it"),
    ("frame ../up", "../up", "a name of 1 to 64"),
    ("frame a/b", "a/b", "a name of 1 to 64"),
    ("frame a.png", "a.png", "a name of 1 to 64"),
    ("frame ñ", "ñ", "a name of 1 to 64"),
    ("frame ''", "", "a name of 1 to 64"),
    (f"frame {'x' * 65}", "x" * 65, "a name of 1 to 64"),
    ("frame a b", "b", "nothing more after frame NAME"),
    ("bounce", "bounce", "0 to 50 ms after it"),
    ("bounce 60000", "60000", "0 to 50 ms"),
    ("bounce 50.001", "50.001", "0 to 50 ms"),
    ("bounce -1", "-1", "0 to 50 ms"),
    ("stick", "stick", f"a button {BUTTONS} after it"),
    ("unstick 9", "9", f"a button {BUTTONS}"),
    ("unplug", "unplug", "oled after it"),
    ("unplug rng", "rng", "oled"),
    ("plug oled now", "now", "nothing more after plug oled"),
    ("stall", "stall", "rng after it"),
    ("free oled", "oled", "rng"),
    ("cut oled", "oled", "power"),
    ("restore", "restore", "power after it"),
    ("expect", "expect", "screen or dice or held or rolls or turn or points or scratched or open or total"),
    ("expect nothing", "nothing", "winner or tie or text"),
    ("expect screen", "expect screen", "a screen (title setup handover dice lines scoreboard result review menu"),
    ("expect screen Lines", "Lines", "coach dark)"),
    ("expect screen dice 1", "1", "nothing more after expect screen SCREEN"),
    ("expect dice", "expect dice", "five faces from 1 to 6 after it"),
    ("expect dice 1 2 3 4", "expect dice", "five faces from 1 to 6 after it"),
    ("expect dice 1 2 3 4 5 6", "6", "five faces from 1 to 6"),
    ("expect dice 1 2 3 4 7", "7", "five faces from 1 to 6"),
    ("expect held 0", "0", "different positions from 1 to 5, or nothing"),
    ("expect held 6", "6", "different positions"),
    ("expect held 2 2", "2", "different positions"),
    ("expect held none", "none", "or nothing"),
    ("expect rolls", "expect rolls", "a number of rolls from 0 to 3 after it"),
    ("expect rolls 4", "4", "a number of rolls from 0 to 3"),
    ("expect turn", "expect turn", "a player's name after it"),
    ("expect turn ' '", " ", "a player's name"),
    ("expect turn Ana Inés", "Inés", "nothing more after expect turn PLAYER"),
    ("expect points", "expect points", "a player's name after it"),
    (
        "expect points Ana",
        "expect points Ana",
        "a line (ones twos threes fours fives sixes straight full poker",
    ),
    ("expect points Ana póker 40", "póker", "a line (ones"),
    ("expect points Ana poker", "expect points Ana poker", "points from 0 to 9999 after it"),
    ("expect points Ana poker -5", "-5", "points from 0 to 9999"),
    ("expect points Ana poker 10000", "10000", "points from 0 to 9999"),
    ("expect points Ana poker 4 0", "0", "nothing more after expect points PLAYER LINE POINTS"),
    ("expect scratched Ana", "expect scratched Ana", "generala double) after it"),
    ("expect open Ana SIXES", "SIXES", "a line (ones"),
    ("expect total Ana", "expect total Ana", "points from 0 to 9999 after it"),
    ("expect total Ana many", "many", "points from 0 to 9999"),
    ("expect winner", "expect winner", "a player's name after it"),
    ("expect tie", "expect tie", "two or more different players' names after it"),
    ("expect tie Ana", "expect tie", "two or more different players' names after it"),
    ("expect tie Ana Ana", "Ana", "two or more different players' names"),
    ("expect text", "expect text", "the words, in quotation marks if there are spaces after it"),
    ("expect text ''", "", "the words"),
    ("expect text TWO WORDS", "WORDS", 'nothing more after expect text "TEXT"'),
    (
        "expect turn O'Neil",
        "expect turn O'Neil",
        "every quotation mark closed and something after a backslash",
    ),
    ("expect text x\\", "expect text x\\", "every quotation mark closed and something after a backslash"),
)


@pytest.mark.parametrize(("text", "word", "allowed"), REFUSED, ids=[text for text, _, _ in REFUSED])
def test_a_refusal_names_file_line_word_and_what_is_allowed(text: str, word: str, allowed: str) -> None:
    with pytest.raises(ScriptError) as caught:
        parse(f"tap roll\n{text}\nalso bad\n", "game.txt")
    fault = caught.value
    assert (fault.file, fault.line, fault.word) == ("game.txt", 2, word)
    assert allowed in fault.allowed
    assert str(fault) == f"game.txt:2: {word!r}: expected {fault.allowed}"


def test_a_refusal_is_one_line_whatever_the_script_holds() -> None:
    with pytest.raises(ScriptError) as caught:
        parse('tap "\r\x1b[2J"')
    assert str(caught.value).isprintable()


def test_a_second_frame_would_overwrite_the_first() -> None:
    with pytest.raises(ScriptError, match=r"^script:3: 'a': expected another name, this one is the frame of line 1$"):
        parse("frame a\nframe b\nframe a")


@pytest.mark.parametrize(
    ("text", "line", "moment", "least"),
    [
        ("at 5\nat 3", 2, "3", "5"),
        ("at 5\ntap roll # takes its time\nat 4.999", 3, "4.999", "5"),
        ("wait 10\n\nat 5", 3, "5", "10"),
        ("hold roll 0.8\nwatch 0.3\nat 1", 3, "1", "1.1"),
        ("at 12345678.5\nat 12345678.25", 2, "12345678.25", "12345678.5"),
    ],
)
def test_a_moment_that_is_surely_past_is_found_before_anything_runs(
    text: str, line: int, moment: str, least: str
) -> None:
    with pytest.raises(ScriptError) as caught:
        parse(text)
    told = f"expected seconds from {least} on, to which the steps before bring time"
    assert str(caught.value) == f"script:{line}: '{moment}': {told}"


@pytest.mark.parametrize(
    "text", ["at 5\nat 5", "wait 0.1\nwait 0.2\nat 0.3", "wait 0.7\nwait 0.1\nat 0.8", "at 3\nwait 1\nat 4"]
)
def test_a_moment_that_has_just_come_is_not_past(text: str) -> None:
    assert parse(text)


def test_the_command_line_says_of_chatter_what_a_script_does() -> None:
    with pytest.raises(ArgumentTypeError, match=r"^'60000': expected 0 to 50 ms$"):
        bounce("60000")
    with pytest.raises(ScriptError, match=r"'60000': expected 0 to 50 ms$"):
        parse("bounce 60000")

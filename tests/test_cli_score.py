"""`servida score`: answers, errors and their places."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from servida.cli import main
from servida.rules import PRESETS

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("fours 4 4 4 2 6", "12"),
        ("straight 1 2 3 4 5", "20"),
        ("straight 1 2 3 4 5 --served", "25"),
        ("straight 1 2 3 4 5 --served --rules classic-2007", "30"),
        ("straight --served 5 1 2 4 3", "25"),
        ("straight 1 1 3 4 5 --rules wiki-wrap", "0"),
        ("generala 6 6 6 6 6 --served", "wins"),
        ("generala 6 6 6 6 6 --served --generala open", "wins"),
        ("generala 6 6 6 6 6 --served --rules table-scores", "60"),
        ("generala 6 6 6 6 6 --served --generala scratched", "50"),
        ("double 6 6 6 6 6 --served --generala scored --rules wiki-50-double", "100"),
        ("double 6 6 6 6 6 --generala scratched --rules wiki-50-double", "0"),
        ("double 6 6 6 6 6 --rules wiki-50-double", "0"),
    ],
)
def test_a_case_is_answered_with_its_points_or_wins(words: str, answer: str, capsys: Capture) -> None:
    assert main(["score", *words.split()]) == 0
    assert capsys.readouterr() == (f"{answer}\n", "")


LINES = "ones twos threes fours fives sixes straight full poker generala double"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("fours 4 4 7 2 6", "die 3 shows 7; a die shows 1 to 6"),
        ("fours 4 4 4 2 six", "die 5 shows 'six'; a die shows 1 to 6"),
        ("fours 4 4 4 2 -1", "die 5 shows '-1'; a die shows 1 to 6"),
        ("fours 4 4 4 2", "4 dice were given; a hand has 5"),
        ("fours", "0 dice were given; a hand has 5"),
        ("fours 4 4 4 2 6 6", "6 dice were given; a hand has 5"),
        ("four 4 4 4 2 6", f"there is no line 'four'; the lines are {LINES}"),
        (
            "double 6 6 6 6 6",
            f"rule set table has no line double; its lines are {LINES.removesuffix(' double')}",
        ),
        (
            "fours 4 4 4 2 6 --rules mesa",
            f"there is no rule set 'mesa'; name a preset ({' '.join(PRESETS)}) or a TOML file",
        ),
        (
            "generala 6 6 6 6 6 --generala closed",
            "argument --generala: invalid choice: 'closed' (choose from 'open', 'scored', 'scratched')",
        ),
        ("fours 4 4 4 2 6 --rules", "argument --rules: expected one argument"),
        ("fours 4 4 4 2 6 --serve", "unrecognized arguments: --serve"),
        ("", "the following arguments are required: LINE"),
        ("- --served", "dice, --served and --generala: not together with -, where each case says them"),
        ("- --generala open", "dice, --served and --generala: not together with -, where each case says them"),
        ("- 1 2 3 4 5", "dice, --served and --generala: not together with -, where each case says them"),
    ],
)
def test_bad_input_is_one_line_on_standard_error_and_status_2(words: str, complaint: str, capsys: Capture) -> None:
    assert main(["score", *words.split()]) == 2
    out, err = capsys.readouterr()
    # Python 3.12 and later no longer quote the choices.
    assert (out, err.replace("'", "")) == ("", f"servida: {complaint}\n".replace("'", ""))


def test_an_argument_with_a_line_break_still_makes_one_line(capsys: Capture) -> None:
    assert main(["score", "fours", "4", "4", "4", "2", "6", "--bad\noption"]) == 2
    assert capsys.readouterr().err == "servida: unrecognized arguments: --bad option\n"


def test_a_household_s_file_is_a_rule_set(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "casa.toml"
    file.write_text('preset = "table"\nserved_bonus = 9\n', encoding="utf-8")
    assert main(["score", "poker", "2", "2", "2", "2", "6", "--served", "--rules", str(file)]) == 0
    assert capsys.readouterr().out == "49\n"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b'preset = "table"\nbonus = 9\n', "bonus: 9 is not allowed; there is no such option; there are preset"),
        (b"preset = \xff", "not a text in UTF-8"),
        (None, "Is a directory"),
    ],
)
def test_a_faulty_file_is_named_in_one_line(
    content: bytes | None, complaint: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "casa.toml"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    assert main(["score", "ones", "1", "1", "1", "1", "1", "--rules", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"servida: {file}: {complaint}")
    assert err.count("\n") == 1


def test_json_tells_the_case_and_its_points(capsys: Capture) -> None:
    assert main(["score", "straight", "1", "2", "3", "4", "5", "--served", "--json"]) == 0
    assert main(["score", "generala", "6", "6", "6", "6", "6", "--served", "--json"]) == 0
    points, wins = map(json.loads, capsys.readouterr().out.splitlines())
    assert points == {
        "line": "straight",
        "dice": [1, 2, 3, 4, 5],
        "served": True,
        "generala": "open",
        "rules": "table",
        "points": 25,
        "wins": False,
    }
    assert (wins["points"], wins["wins"]) == (None, True)


CASES = """\
# line dice [served] [state]
fours 4 4 4 2 6

generala 6 6 6 6 6 served
generala 6 6 6 6 6 served scratched   # no win any more
  double 6 6 6 6 6 scored
double 6 6 6 6 6 served scored
straight 1 2 3 4 5 served
"""


def from_stdin(text: str, monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return main(["score", "-", *options])


def test_cases_from_standard_input_are_answered_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert from_stdin(CASES, monkeypatch, "--rules", "wiki-60-double") == 0
    assert capsys.readouterr() == ("12\nwins\n60\n120\n120\n30\n", "")


def test_a_bad_line_is_an_error_in_its_place_and_the_others_are_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    text = (
        "fours 4 4 4 2 6\n\nfour 4 4 4 2 6\ntwos 4 4 4 2\nones 1 1 1 1 7\nones 1 1 1 1 1 scored served\ntwos 2 2 2 2 2"
    )
    assert from_stdin(text, monkeypatch) == 2
    out, err = capsys.readouterr()
    assert out == "12\nerror\nerror\nerror\nerror\n10\n"
    assert err == (
        f"servida: line 3: there is no line 'four'; the lines are {LINES}\n"
        "servida: line 4: 4 dice were given; a hand has 5\n"
        "servida: line 5: die 5 shows 7; a die shows 1 to 6\n"
        "servida: line 6: die 6 shows 'scored'; a die shows 1 to 6\n"
    )


def test_a_bad_line_is_a_json_object_in_its_place_too(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert from_stdin("ones 1 1\nones 1 1 2 2 2\n", monkeypatch, "--json") == 2
    bad, good = map(json.loads, capsys.readouterr().out.splitlines())
    assert bad == {"error": "2 dice were given; a hand has 5"}
    assert good["points"] == 2


def test_a_byte_that_is_no_text_spoils_its_own_case_only() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "servida", "score", "-"],
        input=b"ones 1 1 1 1 1\nones 1 1 1 1 \xff\nones 1 1 1 1 2\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"5\nerror\n4\n")
    assert done.stderr == b"servida: line 2: die 5 shows '\\\\xff'; a die shows 1 to 6\n"


def test_a_case_that_does_not_end_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("ones 1 1 1 1 1\n" + 1001 * "x"))
    assert main(["score", "-"]) == 2
    assert capsys.readouterr() == ("5\n", "servida: line 2: longer than 1000 characters; expected a case a line\n")


def test_each_answer_is_out_before_the_next_case_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.BytesIO()

    class Cases:
        def readline(self, size: int) -> str:
            del size
            return next(cases, "")

    def given() -> Iterator[str]:
        yield "ones 1 1 1 1 1\n"
        assert pipe.getvalue() == b"5\n"
        yield "ones 2 2 2 2 2\n"
        assert pipe.getvalue() == b"5\n0\n"

    cases = given()
    monkeypatch.setattr(sys, "stdin", Cases())
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe))
    assert main(["score", "-"]) == 0

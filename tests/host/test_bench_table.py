"""What a benchmark's table says, and where in a README it goes."""

from __future__ import annotations

import json
import platform
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from servida_host.bench import table
from servida_host.bench.figure import Comparison, Spread, Unit, Wanted
from servida_host.bench.table import amount, markdown, plain, range_of, ratio, report
from servida_host.marked import NoPlace, inserted

if TYPE_CHECKING:
    from pathlib import Path

MET = Comparison(
    "packing",
    "image to panel bytes",
    "image()",
    Unit.SECONDS,
    Spread(15e-6, 14.5e-6, 16e-6, 150),
    Spread(1.5e-3, 1.5e-3, 1.5e-3, 150),
    Wanted("≥ 50 × faster", share=1 / 50),
    "of one picture",
)
MISSED = Comparison(
    "traffic",
    "bytes: a match",
    "luma",
    Unit.BYTES,
    Spread(200_000, 200_000, 200_000, 1),
    Spread(1_000_000, 1_000_000, 1_000_000, 1),
    Wanted("≤ 1/8", share=1 / 8),
    "1,000 pictures",
)
SHOWN = Comparison(
    "start", "peak memory", "bare", Unit.MEMORY, Spread(30e6, 29e6, 31e6, 15), Spread(9e6, 9e6, 9e6, 15), None
)


@pytest.fixture(autouse=True)
def _machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "machine", lambda: "a laptop")


@pytest.mark.parametrize(
    ("value", "unit", "told"),
    [
        (14.64e-6, Unit.SECONDS, "14.6 µs"),
        (0.4e-6, Unit.SECONDS, "0.40 µs"),
        (1.506e-3, Unit.SECONDS, "1.51 ms"),
        (0.1799, Unit.SECONDS, "180 ms"),
        (2.0, Unit.SECONDS, "2 s"),
        (1044, Unit.BYTES, "1,044 B"),
        (68.5, Unit.BYTES, "68.5 B"),
        (0, Unit.BYTES, "0 B"),
        (30.24e6, Unit.MEMORY, "30.2 MB"),
        (42.52, Unit.FRAMES, "42.5 frames/s"),
        (3570, Unit.SWITCHES, "3,570 a minute"),
    ],
)
def test_a_value_is_told_to_about_three_figures(value: float, unit: Unit, told: str) -> None:
    assert amount(value, unit) == told


def test_quartiles_are_told_in_the_medians_unit_where_they_differ() -> None:
    assert range_of(Spread(1.1e-3, 0.99e-3, 1.3e-3, 9), Unit.SECONDS) == "1.10 ms (0.99–1.30)"
    assert range_of(Spread(1044, 1044, 1044, 9), Unit.BYTES) == "1,044 B"


@pytest.mark.parametrize(
    ("share", "told"), [(1 / 17.4, "1/17.4"), (1.0, "1 ×"), (2.518, "2.52 ×"), (0.0, "–"), (float("inf"), "–")]
)
def test_a_ratio_is_told_as_people_say_it(share: float, told: str) -> None:
    assert ratio(share) == told


def test_markdown_says_below_the_table_what_is_not_met_and_why() -> None:
    assert markdown([MET, MISSED, SHOWN]) == (
        "| figure | Servida | against | theirs | ratio | wanted | met |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n"
        "| image to panel bytes | 15 µs (14.5–16) | image() | 1.50 ms | 1/100 | ≥ 50 × faster | yes |\n"
        "| bytes: a match | 200,000 B | luma | 1,000,000 B | 1/5 | ≤ 1/8 | **no** |\n"
        "| peak memory | 30 MB (29–31) | bare | 9 MB | 3.33 × | – | – |\n"
        "\n"
        "- bytes: a match: 1,000 pictures\n"
        "\n"
        "*Medians and quartiles of `make bench` on a laptop.*\n"
    )
    assert markdown([MISSED, replace(MISSED, against="image()")]).count("1,000 pictures") == 1
    assert markdown([MET]).splitlines()[3:] == ["", "*Medians and quartiles of `make bench` on a laptop.*"]


def test_the_terminal_gets_the_notes_and_the_count() -> None:
    head, *rows = plain([MET, MISSED, replace(MET, against="other()"), SHOWN]).splitlines()
    assert head.split() == ["figure", "Servida", "against", "theirs", "ratio", "wanted", "met"]
    assert {row.index("1/") for row in rows[:2]} == {head.index("ratio")}
    assert rows[4:] == [
        "",
        "image to panel bytes: of one picture",
        "bytes: a match: 1,000 pictures",
        "",
        "NOT MET: bytes: a match, luma",
        "2 of 3 wanted figures met, on a laptop",
    ]


def test_a_program_gets_plain_numbers() -> None:
    told = json.loads(json.dumps(report([MET, MISSED, SHOWN]), allow_nan=False))
    assert told["machine"] == "a laptop"
    assert [row["met"] for row in told["rows"]] == [True, False, None]
    assert told["rows"][0] == {
        "figure": "packing",
        "what": "image to panel bytes",
        "against": "image()",
        "unit": "s",
        "ours": {"median": 15e-6, "lower": 14.5e-6, "upper": 16e-6, "count": 150},
        "theirs": {"median": 1.5e-3, "lower": 1.5e-3, "upper": 1.5e-3, "count": 150},
        "wanted": "≥ 50 × faster",
        "note": "of one picture",
        "share": pytest.approx(1 / 100),
        "met": True,
    }
    assert told["rows"][2]["wanted"] is None


def test_a_peer_that_needs_nothing_has_no_share_for_a_program() -> None:
    nothing = Spread(0, 0, 0, 1)
    (row,) = json.loads(
        json.dumps(report([Comparison("idle", "switches", "sleep", Unit.SWITCHES, nothing, nothing, None)]))
    )["rows"]
    assert row["share"] is None


README = "# Servida\n\n<!-- bench -->\nold\nrows\n<!-- /bench -->\n\nafter\n"


def test_the_table_replaces_what_stands_between_the_marks() -> None:
    once = inserted(README, "new\n", "bench")
    assert once == "# Servida\n\n<!-- bench -->\nnew\n<!-- /bench -->\n\nafter\n"
    assert inserted(once, "new\n", "bench") == once


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!-- bench -->\n",
        "<!-- /bench -->\n<!-- bench -->\n",
        README + README,
        "see <!-- bench --><!-- /bench -->\n",
    ],
)
def test_a_text_without_one_pair_of_marks_is_refused(text: str) -> None:
    with pytest.raises(NoPlace, match=r"<!-- bench --> and after it one line <!-- /bench -->"):
        inserted(text, "new\n", "bench")


def test_the_machine_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    cpu = tmp_path / "cpuinfo"
    monkeypatch.setattr(table, "CPU", cpu)
    assert table.machine().startswith(platform.machine())
    cpu.write_text("processor\t: 0\nmodel name\t: Quick 3000\n", encoding="utf-8")
    assert table.machine() == f"Quick 3000, {platform.system()}, Python {platform.python_version()}"

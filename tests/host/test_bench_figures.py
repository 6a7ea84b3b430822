"""Every figure on tiny repetitions: what is counted is pinned, what is timed only has to be there."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PIL import Image

import generala_stub
import luma_stub
from servida.board import I2C_ADDRESS
from servida_host.bench import decision, idle, packing, play, press, start, traffic, tumble
from servida_host.bench.adafruit_panel import AdafruitPanel
from servida_host.bench.catalogue import FIGURES, measure
from servida_host.bench.figure import Effort, Unit, Wanted
from servida_host.bench.luma_panel import LumaPacking, LumaPanel
from servida_host.bench.peers import WrongPicture, bytes_sent
from servida_host.bench.watch import panel
from servida_host.console_rig import ConsoleRig

if TYPE_CHECKING:
    from collections.abc import Callable

    from servida_host.bench.figure import Comparison
    from servida_host.bench.peers import Shows
    from servida_host.bus import FakeI2C

TINY = Effort(samples=3, rolls=1, starts=1, idle_seconds=0.2)

FULL_FRAME = 1044
"""Six commands of two bytes and 1,025 bytes of data, seven times an address."""

LUMA_FRAME = 8 + 1026
"""One command of seven bytes and 1,025 bytes of data, twice an address."""


@pytest.fixture(autouse=True)
def _peers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, module in (luma_stub.modules() | generala_stub.modules()).items():
        monkeypatch.setitem(sys.modules, name, module)


def sides(found: Comparison) -> tuple[float, float]:
    return found.ours.median, found.theirs.median


@pytest.mark.parametrize(("peer", "size"), [(AdafruitPanel, FULL_FRAME), (LumaPanel, LUMA_FRAME)])
def test_peers_send_every_picture_whole(peer: Callable[[FakeI2C], Shows], size: int) -> None:
    pictures = play.a_turn()
    assert bytes_sent(peer, (*pictures, pictures[-1])) == (size,) * 9


def test_a_peer_that_shows_something_else_is_no_measure() -> None:
    class Blank(AdafruitPanel):
        def show(self, image: Image.Image) -> None:
            super().show(Image.new("1", image.size))

    with pytest.raises(WrongPicture, match="shows another picture"):
        bytes_sent(Blank, play.a_turn())


def test_luma_is_given_no_real_bus() -> None:
    before = luma_stub.SMBUS2.SMBus
    bytes_sent(LumaPanel, ())
    assert luma_stub.SMBUS2.SMBus is before is luma_stub.refuses


def test_packing_is_compared_with_both_peers() -> None:
    adafruit, luma = packing.measure(TINY)
    assert (adafruit.unit, adafruit.ours.count, luma.theirs.count) == (Unit.SECONDS, 3, 3)
    assert min(*sides(adafruit), *sides(luma)) > 0
    assert "8 pictures" in adafruit.note


def test_a_peer_that_packs_something_else_is_no_measure() -> None:
    class Backwards(LumaPacking):
        @property
        def packed(self) -> bytes:
            return super().packed[::-1]

    with pytest.raises(WrongPicture, match="luma packs other bytes"):
        packing.compare(play.a_turn(), Backwards(), "luma", Wanted("", share=1), TINY)


def test_the_screens_of_a_turn() -> None:
    pictures = play.a_turn()
    assert len({picture.tobytes() for picture in pictures}) == 8
    assert {picture.size for picture in pictures} == {(128, 64)}


def test_traffic_counts_three_deeds_against_two_peers() -> None:
    found = traffic.measure(TINY)
    assert [(each.what, each.theirs.count) for each in found[::2]] == [
        ("bytes: toggle a hold", 10),
        ("bytes: a full roll", 2),
        ("bytes: a whole match", 1),
    ]
    toggle, _, roll, _, match, _ = found
    for ours, luma in zip(found[::2], found[1::2], strict=True):
        assert ours.ours == luma.ours
        assert sides(luma)[1] == pytest.approx(ours.theirs.median / FULL_FRAME * LUMA_FRAME)
    assert toggle.theirs.median == FULL_FRAME
    assert match.theirs.median > 900 * FULL_FRAME
    assert (toggle.met, roll.met) == (True, True)
    assert match.share < 1 / 5


def test_a_recording_knows_what_it_saw() -> None:
    first, second = play.rolls(1)
    assert all(15 <= len(each.pictures) <= 100 for each in (*first, *second))
    assert first[0].bytes == sum(1 + len(each.payload) for each in first[0].transactions)
    pictures = first[0].pictures
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(pictures))


def test_a_tumble_is_counted_with_start_and_stop_bits() -> None:
    (found,) = tumble.measure(TINY)
    assert found.unit is Unit.FRAMES
    assert found.theirs.median == pytest.approx(400_000 / (FULL_FRAME * 9 + 7 * 2))
    recordings = play.rolls(1)[1]
    transactions = recordings[0].transactions
    seconds = sum((1 + len(each.payload)) * 9 + 2 for each in transactions) / 400_000
    assert found.ours.median == pytest.approx(len(recordings[0].pictures) / seconds)
    assert found.met
    assert tumble.slowest(recordings) <= found.ours.median


def test_a_press_takes_processor_time_on_both_sides() -> None:
    (found,) = press.measure(TINY)
    assert (found.unit, found.ours.count, found.theirs.count) == (Unit.SECONDS, 3, 3)
    assert min(sides(found)) > 0


def test_a_decision_is_compared_on_one_first_roll() -> None:
    (found,) = decision.measure(TINY)
    assert (found.unit, found.ours.count, found.theirs.count) == (Unit.SECONDS, 3, 3)
    assert min(sides(found)) > 0
    assert found.wanted is not None
    assert (found.wanted.met(0.005, 1), found.wanted.met(0.0051, 1)) == (True, False)


@pytest.mark.parametrize("held", [(), ((0, 0, 0, 3, 0, 0),)])
def test_a_peer_that_holds_what_does_not_lie_there_is_no_measure(
    held: tuple[tuple[int, ...], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generala_stub.MaxScore, "held", held)
    with pytest.raises(decision.WrongHold, match="of the dice"):
        decision.measure(TINY)


def test_idle_processes_are_watched_from_outside() -> None:
    (found,) = idle.measure(TINY)
    assert found.unit is Unit.SWITCHES
    assert found.ours.median >= 0
    assert "in 0.2 s" in found.note


def test_starts_are_timed_and_weighed() -> None:
    found = start.measure(TINY)
    assert [(each.what, each.against, each.wanted and each.wanted.words) for each in found] == [
        ("process start to first frame", "bare interpreter", None),
        ("process start to first frame", start.IMPORTS, "≤ 1.0 ×"),
        ("peak memory", "bare interpreter", None),
        ("peak memory", start.IMPORTS, "≤ 45 MB"),
    ]
    assert all(min(sides(each)) > 0 for each in found)
    assert found[2].theirs.median < found[2].ours.median < 1e9


def test_a_figure_is_measured_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def measure_of(name: str) -> Callable[[Effort], tuple[Comparison, ...]]:
        def measure(effort: Effort) -> tuple[Comparison, ...]:
            asked.append((name, effort))
            return ()

        return measure

    for name in FIGURES:
        monkeypatch.setattr(sys.modules[f"servida_host.bench.{name}"], "measure", measure_of(name))
    assert list(measure(["tumble", "packing"], TINY)) == []
    assert asked == [("tumble", TINY), ("packing", TINY)]
    assert list(measure(FIGURES, TINY)) == []
    assert [name for name, _ in asked[2:]] == list(FIGURES)


def test_the_bench_leaves_the_panel_on_the_bus() -> None:
    with ConsoleRig(players=play.PLAYERS) as rig:
        seen = play.record(rig, lambda: rig.tap("roll")).pictures[-1]
        assert rig.frame().tobytes() == seen.tobytes()
        rig.tap("1")
        assert rig.frame().tobytes() != seen.tobytes()
        assert rig.bus.try_lock()
        assert rig.bus.scan() == [I2C_ADDRESS]
    assert panel().image.getbbox() is None

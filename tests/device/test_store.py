"""What outlives a pulled plug."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from servida.device.backup import KEPT, backups
from servida.device.entropy import Dice, Roll
from servida.device.errors import DeviceError
from servida.device.history import StoredRoll, matches, rolls
from servida.device.opening import FILE
from servida.device.store import Saved, Store
from servida.rules import Land, RollOff, Throw, apply, ruleset_from_options, take_back
from servida.strategy.advice import Level
from servida.ui.settings import Settings
from tables import begun, highest, some_rounds, thrown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "deep" / "folder")
    yield store
    store.close()


def reopened(tmp_path: Path) -> Saved:
    """Return what a console finds that starts after the plug was pulled."""
    with closing(Store(tmp_path / "deep" / "folder")) as store:
        return store.load()


def test_a_new_store_holds_nothing(store: Store) -> None:
    assert store.load() == Saved()


def test_every_stage_of_a_match_comes_back(store: Store, tmp_path: Path) -> None:
    match = begun()
    store.save_match(match, None)
    assert reopened(tmp_path).match == match
    for stage in (apply(match, Throw()), thrown(match, (1, 2, 3, 4, 5)), some_rounds()):
        store.save_match(stage, None)
        assert reopened(tmp_path).match == stage


def test_the_computers_of_a_match_come_back(store: Store, tmp_path: Path) -> None:
    levels = (None, Level.EXPERT)
    store.save_match(begun(), None, (), levels)
    store.save_match(some_rounds(), None, (), levels)
    assert reopened(tmp_path).levels == levels
    assert [each.read_levels() for each in matches(store)] == [levels]
    store.save_match(begun(players=("Ana", "Caro")), None)
    assert reopened(tmp_path).levels == ()


def test_a_line_taken_back_is_gone(store: Store, tmp_path: Path) -> None:
    match = some_rounds()
    store.save_match(begun(), None)
    store.save_match(match, None)
    store.save_match(take_back(match), None)
    assert reopened(tmp_path).match == take_back(match)


def test_saving_goes_on_after_a_restart(store: Store, tmp_path: Path) -> None:
    store.save_match(begun(), None)
    store.save_match(some_rounds(), None)
    second = Store(tmp_path / "deep" / "folder")
    match = second.load().match
    assert match is not None
    second.save_match(thrown(match, (1, 2, 3, 4, 5)), None)
    second.close()
    assert reopened(tmp_path).match == thrown(some_rounds(), (1, 2, 3, 4, 5))


def test_a_new_match_closes_the_one_before_and_keeps_its_moves(store: Store, tmp_path: Path) -> None:
    store.save_match(begun(), None)
    store.save_match(some_rounds(), None)
    store.save_match(begun("wiki-60", ("Caro",)), None)
    assert reopened(tmp_path).match == begun("wiki-60", ("Caro",))
    with closing(sqlite3.connect(tmp_path / "deep" / "folder" / FILE)) as base:
        assert base.execute("SELECT count(*), sum(open) FROM match").fetchone() == (2, 1)
        assert base.execute("SELECT count(*) FROM move").fetchone() == (len(some_rounds().moves),)


def test_a_match_that_was_left_is_not_resumed(store: Store, tmp_path: Path) -> None:
    store.save_match(begun(), None)
    store.save_match(None, None)
    assert reopened(tmp_path).match is None


def test_a_match_first_saved_in_the_middle_is_whole(store: Store, tmp_path: Path) -> None:
    store.save_match(some_rounds(), None)
    assert reopened(tmp_path).match == some_rounds()


def test_a_roll_off_comes_back(store: Store, tmp_path: Path) -> None:
    match = highest("table", ("Ana", "Beto"))
    rolloff = RollOff((0, 1), ((0, (1, 2, 3, 4, 5)),))
    store.save_match(match, rolloff)
    assert reopened(tmp_path) == Saved(None, match, rolloff)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings("pt", 1, 0, 900, ruleset_from_options("casa", {"preset": "wiki-60", "ace_high": True}), ("Ñandú", "")),
        Settings(levels=(None, Level.MASTER), hints=True),
    ],
)
def test_settings_come_back(store: Store, tmp_path: Path, settings: Settings) -> None:
    store.save_settings(Settings("en"))
    store.save_settings(settings)
    assert reopened(tmp_path).settings == settings


def test_a_match_saved_again_before_its_first_throw_is_the_same(store: Store) -> None:
    store.save_match(begun(), None)
    store.save_match(begun(), None)
    store.save_match(thrown(begun(), (1, 2, 3, 4, 5)), None)
    assert [*store.rows("SELECT count(*) FROM match")] == [(1,)]


def test_every_write_is_flushed_to_the_card(store: Store) -> None:
    store.load()
    assert [*store.rows("PRAGMA journal_mode")] == [("wal",)]
    assert [*store.rows("PRAGMA synchronous")] == [(2,)], "2 is FULL"


def test_a_store_in_memory_takes_everything() -> None:
    with closing(Store(None)) as store:
        store.save_match(begun(), None)
        store.save_settings(Settings("en"))
        assert store.load() == Saved(Settings("en"), begun())


def roll(*faces: int, source: str = "hwrng", substitute: bool = False) -> Roll:
    return Roll(faces, bytes(face + 41 for face in faces), source, substitute)


def test_every_roll_is_kept_with_its_bytes(tmp_path: Path) -> None:
    now = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
    first, second = roll(1, 2, 3, 4, 5), roll(6, 6, source="kernel", substitute=True)
    match = thrown(begun(), first.faces)
    with closing(Store(tmp_path / "deep" / "folder", lambda: now)) as store:
        store.save_match(begun(), None)
        store.save_match(match, None, (first,))
        now += timedelta(seconds=1)
        store.save_match(thrown(match, second.faces, (0, 1, 2)), None, (second,))
    with closing(Store(tmp_path / "deep" / "folder")) as store:
        assert [*rolls(store)] == [
            StoredRoll(
                1, 2, (1, 2, 3, 4, 5), first.raw, "hwrng", substitute=False, at="2026-05-01T20:00:00.000000+00:00"
            ),
            StoredRoll(1, 4, (6, 6), second.raw, "kernel", substitute=True, at="2026-05-01T20:00:01.000000+00:00"),
        ]
        assert [*rolls(store, 2)] == []
        (played,) = matches(store)
        assert (played.number, played.begun, played.open) == (1, "2026-05-01T20:00:00.000000+00:00", True)
        assert played.read() == thrown(match, second.faces, (0, 1, 2))
        assert played.read_rolloff() is None


def test_a_restart_adds_to_the_rolls(store: Store, tmp_path: Path) -> None:
    match = thrown(begun(), (1, 2, 3, 4, 5))
    store.save_match(match, None, (roll(1, 2, 3, 4, 5),))
    with closing(Store(tmp_path / "deep" / "folder")) as second:
        assert second.load().match == match
        second.save_match(thrown(match, (6, 6, 6, 6), (0,)), None, (roll(6, 6, 6, 6),))
    assert [each.number for each in rolls(store)] == [2, 4]
    assert store.face_counts() == (1, 1, 1, 1, 1, 4)


def test_throws_of_a_roll_off_are_numbered_on(store: Store) -> None:
    match = highest("table", ("Ana", "Beto"))
    store.save_match(match, RollOff((0, 1)))
    store.save_match(match, RollOff((0, 1), ((0, (1, 2, 3, 4, 5)),)), (roll(1, 2, 3, 4, 5),))
    throws = ((0, (1, 2, 3, 4, 5)), (1, (6, 6, 6, 6, 6)))
    store.save_match(match, RollOff((0, 1), throws), (roll(6, 6, 6, 6, 6),))
    assert [(each.number, each.faces) for each in rolls(store)] == [
        (len(match.moves) + 1, (1, 2, 3, 4, 5)),
        (len(match.moves) + 2, (6, 6, 6, 6, 6)),
    ]
    (played,) = matches(store)
    assert played.read_rolloff() == RollOff((0, 1), throws)


class Known:
    """A source of bytes that remembers what it gave; what it gives next can be told."""

    name = "hwrng"

    def __init__(self) -> None:
        self.given = bytearray()

    def next(self, count: int) -> bytes:
        start = len(self.given)
        return b"".join((i * 2654435761 % 2**32).to_bytes(4) for i in range(start // 4 + count))[start:][:count]

    def read(self, count: int) -> bytes:
        piece = self.next(count)
        self.given += piece
        return piece


def test_nothing_stored_tells_a_future_roll(tmp_path: Path) -> None:
    source = Known()
    dice = Dice(source, source)
    match = begun()
    with closing(Store(tmp_path)) as store:
        store.save_match(match, None)
        for _ in range(3):
            rolled = dice.roll(5)
            match = apply(apply(match, Throw()), Land(rolled.faces))
            store.save_match(match, None, (rolled,))
        assert b"".join(each.raw for each in rolls(store)) == bytes(source.given), "exactly the bytes that were used"
        future = source.next(64)
        for file in tmp_path.rglob("*.sqlite3*"):
            held = file.read_bytes()
            assert bytes(source.given[:5]) in held or "backups" in file.parts or file.suffix != ".sqlite3-wal"
            assert not any(future[i : i + 3] in held for i in range(61))


def test_two_matches_begun_at_one_moment_are_two(tmp_path: Path) -> None:
    frozen = datetime(2026, 5, 1, tzinfo=UTC)
    for _ in range(2):
        with closing(Store(tmp_path, lambda: frozen)) as store:
            store.save_match(begun(), None)
            store.save_match(thrown(begun(), (1, 2, 3, 4, 5)), None)
            store.save_match(begun(), None)
            store.save_match(thrown(begun(), (6, 6, 6, 6, 1)), None)
    with closing(Store(tmp_path)) as store:
        assert [each.read().turn.faces for each in matches(store)] == [(1, 2, 3, 4, 5), (6, 6, 6, 6, 1)] * 2


def test_backups_are_made_when_a_match_begins_or_ends_and_only_so_many_kept(tmp_path: Path) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    names = []
    with closing(Store(tmp_path, lambda: now)) as store:
        for match in (begun(), some_rounds(), highest("table", ("Ana", "Beto")), begun(), None, None):
            store.save_match(match, None)
            now += timedelta(days=1)
            names.append([path.name for path in backups(tmp_path)])
    one, two, three, four = (
        f"00000{n}-202605{day}T000000Z.sqlite3" for n, day in ((1, "01"), (2, "03"), (3, "04"), (4, "05"))
    )
    assert names == [[one], [one], [one, two], [one, two, three], [two, three, four], [two, three, four]]
    assert KEPT == 3


def test_a_newer_schema_is_left_alone_and_played_on_in_memory(store: Store, tmp_path: Path) -> None:
    store.save_match(begun(), None)
    store.close()
    path = tmp_path / "deep" / "folder" / FILE
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA user_version=99")
    before = path.read_bytes()
    saved = reopened(tmp_path)
    assert saved.match is None
    assert saved.fault == (
        f"store {path}: schema 99 is unknown to this program, which knows 1 to 3; update servida; playing on in memory"
    )
    with pytest.raises(DeviceError, match="schema 99"):
        store.save_match(begun(), None)
    assert path.read_bytes() == before

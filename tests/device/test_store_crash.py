"""The plug is pulled before every single SQL statement and file operation: what was shown is there again."""

from __future__ import annotations

from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from crashing import Death, Fate, fated
from earlier_schemas import first_store
from servida.console import Console
from servida.device.history import Archive, rolls
from servida.device.opening import FILE
from servida.device.restore import restore
from servida.device.store import Store
from servida.rules import Land, Match, new_match
from servida_host.console_rig import ConsoleRig
from tables import begun, some_rounds, thrown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import pytest

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def opened(folder: Path) -> Store:
    return Store(folder, lambda: NOW)


def deaths(tmp_path: Path, before: Callable[[Path], object], life: Callable[[Path], object]) -> Iterator[Path]:
    """Yield the folder as it is after each death in a life; ``before`` is what happened in the folder earlier."""
    number, folder = 0, tmp_path / "life"
    fate: Fate | None = None
    while fate is None or fate.dead:
        number += 1
        folder, grave = tmp_path / f"life-{number}", tmp_path / f"grave-{number}"
        before(folder)
        with fated(folder, grave, number) as fate, suppress(Death):
            life(folder)
        yield grave if fate.dead else folder
    assert number > 5, "the fate rules over the operations"


ROLLS = [(1, 2, 2, 4, 6), (1, 4, 6), (6, 6, 6, 6, 6), (1, 2, 3, 4, 5)]


def play(rig: ConsoleRig) -> None:
    """Roll twice and write a line, take it back and write it again; win the match, and roll in the next one."""
    rig.dice(*(face for roll in ROLLS for face in roll))
    rig.tap("roll", "2", "3", "roll")
    rig.hold("roll", 0.9)
    rig.tap("2", "roll", "1", "roll", "roll")
    rig.advance(10)
    rig.settle()
    rig.tap("roll", "roll")


def landings(match: Match | None) -> int:
    return 0 if match is None else sum(isinstance(move, Land) for move in match.moves)


def test_a_pulled_plug_loses_nothing_that_was_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Match | None] = []
    being_saved: list[Match | None] = []
    show, save = Console._show, Store.save_match

    def recording_show(console: Console, now: float) -> None:
        shown.append(console.app.match)
        show(console, now)

    def recording_save(store: Store, match: Match | None, *others: object) -> None:
        being_saved.append(match)
        save(store, match, *others)  # type: ignore[arg-type]  # handed on as they came

    def life(folder: Path) -> None:
        shown.clear()
        being_saved.clear()
        rig = ConsoleRig(players=("Ana",), state=folder)
        try:
            play(rig)
        finally:
            rig.fingers.close()

    monkeypatch.setattr(Console, "_show", recording_show)
    monkeypatch.setattr(Store, "save_match", recording_save)
    for grave in deaths(tmp_path, lambda _: None, life):
        confirmed = shown[-1] if shown else None
        newest = being_saved[-1] if being_saved else None
        counts = [landings(match) for match in shown]
        seen = sum(after > before for before, after in pairwise([0, *counts]))
        with closing(opened(grave)) as store:
            saved = store.load()
            stored = [roll.faces for roll in rolls(store)]
        assert saved.fault == ""
        assert saved.match in (confirmed, newest)
        assert stored == ROLLS[: len(stored)]
        assert len(stored) >= seen
    assert (saved.match, stored) == (shown[-1], ROLLS)


def damaged_with_a_backup(folder: Path) -> None:
    with closing(opened(folder)) as store:
        store.save_match(begun(), None)
        store.save_match(some_rounds(), None)
    base = bytearray((folder / FILE).read_bytes())
    base[4096:8192] = bytes(4096)
    (folder / FILE).write_bytes(base)


def test_a_pulled_plug_does_not_stop_the_recovery_of_a_damaged_file(tmp_path: Path) -> None:
    for grave in deaths(tmp_path, damaged_with_a_backup, lambda folder: opened(folder).load()):
        with closing(opened(grave)) as store:
            assert store.load().match == begun()
        assert len([*grave.glob("servida-damaged-*.sqlite3")]) == 1


def test_a_pulled_plug_leaves_the_old_schema_or_the_new_one(tmp_path: Path) -> None:
    for grave in deaths(tmp_path, first_store, lambda folder: opened(folder).load()):
        with closing(opened(grave)) as store:
            saved = store.load()
            assert (saved.match, saved.fault) == (thrown(begun(), (1, 2, 3, 4, 5)), "")


def test_a_pulled_plug_leaves_the_old_store_or_the_restored_one(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "other")) as store:
        store.save_match(some_rounds(), None)

    def before(folder: Path) -> None:
        with closing(opened(folder)) as store:
            store.save_match(begun(), None)

    for grave in deaths(tmp_path, before, lambda folder: restore(folder, tmp_path / "other" / FILE, NOW)):
        with closing(opened(grave)) as store:
            assert store.load().match in (begun(), some_rounds())
        with Archive(grave) as archive:
            assert archive.base.execute("SELECT count(*) FROM match").fetchone() == (1,)


def test_death_is_before_the_operation(tmp_path: Path) -> None:
    with fated(tmp_path / "life", tmp_path / "grave", None) as fate, closing(opened(tmp_path / "life")) as store:
        store.save_match(new_match(begun().rules, ("Ana",)), None)
    assert {"connect", "fsync", "replace", "COMMIT", "BEGIN IMMEDIATE"} <= set(fate.done)

"""A recording on its way into a file: there at any moment, and no disk ends the session."""

from __future__ import annotations

import io
from errno import ENOSPC

import pytest

from servida_host.console_rig import ConsoleRig
from servida_host.record import Recording, Unrecordable
from servida_host.recording_file import RecordingFile


class Disk(io.StringIO):
    """A file on a disk with room for so many characters."""

    name = "session.txt"

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room
        self.kept = ""

    def write(self, text: str) -> int:
        if len(self.getvalue()) + len(text) > self.room:
            raise OSError(ENOSPC, "No space left on device")
        return super().write(text)

    def close(self) -> None:
        self.kept = self.getvalue()
        super().close()


ROOM = 1_000_000


def test_what_was_done_is_there_before_the_end() -> None:
    disk, told = Disk(ROOM), list[str]()
    with ConsoleRig(players=("Ana",)) as rig:
        recording = Recording(rig)
        file = RecordingFile(rig, disk, told.append)
        assert disk.getvalue() == recording.head()
        rig.tap("roll")
        assert disk.getvalue().endswith("release roll\n")
        rig.advance(0.5)
        rig.advance(0.25)
        assert disk.getvalue().endswith("release roll\n")
        file.close()
        assert disk.kept == recording.script()
        assert disk.kept.endswith(f"release roll\nat {rig.now!r}\n")
    assert (told, file.failed) == ([], False)


def test_a_full_disk_is_told_at_once_and_once_and_ends_nothing() -> None:
    told: list[str] = []
    with ConsoleRig(players=("Ana",)) as rig:
        disk = Disk(len(Recording(rig).head()) + 40)
        file = RecordingFile(rig, disk, told.append)
        rig.tap("roll")
        assert not told
        rig.tap("1", "2")
        full = ["--record: session.txt: No space left on device; the recording ends here, the game goes on"]
        assert told == full
        rig.tap("3")
        assert rig.held == (1, 2, 3)
        file.close()
    assert (told, file.failed, disk.closed) == (full, True, True)


def test_a_disk_that_is_full_at_the_end_is_told_then() -> None:
    told: list[str] = []
    with ConsoleRig(players=("Ana",)) as rig:
        disk = Disk(len(Recording(rig).head()))
        file = RecordingFile(rig, disk, told.append)
        rig.advance(1)
        assert not told
        file.close()
    assert len(told) == 1


def test_what_no_script_replays_is_refused_before_it_begins() -> None:
    with ConsoleRig(players=("Ana",)) as rig:
        rig.advance(1)
        with pytest.raises(Unrecordable, match=r"recorded from 1\.0 s on"):
            RecordingFile(rig, Disk(ROOM), print)

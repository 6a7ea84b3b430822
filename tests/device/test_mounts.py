"""A data partition that is missing: nothing is written where it should be."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from servida.device import mounts
from servida.device.errors import DeviceError
from servida.device.mounts import require_partition
from servida.device.store import Store
from tables import begun

FSTAB = """\
# LABEL=games  /srv/commented  ext4
PARTUUID=12-02 / ext4 defaults 0 1

LABEL=games\t/var/lib/servida ext4 nofail,x-systemd.device-timeout=5s 0 2
LABEL=more /srv/two\\040words ext4 nofail 0 2
swap none swap sw 0 0
odd
"""


@pytest.fixture
def fstab(tmp_path: Path) -> Path:
    path = tmp_path / "fstab"
    path.write_text(FSTAB, encoding="utf-8")
    return path


@pytest.mark.parametrize("folder", ["/var/lib/servida", "/var/lib/servida/deeper", "/srv/two words"])
def test_a_partition_that_should_be_there_is_asked_for(folder: str, fstab: Path) -> None:
    require_partition(Path(folder), fstab, lambda _: True)
    with pytest.raises(DeviceError, match=r"the partition of /.* is not mounted; expected it as /etc/fstab says"):
        require_partition(Path(folder), fstab, lambda _: False)


@pytest.mark.parametrize("folder", ["/var/lib/servida-2", "/home/ana", "/srv/commented", "relative"])
def test_a_folder_on_the_root_needs_no_partition(folder: str, fstab: Path) -> None:
    require_partition(Path(folder), fstab, lambda _: False)


def test_without_the_file_nothing_is_mounted(tmp_path: Path) -> None:
    require_partition(tmp_path, tmp_path / "missing", lambda _: False)


def test_games_are_kept_in_memory_until_the_partition_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games"
    with closing(Store(folder)) as store:
        store.save_match(begun(), None)
    before = (folder / "servida.sqlite3").read_bytes()
    fstab = tmp_path / "fstab"
    fstab.write_text(f"LABEL=games {folder} ext4 nofail 0 2\n", encoding="utf-8")
    monkeypatch.setattr(mounts, "FSTAB", fstab)
    with closing(Store(folder)) as store:
        saved = store.load()
        # What lies at the mount point is not what should be gone on with.
        assert saved.match is None
        assert saved.fault.endswith("; playing on in memory")
        assert f"the partition of {folder} is not mounted" in saved.fault
        with pytest.raises(DeviceError, match="is not mounted"):
            store.save_match(begun(), None)
        assert (folder / "servida.sqlite3").read_bytes() == before
        fstab.write_text("", encoding="utf-8")
        store.save_match(begun(), None)
    with closing(Store(folder)) as store:
        assert store.load().match == begun()

"""Where the games are kept when nobody names a folder."""

from pathlib import Path

import pytest

from servida.device.errors import DeviceError
from servida.device.folder import claim, state_folder


def test_systemds_folder_comes_first() -> None:
    assert state_folder({"STATE_DIRECTORY": "/var/lib/servida:/other"}) == Path("/var/lib/servida")


def test_the_users_folder_otherwise() -> None:
    assert state_folder({}).name == "servida"


def test_a_folder_is_claimed_by_one_at_a_time(tmp_path: Path) -> None:
    with claim(tmp_path / "games"), pytest.raises(DeviceError, match="another servida is playing there"):
        claim(tmp_path / "games")
    claim(tmp_path / "games").close()


def test_a_folder_that_cannot_be_made_is_not_claimed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DeviceError, match="expected a folder to write in"):
        claim(tmp_path / "file" / "games")

"""Where the games are kept when nobody names a folder."""

from pathlib import Path

from servida.device.folder import state_folder


def test_systemds_folder_comes_first() -> None:
    assert state_folder({"STATE_DIRECTORY": "/var/lib/servida:/other"}) == Path("/var/lib/servida")


def test_the_users_folder_otherwise() -> None:
    assert state_folder({}).name == "servida"

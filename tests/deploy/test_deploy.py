"""What ships for the boot partition, as the console reads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from servida import config_file
from servida.board import BUTTON_PINS
from servida.config import Config, parse
from servida.config_file import says_nothing

DEPLOY = Path(__file__).parent.parent.parent / "firmware" / "deploy"
TEMPLATE = DEPLOY / "servida.toml"


def test_every_line_of_the_template_is_what_is_true_without_it() -> None:
    text = TEMPLATE.read_text(encoding="utf-8")
    told = re.sub(r"^#(?=[\w\[])", "", text, flags=re.MULTILINE)
    loaded = parse(told, "servida.toml")
    assert loaded.faults == ()
    assert loaded.config == Config()
    keys = set(re.findall(r"^(\w+) =", told, flags=re.MULTILINE))
    assert keys == {
        *("panel", "address", "dim_after", "dark_after", "off_after", "language", "rules", "clock"),
        *BUTTON_PINS,
    }


def test_the_template_need_not_be_read() -> None:
    assert says_nothing(TEMPLATE)


@pytest.mark.parametrize(
    ("content", "nothing"),
    [
        (b"", True),
        (b"\xef\xbb\xbf# a comment\r\n\r\n  # another", True),
        (b'# a comment\nlanguage = "pt"', False),
        (b"nonsense", False),
        (65_536 * b"#", True),
        (65_537 * b"#", False),
        (b"\xff", False),
    ],
)
def test_what_says_nothing(content: bytes, tmp_path: Path, *, nothing: bool) -> None:
    path = tmp_path / "servida.toml"
    path.write_bytes(content)
    assert says_nothing(path) is nothing


def test_a_file_that_can_not_be_read_may_say_something(tmp_path: Path) -> None:
    assert not says_nothing(tmp_path / "missing")


def test_the_service_names_the_file_on_the_boot_partition() -> None:
    unit = (DEPLOY / "servida.service").read_text(encoding="utf-8")
    assert f"Environment={config_file.VARIABLE}=/boot/firmware/{config_file.FILE}" in unit.splitlines()

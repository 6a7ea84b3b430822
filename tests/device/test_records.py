"""Settings as text: what older stores lack, and what is refused."""

from __future__ import annotations

import json

import pytest

from servida.device.records import rolloff_from_text, settings_from_text, settings_text
from servida.ui.settings import Settings


def changed(**entries: object) -> str:
    return json.dumps(json.loads(settings_text(Settings())) | entries)


def test_settings_of_an_older_store_have_no_computers_no_hints_and_never_switch_off() -> None:
    entries = json.loads(settings_text(Settings()))
    del entries["levels"], entries["hints"], entries["off_after"]
    assert settings_from_text(json.dumps(entries)) == Settings()


@pytest.mark.parametrize(
    ("entry", "value", "told"),
    [
        ("levels", "person wizard", "there is no level 'wizard'; the levels are beginner"),
        ("levels", "expert", "a word for each of 2 players"),
        ("levels", 3, "levels 3: a str is expected"),
        ("off_after", -1, r"dim_after, dark_after and off_after \[60, 300, -1\]: allowed are 0 or more seconds"),
        ("off_after", "never", "off_after 'never': a int is expected"),
        ("hints", "yes", "hints 'yes': true or false is expected"),
    ],
)
def test_what_is_no_setting_is_named(entry: str, value: object, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        settings_from_text(changed(**{entry: value}))


def test_a_text_that_is_nested_without_end_is_no_record() -> None:
    for read in (settings_from_text, rolloff_from_text):
        with pytest.raises(ValueError, match="nested too deeply"):
            read(100_000 * "[")

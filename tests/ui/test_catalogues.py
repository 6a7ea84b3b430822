"""Every message is translated, and what gettext reads is what the translators wrote."""

from __future__ import annotations

from string import Formatter

import pytest

import catalogues


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_catalogue_has_exactly_the_messages_of_the_code(language: str) -> None:
    code = {message.id for message in catalogues.extracted() if message.id}
    assert {message.id for message in catalogues.read(language) if message.id} == code


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_message_is_translated_with_the_same_values(language: str) -> None:
    for message in catalogues.read(language):
        if message.id:
            assert message.string, message.id
            assert fields(str(message.string)) == fields(str(message.id)), message.id


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_compiled_catalogue_is_up_to_date(language: str) -> None:
    assert catalogues.mo_path(language).read_bytes() == catalogues.mo_bytes(catalogues.read(language))


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_catalogue_is_written_as_the_update_writes_it(language: str) -> None:
    assert catalogues.po_path(language).read_bytes() == catalogues.po_bytes(catalogues.read(language))


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}

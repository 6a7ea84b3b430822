"""Every value of every setting leaves a gap to its label, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from servida.ui.font import SMALL, measure
from servida.ui.parts import WIDTH
from servida.ui.screens.settings import ITEMS, Item, changed, row_of
from servida.ui.screens.title import Title
from servida.ui.settings import LANGUAGES, Settings
from tables import app_of

ROOM = WIDTH - 5 - 3 - 3
"""Pixels between the margins of a row beside the scroll bar."""

GAP = 6
"""Pixels: a space is narrower, and reads as one text."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("item", ITEMS, ids=[item.name for item in ITEMS])
def test_label_and_value_stand_apart(language: str, item: Item) -> None:
    app = app_of(Title())
    settings = Settings(language=language)
    for _ in range(12):
        row = row_of(item, replace(app, settings=settings).world(0.0))
        assert measure(row.label, SMALL) + GAP + measure(row.value, SMALL) <= ROOM, row
        settings = replace(changed(settings, item, 1), language=language)

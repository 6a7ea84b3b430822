"""The gettext catalogues: what the code says, what the translators said, and what gettext reads.

``python tests/catalogues.py --update`` (``make catalogues``) merges the code's messages into the ``.po`` files and
compiles them; ``test_catalogues.py`` fails while they differ.
"""

from __future__ import annotations

import argparse
import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "firmware" / "servida"
LANGUAGES = ("es", "pt")
KEYWORDS = {"say": None, "mark": None}

CHANGING = (b'"Project-Id', b'"Report', b'"POT', b'"PO-', b'"Last-', b'"Language-Team', b'"Generated', b'"Plural')
"""Header lines that carry a person, a date or a version, or (plural forms) that no message needs."""


def po_path(language: str) -> Path:
    """Return the file that a translator edits."""
    return PACKAGE / "locale" / language / "LC_MESSAGES" / "servida.po"


def mo_path(language: str) -> Path:
    """Return the file that gettext reads."""
    return po_path(language).with_suffix(".mo")


def extracted() -> Catalog:
    """Return all messages of the code, without their places (which would change with every edit)."""
    catalog = Catalog(project="servida", charset="utf-8")
    found = extract_from_dir(PACKAGE / "ui", method_map=[("**.py", "python")], keywords=KEYWORDS)
    for _, _, message, comments, context in found:
        catalog.add(message, auto_comments=comments, context=context)
    return catalog


def read(language: str) -> Catalog:
    """Return a translator's catalogue."""
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language)


def po_bytes(catalog: Catalog) -> bytes:
    """Return the catalogue as its file holds it: sorted, without a header that changes by itself."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, sort_output=True, omit_header=False, width=100)
    lines = buffer.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith((b"#", *CHANGING)))


def mo_bytes(catalog: Catalog) -> bytes:
    """Return the compiled catalogue, the same on every day."""
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    buffer = io.BytesIO()
    write_mo(buffer, catalog, use_fuzzy=False)
    return buffer.getvalue()


def update() -> None:
    """Merge the code's messages into each catalogue and compile it."""
    for language in LANGUAGES:
        catalog = read(language) if po_path(language).exists() else Catalog(locale=language, charset="utf-8")
        catalog.update(extracted(), no_fuzzy_matching=True)
        catalog.obsolete.clear()
        catalog.fuzzy = False
        po_path(language).write_bytes(po_bytes(catalog))
        mo_path(language).write_bytes(mo_bytes(read(language)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", required=True)
    parser.parse_args()
    update()

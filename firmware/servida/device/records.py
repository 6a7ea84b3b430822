"""Settings and roll-offs as JSON text for the store, and back.

Reading checks everything: what an older or a damaged store holds becomes a ``ValueError`` that names the entry.
"""

from __future__ import annotations

import json
from typing import Any

from servida.rules import RollOff, RuleSet, hand, options_of, ruleset_from_options
from servida.ui.seats import levels_from_text, levels_text
from servida.ui.settings import BRIGHTNESS, LANGUAGES, NAME_LENGTH, Settings


def settings_text(settings: Settings) -> str:
    """Return the settings as one JSON object."""
    entries = {
        "language": settings.language,
        "brightness": settings.brightness,
        "dim_after": settings.dim_after,
        "dark_after": settings.dark_after,
        "rules": {"name": settings.rules.name, "options": options_of(settings.rules)},
        "players": settings.players,
        "levels": levels_text(settings.levels, len(settings.players)),
        "hints": settings.hints,
        "off_after": settings.off_after,
    }
    return json.dumps(entries, ensure_ascii=False)


def settings_from_text(text: str) -> Settings:
    """Return the settings; raises ``ValueError`` naming the entry, its value and what is allowed."""
    entries = _object(text, "settings")
    language = _entry(entries, "language", str)
    if language not in LANGUAGES:
        raise ValueError(f"settings: language {language!r}: allowed are {', '.join(LANGUAGES)}")
    brightness = _entry(entries, "brightness", int)
    if not 1 <= brightness <= len(BRIGHTNESS):
        raise ValueError(f"settings: brightness {brightness}: allowed are 1 to {len(BRIGHTNESS)}")
    # An earlier program did not switch itself off.
    idle = {"off_after": 0} | entries
    seconds = [_entry(idle, key, int) for key in ("dim_after", "dark_after", "off_after")]
    if min(seconds) < 0:
        raise ValueError(f"settings: dim_after, dark_after and off_after {seconds}: allowed are 0 or more seconds")
    players = _entry(entries, "players", list)
    if not 1 <= len(players) <= 8 or not all(isinstance(p, str) and len(p) <= NAME_LENGTH for p in players):
        raise ValueError(f"settings: players {players!r}: allowed are 1 to 8 names of at most {NAME_LENGTH} letters")
    # Versions 1 and 2 of the store knew neither computers nor hints.
    levels = levels_from_text(_entry({"levels": ""} | entries, "levels", str), len(players))
    hints = entries.get("hints", False)
    if not isinstance(hints, bool):
        raise ValueError(f"settings: hints {hints!r}: true or false is expected")  # noqa: TRY004  as below
    dim, dark, off = seconds
    return Settings(
        language, brightness, dim, dark, _rules(entries), tuple(players), levels, hints=hints, off_after=off
    )


def _rules(entries: dict[str, Any]) -> RuleSet:
    rules = _entry(entries, "rules", dict)
    return ruleset_from_options(_entry(rules, "name", str), _entry(rules, "options", dict))


def rolloff_text(rolloff: RollOff | None) -> str:
    """Return a roll-off as one JSON object; ``null`` when there is none."""
    if rolloff is None:
        return "null"
    return json.dumps({"contenders": rolloff.contenders, "throws": rolloff.throws})


def rolloff_from_text(text: str) -> RollOff | None:
    """Return the roll-off; raises ``ValueError`` when the text is none."""
    if text == "null":
        return None
    entries = _object(text, "roll-off")
    contenders = _entry(entries, "contenders", list)
    throws = _entry(entries, "throws", list)
    return RollOff(tuple(contenders), tuple((player, hand(faces)) for player, faces in throws))


def _object(text: str, what: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError(f"{what}: nested too deeply") from None
    if isinstance(value, dict):
        return value
    raise ValueError(f"{what}: {text!r} is not a JSON object")


def _entry(entries: dict[str, Any], key: str, kind: type[Any]) -> Any:  # noqa: ANN401  the kind is an argument
    value = entries.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"settings: {key} {value!r}: a {kind.__name__} is expected")  # noqa: TRY004  one kind of error for bad text
    return value

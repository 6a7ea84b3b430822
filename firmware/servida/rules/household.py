"""A household's own rule set: a preset to start from and the options to change.

Reads it from TOML text or from a mapping of options, and gives the options of any rule set back.  Every fault
is a RuleError that names the option, the value and what is allowed.  The text comes from outside: no file is
opened here.

Beyond types and ranges, refused are `served_generala_points` given while a served Generala wins (it would
have no effect, so whoever wrote it meant something else), points of a served Generala below those of a plain
one, and a household's rule set under the name of a preset that it differs from.  `wrap` with `ace_high` is
accepted: the second is contained in the first, nothing contradicts.
"""

from collections.abc import Mapping
from dataclasses import replace

from servida.rules.naming import NAME_RULE
from servida.rules.ruleset import (
    DEFAULT,
    ONLY_WHERE_IT_SCORES,
    PRESETS,
    RuleError,
    RuleSet,
    ServedGenerala,
    refusal,
)

UNNAMED = "house"
"""The name of a household's rule set that gives none."""


def ruleset_from_toml(text: str) -> RuleSet:
    """Return the rule set that a TOML table describes: `preset`, the options to change, perhaps a `name`.

    Without a name it is called "house", or as its preset if nothing differs.  Raises RuleError.
    """
    try:
        table = toml_table(text)
    except ValueError as error:
        raise RuleError(f"this is no TOML: {error}") from error
    return ruleset_from_table(table)


def toml_table(text: str) -> dict[str, object]:
    """Return what a text in TOML says; raises ValueError with what is wrong, and where if that is known."""
    import tomllib  # noqa: PLC0415  it takes as long to load as the rest of this package

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise ValueError("a number has too many digits") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def ruleset_from_table(table: Mapping[str, object]) -> RuleSet:
    """Return the rule set that a TOML table describes, as ``ruleset_from_toml`` does its text.  Raises RuleError."""
    options = dict(table)
    name = options.pop("name", None)
    if not isinstance(name, str | None):
        raise refusal("name", name, NAME_RULE)
    if "preset" not in options:
        raise RuleError(f"preset: none is named; name one of {' '.join(PRESETS)}")
    rules = ruleset_from_options(UNNAMED if name is None else name, options)
    start = _preset(options)
    if name is None and options_of(rules) == options_of(start):
        return start
    if name is not None and name in PRESETS and options_of(rules) != options_of(PRESETS[name]):
        raise refusal("name", name, "it belongs to a preset with other options; take any other")
    return rules


def ruleset_from_options(name: str, options: Mapping[str, object]) -> RuleSet:
    """Return the rule set of that name which differs from a preset by these options.

    The option `preset` says where to start, the default preset if it is missing.  Values are as in TOML:
    false for no Double, "wins" or "scores" for `served_generala`.  Raises RuleError.
    """
    start = _preset(options)
    for option, value in options.items():
        if option not in _OPTIONS:
            raise refusal(option, value, f"there is no such option; there are {' '.join(_OPTIONS)}")
    served_generala = _served_generala(options, start.served_generala)
    if served_generala is ServedGenerala.WINS and "served_generala_points" in options:
        points = options["served_generala_points"]
        raise refusal("served_generala_points", points, ONLY_WHERE_IT_SCORES)
    return replace(
        start,
        name=name,
        ace_high=_switch(options, "ace_high", on=start.ace_high),
        wrap=_switch(options, "wrap", on=start.wrap),
        ace_as_two=_switch(options, "ace_as_two", on=start.ace_as_two),
        served_bonus=_points(options, "served_bonus", start.served_bonus),
        generala=_points(options, "generala", start.generala),
        served_generala=served_generala,
        served_generala_points=_points(options, "served_generala_points", start.served_generala_points),
        double=_double(options, start.double),
        five_as_full=_switch(options, "five_as_full", on=start.five_as_full),
    )


def options_of(rules: RuleSet) -> dict[str, bool | int | str]:
    """Return the options of the rule set, without its name, so that `ruleset_from_options` makes it again.

    `served_generala_points` is among them only where it has an effect.
    """
    options: dict[str, bool | int | str] = {
        "ace_high": rules.ace_high,
        "wrap": rules.wrap,
        "ace_as_two": rules.ace_as_two,
        "served_bonus": rules.served_bonus,
        "generala": rules.generala,
        "served_generala": rules.served_generala.value,
    }
    if rules.served_generala is ServedGenerala.SCORES:
        options["served_generala_points"] = rules.served_generala_points
    options["double"] = False if rules.double is None else rules.double
    options["five_as_full"] = rules.five_as_full
    return options


_OPTIONS = ("preset", *options_of(PRESETS["table-scores"]))


def _preset(options: Mapping[str, object]) -> RuleSet:
    value = options.get("preset", DEFAULT.name)
    if not isinstance(value, str) or value not in PRESETS:
        raise refusal("preset", value, f"name one of {' '.join(PRESETS)}")
    return PRESETS[value]


def _switch(options: Mapping[str, object], option: str, *, on: bool) -> bool:
    value = options.get(option, on)
    if not isinstance(value, bool):
        raise refusal(option, value, "give true or false")
    return value


def _points(options: Mapping[str, object], option: str, points: int) -> int:
    value = options.get(option, points)
    # To Python a bool is an int.
    if not isinstance(value, int) or isinstance(value, bool):
        raise refusal(option, value, "give points as a whole number")
    return value


def _double(options: Mapping[str, object], points: int | None) -> int | None:
    value = options.get("double", points)
    if value is None or value is False:
        return None
    if not isinstance(value, int) or value is True:
        raise refusal("double", value, "give points as a whole number, or false to play without the Double")
    return value


def _served_generala(options: Mapping[str, object], otherwise: ServedGenerala) -> ServedGenerala:
    value = options.get("served_generala", otherwise.value)
    for kind in ServedGenerala:
        if value == kind.value:
            return kind
    raise refusal("served_generala", value, 'give "wins" or "scores"')

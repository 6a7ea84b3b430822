"""A rule set is a value: every point on which the sources of the game differ is an option of it.

Knows the options, which of them can go together, and the presets (RULES.md).  Does not know how hands score.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import assert_never

from servida.rules.lines import Line
from servida.rules.naming import NAME_RULE, is_name

MOST_POINTS = 999
"""No line may be worth more: three digits fit a cell of the console's grid."""

MOST_BONUS = 99
"""The highest served bonus; with it every line still has at most three digits."""

ONLY_WHERE_IT_SCORES = 'give it only with served_generala = "scores"'
"""What is allowed for the points of a served Generala, for messages."""

_SERVED_POINTS = 60  # RULES.md: "or 60 where it merely scores (T)"
_ALL_LINES = tuple(Line)
_LINES_WITHOUT_DOUBLE = _ALL_LINES[:-1]


class ServedGenerala(Enum):
    """What five of a kind on the first roll does while the player's Generala line is open."""

    WINS = "wins"
    SCORES = "scores"

    __repr__ = Enum.__str__  # can be pasted back


class RuleError(ValueError):
    """An option that no rule set has, a value that it can't take, or options that contradict each other."""


class UnknownPreset(ValueError):
    """A name that no preset has."""


def refusal(option: str, value: object, allowed: str) -> RuleError:
    """Return the error that refuses `value` for `option`, in one line that says what is allowed."""
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    return RuleError(f"{option}: {shown} is not allowed; {allowed}")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules that one match is played by.

    `name`: what people call it.  `ace_high`: 3-4-5-6-1 is a straight.  `wrap`: so are all four wrapped ones,
    which makes `ace_high` redundant but not wrong.  `ace_as_two`: a 1 may stand for the 2 of a straight.
    `served_bonus`: points added to a straight, full house or four of a kind on the first roll, 0 to 99.
    `generala`, `double`: points of these lines, 1 to 999; `double` None plays without the Double.
    `served_generala`: whether a served Generala wins or scores; `served_generala_points`: what it scores,
    `generala` to 999; 60 while it wins.  `five_as_full`: five of a kind is a full house too.

    Raises RuleError naming the option when a value is out of range.
    """

    name: str
    ace_high: bool = False
    wrap: bool = False
    ace_as_two: bool = False
    served_bonus: int = 5
    generala: int = 50
    served_generala: ServedGenerala = ServedGenerala.WINS
    served_generala_points: int = _SERVED_POINTS
    double: int | None = None
    five_as_full: bool = False

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise refusal("name", self.name, NAME_RULE)
        _check_range("served_bonus", self.served_bonus, 0, MOST_BONUS)
        _check_range("generala", self.generala, 1, MOST_POINTS)
        if self.double is not None:
            _check_range("double", self.double, 1, MOST_POINTS)
        match self.served_generala:
            case ServedGenerala.SCORES:
                # Were it worth less than a plain one, a player would throw once more: surely a slip.
                _check_range("served_generala_points", self.served_generala_points, self.generala, MOST_POINTS)
            case ServedGenerala.WINS:
                # Points without effect may not make two rule sets that play alike unequal.
                if self.served_generala_points != _SERVED_POINTS:
                    raise refusal("served_generala_points", self.served_generala_points, ONLY_WHERE_IT_SCORES)
            case _:
                assert_never(self.served_generala)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of this rule set's sheets, in order: ten, or eleven with the Double."""
        return _LINES_WITHOUT_DOUBLE if self.double is None else _ALL_LINES

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits, the same for all rule sets that play alike, whatever their names.

        `ace_high` has no effect beside `wrap` and does not count there.
        """
        import hashlib  # noqa: PLC0415  it loads OpenSSL, which playing does not need

        options = (
            self.ace_high or self.wrap,
            self.wrap,
            self.ace_as_two,
            self.served_bonus,
            self.generala,
            self.served_generala.value,
            self.served_generala_points,
            self.double,
            self.five_as_full,
        )
        return hashlib.sha256(repr(options).encode()).hexdigest()[:16]


def _check_range(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise refusal(option, value, f"give {least} to {most} points")


_PRESETS = (
    RuleSet("table"),
    RuleSet("table-scores", served_generala=ServedGenerala.SCORES),
    RuleSet("table-ace-high", ace_high=True),
    RuleSet("classic-2007", ace_as_two=True, served_bonus=10, generala=60),
    RuleSet("wiki-50"),
    RuleSet("wiki-60", served_bonus=10, generala=60),
    RuleSet("wiki-50-double", double=100),
    RuleSet("wiki-60-double", served_bonus=10, generala=60, double=120),
    RuleSet("wiki-wrap", wrap=True),
)

PRESETS: Mapping[str, RuleSet] = MappingProxyType({rules.name: rules for rules in _PRESETS})
"""The rule sets with a name of their own, in the order of RULES.md."""

DEFAULT = PRESETS["table"]
"""The rule set in force when nobody chose one."""


def preset(name: str) -> RuleSet:
    """Return the preset of that name; raises UnknownPreset naming the allowed ones."""
    try:
        return PRESETS[name]
    except KeyError:
        raise UnknownPreset(f"there is no preset {name!r}; the presets are {' '.join(PRESETS)}") from None

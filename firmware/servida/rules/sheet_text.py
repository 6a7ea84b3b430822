"""A score sheet as a person types it: "fives=15,poker=x".

Every filled line is `LINE=POINTS`, with commas between them; `x` is a scratch, as 0 is.  No text at all is an empty
sheet.  Only what can stand on a sheet of the rule set is read: points that some hand brings on that line, and on the
Double only beside a Generala that holds points.
"""

from functools import cache

from servida.rules.dice import HANDS
from servida.rules.lines import Line, UnknownLine, line_named
from servida.rules.ruleset import RuleSet
from servida.rules.scoring import Generala, Win, score
from servida.rules.sheet import Sheet

SCRATCH = "x"
"""What stands for a line filled with 0."""


class BadSheet(ValueError):
    """A text that is no sheet of the rule set; the message is one line: which line, its value, what is allowed."""


def sheet_from_text(text: str, rules: RuleSet) -> Sheet:
    """Return the sheet that the text tells, under these rules; raises BadSheet."""
    sheet = Sheet(rules.lines)
    for entry in text.split(",") if text.strip() else ():
        name, equals, value = (part.strip() for part in entry.partition("="))
        if not equals:
            raise BadSheet(f"{entry.strip()!r} is no filled line; give LINE=POINTS, as in fives=15 or poker={SCRATCH}")
        line = _line(name, rules)
        if sheet[line] is not None:
            raise BadSheet(f"{name}: it is filled twice, with {sheet[line]} and with {value}; a line is filled once")
        sheet = sheet.filled(line, _points(line, value, rules))
    if rules.double is not None and sheet[Line.DOUBLE] and sheet.generala is not Generala.SCORED:
        points = sheet[Line.DOUBLE]
        raise BadSheet(f"double: {points} can't be; the Double scores only once generala holds points, else double=x")
    return sheet


@cache
def points_of(line: Line, rules: RuleSet) -> tuple[int, ...]:
    """Return all points that the line can be filled with, 0 among them, ascending; raises UnknownLine."""
    generala = Generala.SCORED if line is Line.DOUBLE else Generala.OPEN
    worths = [score(line, hand, rules, served=served, generala=generala) for hand in HANDS for served in (False, True)]
    return tuple(sorted({0, *(worth for worth in worths if worth is not Win.WINS)}))


def _line(name: str, rules: RuleSet) -> Line:
    try:
        line = line_named(name)
        points_of(line, rules)
    except UnknownLine as error:
        raise BadSheet(str(error)) from None
    return line


def _points(line: Line, value: str, rules: RuleSet) -> int:
    if value == SCRATCH:
        return 0
    allowed = points_of(line, rules)
    # int() would also read "+15", "1_5" and the digits of other scripts.
    if not (value.isascii() and value.isdecimal()) or int(value) not in allowed:
        told = " ".join(map(str, allowed[1:]))
        raise BadSheet(f"{line.value}: {value!r} can't be written under {rules.name}; give {told}, or {SCRATCH}")
    return int(value)

"""The worked examples of the rule book, row by row."""

import pytest

from servida.rules import PRESETS, Generala, Win, hand, line_named, score

# line | dice | first roll | how the Generala line stands | rule set | points
EXAMPLES = """
fours    | 4 4 4 2 6 | no  | open      | any            | 12
twos     | 4 4 4 2 6 | no  | open      | any            | 2
sixes    | 4 4 4 2 6 | no  | open      | any            | 6
straight | 2 3 4 5 6 | no  | open      | any            | 20
straight | 1 2 3 4 5 | yes | open      | table          | 25
straight | 1 2 3 4 5 | yes | open      | classic-2007   | 30
straight | 1 3 4 5 6 | no  | open      | table          | 0
straight | 1 3 4 5 6 | no  | open      | table-ace-high | 20
straight | 1 1 3 4 5 | no  | open      | classic-2007   | 20
straight | 1 1 3 4 5 | no  | open      | wiki-wrap      | 0
straight | 6 1 2 3 4 | no  | open      | wiki-wrap      | 20
full     | 5 5 5 3 3 | no  | open      | any            | 30
full     | 5 5 5 5 5 | no  | open      | any            | 0
poker    | 2 2 2 2 6 | yes | open      | table          | 45
poker    | 3 3 3 3 3 | no  | open      | any            | 40
threes   | 3 3 3 3 3 | yes | open      | any            | 15
generala | 6 6 6 6 6 | no  | open      | wiki-60        | 60
generala | 6 6 6 6 6 | yes | open      | table-scores   | 60
generala | 6 6 6 6 6 | yes | open      | table          | wins
double   | 6 6 6 6 6 | yes | scored    | wiki-50-double | 100
double   | 6 6 6 6 6 | no  | scratched | wiki-50-double | 0
"""
ROWS = [tuple(cell.strip() for cell in row.split("|")) for row in EXAMPLES.strip().splitlines()]


@pytest.mark.parametrize(("line", "dice", "first", "generala", "rules", "points"), ROWS)
def test_worked_example(line: str, dice: str, first: str, generala: str, rules: str, points: str) -> None:
    for name in PRESETS if rules == "any" else [rules]:
        answer = score(
            line_named(line),
            hand(map(int, dice.split())),
            PRESETS[name],
            served=first == "yes",
            generala=Generala(generala),
        )
        assert answer == (Win.WINS if points == "wins" else int(points)), name

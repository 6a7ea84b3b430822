"""The strategist of the shipped console: loads or builds the values of a rule set, slice by slice, and asks them.

The only module that joins strategy with files.  numpy takes long to load on a small computer, so it comes with the
first slice of work and not before: a table of people without a coach never waits for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.device.errors import DeviceError
from servida.device.table_store import read_table, table_path, write_table
from servida.strategy.advice import Level

if TYPE_CHECKING:
    from pathlib import Path

    from servida.rules import Hand, Match, RuleSet
    from servida.strategy.advice import Choice, Review
    from servida.strategy.decisions import Decisions
    from servida.strategy.prospects import Foreseeing, Prospects
    from servida.strategy.review import Reviewing
    from servida.strategy.values import Solving, Table


class Adviser:
    """Decides, advises and reviews by exact values; those of a rule set are kept as a file in the state folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rules: RuleSet | None = None
        self._table: Table | None = None
        self._solving: Solving | None = None
        self._reviewing: Reviewing | None = None
        self._foreseeing: Foreseeing | None = None

    def progress(self, rules: RuleSet) -> float | None:
        """Return how much of the values is built, 0 to 1; ``None`` when they are ready."""
        if not self._knows(rules):
            return 0.0
        if self._table is not None:
            return None
        return 0.0 if self._solving is None else self._solving.done

    def work(self, rules: RuleSet) -> bool:
        """Load the values, or work out one batch of them; return whether there is more to do.

        Raises ``DeviceError`` when the file can't be read or written; the values are ready all the same, or will be.
        """
        from servida.strategy.game import game_of  # noqa: PLC0415  brings numpy: see above
        from servida.strategy.table_file import to_bytes  # noqa: PLC0415  as above
        from servida.strategy.values import Solving, Table  # noqa: PLC0415  as above

        if not self._knows(rules):
            self._rules, self._solving, self._table = rules, None, None
            self._table = self._kept(rules)
            return self._table is None
        if self._solving is None:
            self._solving = Solving(game_of(rules))
        self._solving.advance()
        if self._solving.done < 1:
            return True
        self._table = Table(rules, self._solving.values)
        write_table(self._folder, rules.fingerprint, to_bytes(self._table))
        return False

    def _knows(self, rules: RuleSet) -> bool:
        """Whether the values are, or become, those of these rules, which are the same object all through a match."""
        return self._rules is rules or (self._rules is not None and self._rules.fingerprint == rules.fingerprint)

    def _kept(self, rules: RuleSet) -> Table | None:
        """Return the values from their file, if there is one; raises ``DeviceError`` for one that is damaged."""
        from servida.strategy.table_file import BadTable, from_bytes  # noqa: PLC0415  as above

        data = read_table(self._folder, rules.fingerprint)
        try:
            return None if data is None else from_bytes(data, rules)
        except BadTable as error:
            path = table_path(self._folder, rules.fingerprint)
            raise DeviceError(f"{path}: {error}; it is made anew") from error

    def decide(self, match: Match, level: Level) -> Choice | None:
        """Return what a computer of this level does in its turn; the values are ready, the dice lie.

        The master first needs the prospects of all sheets: one slice of them is worked out, and ``None`` returned,
        until they are whole.
        """
        from servida.strategy.opponents import decide  # noqa: PLC0415  brings numpy: see above

        assert self._table is not None, "the values are ready before they are asked"
        if level is not Level.MASTER:
            return decide(self._table, None, match, level)
        foreseen = self._foreseen(self._table)
        return None if foreseen is None else decide(self._table, foreseen, match, level)

    def _foreseen(self, table: Table) -> Prospects | None:
        """Return the prospects that belong to the table, or do a slice of the work on them."""
        from servida.strategy.prospects import Foreseeing  # noqa: PLC0415  as above

        if self._foreseeing is None or self._foreseeing.game is not table.game:
            self._foreseeing = Foreseeing(table.game, table.values)
        if self._foreseeing.prospects is None:
            self._foreseeing.advance()
            return None
        return self._foreseeing.prospects

    def advise(self, match: Match) -> tuple[Choice, ...]:
        """Return all that the mover can do, the best first; the values are ready, the dice lie."""
        return self._decisions(match).choices(_faces(match), match.rolls_left, aims=True)

    def review(self, match: Match) -> tuple[Review, ...] | None:
        """Do one slice of a review of a match that has ended; return it when it is done, ``None`` before."""
        from servida.strategy.review import Reviewing  # noqa: PLC0415  as above

        if self._reviewing is None or self._reviewing.match != match:
            assert self._table is not None, "the values are ready before they are asked"
            self._reviewing = Reviewing(self._table, match)
        if self._reviewing.reviews is None:
            self._reviewing.advance()
        return self._reviewing.reviews

    def _decisions(self, match: Match) -> Decisions:
        from servida.strategy.decisions import decisions  # noqa: PLC0415  as above

        assert self._table is not None, "the values are ready before they are asked"
        return decisions(self._table, match.sheets[match.mover])


def _faces(match: Match) -> Hand:
    assert match.turn.faces is not None, "a decision is made on dice that lie"
    return match.turn.faces

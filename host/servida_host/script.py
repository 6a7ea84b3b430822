"""The script language of `servida sim --script`: a text, one step a line, to frozen values and back.

It knows lines, quoting and comments: a line is split as a shell would, so quotation marks keep spaces
together and `#` starts a comment.  `grammar.py` knows the words, `steps.py` holds the values, `play.py` gives
them their effect.
"""

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from servida_host.grammar import GRAMMAR, ROW_OF, Row, Slot
from servida_host.steps import Action, At, Fault, Frame, Hold, Start, StartNotice, Step, Wait, Watch


class ScriptError(ValueError):
    """A line that is no step of the language.

    The message is one line, `FILE:LINE: 'WORD': expected ALLOWED`; its parts are attributes of those names.
    """

    def __init__(self, file: str, line: int, word: str, allowed: str) -> None:
        super().__init__(f"{file}:{line}: {word!r}: expected {allowed}")
        self.file, self.line, self.word, self.allowed = file, line, word, allowed


ROUNDING = 1e-6
"""Seconds by which moments may differ and be the same: far more than sums of decimals are off, far less than a step."""


@dataclass(frozen=True, slots=True)
class _Reader:
    """The words of one line of a script, and where they stand."""

    file: str
    number: int
    words: tuple[str, ...]

    def fault(self, word: str, allowed: str) -> ScriptError:
        return ScriptError(self.file, self.number, word, allowed)

    def action(self) -> Action:
        row = self._row()
        values, at = [], len(row.opening)
        for slot in row.slots:
            end = len(self.words) if slot.several else at + 1
            values.append(self._fill(slot, at, end))
            at = end
        if at < len(self.words):
            raise self.fault(self.words[at], f"nothing more after {row.usage}")
        return row.action if isinstance(row.action, Fault) else row.action(*values)

    def _row(self) -> Row:
        rows = GRAMMAR
        for at in range(2):
            openings = dict.fromkeys(row.opening[at] for row in rows if len(row.opening) > at)
            if not openings:
                break
            if at == len(self.words):
                raise self.fault(self.words[-1], f"{' or '.join(openings)} after it")
            if self.words[at] not in openings:
                raise self.fault(self.words[at], " or ".join(openings))
            rows = tuple(row for row in rows if row.opening[at] == self.words[at])
        return rows[0]

    def _fill(self, slot: Slot, at: int, end: int) -> Any:  # noqa: ANN401 - see Slot.read
        words = self.words[at:end]
        if len(words) < slot.least:
            raise self.fault(" ".join(self.words[:at]), f"{slot.allowed} after it")
        values: list[Any] = []
        for word in words:
            try:
                value = slot.read(word)
            except ValueError:
                raise self.fault(word, slot.allowed) from None
            if (slot.distinct and value in values) or len(values) == slot.most:
                raise self.fault(word, slot.allowed)
            values.append(value)
        if not slot.several:
            return values[0]
        return tuple(sorted(values) if slot.ascending else values)


def parse(text: str, file: str = "script") -> tuple[Step, ...]:
    """Read a script; `file` is the name that messages give.

    Raises ScriptError at the first line that is no step, where the name of a frame comes a second time, which would
    overwrite the first picture, and at a moment that the steps before it have left behind.
    """
    steps: list[Step] = []
    frames: dict[str, int] = {}
    gone_by = 0.0
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            words = tuple(shlex.split(line, comments=True))
        except ValueError:
            allowed = "every quotation mark closed and something after a backslash"
            raise ScriptError(file, number, line.strip(), allowed) from None
        if not words:
            continue
        action = _Reader(file, number, words).action()
        if isinstance(action, Start):
            told = {type(step.action) for step in steps}
            if any(not isinstance(step.action, Start) for step in steps):
                raise ScriptError(file, number, words[0], "start steps before all others")
            if type(action) in told and not isinstance(action, StartNotice):
                raise ScriptError(file, number, words[1], "it once")
        if isinstance(action, Frame):
            if action.name in frames:
                allowed = f"another name, this one is the frame of line {frames[action.name]}"
                raise ScriptError(file, number, action.name, allowed)
            frames[action.name] = number
        if isinstance(action, At) and action.moment < gone_by - ROUNDING:
            allowed = f"seconds from {gone_by:.10g} on, to which the steps before bring time"
            raise ScriptError(file, number, words[1], allowed)
        gone_by = _gone_by(action, gone_by)
        steps.append(Step(number, action))
    return tuple(steps)


def _gone_by(action: Action, before: float) -> float:
    """Return to which moment, in seconds, time has come at least after this action."""
    match action:
        case At(moment):
            return max(moment, before)
        case Hold(seconds=seconds) | Wait(seconds) | Watch(seconds):
            return before + seconds
        case _:
            return before


def _quoted(word: str) -> str:
    if re.fullmatch(r"[\w+.-]+", word):
        return word
    return '"' + re.sub(r'(["\\])', r"\\\1", word) + '"'


def action_text(action: Action) -> str:
    """Write an action as its line of a script."""
    row = ROW_OF[action if isinstance(action, Fault) else type(action)]
    words = list(row.opening)
    values = () if isinstance(action, Fault) else (getattr(action, field.name) for field in fields(action))
    for slot, value in zip(row.slots, values, strict=True):
        words += map(slot.write, value) if slot.several else [slot.write(value)]
    return " ".join(map(_quoted, words))


def to_text(steps: Iterable[Step]) -> str:
    """Write steps as a script, each on its own line number; the inverse of `parse`, comments aside."""
    lines: list[str] = []
    for step in steps:
        lines += [""] * (step.line - 1 - len(lines))
        lines.append(action_text(step.action))
    return "".join(f"{line}\n" for line in lines)

"""What may stand as the name of a player or of a rule set.

The notation writes a name to the end of its line, so a name must survive that.
"""

NAME_RULE = "a name has at least one character, only printable ones, and no blank at either end"
"""The rule that `is_name` tests, for messages."""


def is_name(text: str) -> bool:
    """Tell whether the text can stand as a name: not empty, printable, no blank at either end."""
    return bool(text) and text.isprintable() and text.strip() == text

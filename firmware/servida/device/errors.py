"""The one kind of error that leaves this package."""


class DeviceError(RuntimeError):
    """Hardware or storage that can't do what was asked; the message is one line for a person.

    It names the thing, the value and what was expected; the error that caused it is its ``__cause__``.
    """

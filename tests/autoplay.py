"""A player who knows the buttons and nothing of tactics: it sees the screen's name and presses what leads on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from random import Random

HOLDS = ("1", "2", "3", "4", "5")


class Playable(Protocol):
    """What is asked of a rig to play on it."""

    @property
    def screen(self) -> str: ...

    @property
    def tie(self) -> tuple[str, ...]: ...

    def tap(self, *buttons: str) -> None: ...

    def hold(self, buttons: str, seconds: float) -> None: ...


def press_on(rig: Playable, chance: Random) -> None:
    """Do one thing that a player might do at this screen; now and then one that leads nowhere.

    From any screen it comes to the end of the match, if it is done often enough; then it begins no other.
    """
    match rig.screen:
        case "dice":
            if chance.random() < 0.4:
                rig.tap(chance.choice(HOLDS))
            elif chance.random() < 0.1:
                rig.hold("roll", 0.9)
            else:
                rig.tap("roll")
        case "lines":
            # ROLL twice, since a scratch asks once more; on the hand-over that follows nothing comes of it but a roll.
            rig.tap(*(chance.choice(HOLDS) for _ in range(chance.randint(1, 3))))
            rig.tap("roll")
            if rig.screen == "lines":
                rig.tap("roll")
        case "handover":
            match chance.random():
                case luck if luck < 0.08:
                    rig.tap("1")  # take back the last line
                case luck if luck < 0.12:
                    rig.hold("roll", 0.9)
                case luck if luck < 0.16:
                    rig.hold("1+5", 1.1)
                case _:
                    rig.tap("roll")
        case "result":
            rig.tap("roll" if rig.tie else "2")  # 1 would take back the last line
        case "dark" | "title" | "setup":
            rig.tap("roll")
        case "coach":
            rig.tap(chance.choice(["2", "3", "5", "roll"]))
        case _:
            rig.tap("1")

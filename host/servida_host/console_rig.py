"""The game's console on a rig: the shipped ``Console`` with its store and scripted dice, and what can be read off it.

It is a rig like any other (a face or a script takes it as one) that also knows the game: where the match stands,
which dice come next, what the store keeps.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from servida import __version__
from servida.board import HEIGHT, I2C_ADDRESS, WIDTH
from servida.config import PANELS, Config, Loaded
from servida.console import Console
from servida.device.buttons import Buttons
from servida.device.display import Display, chip_named
from servida.device.entropy import Dice
from servida.device.opening import FILE, connect
from servida.device.store import Saved, Store
from servida.device.table_store import table_path
from servida.rules import Match, RuleSet, new_match
from servida.strategist import Adviser
from servida.ui.events import Described
from servida.ui.keypad import Button
from servida.ui.seats import levels_of, seated, typed
from servida_host import standing
from servida_host.chance import ScriptedBytes
from servida_host.rig import Rig, Sockets
from servida_host.sh1106 import Sh1106
from servida_host.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from PIL.Image import Image

    from servida.seams import Strategist
    from servida.ui.state import App

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""The date at which virtual time begins unless another is named: a simulation must be repeatable."""

GENERATOR = "simulated"
"""What the console says of its generator; the true one's name comes from the kernel."""

SUBSTITUTE_SEED = 0x5EED
"""Added to the seed for the substitute generator, which must not repeat the device's dice."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a console rig began from, all that decides what the same deeds do to it.

    ``notices`` are the faults of a ``servida.toml``, ``fault`` is that of the store.  ``store`` is the database,
    ``None`` when there was none that could be read.  ``values`` says that those by which computers decide
    were there, which would take seconds at first.
    """

    seed: int = 0
    date: datetime = BEGINNING
    panel: str = PANELS[0]
    address: int = I2C_ADDRESS
    notices: tuple[str, ...] = ()
    fault: str = ""
    store: bytes | None = None
    values: bool = False


@dataclass(frozen=True, slots=True)
class Powered:
    """The console with what is closed when its power goes."""

    console: Console
    buttons: Buttons
    store: Store

    def step(self, now: float) -> float | None:
        """Do what is due, as ``Console.step``."""
        return self.console.step(now)

    def busy(self, now: float) -> bool:
        """Whether an animation runs or an answer is awaited."""
        return self.console.busy(now)

    def close(self) -> None:
        """Free pins and store."""
        self.buttons.close()
        self.store.close()


def _database(path: Path) -> bytes | None:
    """Return what the database in a file holds, ``None`` when it can't be read."""
    if not path.is_file():
        return None
    try:
        with closing(connect(str(path))) as base:
            return base.serialize()
    except sqlite3.Error:
        return None


class ConsoleRig(Rig[Powered]):
    """A console on this computer, at rest when made.

    ``players`` begin a match at once, "@expert" being a computer; without them the state decides.  ``state`` is the
    folder of the store, by default a temporary one.  ``rules`` and ``language`` default to what the state holds.
    Unless ``strict`` is off, a screen that draws off the panel or a letter without a glyph raises.  ``bounce`` is how
    many seconds the contacts may chatter after each press and release.  ``configured`` is what a ``servida.toml``
    says.  ``beginning`` is the date at which virtual time begins.  ``strategist`` decides for computers, by default
    the one that ships.  What is made of all that is told by ``began``; given that as ``again``, another
    rig begins as this one did, whatever else is said.
    """

    panel: Ssd1306 | Sh1106

    def __init__(
        self,
        *,
        rules: RuleSet | None = None,
        players: tuple[str, ...] = (),
        seed: int = 0,
        language: str | None = None,
        state: Path | None = None,
        bounce: float = 0.0,
        configured: Loaded | None = None,
        beginning: datetime = BEGINNING,
        strategist: Strategist | None = None,
        strict: bool = True,
        again: Beginning | None = None,
    ) -> None:
        if again is not None:
            rules, players, language = None, (), None
            seed, beginning, state = again.seed, again.date, None
            configured = Loaded(Config(panel=again.panel, address=again.address), again.notices)
        self._strict, self._beginning = strict, beginning
        self._configured = configured or Loaded()
        config = self._configured.config
        self._temporary = tempfile.TemporaryDirectory(prefix="servida-") if state is None else None
        self._folder = Path(self._temporary.name) if self._temporary is not None else Path(state or "")
        self._strategist = strategist or Adviser(self._folder)
        self.source = ScriptedBytes(seed)
        self._substitute = ScriptedBytes(seed + SUBSTITUTE_SEED, "kernel")
        self.switched_off = False
        if again is not None and again.store is not None:
            (self._folder / FILE).write_bytes(again.store)
        self._found = self._prepare(rules, players, language) or ("" if again is None else again.fault)
        if again is not None and again.values:
            adviser = Adviser(self._folder)
            while adviser.work(self._rules):
                pass
        values = table_path(self._folder, self._rules.fingerprint).is_file()
        store = _database(self._folder / FILE)
        self.began = Beginning(
            seed, beginning, config.panel, config.address, self._configured.faults, self._found, store, values
        )
        super().__init__(
            self._plug_in,
            buttons=config.pins,
            panel=Sh1106() if config.panel == "sh1106" else Ssd1306(WIDTH, HEIGHT),
            address=config.address,
            bounce=bounce,
            seed=seed,
        )

    def _prepare(self, rules: RuleSet | None, players: tuple[str, ...], language: str | None) -> str:
        """Put what was asked for into the store, where the console will find it; return what the store has to say."""
        store = Store(self._folder, lambda: self._beginning)
        saved = store.load()
        settings = saved.settings or self._configured.config.settings
        chosen = replace(
            settings,
            language=language or settings.language,
            rules=rules or settings.rules,
            players=typed(players) or settings.players,
            levels=levels_of(players) if players else settings.levels,
        )
        store.save_settings(chosen)
        if players:
            names = seated(chosen.players, chosen.levels)
            store.save_match(new_match(chosen.rules, names), None, (), chosen.levels)
        self._rules = chosen.rules if players or saved.match is None else saved.match.rules
        store.close()
        return saved.fault

    def _plug_in(self, sockets: Sockets) -> Powered:
        found, self._found, self.switched_off = self._found, "", False
        clock = sockets.clock
        store = Store(self._folder, lambda: self._beginning + timedelta(seconds=clock.now))
        saved: Saved = store.load()
        config = self._configured.config
        buttons = Buttons({button: config.pins[button] for button in Button}, sockets.factory, lambda: None)
        glass = Display(
            sockets.bus,
            width=WIDTH,
            height=HEIGHT,
            address=config.address,
            now=clock.now,
            chip=chip_named(config.panel),
        )
        console = Console(
            replace(saved, fault=saved.fault or found),
            saved.settings or config.settings,
            buttons=buttons,
            glass=glass,
            dice=Dice(self.source, self._substitute),
            store=store,
            strategist=self._strategist,
            describe=lambda: Described(__version__, GENERATOR),
            power_off=self._switch_off,
            now=clock.now,
            notices=self._configured.faults,
            strict=self._strict,
        )
        return Powered(console, buttons, store)

    def _switch_off(self, farewell: Image) -> bool:
        del farewell  # for a computer that can't draw any more, as this one can
        self.switched_off = True
        return True

    @property
    def console(self) -> Console | None:
        """The console; ``None`` while the power is cut."""
        return None if self.program is None else self.program.console

    @property
    def state(self) -> Path | None:
        """The folder of the store; ``None`` when it is a temporary one that goes with the rig."""
        return self._folder if self._temporary is None else None

    def dice(self, *faces: int) -> None:
        """Let these be the next faces that the entropy source gives, left to right over the dice being rolled."""
        self.source.queue(faces)
        self._tell("dice", *faces)

    def stall_rng(self) -> None:
        """Let the hardware generator hang."""
        self._tell("stall")
        self.source.stalled = True

    def free_rng(self) -> None:
        """Let the hardware generator answer again."""
        self._tell("free")
        self.source.stalled = False

    @property
    def app(self) -> App | None:
        """The app's state; ``None`` while the power is cut."""
        return None if self.console is None else self.console.app

    @property
    def words(self) -> str:
        """The texts of the picture drawn last, in the order of drawing."""
        return "" if self.console is None else " ".join(self.console.canvas.words)

    @property
    def screen(self) -> str:
        """The name of the screen, as a script's ``expect screen`` calls it."""
        return "dark" if self.app is None else self.app.screen.name

    @property
    def frames(self) -> int:
        """How many pictures were shown since the power came."""
        return 0 if self.console is None else self.console.frames

    @property
    def match(self) -> Match | None:
        """The match in progress, or the one that ended last."""
        return None if self.app is None else self.app.match

    @property
    def held(self) -> tuple[int, ...]:
        """Held positions from 1, ascending."""
        return () if self.app is None else standing.held(self.app)

    @property
    def rolls_left(self) -> int:
        """Rolls that the player whose turn it is has left."""
        return 0 if self.match is None else self.match.rolls_left

    @property
    def winner(self) -> str | None:
        """Who won: by points, by a served generala or by the roll-off; ``None`` while that is open."""
        return None if self.app is None else standing.winner(self.app)

    @property
    def tie(self) -> tuple[str, ...]:
        """Who is tied at the top of a match that has ended, until a roll-off decides."""
        return () if self.app is None else standing.tie(self.app)

    def close(self) -> None:
        """Free pins, store and the temporary folder."""
        super().close()
        if self._temporary is not None:
            self._temporary.cleanup()

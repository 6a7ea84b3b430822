"""The session: time, faults and fingers of pages, without a server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from servida.ui.keypad import Button
from servida_host.console_rig import ConsoleRig
from servida_host.faces.keys import CHORD, Stroke
from servida_host.faces.web.gif import MOST_FRAMES
from servida_host.faces.web.messages import Gif, Message, Refused, Speed, Time, parsed
from servida_host.faces.web.session import Session
from servida_host.steps import Bounce, Dice, Fault, Press, Release, Stick, Unstick

if TYPE_CHECKING:
    from collections.abc import Iterator

TAP = (Press(Button.ROLL), Release(Button.ROLL))

MENU = Stroke((Button.ONE, Button.FIVE), CHORD)


class Clock:
    """Seconds that pass when a test says so."""

    now = 500.0

    def __call__(self) -> float:
        return self.now


class Page:
    """A page that counts how often it was woken."""

    def __init__(self) -> None:
        self.woken = 0
        self.moved = asyncio.Event()

    def wake(self) -> None:
        self.woken += 1
        self.moved.set()


@pytest.fixture
def rig() -> Iterator[ConsoleRig]:
    with ConsoleRig(players=("Ana", "Beto"), language="en") as rig:
        yield rig


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def session(rig: ConsoleRig, clock: Clock) -> Session:
    return Session(rig, clock)


@pytest.fixture
def page(session: Session) -> Page:
    page = Page()
    session.join(page)
    return page


def do(session: Session, page: Page, *messages: Message) -> None:
    for message in messages:
        session.do(page, message)


def texts(session: Session) -> list[str]:
    return [entry.text for entry in session.journal.since(0)]


def let_pass(session: Session, clock: Clock, seconds: float) -> None:
    """As ``follow`` does: called when something is due, and at the end."""
    end = clock.now + seconds
    while (wait := session.wait) is not None and clock.now + wait <= end:
        clock.now += max(wait, 0.001)
        session.beat()
    clock.now = end
    session.beat()


def test_nothing_wakes_a_page_while_nothing_changes(session: Session, page: Page, clock: Clock) -> None:
    session.beat()
    let_pass(session, clock, 0.5)
    assert page.woken == 0
    do(session, page, Press(Button.ONE))
    assert page.woken == 1
    do(session, page, Press(Button.ONE))
    assert page.woken == 1


def test_time_stands_still_goes_by_steps_and_goes_on(
    session: Session, page: Page, clock: Clock, rig: ConsoleRig
) -> None:
    with pytest.raises(Refused, match=r"^step: expected while the time is paused$"):
        do(session, page, Time.STEP)
    do(session, page, Time.PAUSE, *TAP)
    began, frames = rig.now, rig.frames
    let_pass(session, clock, 60.0)
    assert rig.now == began == session.view.standing.stopped
    assert session.wait is None
    for _ in range(10):
        do(session, page, Time.STEP)
    assert began < rig.now < began + 1.0
    assert rig.frames > frames
    stopped = rig.now
    do(session, page, Time.RESUME, Time.RESUME)
    let_pass(session, clock, 0.25)
    assert rig.now == pytest.approx(stopped + 0.25)
    assert session.view.standing.stopped is None


@pytest.mark.parametrize(("speed", "offered"), [(1.0, [1, 4, 16]), (3.0, [1, 3, 4, 16]), (64.0, [1, 4, 16, 64])])
def test_a_page_is_offered_the_speed_that_the_session_began_with(
    rig: ConsoleRig, speed: float, offered: list[float]
) -> None:
    session = Session(rig, speed=speed)
    assert session.speeds == offered
    session.do(Page(), Speed(16))
    assert session.speeds == offered


def test_time_runs_faster(session: Session, page: Page, clock: Clock, rig: ConsoleRig) -> None:
    do(session, page, Speed(16))
    began = rig.now
    let_pass(session, clock, 0.5)
    assert rig.now == pytest.approx(began + 8.0)
    assert session.view.standing.speed == 16
    do(session, page, Speed(1))
    let_pass(session, clock, 0.5)
    assert rig.now == pytest.approx(began + 8.5)


def test_every_fault_shows_and_ends(session: Session, page: Page, rig: ConsoleRig) -> None:
    def standing(*names: str) -> list[object]:
        return [getattr(session.view.standing, name) for name in names]

    do(session, page, Fault.UNPLUG_OLED, Fault.UNPLUG_OLED)
    assert (standing("plugged"), session.view.glass.lit) == ([False], False)
    do(session, page, Fault.PLUG_OLED, Fault.PLUG_OLED)
    assert standing("plugged") == [True]
    do(session, page, Stick(Button.THREE))
    assert standing("stuck", "down") == [(Button.THREE,), ()]
    do(session, page, Unstick(Button.THREE))
    assert standing("stuck") == [()]
    do(session, page, Bounce(0.005))
    assert (standing("bounce"), rig.bounce) == ([0.005], 0.005)
    do(session, page, Fault.STALL_RNG)
    assert standing("stalled") == [True]
    do(session, page, Fault.FREE_RNG)
    assert standing("stalled") == [False]
    do(session, page, Fault.CUT_POWER)
    assert (standing("powered", "screen", "spoken"), session.view.glass.lit) == ([False, "dark", ""], False)
    assert session.view.language == "en"
    do(session, page, Fault.RESTORE_POWER)
    assert standing("powered", "screen") == [True, "handover"]
    do(session, page, Dice((6, 6)))
    assert standing("queued") == [2]
    told = [text for text in texts(session) if not text.startswith(("screen", "match"))]
    assert told == [
        "unplug oled",
        "unplug oled",
        "plug oled",
        "plug oled",
        "stick 3",
        "unstick 3",
        "bounce 5",
        "stall rng",
        "free rng",
        "cut power",
        "restore power",
        "dice 6 6",
    ]


def test_the_journal_tells_fingers_screens_and_moves_at_their_moments(
    session: Session, page: Page, clock: Clock
) -> None:
    do(session, page, Dice((1, 2, 3, 4, 6)), *TAP)
    let_pass(session, clock, 2.0)
    assert texts(session) == [
        "dice 1 2 3 4 6", "press roll", "release roll", "throw", "land 1 2 3 4 6", "screen dice"
    ]  # fmt: skip
    entries = session.journal.since(0)
    assert entries[1].at <= entries[3].at < entries[1].at + 0.2
    assert session.journal.since(session.journal.written - 1) == entries[-1:]


def test_the_journal_forgets_what_is_old(session: Session, page: Page) -> None:
    for _ in range(150):
        do(session, page, Fault.STALL_RNG, Fault.FREE_RNG)
    assert session.journal.written == 300
    assert len(session.journal.since(0)) == 200


def test_a_power_cut_with_a_finger_down(session: Session, page: Page, rig: ConsoleRig) -> None:
    do(session, page, Press(Button.ONE), Fault.CUT_POWER, Release(Button.ONE), Fault.RESTORE_POWER)
    assert session.view.standing.down == ()
    assert not rig.fingers.down("1")


def test_a_stroke_ends_by_itself(session: Session, page: Page, clock: Clock, rig: ConsoleRig) -> None:
    do(session, page, MENU)
    assert session.view.standing.down == MENU.buttons
    let_pass(session, clock, 1.0)
    assert (rig.screen, session.view.standing.down) == ("menu", MENU.buttons)
    let_pass(session, clock, 0.2)
    assert session.view.standing.down == ()
    assert texts(session) == ["hold 1+5 1.1", "screen menu"]


def test_a_finger_that_comes_during_a_stroke_stays(session: Session, page: Page, clock: Clock) -> None:
    do(session, page, MENU, Press(Button.ONE))
    let_pass(session, clock, 1.2)
    assert session.view.standing.down == (Button.ONE,)
    do(session, page, Release(Button.ONE))
    assert session.view.standing.down != (Button.ONE,)
    assert [text for text in texts(session) if "1" in text] == ["hold 1+5 1.1", "press 1", "release 1"]


def test_a_finger_that_leaves_during_a_stroke_does_not_end_it(session: Session, page: Page) -> None:
    do(session, page, Press(Button.ONE), MENU, Release(Button.ONE))
    assert session.view.standing.down == MENU.buttons


def test_a_stroke_on_a_console_that_is_off_ends(session: Session, page: Page, clock: Clock, rig: ConsoleRig) -> None:
    rig.switched_off = True
    do(session, page, MENU)
    assert session.wait is not None
    let_pass(session, clock, 1.2)
    assert session.view.standing.down == ()
    assert session.wait is None


def test_a_reel_that_is_full_ends_by_itself(
    session: Session, page: Page, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("servida_host.faces.web.gif.MOST_FRAMES", 5)
    assert MOST_FRAMES > 5
    do(session, page, Gif(on=True), Gif(on=True), *TAP)
    recorded = session.view.standing.gif
    let_pass(session, clock, 2.0)
    assert (recorded, session.view.standing.gif) == (True, False)
    assert session.film is not None
    assert len(session.film.shots) == 5
    do(session, page, Gif(on=False))
    assert len(session.film.shots) == 5


def test_a_console_that_is_off_waits_for_nobody(session: Session, rig: ConsoleRig) -> None:
    rig.switched_off = True
    session.beat()
    assert session.view.standing.off
    assert session.wait is None


def test_a_page_that_never_joined_may_leave(session: Session) -> None:
    session.leave(Page())


async def test_following_goes_on_after_a_press_and_ends_when_cancelled(rig: ConsoleRig) -> None:
    session, page = Session(rig, speed=64.0), Page()
    session.join(page)
    following = asyncio.create_task(session.follow())
    # While time stands, no slow computer makes a long press of it.
    do(session, page, Time.PAUSE)
    do(session, page, parsed('{"do":"press","button":"roll"}'), parsed('{"do":"release","button":"roll"}'))
    do(session, page, Time.RESUME)
    async with asyncio.timeout(20):
        while session.view.standing.screen != "dice":
            await page.moved.wait()
            page.moved.clear()
    following.cancel()
    await asyncio.wait([following])
    assert following.cancelled()


async def test_an_error_of_the_console_is_not_swallowed(rig: ConsoleRig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(rig)
    monkeypatch.setattr(rig, "advance_to", lambda _moment: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        await session.follow()

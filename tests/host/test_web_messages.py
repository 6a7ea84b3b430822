"""What a page may send, read strictly."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servida.ui.keypad import Button
from servida_host.faces.keys import CHORD, LONG, Stroke
from servida_host.faces.web.messages import (
    FORMS,
    Gif,
    Message,
    News,
    Refused,
    Speed,
    Tell,
    Time,
    parsed,
)
from servida_host.steps import Bounce, Dice, Fault, Press, Release, Stick, Unstick

MEANT: list[tuple[str, Message]] = [
    ('{"do":"press","button":"1"}', Press(Button.ONE)),
    ('{"button":"roll","do":"release"}', Release(Button.ROLL)),
    ('{"do":"strike","key":"m"}', Stroke((Button.ONE, Button.FIVE), CHORD)),
    ('{"do":"strike","key":"Shift+Space"}', Stroke((Button.ROLL,), LONG)),
    ('{"do":"pause"}', Time.PAUSE),
    ('{"do":"resume"}', Time.RESUME),
    ('{"do":"step"}', Time.STEP),
    ('{"do":"speed","value":16}', Speed(16)),
    ('{"do":"speed","value":0.25}', Speed(0.25)),
    ('{"do":"dice","faces":[6,6,6,6,6]}', Dice((6, 6, 6, 6, 6))),
    ('{"do":"unplug"}', Fault.UNPLUG_OLED),
    ('{"do":"plug"}', Fault.PLUG_OLED),
    ('{"do":"stick","button":"3"}', Stick(Button.THREE)),
    ('{"do":"unstick","button":"3"}', Unstick(Button.THREE)),
    ('{"do":"bounce","ms":2.5}', Bounce(0.0025)),
    ('{"do":"bounce","ms":50}', Bounce(0.05)),
    ('{"do":"stall"}', Fault.STALL_RNG),
    ('{"do":"free"}', Fault.FREE_RNG),
    ('{"do":"cut"}', Fault.CUT_POWER),
    ('{"do":"restore"}', Fault.RESTORE_POWER),
    ('{"do":"gif","on":true}', Gif(on=True)),
    ('{"do":"tell","what":[]}', Tell(frozenset())),
    ('{"do":"tell","what":["wire","log"]}', Tell(frozenset({News.WIRE, News.LOG}))),
]


@pytest.mark.parametrize(("text", "message"), MEANT)
def test_a_message_means_one_thing(text: str, message: Message) -> None:
    assert parsed(text) == message


def test_every_form_is_shown() -> None:
    assert {json.loads(text)["do"] for text, _ in MEANT} == FORMS.keys()


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("no", "'no': expected a JSON object"),
        ("[1]", "'[1]': expected a JSON object"),
        ('{"do":"jump"}', "do 'jump': expected press release "),
        ('{"do":["press"]}', "do ['press']: expected press release "),
        ("{}", "do None: expected press release "),
        ('{"do":"press"}', "press: expected button beside do, not ''"),
        ('{"do":"pause","now":1}', "pause: expected nothing beside do, not 'now'"),
        ('{"do":"press","button":"6"}', "button '6': expected 1 2 3 4 5 roll"),
        ('{"do":"press","button":1}', "button 1: expected 1 2 3 4 5 roll"),
        ('{"do":"press","button":"1","button":"2"}', "'do button button': expected each key once"),
        ('{"do":"strike","key":"x"}', "key 'x': expected R Shift+Space m M"),
        ('{"do":"strike","key":" "}', "key ' ': expected R Shift+Space m M"),
        ('{"do":"strike","key":["m"]}', "key ['m']: expected R Shift+Space m M"),
        ('{"do":"speed","value":0.2}', "value 0.2: expected 0.25 to 64"),
        ('{"do":"speed","value":65}', "value 65: expected 0.25 to 64"),
        ('{"do":"speed","value":true}', "value True: expected 0.25 to 64"),
        ('{"do":"speed","value":"4"}', "value '4': expected 0.25 to 64"),
        ('{"do":"dice","faces":[]}', "faces []: expected 1 to 25 faces from 1 to 6"),
        ('{"do":"dice","faces":[7]}', "faces [7]: expected 1 to 25 faces from 1 to 6"),
        ('{"do":"dice","faces":[true]}', "faces [True]: expected 1 to 25 faces from 1 to 6"),
        ('{"do":"dice","faces":"666"}', "faces '666': expected 1 to 25 faces from 1 to 6"),
        (json.dumps({"do": "dice", "faces": [1] * 26}), "faces [1, 1, 1"),
        ('{"do":"bounce","ms":50.1}', "ms 50.1: expected 0 to 50 ms"),
        ('{"do":"bounce","ms":-1}', "ms -1: expected 0 to 50 ms"),
        ('{"do":"bounce","ms":1e999}', "ms inf: expected 0 to 50 ms"),
        ('{"do":"bounce","ms":NaN}', "NaN: expected a number"),
        ('{"do":"bounce","ms":true}', "ms True: expected 0 to 50 ms"),
        ('{"do":"gif","on":1}', "on 1: expected true or false"),
        ('{"do":"tell","what":"log"}', "what 'log': expected some of wire log match, each once"),
        ('{"do":"tell","what":["all"]}', "what ['all']: expected some of wire log match, each once"),
        ('{"do":"tell","what":[["log"]]}', "what [['log']]: expected some of wire log match, each once"),
        ('{"do":"tell","what":["log","log"]}', "what ['log', 'log']: expected some of wire log match, each once"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_is_allowed(text: str, refusal: str) -> None:
    with pytest.raises(Refused) as refused:
        parsed(text)
    assert str(refused.value).startswith(refusal)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([*FORMS, "1", "roll", "log"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["do", "button", "ms"]), inner),
    max_leaves=8,
)


@given(
    st.text()
    | st.builds(json.dumps, JSON)
    | st.builds(
        lambda do, rest: json.dumps({**rest, "do": do}),
        st.sampled_from(list(FORMS)),
        st.dictionaries(st.sampled_from(["button", "value", "faces", "ms", "on"]), JSON),
    )
)
def test_whatever_is_sent_is_a_message_or_refused_in_a_short_line(text: str) -> None:
    meant: Message | Refused
    try:
        meant = parsed(text)
    except Refused as refused:
        meant = refused
    assert isinstance(meant, (Refused, *get_args(Message)))
    if isinstance(meant, Refused):
        assert len(str(meant)) < 300
        assert str(meant).isprintable()

"""Small text tools: what may be shown of a text that somebody else wrote."""

import unicodedata

import pytest

from gaugeblock._text import printable

KEPT = {"\n", "\t"}
TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def test_no_control_character_is_shown() -> None:
    """Every control character of Unicode, among them U+009B, which begins a command on many terminals."""
    controls = [chr(n) for n in range(0x110000) if unicodedata.category(chr(n)) == "Cc"]
    assert len(controls) == 65
    assert {c for c in controls if printable(c) == c} == KEPT
    assert printable("a\x9b31mred\x1b[0m") == "a\ufffd31mred\ufffd[0m"


@pytest.mark.parametrize("sign", sorted(TURNING), ids=[f"U+{ord(c):04X}" for c in sorted(TURNING)])
def test_nothing_turns_the_order_of_words(sign: str) -> None:
    """A text cannot make a line of a report read backwards."""
    assert printable(f"not {sign}covered") == "not \ufffdcovered"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("two\nlines\tand a tab", id="line ends and tabs"),
        pytest.param("שלום, العيادة مفتوحة", id="letters from right to left"),
        pytest.param(
            "e\u0301 \u200d \U0001f469\u200d\u2695\ufe0f \U0010ffff", id="marks, joiners, the last code point"
        ),
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    """Any language, letter by letter."""
    assert printable(text) == text


def test_half_surrogates_are_shown_as_such() -> None:
    """What no encoding can hold is replaced one for one."""
    assert printable("\ud83d \udfff") == "\ufffd \ufffd"

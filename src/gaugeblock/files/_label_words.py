"""The words a label may be: `pass`, `fail` or an anchor."""

from decimal import Decimal, InvalidOperation
from typing import Any

from gaugeblock.files._faults import got
from gaugeblock.rubric import ANCHORS

__all__ = ["anchor_word", "label_word"]

_BY_VALUE = {Decimal(a): a for a in ANCHORS}


def label_word(value: Any) -> str:
    """A label in its one spelling: `Pass` → `pass`, `1.00` → `1`, `0,75` → `0.75`.

    Raises:
        ValueError: it is none of them.
    """
    if value in ("pass", "fail"):
        return str(value)
    text = str(value).strip().lower() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""
    if text in ("pass", "fail"):
        return text
    anchor = anchor_word(text.replace(",", "."))
    if anchor is None:
        raise ValueError(f"expected pass, fail or one of {', '.join(ANCHORS)}, got {got(value)}")
    return anchor


def anchor_word(text: str) -> str | None:
    """The anchor a text stands for (`0.0` → `0`), None when it is none."""
    try:
        return _BY_VALUE.get(Decimal(text.strip()))
    except InvalidOperation:
        return None

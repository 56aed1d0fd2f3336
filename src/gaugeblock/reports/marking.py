"""Text under test as HTML that can do nothing, with the quoted evidence marked where it stands.

Offsets are code points of the original text. Spans may overlap; each stretch is marked with all that cover it, and
after the end of a span whose verdict did not pass stands a link to that verdict. Everything is escaped; what HTML
cannot hold shows as U+FFFD.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

__all__ = ["LONG", "Span", "clean", "excerpt", "marked"]

LONG = 4000
"""From this many code points on a text is shown in extracts, with the whole of it one click away."""

_LEAD = 500
_AROUND = 200
_MOST_EXTRACTS = 12

_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """One quote in a text."""

    start: int
    end: int
    label: str
    """Its dimension."""
    tone: str
    """The status word of its verdict, or `turned`; it sets the colour."""
    target: str
    """The HTML id of its verdict."""
    verified: bool = True


def clean(text: str) -> str:
    """The text with everything that HTML cannot hold as U+FFFD, and one kind of line end."""
    return _UNSHOWABLE.sub("�", text.replace("\r\n", "\n").replace("\r", "\n"))


def marked(text: str, spans: Sequence[Span]) -> Markup:
    """The whole text, its spans marked; spans that do not fit the text are left out."""
    return _stretch(text, _fitting(text, spans), 0, len(text))


def excerpt(text: str, spans: Sequence[Span]) -> Markup:
    """The beginning of a long text and the surroundings of its spans, with what is left out counted between them."""
    fitting = _fitting(text, spans)
    parts: list[Markup] = []
    shown = 0
    for start, end in _windows(len(text), fitting):
        if start > shown:
            parts.append(_left_out(start - shown))
        parts.append(_stretch(text, fitting, start, end))
        shown = end
    if shown < len(text):
        parts.append(_left_out(len(text) - shown))
    return Markup("").join(parts)


def _fitting(text: str, spans: Sequence[Span]) -> list[Span]:
    return sorted((s for s in spans if 0 <= s.start < s.end <= len(text)), key=lambda s: (s.start, s.end))


def _windows(length: int, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Stretches to show, in order, none touching another."""
    wanted = [(0, min(length, _LEAD))]
    for span in spans[:_MOST_EXTRACTS]:
        start, end = max(0, span.start - _AROUND), min(length, span.end + _AROUND)
        if start <= wanted[-1][1]:
            wanted[-1] = (wanted[-1][0], max(wanted[-1][1], end))
        else:
            wanted.append((start, end))
    return wanted


def _stretch(text: str, spans: Sequence[Span], start: int, end: int) -> Markup:
    inside = [s for s in spans if s.start < end and s.end > start]
    cuts = sorted({start, end, *(p for s in inside for p in (s.start, s.end) if start < p < end)})
    parts: list[Markup] = []
    for low, high in pairwise(cuts):
        covering = [s for s in inside if s.start <= low and s.end >= high]
        parts.append(_piece(text[low:high], covering))
        parts += [_reference(s) for s in covering if s.end == high and s.tone != "passed"]
    return Markup("").join(parts)


def _piece(text: str, covering: Sequence[Span]) -> Markup:
    shown = escape(clean(text))
    if not covering:
        return shown
    tones = {s.tone for s in covering}
    tone = next((t for t in ("failed", "turned", "unscored", "skipped") if t in tones), "passed")
    kind = tone if all(s.verified for s in covering) else f"{tone} unverified"
    title = ", ".join(dict.fromkeys(s.label for s in covering))
    return Markup('<mark class="{}" title="{}">{}</mark>').format(kind, clean(title), shown)


def _reference(span: Span) -> Markup:
    return Markup('<a class="ref {}" href="#{}">{}</a>').format(span.tone, span.target, clean(span.label))


def _left_out(n: int) -> Markup:
    return Markup('<span class="gap">… {} characters left out …</span>').format(f"{n:,}")

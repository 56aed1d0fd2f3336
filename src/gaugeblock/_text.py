"""Small text tools used on more than one floor."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["count_of", "mask_secrets", "nearest", "printable", "shorten"]

_WINDOW = 8
"""So many characters of a secret in a row, anywhere in a text, give it away."""
_GRAM, _STRIDE = 6, 3
"""Every window covers a gram at a multiple of the stride; looking only there rules a text out quickly."""
_TAIL = 4
"""So many of a secret's last characters may be shown."""
_SHORTEST = 4
"""Below this a given secret is too short to be told from ordinary text."""
_PLACEHOLDERS = frozenset(
    {"none", "null", "empty", "test", "dummy", "local", "ollama", "token", "secret", "default", "unused", "password"}
    | {"undefined", "placeholder", "not-needed", "no-key", "lm-studio"}
)
"""What people write for a key where none is needed; masking these would only damage texts."""
_ESCAPE = (
    r"%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\[^ux\n]"
    r"|&#[0-9]{1,3};|&#x[0-9A-Fa-f]{1,2};|&(?:amp|lt|gt|quot|apos);"
)
_KEY_STARTS = ("sk-", "k_live_", "k_test_", "gsk_", "ghp_", "gho_", "xox", "AKIA", "AIza")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ESCAPE_ROUNDS = 3
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def mask_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """Replace every given secret, and everything of a key's usual shape, by `***`.

    A given secret of 8 characters and more is found whole or in part (8 characters in a row), in any letter case, and
    also written in percent, JSON or HTML escapes (nested up to three times) or inside base64.
    A shorter one (4 to 7) is found as a word of its own, as written; well-known placeholders (`none`, `ollama` …) are
    no secrets. At most its last four characters stay, and only where the text had hidden the rest already.

    >>> mask_secrets("401 for ?api_key=sk-test-1234567890abcdef", ["sk-test-1234567890abcdef"])
    '401 for ?api_key=***'
    >>> mask_secrets("wrong key: SK-TEST-1234567890... was refused", ["sk-test-1234567890abcdef"])
    'wrong key: ***... was refused'
    >>> mask_secrets("the token limit of 4096 is the key to recovery")
    'the token limit of 4096 is the key to recovery'
    """
    given = tuple(sorted({s for s in secrets if len(s) >= _SHORTEST and s.lower() not in _PLACEHOLDERS}))
    if given:
        text = _without_given(text, _watch(given))
    return _without_shapes(text)


def shorten(text: str, limit: int = 80) -> str:
    """One line of at most `limit` characters, cut at the end with an ellipsis.

    >>> shorten("a  b\\nc", 80)
    'a b c'
    """
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def printable(text: str) -> str:
    """The text with what could act on a terminal or on the order of its words shown as U+FFFD.

    That is lone surrogates, control characters of either range (but line ends and tabs), and the signs that turn the
    direction of what follows; letters that run from right to left stay as they are.
    """
    return _UNPRINTABLE.sub("�", text)


def count_of(number: int, noun: str, plural: str = "") -> str:
    """`1 case`, `2 cases`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name closest in spelling, or an empty string when none is close."""
    import difflib

    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return found[0] if found else ""


@dataclass(frozen=True, slots=True)
class _Watch:
    """What to look for on behalf of some secrets; everything in lower case but `words`."""

    run: re.Pattern[str]
    """Eight or more characters in a row, all of which occur in a secret."""
    windows: frozenset[str]
    grams: frozenset[str]
    ends: tuple[tuple[str, str], ...]
    """Of each long secret its first and its last seven characters."""
    words: tuple[str, ...]
    """Secrets too short to be looked for in part."""

    def stands_in(self, lowered: str) -> bool:
        """Whether a window may stand in the text; False is certain."""
        return not self.grams.isdisjoint(
            run[i : i + _GRAM] for run in self.run.findall(lowered) for i in range(0, len(run) - _GRAM + 1, _STRIDE)
        )

    def spans(self, lowered: str) -> list[tuple[int, int]]:
        """Where the secrets' windows stand, unmerged."""
        starts = range(len(lowered) - _WINDOW + 1)
        return [(i, i + _WINDOW) for i in starts if lowered[i : i + _WINDOW] in self.windows]


@lru_cache(maxsize=32)
def _watch(secrets: tuple[str, ...]) -> _Watch:
    long = [s for s in secrets if len(s) >= _WINDOW]
    forms = {_lowered(form) for secret in long for form in _forms(secret)}
    characters = "".join(sorted({re.escape(c) for f in forms for c in f})) or "a"
    return _Watch(
        run=re.compile(rf"[{characters}]{{{_WINDOW},}}"),
        windows=frozenset(f[i : i + _WINDOW] for f in forms for i in range(len(f) - _WINDOW + 1)),
        grams=frozenset(f[i : i + _GRAM] for f in forms for i in range(len(f) - _GRAM + 1)),
        ends=tuple((s[: _WINDOW - 1], s[1 - _WINDOW :]) for s in long),
        words=tuple(sorted((s for s in secrets if len(s) < _WINDOW), key=len, reverse=True)),
    )


def _forms(secret: str) -> Iterable[str]:
    """The secret itself, its UTF-8 bytes as percent escapes give them, and the core of its base64 at each alignment."""
    from base64 import b64encode, urlsafe_b64encode

    raw = secret.encode("utf-8", "surrogatepass")
    yield secret
    yield raw.decode("latin-1")
    for before in range(3):
        padded = bytes(before) + raw
        first, last = (0, 2, 3)[before], len(padded) * 8 // 6
        for encode in (b64encode, urlsafe_b64encode):
            yield encode(padded).decode("ascii")[first:last]


def _without_given(text: str, watch: _Watch) -> str:
    views = _views(text)
    if any(watch.stands_in(_lowered(view)) for view in views):
        text = _blotted(text, watch)
    lowered = _lowered(text)
    for head, tail in watch.ends:
        if _lowered(tail[-_TAIL - 1 :]) in lowered:
            text = _without_tail(text, tail)
        if _lowered(head[: _TAIL + 1]) in lowered:
            text = _without_head(text, head)
    for word in watch.words:
        if word in text:
            text = re.sub(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", "***", text)
    return text


def _views(text: str) -> list[str]:
    """The text as it stands, and with its escapes undone once, twice …, as long as that changes something."""
    views = [text]
    while len(views) <= _ESCAPE_ROUNDS and ("%" in views[-1] or "\\" in views[-1] or "&" in views[-1]):
        plain = re.sub(_ESCAPE, lambda m: _unescaped(m[0]), views[-1])
        if plain == views[-1]:
            break
        views.append(plain)
    return views


def _unescaped(escape: str) -> str:
    if escape[0] == "%":
        return chr(int(escape[1:], 16))
    if escape[0] == "\\":
        return chr(int(escape[2:], 16)) if escape[1] in "ux" else escape[1]
    if escape[1] == "#":
        return chr(int(escape[3:-1], 16) if escape[2] == "x" else int(escape[2:-1]))
    return _ENTITIES[escape[1:-1]]


def _blotted(text: str, watch: _Watch) -> str:
    """The text with every window blotted out, found in any of its views and traced back to where it was written."""
    view = text
    starts: Sequence[int] = range(len(text))
    ends: Sequence[int] = range(1, len(text) + 1)
    spans: list[tuple[int, int]] = []
    for _ in range(_ESCAPE_ROUNDS + 1):
        spans += [(starts[a], ends[b - 1]) for a, b in watch.spans(_lowered(view))]
        plain, starts, ends = _traced(view, starts, ends)
        if plain == view:
            break
        view = plain
    return _replaced(text, spans)


def _traced(view: str, starts: Sequence[int], ends: Sequence[int]) -> tuple[str, Sequence[int], Sequence[int]]:
    """The view with its escapes undone once, and for each character where it starts and ends in the original text."""
    plain: list[str] = []
    new_starts: list[int] = []
    new_ends: list[int] = []
    at = 0
    for m in re.finditer(_ESCAPE, view):
        plain += [view[at : m.start()], _unescaped(m[0])]
        new_starts += [*starts[at : m.start()], starts[m.start()]]
        new_ends += [*ends[at : m.start()], ends[m.end() - 1]]
        at = m.end()
    plain.append(view[at:])
    return "".join(plain), [*new_starts, *starts[at:]], [*new_ends, *ends[at:]]


def _replaced(text: str, spans: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if start > at or not pieces:
            pieces += [text[at:start], "***"]
        at = max(at, end)
    return "".join(pieces) + text[at:]


def _without_tail(text: str, tail: str) -> str:
    """Five to seven last characters behind asterisks or dots, or alone where they cannot be an ordinary word."""
    for length in range(len(tail), _TAIL, -1):
        end = tail[-length:]
        before = r"(?<![^\W_])" if _looks_random(end) else r"(?<=[*•…])|(?<=\.\.)"
        text = re.sub(rf"(?i:(?:{before}){re.escape(end)})(?![^\W_])", "***", text)
    return text


def _without_head(text: str, head: str) -> str:
    """Five to seven first characters in front of asterisks or dots."""
    for length in range(len(head), _TAIL, -1):
        text = re.sub(rf"(?i:(?<![^\W_]){re.escape(head[:length])})(?=[*•…]|\.\.)", "***", text)
    return text


def _without_shapes(text: str) -> str:
    """The text without what has a key's usual shape, whoever's key it is."""
    lowered = text.lower()
    if "bearer" in lowered or "basic" in lowered:
        text = re.sub(
            r"(?i)(authorization\W{1,8})?\b(bearer|basic)(\s+)([A-Za-z0-9._~+/=\-]{8,})",
            lambda m: f"{m[1] or ''}{m[2]}{m[3]}***" if m[1] or _looks_random(m[4]) else m[0],
            text,
        )
    if any(word in lowered for word in ("key", "token", "secret", "password")):
        text = re.sub(
            r"(?i)((?:api[_-]?key|access[_-]?token|auth[_-]?token|token|secret|password|\bkey)['\"]?)"
            r"(\s*[=:]\s*['\"]?)([A-Za-z0-9._~+/\-]{8,})",
            lambda m: f"{m[1]}{m[2]}***" if m[2] == "=" or _looks_random(m[3]) else m[0],
            text,
        )
    if not any(start in text for start in _KEY_STARTS):
        return text
    return re.sub(
        r"\b(?:sk-|[spr]k_(?:live|test)_|gsk_|ghp_|gho_|xox[abp]-)(?=[A-Za-z_-]*[0-9])[-_A-Za-z0-9]{12,}"
        r"|\bAKIA[0-9A-Z]{12,}|\bAIza[-_A-Za-z0-9]{20,}",
        "***",
        text,
    )


def _looks_random(word: str) -> bool:
    """Whether a word mixes letters with digits, or has a capital behind a small letter, as keys do and words do not."""
    return bool(re.search(r"[a-z][A-Z]", word) or (re.search(r"[A-Za-z]", word) and re.search(r"[0-9]", word)))


def _lowered(text: str) -> str:
    """Lower case with every character in its place (one capital becomes two characters in `str.lower`)."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower() if c.isascii() else c for c in text)

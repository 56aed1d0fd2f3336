"""Bytes to text, the same on every machine: the file's own signs decide, never the locale.

UTF-8 with or without byte-order mark; UTF-16 with one, or without where every other byte of the beginning is zero.
Everything else is refused with the place of the first byte that does not fit.
"""

import codecs
from collections.abc import Iterator
from pathlib import Path

from gaugeblock.errors import UsageError
from gaugeblock.files._faults import shown

__all__ = ["decode", "read_text", "text_lines"]

_HEAD = 4096


def read_text(path: Path, error: type[UsageError] = UsageError) -> str:
    """The whole file as text, without byte-order mark, line ends as they stand.

    Raises:
        UsageError: (or the given kind) it cannot be opened, or its bytes are no text.
    """
    try:
        data = path.read_bytes()
    except OSError as e:
        raise _unopened(path, e, error) from e
    return decode(data, shown(path), error)


def decode(data: bytes, name: str, error: type[UsageError] = UsageError) -> str:
    r"""Bytes as text; `name` is the file's name for the message.

    >>> decode(b"\xef\xbb\xbfid;topic", "cases.csv")
    'id;topic'
    """
    encoding, skip = _encoding(data[:_HEAD], name, error)
    try:
        if encoding == "utf-8":
            return data[skip:].decode("utf-8")
        return data[skip:].decode(encoding, "surrogatepass")
    except UnicodeDecodeError as e:
        raise _undecodable(name, encoding, skip + e.start, data, error) from e


def text_lines(path: Path, error: type[UsageError] = UsageError) -> Iterator[str]:
    """The file line by line, each with its line end; lines end at LF only.

    A UTF-8 file is never held as a whole; a UTF-16 file is.

    Raises:
        UsageError: (or the given kind) as `read_text`.
    """
    try:
        file = path.open("rb")
    except OSError as e:
        raise _unopened(path, e, error) from e
    with file:
        head = file.read(_HEAD)
        encoding, skip = _encoding(head, shown(path), error)
        if encoding != "utf-8":
            yield from _split(read_text(path, error))
            return
        file.seek(skip)
        offset = skip
        for line in file:
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError as e:
                raise _undecodable(shown(path), encoding, offset + e.start, line[e.start :], error, at=0) from e
            offset += len(line)


def _split(text: str) -> Iterator[str]:
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start : end + 1]
        start = end + 1
    if start < len(text):
        yield text[start:]


def _encoding(head: bytes, name: str, error: type[UsageError]) -> tuple[str, int]:
    """The encoding and the length of its mark."""
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise error(f"{name}: the file is UTF-32, which is not read; save it as UTF-8.")
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8", 3
    if head.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le", 2
    if head.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be", 2
    pairs = len(head) // 2
    if pairs and head[1::2].count(0) > 0.4 * pairs and not head[0::2].count(0):
        return "utf-16-le", 0
    if pairs and head[0::2].count(0) > 0.4 * pairs and not head[1::2].count(0):
        return "utf-16-be", 0
    return "utf-8", 0


def _undecodable(
    name: str, encoding: str, offset: int, data: bytes, error: type[UsageError], *, at: int | None = None
) -> UsageError:
    byte = data[offset if at is None else at]
    return error(
        f"{name}: byte {offset} (0x{byte:02x}) is not {encoding.upper()}; "
        "save the file as UTF-8 (in a spreadsheet program: CSV UTF-8)."
    )


def _unopened(path: Path, reason: OSError, error: type[UsageError]) -> UsageError:
    if isinstance(reason, FileNotFoundError):
        return error(f"{shown(path)}: there is no such file.")
    if isinstance(reason, IsADirectoryError):
        return error(f"{shown(path)}: this is a folder, a file is needed.")
    return error(f"{shown(path)}: cannot be read: {reason.strerror or reason}.")

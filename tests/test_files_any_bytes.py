"""Whatever bytes a file holds: values, or a refusal in words; never another exception."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gaugeblock.case import case_digest
from gaugeblock.config.suite_file import load_suite
from gaugeblock.errors import ConfigError, GoldenSetError, LabelError, RubricError, UsageError
from gaugeblock.files.certificates import read_certificates
from gaugeblock.files.golden import open_golden_set
from gaugeblock.files.labels_file import load_labels
from gaugeblock.files.rubric_file import load_rubric

SEEDS = [
    b'{"id": "A", "input": "x", "source": [{"id": "s", "text": "y"}], "expect": {"decision": "no", "tools": []}}\n',
    b'{"cases": [{"id": 1, "trace": {"messages": [{"role": "tool", "tool_call_id": "1"}]}, "labels": {"t": 1}}]}',
    b'\xef\xbb\xbfid;input;tags[];labels.tone\r\nA;"x\r\n""y""";a|b;pass\r\n',
    b"cases:\n- &a {id: no, input: 'x'}\n- <<: *a\n  id: 0123\n  tags: [a, !t b]\n",
    "id\tinput\nA\t\u00e9\n".encode("utf-16"),
    b"name: r\npass_at: .5\ndimensions:\n- name: tone\n  kind: binary\n  question: q\n  pass_when: p\n  evidence: {on_pass: optional}\n",
    b'golden_set: [a, b]\njudge: {model: "openai:x", rubric: r, headers: {a: "${B}"}}\npolicy: {tone: {at_least: 0.9}, validation: {on: overall}}\n',
    b'{"id": "A", "expect": {"x": 1e99}}\n',
    b"case_id,dimension,label,labeller\nA,tone,pass,kim\nA,tone,fail,kim\n",
    b'{"format": 1, "judge_digest": "aa", "issued_on": "2026-11-30", "dimensions": {"tone": "confirmed"}}',
]  # fmt: skip


@st.composite
def mangled(draw: st.DrawFn) -> bytes:
    """A file of some kind with pieces cut out, doubled, or put in from elsewhere."""
    data = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 12)))
        piece = draw(
            st.one_of(
                st.binary(max_size=4),
                st.sampled_from(
                    [data[start:end] * 2, b"\\ud83d", b'"', b"\x00", b"1e999", b"[", b"null", b"\r", b"&x *x", b": "]
                ),
            )
        )
        data = data[:start] + piece + data[end:]
    return data


def golden(path: Path) -> None:
    """Both passes, with the digests a run makes."""
    for case in open_golden_set([str(path)]).cases():
        assert len(case_digest(case)) == 64


READERS: dict[str, tuple[Callable[[Path], Any], type[UsageError], str]] = {
    **{f"a golden set in {ending}": (golden, GoldenSetError, ending) for ending in (".json", ".jsonl", ".yaml", ".csv")},
    "a rubric in YAML": (load_rubric, RubricError, ".yaml"),
    "a rubric in JSON": (load_rubric, RubricError, ".json"),
    "a suite": (load_suite, ConfigError, ".yaml"),
    "labels in CSV": (load_labels, LabelError, ".csv"),
    "labels in YAML": (load_labels, LabelError, ".yaml"),
    "certificates": (lambda path: read_certificates(path.parent), UsageError, ".json"),
}  # fmt: skip


@pytest.mark.parametrize(("reader", "error", "ending"), READERS.values(), ids=READERS.keys())
def test_any_bytes_are_read_or_refused_in_words(
    reader: Callable[[Path], Any], error: type[UsageError], ending: str
) -> None:
    """The refusal is of the file's own kind, says something, and can be printed anywhere."""

    @settings(max_examples=150, deadline=None)
    @given(mangled())
    @example(b'{"id": "A", "expect": {"x": 1e999}}\n')
    @example(b"[" * 100_000)
    def check(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"file{ending}"
            path.write_bytes(data)
            words = "read"
            try:
                reader(path)
            except error as refused:
                words = str(refused).strip()
            assert words.encode("utf-8")

    check()

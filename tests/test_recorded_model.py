"""The recorded judge: which line answers which question, and what a faulty file is told."""

import asyncio
import json
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from contracts.model_contract import ModelContract, Replies, question
from gaugeblock._reasons import Reason
from gaugeblock.errors import ConfigError, JudgeError
from gaugeblock.models.recorded import RecordedModel
from gaugeblock.ports import Ask, Model, Reply


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "replies.jsonl"


def recorded(file: Path, *lines: dict[str, Any] | str) -> RecordedModel:
    """A judge over these lines."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    file.write_bytes("".join(f"{text}\n" for text in texts).encode("utf-8", "surrogatepass"))
    return RecordedModel(file, name="recorded:replies.jsonl")


def line(case_id: str, reply: Any, **more: Any) -> dict[str, Any]:
    return {"case_id": case_id, "reply": reply, **more}


def answer(model: RecordedModel, ask: Ask) -> Reply | str:
    """The reply, or the error's words."""
    if model.has_reply(ask):
        return asyncio.run(model.ask(ask))
    with pytest.raises(JudgeError) as caught:
        asyncio.run(model.ask(ask))
    assert (caught.value.reason, caught.value.retryable) == (Reason.NO_RECORDED_REPLY, False)
    return caught.value.message


def text(model: RecordedModel, ask: Ask) -> str:
    reply = answer(model, ask)
    return reply.text if isinstance(reply, Reply) else reply


def refusal(file: Path, *lines: dict[str, Any] | str) -> str:
    with pytest.raises(ConfigError) as caught:
        recorded(file, *lines)
    return str(caught.value)


class TestRecordedModelIsAModel(ModelContract):
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path) -> None:
        self.file = tmp_path / "replies.jsonl"

    @asynccontextmanager
    async def model(self, replies: Replies) -> AsyncIterator[Model]:
        ordered = sorted(replies.items(), key=lambda item: item[0][1])
        yield recorded(self.file, *(line(c, reply, finish_reason=word) for (c, _), (reply, word) in ordered))


def test_its_name_is_its_identity(file: Path) -> None:
    """As written in the suite; nothing settles, and a language model is what was recorded."""
    model = recorded(file)
    assert model.identity() == {"model": "recorded:replies.jsonl"}
    assert (model.settles, model.uses_language_model) == (False, True)


def test_a_line_answers_its_case(file: Path) -> None:
    """Finish reason `stop` unless another is recorded."""
    model = recorded(
        file, line("a", "A"), line("b", '{"x": ', finish_reason="length"), line("c", "C", finish_reason=None)
    )
    replies = [answer(model, question(c)) for c in "abc"]
    assert [(r.text, r.finish_reason) for r in replies if isinstance(r, Reply)] == [
        ("A", "stop"),
        ('{"x": ', "length"),
        ("C", "stop"),
    ]


def test_the_second_line_answers_the_re_ask(file: Path) -> None:
    """Wherever it stands in the file; without one there is none."""
    model = recorded(file, line("a", "first"), line("b", "only"), line("a", "second"))
    assert text(model, question("a")) == "first"
    assert text(model, question("a", attempt=2)) == "second"
    assert model.has_reply(question("a", attempt=2))
    assert not model.has_reply(question("a", attempt=3))
    assert not model.has_reply(question("b", attempt=2))
    assert text(model, question("b", attempt=2)) == "recorded:replies.jsonl has no second line for case 'b'"


def test_asking_the_same_question_again_gives_the_same_reply(file: Path) -> None:
    """A replay has no memory."""
    model = recorded(file, line("a", "first"), line("a", "second"))
    assert [text(model, question("a")) for _ in range(3)] == ["first"] * 3


def test_trials_are_apart(file: Path) -> None:
    """Trial 1 when none is named."""
    model = recorded(file, line("a", "one"), line("a", "two", trial=2), line("a", "two again", trial=2))
    assert text(model, question("a", trial=1)) == "one"
    assert text(model, question("a", trial=2)) == "two"
    assert text(model, question("a", trial=2, attempt=2)) == "two again"
    assert text(model, question("a", trial=3)) == "recorded:replies.jsonl has no line for case 'a', trial 3"


def test_lines_of_a_dimension_answer_questions_about_it_alone(file: Path) -> None:
    """Else the lines that name none do."""
    model = recorded(
        file, line("a", "tone 1", dimension="tone"), line("a", "all"), line("a", "tone 2", dimension="tone")
    )
    tone, accuracy = ("tone",), ("accuracy",)
    assert text(model, question("a", dimensions=tone)) == "tone 1"
    assert text(model, question("a", dimensions=tone, attempt=2)) == "tone 2"
    assert text(model, question("a", dimensions=accuracy)) == "all"
    assert text(model, question("a")) == "all"


def test_lines_by_dimension_only_do_not_answer_a_question_about_all(file: Path) -> None:
    """The words say what to set."""
    model = recorded(file, line("a", "x", dimension="tone"))
    assert text(model, question("a")) == (
        "recorded:replies.jsonl has no line for case 'a'; "
        "its lines name one dimension each: set judge.granularity to per_dimension"
    )


def test_a_case_without_a_line(file: Path) -> None:
    """The words name it."""
    model = recorded(file, line("a", "x"))
    assert text(model, question("z")) == "recorded:replies.jsonl has no line for case 'z'"
    assert not model.has_reply(question("z"))


def test_lines_for_unknown_cases_are_told(file: Path) -> None:
    """Each once, in file order; the caller warns."""
    model = recorded(file, line("z", "1"), line("a", "2"), line("y", "3"), line("z", "4"))
    assert model.unknown_cases(["a", "b"]) == ("z", "y")
    assert model.unknown_cases(iter(["a", "y", "z"])) == ()
    many = [f"case-{n}" for n in range(50_000)]
    assert model.unknown_cases(iter([*many, "a", "b"])) == ("z", "y")
    assert model.unknown_cases(iter(["y", *many, "a", "b"])) == ("z",)


def test_an_object_is_written_out_as_json(file: Path) -> None:
    """For recordings written by hand."""
    model = recorded(file, line("a", {"accuracy": {"verdict": "pass", "evidence": "né"}}))
    assert text(model, question("a")) == '{"accuracy": {"verdict": "pass", "evidence": "né"}}'


@pytest.mark.parametrize(
    "content",
    [
        b'\xef\xbb\xbf{"case_id": "a", "reply": "x"}\r\n\r\n   \n{"case_id": "b", "reply": "y"}',
        b'{"case_id": "a", "reply": "x"}\n{"case_id": "b", "reply": "y", "note": "kept by hand", "model": "m"}\n',
    ],
    ids=["byte-order mark, CRLF, blank lines, no last line end", "further fields"],
)
def test_files_as_editors_leave_them(file: Path, content: bytes) -> None:
    """All of these are two lines."""
    file.write_bytes(content)
    model = RecordedModel(file)
    assert [text(model, question(c)) for c in "ab"] == ["x", "y"]


def test_half_surrogates_survive_in_ids_and_replies(file: Path) -> None:
    """As escapes and as raw bytes."""
    model = recorded(file, line("a\ud83d", "r\udc00"), '{"case_id": "b\ud83d", "reply": "s\udc00"}')
    assert text(model, question("a\ud83d")) == "r\udc00"
    assert text(model, question("b\ud83d")) == "s\udc00"


def test_an_empty_file_has_no_replies(file: Path) -> None:
    """Not an error: every case is then unscored."""
    assert not recorded(file).has_reply(question("a"))


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ('{"case_id": "a", "reply": ', "not JSON: Expecting value at column 26."),
        ("not json", "not JSON: Expecting value at column 1."),
        ("[1, 2]", "expected an object {…}, got [1, 2]."),
        ("null", "expected an object {…}, got null."),
        ("[" * 100_000, "not readable: nested too deeply."),
        ('{"reply": "x"}', "'case_id' is missing: expected a text that is not empty."),
        ('{"case_id": "", "reply": "x"}', "'case_id': expected a text that is not empty, got \"\"."),
        ('{"case_id": 12, "reply": "x"}', "'case_id': expected a text that is not empty, got 12."),
        ('{"case_id": "a"}', "'reply' is missing: expected the reply's text."),
        ('{"case_id": "a", "reply": null}', "'reply': expected the reply's text, got null."),
        ('{"case_id": "a", "reply": ["x"]}', "'reply': expected the reply's text, got [\"x\"]."),
        ('{"case_id": "a", "reply": "x", "trial": 0}', "'trial': expected a whole number from 1 on, got 0."),
        ('{"case_id": "a", "reply": "x", "trial": true}', "'trial': expected a whole number from 1 on, got true."),
        ('{"case_id": "a", "reply": "x", "trial": "1"}', "'trial': expected a whole number from 1 on, got \"1\"."),
        ('{"case_id": "a", "reply": "x", "dimension": 3}', "'dimension': expected a text, got 3."),
        ('{"case_id": "a", "reply": "x", "finish_reason": 3}', "'finish_reason': expected a text, got 3."),
        ('{"case_id": "a", "reply": "x", "dimention": "tone"}', "there is no field 'dimention'; did you mean 'dimension'?"),
        ('{"case_id": "a", "reply": "x", "reply": "y"}', "the key 'reply' stands twice in one object"),
        ('{"case_id": "a", "reply": {"tone": 1, "tone": 0}}', "the key 'tone' stands twice in one object; write such a reply as text."),
    ],
)  # fmt: skip
def test_a_faulty_line_is_named_with_file_and_line(file: Path, bad: str, words: str) -> None:
    """What was expected and what came."""
    message = refusal(file, line("ok", "x"), "", bad)
    assert "judge.model recorded:replies.jsonl: 1 fault in the recorded replies.\n" in message
    assert f"{file}:3: {words}" in message


def test_bytes_that_are_no_text_are_a_fault(file: Path) -> None:
    """Such as a file in UTF-16."""
    file.write_text('{"case_id": "a", "reply": "x"}', encoding="utf-16")
    with pytest.raises(ConfigError, match=r"replies\.jsonl:1: not UTF-8 at byte 1 of the line"):
        RecordedModel(file)


def test_all_faults_come_at_once_third_lines_among_them(file: Path) -> None:
    """A third line has no call to answer."""
    message = refusal(
        file, line("a", "1"), "{", line("a", "2"), line("b", "x"), line("a", "3"), line("a", "t", dimension="tone"), "7"
    )
    assert "3 faults" in message
    assert f"{file}:2: not JSON" in message
    assert f"{file}:5: more than two lines for case 'a', trial 1: the first is the reply" in message
    assert f"{file}:7: expected an object" in message


def test_very_many_faults_are_counted(file: Path) -> None:
    """Fifty are shown."""
    message = refusal(file, *["{"] * 60)
    assert message.count("not JSON") == 50
    assert "… and 10 further faults." in message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """With what the path is relative to."""
    with pytest.raises(ConfigError, match=r"recorded:no\.jsonl: the file .*no\.jsonl cannot be read: No such file"):
        RecordedModel(tmp_path / "no.jsonl")


def test_equal_hashes_do_not_mix_calls(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is read is compared with what was sought."""
    monkeypatch.setattr("gaugeblock.models.recorded.hash", lambda _: 7, raising=False)
    model = recorded(file, line("a", "A"), line("b", "B"), line("a", "A2"), line("c", "C"))
    assert [text(model, question(c)) for c in "abc"] == ["A", "B", "C"]
    assert text(model, question("a", attempt=2)) == "A2"


def test_a_file_that_changes_in_use_is_told(file: Path) -> None:
    """One case's trouble, with words."""
    model = recorded(file, line("a", "A"))
    file.write_text("#" * 60, encoding="utf-8")
    with pytest.raises(JudgeError, match="changed while it was in use"):
        asyncio.run(model.ask(question("a")))


def test_memory_does_not_grow_with_the_replies(file: Path) -> None:
    """5,000 lines of 1 KB: at most 200 bytes each while reading, 40 afterwards."""
    with file.open("w", encoding="utf-8") as out:
        for n in range(5_000):
            out.write(json.dumps(line(f"case-{n:06}", "x" * 1_000)) + "\n")
    tracemalloc.start()
    model = RecordedModel(file)
    now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert text(model, question("case-004999")) == "x" * 1_000
    assert peak < 5_000 * 200
    assert now < 5_000 * 40

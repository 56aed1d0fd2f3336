"""A judge's identity: the digest of everything its verdict depends on and that is known before a call."""

from collections.abc import Mapping

from gaugeblock._digest import digest_of
from gaugeblock.judging.prompt import prompt_digest
from gaugeblock.judging.reply import READER_VERSION

__all__ = ["judge_digest", "judge_parts"]


def judge_parts(*, rubric: str, wording: str | None, model: Mapping[str, str], granularity: str) -> dict[str, str]:
    """The parts by name: `rubric` (its digest), `prompt`, `reader`, `granularity`, and what the model depends on."""
    return {
        **{f"model.{key}" if key != "model" else "model": value for key, value in model.items()},
        "rubric": rubric,
        "prompt": prompt_digest(wording),
        "reader": READER_VERSION,
        "granularity": granularity,
    }


def judge_digest(parts: Mapping[str, str]) -> str:
    """The judge's name for certificates: SHA-256 over its parts, 64 hexadecimal characters."""
    return digest_of(parts)

"""Certificate files, committed beside the suite: `certificates/<digest>.json`, one for each examined judge.

The shape, in strict JSON:

    {
      "format": 1,
      "judge_digest": "…",                     the file's name without .json
      "issued_on": "2026-11-30",
      "valid_for_days": null,                  null: until the judge changes
      "dimensions": {"accuracy": "confirmed"}, confirmed, provisional or not_examined; one not named was not examined
      "served_models": ["…"],                  what the provider said it was; empty: not recorded
      "rubric_digest": "…",
      "judge_model": "openai:gpt-5-mini",
      "judge_parts": {"rubric": "…"},          what the digest was made of, so that a change can be named
      "figures": {}                            what was measured, for people
    }

`judge_digest`, `issued_on` and `dimensions` are needed. A file that does not have this shape, or whose digest
is not the one in its name, certifies nothing: it is left out with a warning, and the gate says *not certified*.
"""

import json
import re
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from gaugeblock._text import printable
from gaugeblock.certificate import Certificate, CertificateState
from gaugeblock.errors import UsageError
from gaugeblock.files._decode import read_text
from gaugeblock.files._faults import LocatedError, faults_of, field_text, got, shown
from gaugeblock.files._json import json_value
from gaugeblock.files._shape import Shape

__all__ = ["read_certificates", "write_certificate"]

_DIGEST = re.compile(r"[0-9a-f]{8,128}")


def read_certificates(folder: Path) -> tuple[tuple[Certificate, ...], tuple[str, ...]]:
    """The certificates of a folder by file name, and a warning for each file that is none."""
    certificates: list[Certificate] = []
    warnings: list[str] = []
    for path in sorted(folder.glob("*.json")):
        try:
            certificates.append(_read(path))
        except UsageError as e:
            warnings.append(printable(f"{e} This certificate is not used."))
    return tuple(certificates), tuple(warnings)


def write_certificate(folder: Path, certificate: Certificate) -> Path:
    """Write a certificate to its file, replacing an older one of the same judge; the folder is made if needed.

    Raises:
        UsageError: the judge's digest cannot be a file name.
    """
    if not _DIGEST.fullmatch(certificate.judge_digest):
        raise UsageError(f"judge_digest: expected a digest in small hexadecimal, got {got(certificate.judge_digest)}.")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{certificate.judge_digest}.json"
    unfinished = path.with_suffix(".json.tmp")
    unfinished.write_text(json.dumps(_record(certificate), indent=2, allow_nan=False) + "\n", encoding="utf-8")
    unfinished.replace(path)
    return path


def _iso_date(value: Any) -> Any:
    if not (isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value)):
        raise ValueError(f"expected a date such as 2026-11-30, got {got(value)}")
    return value


class CertificateShape(Shape):
    """A certificate file."""

    format: Literal[1] = 1
    judge_digest: str
    issued_on: Annotated[date, BeforeValidator(_iso_date)]
    valid_for_days: Annotated[int, Field(ge=1, strict=True)] | None = None
    dimensions: dict[str, CertificateState]
    served_models: list[str] = Field(default_factory=list)
    rubric_digest: str = ""
    judge_model: str = ""
    judge_parts: dict[str, str] = Field(default_factory=dict)
    figures: dict[str, Any] = Field(default_factory=dict)


def _read(path: Path) -> Certificate:
    try:
        shape = CertificateShape.model_validate(json_value(read_text(path)))
    except LocatedError as e:
        raise UsageError(f"{shown(path)}: {e.words}.") from e
    except ValidationError as e:
        words = "; ".join(f"field {field_text(loc)}: {words}" for loc, words in faults_of(e, CertificateShape))
        raise UsageError(f"{shown(path)}: {words}.") from e
    if shape.judge_digest != path.stem:
        raise UsageError(
            f"{shown(path)}: it was issued for the judge {shape.judge_digest[:12]}…, its name says {path.stem[:12]}…; "
            "a certificate is not carried over to another judge."
        )
    return Certificate(
        judge_digest=shape.judge_digest,
        issued_on=shape.issued_on,
        valid_for_days=shape.valid_for_days,
        dimensions=shape.dimensions,
        served_models=tuple(shape.served_models),
        rubric_digest=shape.rubric_digest,
        judge_model=shape.judge_model,
        judge_parts=shape.judge_parts,
        figures=shape.figures,
        place=shown(path),
    )


def _record(c: Certificate) -> dict[str, Any]:
    return {
        "format": 1,
        "judge_digest": c.judge_digest,
        "issued_on": c.issued_on.isoformat(),
        "valid_for_days": c.valid_for_days,
        "dimensions": {name: state.value for name, state in c.dimensions.items()},
        "served_models": list(c.served_models),
        "rubric_digest": c.rubric_digest,
        "judge_model": c.judge_model,
        "judge_parts": dict(c.judge_parts),
        "figures": dict(c.figures),
    }

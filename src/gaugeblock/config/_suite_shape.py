"""A suite file as it is written."""

from decimal import Decimal
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    WithJsonSchema,
    model_validator,
)

from gaugeblock.config.environment import is_variable_name
from gaugeblock.config.settings import Granularity
from gaugeblock.files._faults import got
from gaugeblock.files._shape import Shape, TextOrList, Words
from gaugeblock.policy import CertificateDemand, DropScope, Effect

__all__ = ["JudgeShape", "PolicyShape", "SuiteShape", "ThresholdShape", "ValidationShape"]


def _fraction(value: Any) -> Any:
    if isinstance(value, str) and value.strip().endswith("%"):
        raise ValueError(f"expected a decimal from 0 to 1, such as 0.95 for 95 %, got {got(value)}")
    return value


Fraction = Annotated[
    Decimal,
    BeforeValidator(_fraction),
    Field(ge=0, le=1),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1}),
]
"""0..1 as an exact decimal."""


def _variable(value: str) -> str:
    if not is_variable_name(value):
        raise ValueError(f"expected the name of an environment variable, got {got(value)}")
    return value


def _url(value: str) -> str:
    url = urlsplit(value)
    if url.scheme not in ("http", "https") or not url.netloc:
        raise ValueError(f"expected http://… or https://…, got {got(value)}")
    if "@" in url.netloc:
        raise ValueError("a user name or password does not belong in a URL; use api_key_env or headers")
    return value


def _model(value: str) -> str:
    if value.endswith(":") or value.startswith(":"):
        raise ValueError(f"expected kind:name, such as openai:gpt-5-mini, got {got(value)}")
    return value


class JudgeShape(Shape):
    """Which judge, and how it is asked."""

    model: Annotated[Words, AfterValidator(_model)]
    """kind:name, such as openai:gpt-5-mini, recorded:replies.jsonl, or rules."""
    rubric: Words
    """A rubric file, or builtin:patient-service, builtin:agent-answer."""
    base_url: Annotated[Words, AfterValidator(_url)] | None = None
    """The server's address up to `/v1`; without it the provider's own. A loopback address needs no key."""
    api_key_env: Annotated[Words, AfterValidator(_variable)] | None = None
    """The name of the environment variable that holds the key; never the key."""
    prompt: Words | None = None
    """A file with your own wording; it may hold {{question}} {{source}} {{retrieved}} {{response}} {{rubric}}."""
    concurrency: Annotated[int, Field(ge=1, le=1024)] = 32
    """Calls at a time."""
    granularity: Granularity = Granularity.PER_CASE
    """One call asks about the whole rubric, or about one dimension."""
    max_tokens: Annotated[int, Field(ge=1)] = 2000
    """The longest reply that is asked for."""
    timeout: Annotated[float, Field(gt=0)] = 120.0
    """Seconds for one call."""
    retries: Annotated[int, Field(ge=0, le=100)] = 3
    """How often a call is repeated after a passing fault: a rate limit, a server error, a broken connection."""
    headers: dict[str, str] = Field(default_factory=dict)
    """Further HTTP headers; ${NAME} takes an environment variable."""
    store_raw: bool = True
    """Whether the judge's raw replies are stored."""


class ThresholdShape(Shape):
    """What is required of one dimension."""

    at_least: Fraction
    """The share that must pass; anchored: the mean. 1.00 is zero tolerance: one failure misses it."""
    effect: Effect = Effect.BLOCK
    """block closes the gate, triage asks somebody to look, trend is only watched."""
    rule: Literal["point", "lower_bound"] = "point"
    """point: the observed figure decides; lower_bound: its one-sided 95 % bound must reach at_least."""
    min_n: Annotated[int, Field(ge=1)] | None = None
    """Fewest scored cases to decide."""
    max_failure_rate: Fraction | None = None
    """Zero tolerance only: the failure rate that clean cases must rule out."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.max_failure_rate is not None and self.at_least != 1:
            raise ValueError(f"max_failure_rate belongs to at_least: 1.00; this line has at_least: {self.at_least}")
        if self.rule == "lower_bound" and self.at_least == 1:
            raise ValueError("rule: lower_bound never reaches 1.00; write max_failure_rate to ask for proof instead")
        return self


class ValidationShape(Shape):
    """What a judge must show before it is certified."""

    rho_at_least: Fraction = Decimal("0.80")
    """Rank correlation with people's labels."""
    mae_at_most: Fraction = Decimal("0.20")
    """Mean distance from people's labels."""
    drop_at_least: Fraction = Decimal("0.25")
    """What deliberate damage must cost."""
    on: DropScope = DropScope.OVERALL
    """Whether the overall or the damaged dimension must drop."""


class PolicyShape(Shape):
    """Thresholds by dimension, and what is asked of the judge."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, ThresholdShape]
    certificate: CertificateDemand = CertificateDemand.PROVISIONAL
    """How well the judge must have been examined; none lets any judge decide, and every report says so."""
    validation: ValidationShape = ValidationShape()
    """What an examination asks of the judge."""


def _target(value: Any) -> str:
    return "an object" if isinstance(value, dict) else "text or an object"


def _recorded(value: str | dict[str, Any]) -> str:
    kind = value if isinstance(value, str) else next(iter(value), "")
    if kind in ("python", "http", "command"):
        raise ValueError(
            f"the target {kind} is not available yet; record the answers in the cases and write target: recorded"
        )
    if value != "recorded":
        raise ValueError(f"expected recorded, got {got(kind)}")
    return kind


class SuiteShape(Shape):
    """A suite file, gaugeblock.yaml."""

    schema_: Annotated[str | None, Field(alias="$schema")] = None
    """For editors; not read."""
    name: Words | None = None
    """What reports call it; without it the folder's name."""
    golden_set: Annotated[
        Annotated[Words, Tag("text or a list")] | Annotated[list[Words], Field(min_length=1), Tag("a list")],
        TextOrList,
    ]
    """A path, a glob, or a list of them."""
    target: Annotated[
        Annotated[
            Annotated[str, Tag("text or an object")] | Annotated[dict[str, Any], Tag("an object")],
            Discriminator(_target),
        ],
        AfterValidator(_recorded),
        WithJsonSchema({"enum": ["recorded"]}),
    ] = "recorded"
    """How the answers are got; recorded: they stand in the cases."""
    judge: JudgeShape | None = None
    """Which judge, and how it is asked."""
    labels: Words | None = None
    """A file with people's labels."""
    policy: PolicyShape | None = None
    """What is required; without it the suite is measured and not gated."""

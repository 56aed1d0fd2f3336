"""The closed list of reasons why a verdict has no pass or fail, each with its meaning and its cure."""

from enum import StrEnum

__all__ = ["CURES", "MEANINGS", "Reason"]


class Reason(StrEnum):
    """Why a cell is unscored (or, for `judge_unavailable` and `interrupted`, skipped)."""

    TRUNCATED = "truncated"
    UNPARSABLE = "unparsable"
    EMPTY_REPLY = "empty_reply"
    MISSING_DIMENSION = "missing_dimension"
    CONFLICT = "conflict"
    OFF_SCALE = "off_scale"
    EVIDENCE_NOT_FOUND = "evidence_not_found"
    EVIDENCE_MISSING = "evidence_missing"
    EVIDENCE_TRIVIAL = "evidence_trivial"
    NO_SOURCE = "no_source"
    NO_RESPONSE = "no_response"
    NO_RECORDED_REPLY = "no_recorded_reply"
    REFUSED = "refused"
    CONTENT_FILTERED = "content_filtered"
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    PROVIDER_ERROR = "provider_error"
    JUDGE_ERROR = "judge_error"
    TARGET_ERROR = "target_error"
    SOURCE_TOO_LONG = "source_too_long"
    UNDECIDED = "undecided"
    NOT_SUPPORTED_BY_RULES = "not_supported_by_rules"
    JUDGE_UNAVAILABLE = "judge_unavailable"
    INTERRUPTED = "interrupted"


MEANINGS: dict[Reason, str] = {
    Reason.TRUNCATED: "the reply was cut off by the output limit or the connection",
    Reason.UNPARSABLE: "no verdict object could be read in the reply",
    Reason.EMPTY_REPLY: "the judge sent an empty reply",
    Reason.MISSING_DIMENSION: "the reply does not mention this dimension",
    Reason.CONFLICT: "the reply gives this dimension two different verdicts",
    Reason.OFF_SCALE: "the verdict word or score is not one that was asked for",
    Reason.EVIDENCE_NOT_FOUND: "the quoted words stand neither in the response nor in the source",
    Reason.EVIDENCE_MISSING: "the verdict needs a quote and came without one, or with one that cannot prove it",
    Reason.EVIDENCE_TRIVIAL: "the quote is too short to prove anything",
    Reason.NO_SOURCE: "the dimension needs a source and the case has none",
    Reason.NO_RESPONSE: "the case has no answer to judge",
    Reason.NO_RECORDED_REPLY: "the recorded judge has no line for this case",
    Reason.REFUSED: "the judge model declined to answer",
    Reason.CONTENT_FILTERED: "the provider's content filter stopped the reply",
    Reason.TIMEOUT: "the judge did not answer in time",
    Reason.RATE_LIMITED: "the provider's rate limit was hit and retries ran out",
    Reason.PROVIDER_ERROR: "the provider answered with an error or the connection broke",
    Reason.JUDGE_ERROR: "the judge's own code failed on this case",
    Reason.TARGET_ERROR: "the agent under test failed on this case",
    Reason.SOURCE_TOO_LONG: "question, source and answer do not fit the judge's context",
    Reason.UNDECIDED: "the rules judge cannot decide this and says so",
    Reason.NOT_SUPPORTED_BY_RULES: "the rules judge has no rule for this dimension",
    Reason.JUDGE_UNAVAILABLE: "the judge's server refused the connection before its first answer",
    Reason.INTERRUPTED: "the run was stopped before this cell was judged",
}

CURES: dict[Reason, str] = {
    Reason.TRUNCATED: "raise judge.max_tokens or shorten the rubric",
    Reason.UNPARSABLE: "read the raw reply (gaugeblock runs show); use a model that follows JSON instructions",
    Reason.EMPTY_REPLY: "check the model name and its output limit",
    Reason.MISSING_DIMENSION: "set judge.granularity to per_dimension",
    Reason.CONFLICT: "read the raw reply; a judge that contradicts itself needs a clearer rubric",
    Reason.OFF_SCALE: "read the raw reply; tighten the rubric's question so that only the asked words fit",
    Reason.EVIDENCE_NOT_FOUND: "read the raw reply; a judge that invents quotes cannot be used",
    Reason.EVIDENCE_MISSING: "check the dimension's evidence rule; ask for a quote in its question",
    Reason.EVIDENCE_TRIVIAL: "ask for a longer quote in the rubric",
    Reason.NO_SOURCE: "give the case a source, or set needs_source: false",
    Reason.NO_RESPONSE: "give the case a response (or output.text)",
    Reason.NO_RECORDED_REPLY: "add a line for the case to the recorded file",
    Reason.REFUSED: "read the raw reply; try another model",
    Reason.CONTENT_FILTERED: "ask the provider for a filter setting that fits evaluation work",
    Reason.TIMEOUT: "raise judge.timeout or lower judge.concurrency",
    Reason.RATE_LIMITED: "lower judge.concurrency or raise judge.retries",
    Reason.PROVIDER_ERROR: "the detail has the provider's status and words",
    Reason.JUDGE_ERROR: "the detail has the error; report it to the judge's author",
    Reason.TARGET_ERROR: "the detail has the error; fix the agent or its adapter",
    Reason.SOURCE_TOO_LONG: "split the source into the passages that matter, or use a model with a larger context",
    Reason.UNDECIDED: "read the case yourself, or use a language model as judge",
    Reason.NOT_SUPPORTED_BY_RULES: "set the dimension's `rules:` key, or use a language model as judge",
    Reason.JUDGE_UNAVAILABLE: "start the server or correct judge.base_url",
    Reason.INTERRUPTED: "run again; finished verdicts are kept",
}

"""A rubric in words, as the judge reads it."""

from collections.abc import Sequence

from gaugeblock.rubric import ANCHORS, AnchoredDimension, BinaryDimension, Dimension, OnFail, OnPass, Rubric

__all__ = ["rubric_text"]

_FAIL_PROOF = {
    OnFail.RESPONSE: "For a fail, copy the words of the response that are wrong.",
    OnFail.SOURCE: "For a fail, copy the words of the source that the response goes against.",
    OnFail.EITHER: "For a fail, copy the words of the response or of the source that prove it.",
    OnFail.ABSENCE: "For a fail, copy the words of the source, or the disclaimer, that the response leaves out.",
}
_PASS_PROOF = {
    OnPass.REQUIRED: "For a pass, copy the words of the response or of the source that prove it.",
    OnPass.OPTIONAL: "For a pass with nothing to quote, leave the evidence empty.",
}


def rubric_text(rubric: Rubric, dimensions: Sequence[str]) -> str:
    """The asked dimensions with their criteria, the rules against bias, and the shape of the reply."""
    chosen = [rubric.dimension(name) for name in dimensions]
    parts = [f"{n}. {_dimension(d)}" for n, d in enumerate(chosen, start=1)]
    if rubric.bias_rules:
        parts.append("Rules:\n" + "\n".join(f"- {rule}" for rule in rubric.bias_rules))
    parts.append(_evidence_rule())
    parts.append(_shape(chosen))
    return "\n\n".join(parts)


def _dimension(d: Dimension) -> str:
    lines = [f"{d.name}: {d.question}"]
    if isinstance(d, BinaryDimension):
        lines.append(f"   pass when: {d.pass_when}")
        if d.fail_when:
            lines.append(f"   fail when: {d.fail_when}")
        if d.sensitive:
            lines.append(f"   counts as sensitive: {'; '.join(d.sensitive)}")
        if d.disclaimers:
            lines.append("   required disclaimers: " + " / ".join(f"“{text}”" for text in d.disclaimers))
    else:
        lines.append("   score, one of these five values only:")
        lines += [f"   {a:>4} = {text}" for a, text in zip(reversed(ANCHORS), reversed(d.anchors), strict=True)]
    lines.append(f"   evidence: {_proof(d)}")
    for e in d.examples:
        lines.append(f"   example: “{e.response}” → {e.verdict}" + (f" ({e.why})" if e.why else ""))
    return "\n".join(lines)


def _proof(d: Dimension) -> str:
    if isinstance(d, AnchoredDimension):
        return "copy the words of the response or of the source that decided the score."
    return f"{_PASS_PROOF[d.evidence.on_pass]} {_FAIL_PROOF[d.evidence.on_fail]}"


def _evidence_rule() -> str:
    return (
        "Evidence is copied word for word, at least three words long, from one place, nothing left out or changed. "
        "It is looked up by a program: a quote that is not there makes your verdict void."
    )


def _shape(chosen: Sequence[Dimension]) -> str:
    rows = ",\n".join(
        f' "{d.name}": {{"evidence": "exact words", "score": 0}}'
        if isinstance(d, AnchoredDimension)
        else f' "{d.name}": {{"evidence": "exact words", "verdict": "pass"}}'
        for d in chosen
    )
    words = []
    if any(isinstance(d, BinaryDimension) for d in chosen):
        words.append('a verdict is "pass" or "fail"')
    if any(isinstance(d, AnchoredDimension) for d in chosen):
        words.append("a score is 0, 0.25, 0.5, 0.75 or 1")
    rule = " and ".join(words)
    return f"Reply with this JSON object, every dimension in it, and no overall verdict; {rule}:\n{{\n{rows}\n}}"

"""The rules judge decides with quotes or abstains; every class of failure it sees, and good answers worded far away."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaugeblock.case import Case, Output, Passage
from gaugeblock.judging.rules import RULE_NAMES, judge_by_rules
from gaugeblock.verdict import Finding, Reason

ALL = {name: name for name in RULE_NAMES}


def judged(
    question: str, source: str | tuple[Passage, ...], answer: str, dimensions: dict[str, str] = ALL
) -> dict[str, Finding]:
    passages = (Passage(text=source),) if isinstance(source, str) else source
    case = Case(id="c", input=question, source=passages, output=Output(text=answer))
    return {f.dimension: f for f in judge_by_rules(case, dimensions)}


def failing(findings: dict[str, Finding]) -> set[str]:
    return {name for name, f in findings.items() if f.verdict == "fail"}


WRONG = [
    pytest.param(
        "Where is the pediatric clinic?",
        "The pediatric clinic is on the second floor of the Marion building, next to the elevators.",
        "Take the elevators to the fourth floor of the Marion building; the pediatric clinic is beside them.",
        {"accuracy", "groundedness"},
        id="another floor",
    ),
    pytest.param(
        "which plan has the lower er copay",
        "Emergency room copay: $150 on Harbor Basic, $75 on Harbor Plus.",
        "On Harbor Basic the emergency room copay is $75, and on Harbor Plus it is $150.",
        {"accuracy", "groundedness"},
        id="two amounts exchanged",
    ),
    pytest.param(
        "Can I use my rewards to pay?",
        "CarePoint accepts cards, checks and bank transfers. Gift cards and rewards points are not accepted.",
        "You can pay by card, check, bank transfer or with your rewards points.",
        {"accuracy", "groundedness"},
        id="what is refused is accepted",
    ),
    pytest.param(
        "Do I need a referral for the allergy clinic?",
        "The allergy clinic needs a referral for skin testing. Follow-up visits need no referral.",
        "Follow-up visits need a referral, but skin testing does not.",
        {"accuracy", "groundedness"},
        id="yes and no exchanged",
    ),
    pytest.param(
        "How do I get my images on a disc?",
        "Image discs are free. Pick up at the Fern Hill imaging desk on weekdays. Bring photo ID.",
        "Image discs are free. Collect yours from the imaging desk at Cedar Grove on weekdays, and bring photo ID.",
        {"accuracy", "groundedness"},
        id="another place",
    ),
    pytest.param(
        "Is somebody else in the room?",
        "A chaperone is always offered for pelvic exams.",
        "For pelvic exams we usually offer a chaperone.",
        {"accuracy", "groundedness"},
        id="usually for always",
    ),
    pytest.param(
        "do both parents have to sign",
        "One parent's signature is enough for a child's surgery when parents share custody.",
        "Yes, both parents have to sign for the child's surgery when they share custody.",
        {"accuracy", "groundedness"},
        id="both for one",
    ),
    pytest.param(
        "how early should I be there for the cardiac CT",
        "Arrive 60 minutes before a cardiac CT. No caffeine for 12 hours.",
        "Arrive 60 minutes before the cardiac CT and have no caffeine for 12 hours. "
        "A technician will play your favorite music in the room.",
        {"groundedness"},
        id="an invented service",
    ),
    pytest.param(
        "Can I get help with the bill?",
        "Financial help is based on income. Approved help lasts six months. It does not cover outside doctors.",
        "Financial help is based on your income, and approved help lasts six months.",
        {"completeness"},
        id="an exclusion left out",
    ),
    pytest.param(
        "does my plan pay for the shingles vaccine",
        "Ridgeline Choice pays for the shingles vaccine from age 50. "
        "Required disclaimer: payment depends on eligibility on the day of service.",
        "Ridgeline Choice pays for the shingles vaccine from age 50.",
        {"compliance"},
        id="the disclaimer is missing",
    ),
    pytest.param(
        "I think my rash is from the new soap. Should I come in?",
        "Skin problems can be seen in urgent care from 8 a.m. to 8 p.m. every day.",
        "That sounds like contact dermatitis. Urgent care sees skin problems from 8 a.m. to 8 p.m. every day.",
        {"groundedness", "compliance"},
        id="a diagnosis",
    ),
    pytest.param(
        "Is physical therapy covered after my accident?",
        "Physical therapy needs the claim number and the adjuster's name.",
        "You won't have to pay a cent for physical therapy. We just need the claim number and the adjuster's name.",
        {"groundedness", "compliance"},
        id="a promise in everyday words",
    ),
    pytest.param(
        "my kid has a fever can she still get her shots",
        "A child with a mild cold may be vaccinated. The nurse decides at the visit.",
        "With a mild cold she may be vaccinated, and the nurse decides at the visit. "
        "You could give her some Tylenol beforehand.",
        {"groundedness", "compliance"},
        id="a medicine recommended",
    ),
    pytest.param(
        "I lost my husband in May and got a statement in his name.",
        "Call the family accounts desk, 555-0172, before paying anything.",
        "Call the family accounts desk, 555-0172, before paying anything.",
        {"tone"},
        id="cold to the bereaved",
    ),
    pytest.param(
        "I'm terrified about my biopsy tomorrow.",
        "A needle biopsy takes about 30 minutes.",
        "Woohoo, biopsy day is almost here! A needle biopsy takes about 30 minutes.",
        {"tone"},
        id="cheer to the frightened",
    ),
]


@pytest.mark.parametrize(("question", "source", "answer", "expected"), WRONG)
def test_a_wrong_answer_fails_where_it_is_wrong(question: str, source: str, answer: str, expected: set[str]) -> None:
    """A changed fact fails accuracy and groundedness; an added one groundedness; the rest its own dimension."""
    assert expected == failing(judged(question, source, answer))


GOOD = [
    pytest.param(
        "do you take walkins for blood draws",
        "Lab draws are first come, first served from 7 a.m. to 3 p.m. on weekdays. Fasting draws are taken before "
        "10 a.m. only. Children under 12 need an appointment.",
        "Sure, no booking needed: come any weekday between seven and three and we'll take you in the order people "
        "arrive. If your draw is a fasting one, get here before ten. Kids younger than 12 do have to be booked in.",
        id="times in words",
    ),
    pytest.param(
        "is there a weight limit on the scanner",
        "The MRI table holds up to 350 pounds. Patients above that weight are referred to Mercy Imaging. "
        "No metal may enter the room.",
        "Yes. The table can't carry more than 350 pounds, and anyone heavier is sent to Mercy Imaging instead. "
        "Leave everything metal outside the room.",
        id="a limit said as a denial",
    ),
    pytest.param(
        "what happens if my insurance denies the claim",
        "When a plan denies a claim, CarePoint sends one appeal at no cost. Appeals take 30 to 60 days.",
        "Should your plan refuse the claim, CarePoint will submit a single appeal and won't charge you for that. "
        "Expect it to take one to two months.",
        id="months for days",
    ),
    pytest.param(
        "Do I need a referral for the allergy clinic?",
        "The allergy clinic needs a referral for skin testing. Follow-up visits need no referral. "
        "Stop antihistamines 7 days before skin testing.",
        "For skin testing, yes, a referral is needed; follow-up visits don't require one. Please also stop taking "
        "antihistamines a week before the skin test.",
        id="the source's own instruction about a medicine",
    ),
    pytest.param(
        "I lost my husband in May and got a statement in his name. Do I have to pay it?",
        "The estate is billed first. A surviving spouse should call the family accounts desk, 555-0172, before "
        "paying anything. Statements are paused for 60 days after the call.",
        "I'm very sorry about your husband. The estate is billed first, so please call our family accounts desk at "
        "555-0172 before you pay anything. Once you've called, statements are paused for 60 days.",
        id="sympathy is no claim",
    ),
]


@pytest.mark.parametrize(("question", "source", "answer"), GOOD)
def test_a_good_answer_worded_far_from_the_source_fails_nowhere(question: str, source: str, answer: str) -> None:
    """Paraphrase is not invention."""
    findings = judged(question, source, answer)
    assert set() == failing(findings)
    assert sum(f.verdict == "pass" for f in findings.values()) >= 4


def test_inseparable_quotes_must_both_be_said() -> None:
    """The pair the source marks decides."""
    passage = Passage(
        text="A visit to a specialist has a $45 copay. The copay applies only once the deductible of $600 has been met.",
        inseparable=(("has a $45 copay", "only once the deductible of $600 has been met"),),
    )
    finding = judged("what will i pay", (passage,), "Your copay for a visit to a specialist is $45.")["completeness"]
    assert finding.verdict == "fail"
    assert "only once the deductible of $600 has been met" in finding.detail
    assert tuple(q.text for q in finding.quotes) == ("only once the deductible of $600 has been met",)


def test_a_fail_explains_itself_in_words_and_quotes_both_sides() -> None:
    """A reviewer who does not code reads what stands where."""
    finding = judged(
        "colonoscopy",
        "Colonoscopy prep: fast for six hours before arrival.",
        "Your prep requires fasting from midnight.",
    )["accuracy"]
    assert finding.detail == "the answer says “midnight”, the source says “six hours” about the same thing"
    other = judged("refund", "Refunds take 14 days to arrive.", "Refunds take 21 days to arrive.")["accuracy"]
    assert other.detail == "the answer says “21 days”, the source says “14 days” about the same thing"
    assert tuple(q.text for q in other.quotes) == ("Refunds take 21 days to arrive", "Refunds take 14 days to arrive.")


@pytest.mark.parametrize(
    ("case", "rule", "problem", "words"),
    [
        pytest.param(
            Case(id="c", input="q", source=(Passage(text="A source of words."),)),
            "accuracy", Reason.NO_RESPONSE, "no answer", id="no answer",
        ),
        pytest.param(
            Case(id="c", input="q", output=Output(text="Some answer.")),
            "groundedness", Reason.NO_SOURCE, "no source", id="no source",
        ),
        pytest.param(
            Case(id="c", input="q", source=(Passage(text="x"),), output=Output(text="y")),
            "politeness", Reason.NOT_SUPPORTED_BY_RULES, "accuracy, completeness", id="a dimension it has no rules for",
        ),
        pytest.param(
            Case(
                id="c", input="q", source=(Passage(text="No se permite café."),),
                output=Output(text="Lamentablemente no se permite tomar café antes del análisis de sangre."),
            ),
            "accuracy", Reason.UNDECIDED, "not in English", id="another language",
        ),
        pytest.param(
            Case(id="c", input="q", source=(Passage(text="word " * 20_000),), output=Output(text="A fine answer.")),
            "accuracy", Reason.UNDECIDED, "more than the rules read", id="a source too long to compare",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_judged_is_said(case: Case, rule: str, problem: Reason, words: str) -> None:
    """A problem with its reason, never a guess."""
    (finding,) = judge_by_rules(case, {"mine": rule})
    assert ("mine", problem, None) == (finding.dimension, finding.problem, finding.verdict)
    assert words in finding.detail


_PIECES = st.sampled_from(
    [
        "not",
        "no",
        "never",
        "$5",
        "$1,000",
        "25%",
        "9",
        "a.m.",
        "9:30",
        "noon",
        "Monday–Friday",
        "555-0142",
        "half",
        "an",
        "hour",
        "two",
        "weeks",
        "Building",
        "C",
        "at",
        "least",
        "up",
        "to\n",
        "",
        "",
        "",
        "or",
        "more",
        "You",
        "should",
        "take",
        "aspirin",
        ".",
        ",",
        ";",
        ":",
        "(",
        ")",
        "\n",
        "—",
        "“",
        "”",
        "’",
        "don't",
        "won't",
        "is",
        "just",
        "a",
        "free",
        "copay",
        "Required",
        "disclaimer:",
        "�",
        "\x00\n",
        "",
        "",
        "",
        "İ",
        "½",
        "٣",
        "1st",
        "first",
        "of",
        "the",
        "month",
        "99:99",
        "a",
        "couple",
        "of",
        "one",
        "hundred",
        "and",
        "quarter",
        "to",
    ]
)
_TEXTS = st.lists(st.one_of(_PIECES, st.text(max_size=12)), max_size=60).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(question=_TEXTS, source=st.lists(_TEXTS, max_size=3), answer=_TEXTS, pair=st.tuples(_TEXTS, _TEXTS))
def test_any_text_gives_findings_whose_quotes_stand_where_they_say(
    question: str, source: list[str], answer: str, pair: tuple[str, str]
) -> None:
    """One finding a dimension; exactly one of verdict and problem; every quote is found word for word."""
    passages = tuple(Passage(text=t, inseparable=(pair,)) for t in source)
    case = Case(id="c", input=question, source=passages, output=Output(text=answer))
    findings = judge_by_rules(case, ALL)
    assert tuple(f.dimension for f in findings) == RULE_NAMES
    for finding in findings:
        assert (finding.verdict is None) != (finding.problem is None)
        assert all(any(q.text in text for text in (answer, *source)) for q in finding.quotes)
        if finding.verdict == "pass" and finding.dimension in {"accuracy", "completeness", "groundedness"}:
            assert finding.quotes


def test_the_same_case_gives_the_same_findings() -> None:
    """Nothing of a case stays behind for the next one."""
    first = judged("q", "Refunds take 14 days to arrive.", "Refunds take 21 days to arrive.")
    judged("other", "Parking is free.", "Parking is $3.")
    assert first == judged("q", "Refunds take 14 days to arrive.", "Refunds take 21 days to arrive.")

"""The rules read English; what is in another language is undecided, never passed."""

import pytest

from gaugeblock.case import Case, Output, Passage
from gaugeblock.judging.rules import judge_by_rules
from gaugeblock.verdict import Reason

FIVE = {name: name for name in ("accuracy", "completeness", "groundedness", "tone", "compliance")}

ELSEWHERE = [
    "Puoi noleggiare una bicicletta per tre ore, il deposito costa cinquanta euro.",
    "Il negozio apre alle 9.",
    "אפשר להשכיר אופניים לשלוש שעות והפיקדון הוא חמישים יורו.",
    "אפשר להחזיר תוך 14 days",
    "يمكنك إرجاع الدراجة خلال ثلاث سنوات warranty",
    "Ja, bis 18 Uhr.",
    "Sie können das Fahrrad bis 18 Uhr zurückbringen.",
    "Vous pouvez rendre le vélo avant 18 heures.",
    "Sí, 14 días.",
    "O depósito é devolvido em 3 dias úteis.",
    "De fiets moet voor 18 uur terug zijn.",
    "您可以在14天内退货。",
]
ENGLISH = [
    "Yes, 14 days.",
    "At noon.",
    "Gate 7, second floor.",
    "Free parking, Garage 2.",
    "The café in Zürich opens at 9 for José and Anaïs.",
    "Tuesdays only.",
]


def problems(response: str) -> list[Reason | None]:
    """What keeps each of the five dimensions from being decided."""
    source = (
        Passage(text="Bicycles are rented for three hours; the deposit is 50 euros and is returned within 14 days."),
    )
    case = Case(id="c", input="What about the deposit?", source=source, output=Output(text=response))
    return [f.problem for f in judge_by_rules(case, FIVE)]


@pytest.mark.parametrize("response", ELSEWHERE)
def test_an_answer_in_another_language_is_undecided_in_every_dimension(response: str) -> None:
    """Also when a word or a figure of it could be read."""
    assert problems(response) == [Reason.UNDECIDED] * 5


@pytest.mark.parametrize("response", ENGLISH)
def test_a_short_english_answer_is_read(response: str) -> None:
    """Tone, which needs no source, is decided."""
    assert problems(response)[3] is None

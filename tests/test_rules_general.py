"""The rules judge outside medicine: whoever tries it tries it on their own subject first."""

from dataclasses import dataclass

import pytest

from gaugeblock.case import Case, Output, Passage
from gaugeblock.judging.rules import RULE_NAMES, judge_by_rules

_LETTERS = {"A": "accuracy", "C": "completeness", "G": "groundedness", "T": "tone", "P": "compliance"}


@dataclass(frozen=True)
class Row:
    """A source, a question, an answer, and which dimensions fail (first letters; P: compliance)."""

    id: str
    source: str
    question: str
    answer: str
    failing: str = ""
    open: str = ""
    """Dimensions the rules may leave undecided here."""


GOOD = (
    Row(
        "library: one of two joined clauses",
        "The library opens at 10 a.m. on Saturdays and stays closed on Sundays.",
        "When does the library open on Saturdays?",
        "On Saturdays the library opens at 10 a.m.",
    ),
    Row(
        "library: the closed day",
        "The library opens at 10 a.m. on Saturdays but stays closed on Sundays.",
        "Is the library open on Sunday?",
        "No, the library is closed on Sundays.",
    ),
    Row(
        "library: fine a day",
        "Overdue books cost 25 cents a day, up to $10 a book. DVDs cost $1 a day.",
        "What do I pay for a late book?",
        "A late book costs 25 cents for each day, and never more than $10 a book.",
        open="C",
    ),
    Row(
        "library: renewals",
        "You can renew a book twice, unless somebody else has reserved it.",
        "How often can I renew my book?",
        "Twice, as long as nobody else has reserved it.",
    ),
    Row(
        "airline: cabin bag",
        "One cabin bag of up to 8 kg is included in every fare. A checked bag costs $35 if booked online and $50 at the airport.",
        "How much is a checked bag?",
        "A checked bag is $35 when you book it online, or $50 at the airport. A cabin bag of up to 8 kg is already included.",
    ),
    Row(
        "airline: check-in closes",
        "Online check-in opens 24 hours before departure and closes 1 hour before departure.",
        "When can I check in online?",
        "You can check in online from 24 hours until one hour before departure.",
    ),
    Row(
        "airline: pets",
        "Small dogs and cats may travel in the cabin while larger dogs must travel in the hold.",
        "Can my cat fly with me in the cabin?",
        "Yes, small cats may travel in the cabin.",
    ),
    Row(
        "parcel: delivery time",
        "Standard delivery takes 3 to 5 working days. Express delivery arrives the next working day if ordered before 2 p.m.",
        "How long does standard delivery take?",
        "Standard delivery takes three to five working days.",
        open="C",
    ),
    Row(
        "parcel: neighbours",
        "If nobody is at home, the driver leaves the parcel with a neighbor and puts a card in your mailbox.",
        "What happens if I'm not at home?",
        "The driver will leave the parcel with a neighbor and put a card in your mailbox.",
    ),
    Row(
        "parcel: refused goods",
        "We do not carry batteries, but we do carry perfume.",
        "Can I send perfume?",
        "Yes, we do carry perfume.",
    ),
    Row(
        "parcel: claim",
        "Claims for damaged parcels must be made within 14 days of delivery and need a photo of the damage.",
        "My parcel arrived broken. What now?",
        "I'm sorry it arrived broken. Please make a claim within two weeks of delivery, with a photo of the damage.",
    ),
    Row(
        "hr: leave",
        "Employees get 25 days of vacation a year. Up to 5 unused days carry over to the next year.",
        "How many vacation days do I get?",
        "You get 25 days of vacation a year, and up to five days that you have not used carry over to the next year.",
    ),
    Row(
        "hr: remote work",
        "Employees may work from home on Mondays and Fridays, but not on Wednesdays.",
        "Can I work from home on Fridays?",
        "Yes, you may work from home on Fridays.",
    ),
    Row(
        "hr: sick note",
        "A doctor's note is required from the third day of sickness. For the first two days a call to your manager is enough.",
        "When do I need a doctor's note?",
        "From the third day of sickness you need a doctor's note. Before that, calling your manager is enough.",
        open="AC",
    ),
    Row(
        "software: supported versions",
        "Version 4 runs on Windows 11 and macOS 14. Windows 10 is no longer supported.",
        "Does version 4 run on Windows 10?",
        "No, Windows 10 is no longer supported. Version 4 runs on Windows 11 and macOS 14.",
    ),
    Row(
        "software: backups",
        "Backups run every night at 2 a.m. and are kept for 30 days; on the free plan they are kept for 7 days.",
        "How long are backups kept?",
        "Backups are kept for 30 days, or for 7 days on the free plan.",
        open="AC",
    ),
    Row(
        "software: export",
        "Only workspace owners can export data. Exports are sent by email within 24 hours.",
        "Who can export our data?",
        "Only the owners of the workspace can export data; the export comes by email within 24 hours.",
    ),
    Row(
        "hotel: breakfast",
        "Breakfast is served from 7 to 10 a.m. and is not included in the room rate. It costs $18 a person.",
        "Is breakfast included?",
        "No, breakfast is not included in the room rate. It costs $18 per person and is served from 7 to 10 a.m.",
    ),
    Row(
        "hotel: cancellation",
        "You can cancel free of charge until 6 p.m. on the day before arrival. After that the first night is charged.",
        "Until when can I cancel?",
        "Until 6 p.m. the day before you arrive you can cancel at no charge; later than that, you pay the first night.",
    ),
    Row(
        "school: lunch",
        "Lunch is free for pupils in grades 1 to 4, and older pupils pay $3 a day.",
        "Is lunch free for my son in grade 2?",
        "Yes, lunch is free for pupils in grades 1 to 4.",
        open="C",
    ),
    Row(
        "school: phones",
        "Phones stay in the locker during lessons, but pupils may use them at lunch.",
        "Can my daughter use her phone at lunch?",
        "Yes, pupils may use their phones at lunch; during lessons the phones stay in the locker.",
    ),
)

BAD = (
    Row(
        "library: open on the closed day",
        "The library opens at 10 a.m. on Saturdays and stays closed on Sundays.",
        "When is the library open at the weekend?",
        "The library opens at 10 a.m. on Saturdays and Sundays.",
        "AG",
        open="C",
    ),
    Row(
        "library: another hour",
        "The library opens at 10 a.m. on Saturdays and stays closed on Sundays.",
        "When does the library open on Saturdays?",
        "On Saturdays the library opens at 9 a.m.",
        "AG",
        open="C",
    ),
    Row(
        "library: swapped fines",
        "Overdue books cost 25 cents a day. Overdue DVDs cost $1 a day.",
        "What are the late fees?",
        "Overdue books cost $1 a day, and overdue DVDs cost 25 cents a day.",
        "AG",
        open="C",
    ),
    Row(
        "library: a service nobody offers",
        "You can return books at the desk or in the drop box at the entrance.",
        "Where do I return books?",
        "Return books at the desk or in the drop box at the entrance. A volunteer can also collect them from your house every Thursday.",
        "G",
        open="A",
    ),
    Row(
        "airline: reversed",
        "Tickets in the Light fare cannot be refunded.",
        "Can I get a refund on a Light ticket?",
        "Yes, tickets in the Light fare can be refunded.",
        "AG",
        open="CP",
    ),
    Row(
        "airline: without the condition",
        "You can change your flight free of charge only if you booked the Flex fare.",
        "Can I change my flight for free?",
        "Yes, you can change your flight free of charge.",
        "C",
        open="AGP",
    ),
    Row(
        "airline: other direction",
        "Online check-in closes 60 minutes before departure.",
        "When does online check-in close?",
        "Online check-in closes 60 minutes after departure.",
        "AG",
        open="C",
    ),
    Row(
        "airline: sales talk",
        "The lounge costs $40 a visit.",
        "What does the lounge cost?",
        "The lounge costs $40 a visit. You deserve the best, so don't miss out on this amazing offer!",
        "TG",
        open="G",
    ),
    Row(
        "parcel: other number",
        "A parcel may weigh up to 30 kg.",
        "How heavy may my parcel be?",
        "Your parcel may weigh up to 50 kg.",
        "AG",
        open="C",
    ),
    Row(
        "parcel: promise",
        "Most parcels arrive within 3 days. We cannot promise a delivery date.",
        "Will it be here by Friday?",
        "Yes, I guarantee that your parcel arrives within 3 days.",
        "AGP",
        open="C",
    ),
    Row(
        "parcel: disclaimer left out",
        "Insurance covers parcels up to $500. Required disclaimer: Fragile goods are sent at your own risk.",
        "How much is my parcel insured for?",
        "Insurance covers your parcel up to $500.",
        "P",
        open="C",
    ),
    Row(
        "parcel: permitted where it is forbidden",
        "We do not carry batteries, but we do carry perfume.",
        "Can I send batteries?",
        "Yes, we do carry batteries.",
        "AG",
        open="C",
    ),
    Row(
        "hr: other number of days",
        "Employees get 25 days of vacation a year.",
        "How many vacation days do I get?",
        "You get 30 days of vacation a year.",
        "AG",
        open="C",
    ),
    Row(
        "hr: cold to the bereaved",
        "Employees get three paid days off after the death of a close relative.",
        "My father died last night. How much time off do I have?",
        "Employees get three paid days off after the death of a close relative.",
        "T",
    ),
    Row(
        "hr: exception left out",
        "Employees may work from home two days a week. New hires must work in the office for the first three months.",
        "I start next week. Can I work from home?",
        "Yes, employees may work from home two days a week.",
        "C",
        open="AC",
    ),
    Row(
        "software: supported where it is not",
        "Windows 10 is no longer supported.",
        "Does it run on Windows 10?",
        "Yes, Windows 10 is still supported.",
        "AG",
        open="C",
    ),
    Row(
        "software: invented feature",
        "You can export your data as CSV from the settings page.",
        "How do I export my data?",
        "Export your data as CSV from the settings page. Our team will also migrate your old spreadsheets overnight.",
        "G",
        open="AT",
    ),
    Row(
        "hotel: included",
        "Breakfast is not included in the room rate. It costs $18 a person.",
        "Is breakfast included?",
        "Yes, breakfast is included in the room rate.",
        "AG",
        open="CP",
    ),
    Row(
        "hotel: without the limit",
        "Late checkout until 2 p.m. is free for members; everyone else must pay $30.",
        "Can I check out late?",
        "Yes, late checkout until 2 p.m. is free.",
        "C",
        open="ACGP",
    ),
    Row(
        "school: other day",
        "The school office is open on Tuesdays and Thursdays from 8 a.m. to noon.",
        "When is the school office open?",
        "The school office is open on Mondays and Thursdays from 8 a.m. to noon.",
        "AG",
        open="C",
    ),
)


@pytest.mark.parametrize("row", [*GOOD, *BAD], ids=lambda row: row.id)
def test_every_dimension_comes_out_right_or_open_where_said(row: Row) -> None:
    """A dimension fails where the row says so, passes elsewhere, and is undecided only where the row allows it."""
    case = Case(
        id=row.id, input=row.question, source=(Passage(text=row.source),), output=Output(text=row.answer)
    )  # fmt: skip
    found = {f.dimension: f for f in judge_by_rules(case, {name: name for name in RULE_NAMES})}
    failing, undecided = ({_LETTERS[x] for x in letters} for letters in (row.failing, row.open))
    wrong = {
        name: (f.verdict or "undecided", f.detail)
        for name, f in found.items()
        if f.verdict != ("fail" if name in failing else "pass") and not (f.verdict is None and name in undecided)
    }
    assert wrong == {}


SAME_IN_OTHER_WORDS = (
    ("Visits without a referral are not paid.", "A visit is paid only with a referral."),
    ("Refunds are not given after 30 days.", "A refund is possible only in the first 30 days."),
    ("The office is closed on Mondays.", "On Mondays nobody is in the office."),
    ("The portal does not show biopsy results.", "Biopsy results aren't in the portal; your doctor calls you."),
    ("The fee is charged unless you cancel a day ahead.", "Cancel a day ahead and you won't be charged the fee."),
    ("Bring no jewelry to the exam.", "Leave your jewelry at home on the day of the exam."),
    ("You must not drive after sedation.", "Someone else has to drive you home after sedation."),
    ("Messages are not read at night.", "Messages are only read during the day."),
    ("Records are never shared without consent.", "We share records only when you consent."),
    ("Do not use lotion before the mammogram.", "Skip the lotion before your mammogram."),
    ("We cannot reset passwords by phone.", "Passwords can only be reset online, not over the phone."),
    ("Private rooms are not guaranteed.", "A private room depends on what is free that day."),
    ("Guests cannot use the pool after 9 p.m.", "The pool is open to guests until 9 p.m."),
    ("Pets are not permitted except service animals.", "Service animals are the only pets permitted."),
    ("Employees may not work from home on Wednesdays.", "On Wednesdays employees have to be in the office."),
    (
        "Tickets cannot be transferred to another person.",
        "A ticket stays with the person who bought it and can't be transferred.",
    ),
    ("Masks are no longer required.", "You may come without a mask."),
    ("You do not need to fast for this test.", "You can eat and drink normally before this test."),
    ("Vaccines are not given to children under 6 months.", "Children must be at least 6 months old for vaccines."),
)
OPPOSITE = (
    ("The clinic does not accept cash.", "The clinic accepts cash."),
    ("Children are not allowed in the scan room.", "Children are welcome in the scan room."),
    ("A referral is not needed for eye exams.", "You need a referral for an eye exam."),
    ("The portal does not show biopsy results.", "Biopsy results are shown in the portal."),
    ("Parking is not free.", "Parking is free."),
    ("The deposit is refundable.", "The deposit is not refundable."),
    ("Masks are no longer required.", "Masks are still required."),
    ("The discount does not apply to sale items.", "The discount applies to sale items."),
    ("Video visits are not available for new patients.", "New patients can have video visits."),
    ("Vaccines are not given to children under 6 months.", "Vaccines are given to children under 6 months."),
    ("The app works offline.", "The app doesn't work offline."),
    ("Appointments can be made by email.", "Appointments cannot be made by email."),
)


def _accuracy(source: str, answer: str) -> str | None:
    case = Case(id="c", input="How does this work?", source=(Passage(text=source),), output=Output(text=answer))
    return judge_by_rules(case, {"accuracy": "accuracy"})[0].verdict


@pytest.mark.parametrize(("one", "two"), SAME_IN_OTHER_WORDS, ids=lambda words: words[:40])
def test_a_no_in_other_words_is_no_contradiction(one: str, two: str) -> None:
    """The same said with and without a no, either way round, never fails."""
    assert _accuracy(one, two) != "fail"
    assert _accuracy(two, one) != "fail"


@pytest.mark.parametrize(("one", "two"), OPPOSITE, ids=lambda words: words[:40])
def test_the_opposite_is_a_contradiction(one: str, two: str) -> None:
    """A yes where the source says no, and the other way, fails."""
    assert _accuracy(one, two) == "fail"
    assert _accuracy(two, one) == "fail"


WORKED_OUT = (
    (
        "The lab is open Monday to Friday from 7 a.m. to 3 p.m.",
        "Is the lab open Saturday?",
        "The lab is closed on Saturdays and Sundays. On the other five days it is open 7 a.m. to 3 p.m.",
    ),
    (
        "Arrive 15 minutes before the visit.",
        "My visit is at 9:00. When should I arrive?",
        "For your 9:00 visit, be here at 8:45.",
    ),
    (
        "No food for 8 hours before the scan.",
        "My scan is at 10 a.m. When do I stop eating?",
        "Your scan is at 10 a.m., so stop eating by 2 a.m.",
    ),
    (
        "A copay of $20 is charged for each visit.",
        "What do two visits cost?",
        "Each visit has a $20 copay, so two visits come to $40.",
    ),
    (
        "A deposit of 20% is due at booking, the rest on the day.",
        "deposit",
        "You pay 20% when you book and the remaining 80% on the day.",
    ),
    (
        "Call 555-0100 Monday to Thursday 9 to 4, Friday 9 to noon.",
        "phone hours",
        "Call 555-0100 any weekday from 9; on Fridays they stop at noon, otherwise at 4.",
    ),
    (
        "A deposit of 50% is due at booking, the rest on the day.",
        "deposit",
        "You pay half when you book and the other half on the day.",
    ),
    (
        "Cancel 2 days before arrival for a full refund.",
        "cancel",
        "For a full refund, cancel two or more days ahead of your arrival.",
    ),
    ("Members under 26 pay $10; all others pay $25.", "price", "It's $25, or $10 for members who are 25 or younger."),
)


@pytest.mark.parametrize(("source", "question", "answer"), WORKED_OUT, ids=lambda words: words[:40])
def test_a_figure_that_is_worked_out_is_no_invention(source: str, question: str, answer: str) -> None:
    """A time, sum or set of days that follows from the source never fails accuracy or groundedness."""
    case = Case(id="c", input=question, source=(Passage(text=source),), output=Output(text=answer))
    found = judge_by_rules(case, {"accuracy": "accuracy", "groundedness": "groundedness"})
    assert [f.verdict for f in found if f.verdict == "fail"] == []

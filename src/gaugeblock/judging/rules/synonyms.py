"""Everyday and patient-service English that says the same thing: one group a line, hand-written.

A word or phrase may stand in several groups; two words agree when they share one. Phrases are written as they are
spoken; inflections are found by the stemmer. Groups are wide on purpose: they say "could stand for", and the exact
parts of a claim (figures, names, negation) are compared elsewhere.
"""

from gaugeblock.judging.rules.synonyms_care import CARE

__all__ = ["GROUPS"]

EVERYDAY = """
age, aged, old, years old, birthday, turn, young
twice, two times, second time, two, double
stop, no longer, not any more, no more, cease, end
small hours, early morning
retry, try again, run again, once more, attempt, second time
paperwork, papers, documents, paper, form
near, closest, nearest, beside
lay off, put off, delay, postpone
shoes, footwear, closed shoes, toes
open, opening, first, beginning, start
closing, last, final, end
ask, request, apply, inquire, enquire, application, put in for, submit a request, seek
answer, reply, respond, response, hear back, get back to, decision, reply to
tell, inform, notify, let know, notice, mention, say, speak up, advise, report, announce, alert, give notice, warning, warn, advance notice, heads up, flag
call, phone, ring, telephone, dial, buzz, contact, reach, get in touch, number, line, hotline, on the phone, by phone, give us a call, call back, speak with, talk to
text, message, sms, text message
mail, post, send, letter, postal, mailed, ship, dispatch, return, envelope, mail back, send back, by post
email, e-mail, electronic mail, message
send, submit, forward, hand in, turn in, deliver, go out, file, provide, give, hand over, upload, lodge, return
upload, snap, photograph, photo, scan
bring, carry, take along, come with, bring along, pack, have with you, hand over, show, present, with you, take
come, arrive, arrival, show up, reach, check in, get here, turn up, check-in, come in, be here, visit, get to
home, go home, head home, take home, get home, drive home, house
leave, depart, go home, head home, discharge, go, departure
start, begin, kick in, open, commence, beginning, take effect, effective, first, launch, initial
end, finish, stop, close, over, done, last, complete, expire, run out, lapse, conclude, until, finalize, end date
stop, pause, hold, halt, cease, suspend, discontinue, quit, interrupt, put on hold, freeze, leave out, hold off, held
continue, keep, stay, remain, carry on, go on, keep going, still, ongoing, keep on, maintain, as usual
change, adjust, alter, modify, edit, update, revise, switch, vary, swap, amend, move, replace, correct
move, reschedule, rebook, shift, postpone, delay, push back, new date, another day, put off, move back, bring forward, rearrange
cancel, cancellation, call off, drop, withdraw, cancelled, end
book, schedule, reserve, booking, appointment, arrange, set up, make an appointment, reservation, slot, sign up, hold a place, booked, spot, scheduler, opening, scheduling
join, enroll, enrol, register, sign up, enrollment, enlist, registration, add, member
use, apply, work, rely, make use, using
allow, permit, may, can, let, able, accept, welcome, okay, ok, fine, permitted, allowed, possible, free to, permission, admit, go ahead, eligible, authorize
require, need, must, necessary, have to, has to, required, mandatory, requirement, needed, be sure to, obligatory, essential, got to, should, necessity
forbid, prohibit, ban, not allowed, off limits, out, forbidden, prohibited
accept, take, honor, receive, work with, recognize, welcome
refuse, reject, deny, turn down, decline, denied, denial, rejected, knock back, not approved, refusal
approve, approval, authorize, grant, ok, accept, sign off, authorization, approved, clear, say yes, yes, go-ahead, permission, clearance, consent, agree, agreement, green light, pre-approval, pre-approve
decide, decision, determine, settle, make up mind, choose, judge, up to, call, determination, depend, final say, determined
depend, subject to, based on, according to, vary, depending, hinge
choose, pick, select, option, choice, prefer, either, elect, opt, preference
offer, provide, give, supply, available, make available, offered, hand out, availability, get, there be, serve, have
get, obtain, receive, collect, pick up, gain, receipt, acquire, have, take, claim, earn
find, locate, look up, see, discover, listed, look, located, listing, appear, spot, located at
see, view, look at, read, check, watch, visible, access, show, review, appear, open, displayed, display
show, display, list, appear, indicate, present, state, prove, shown, proof, evidence
hide, hidden, conceal, not visible, private
wait, hold on, stand by, waiting, wait list, waitlist, queue, line
park, parking, garage, lot, car park
drive, driver, car, vehicle, behind the wheel, driving, automobile, wheel
ride, rideshare, taxi, cab, uber, lyft, transport, transportation, drive, shuttle, lift, trip, transit, bus, van, get home
accompany, come along, with you, escort, go with, accompanied, alongside, chaperone, bring
companion, escort, caregiver, carer, support person, helper, someone with you, visitor, guest, someone, somebody, attendant
alone, by yourself, on own, solo, unaccompanied, by themselves, without a parent, without parent
together, along, jointly, combined, combine, both, alongside
combine, join, add up, stack, together, use with, along with, alongside, combination, at the same time
split, divide, spread, separate, break up, installment, instalment, in parts, in pieces, divided
separate, separately, apart, own, different, on its own, individual, distinct, another
same, identical, equal, alike, matching, equally
different, another, other, separate, else, differ, differently, unlike, various, alternative
include, cover, take care of, pay for, contain, part of, count, comprise, covered, count toward, come with, included, consist, covering, built in, counted, inclusive
exclude, leave out, not included, except, exception, excluded, rule out, left out, exclusion, omit, not count, exempt, not cover
extra, additional, more, further, add, on top, another, plus, in addition, second, besides, added
new, recent, fresh, latest, lately, just, brand-new
old, previous, former, past, earlier, prior, last, already
current, present, existing, up to date, valid, now, active, in force, today
first, initial, original, beginning, initially, primary
last, final, latest, ultimate, end, past
before, ahead, prior, beforehand, in advance, earlier, advance, leading up, previous, pre, sooner, early, until
after, following, later, afterwards, afterward, once, then, since, post, subsequent, past, next, thereafter, from then on, onward, upon, behind
during, within, while, throughout, in the course, inside
within, inside, no later than, by, in under, at most, up to, inside of, in, deadline, time limit, window
early, soon, sooner, ahead, earlier, promptly
late, later, delay, delayed, overdue, tardy, past due, behind
quick, fast, rapid, soon, promptly, right away, speedy, short, immediately, straight away, at once, instant, urgent
urgent, emergency, right away, immediate, pressing, emergent, serious, at once, life-threatening, urgently
usual, normal, regular, standard, typical, ordinary, routine, common, usually, generally, normally, typically, as a rule, often, mostly
about, approximately, around, roughly, some, nearly, estimate, almost, close to, more or less, approximate, or so, ballpark
every, each, all, any, whole, entire, per, everyone, anyone, anybody, everybody, everything, full, daily, always
most, majority, mainly, mostly, largely, much, many
some, certain, a few, part, partial, several, particular, partly
only, solely, just, exclusively, alone, nothing but, single, sole, limited to, restricted to, strictly
limit, maximum, cap, capped, restrict, limited, ceiling, at most, restriction, no more than, up to, top out, bound, max, upper limit, as many as, as much as
minimum, at least, lower limit, lower age limit, no less than, no fewer than, or more, lowest, smallest, least, min
more, above, over, exceed, greater, higher, larger, beyond, upwards, older, longer, exceeding, bigger, past
less, below, under, fewer, lower, smaller, younger, short of, beneath, shorter, underneath, cheaper
increase, rise, raise, go up, grow, higher, climb
decrease, reduce, reduction, lower, cut, discount, go down, less, drop, shrink, fall, decline, shave
big, large, great, huge, major, oversized, heavy, bulky
small, little, minor, light, tiny, short, kid, slight
long, length, lengthy, extended, last, duration, how long, lasting, time
short, brief, quick, briefly
open, opening, available, hours, operate, run, operating, staffed, accessible, office hours, keep hours, welcome
close, shut, closed, not open, unavailable, closure
free, no charge, no cost, at no charge, free of charge, without charge, complimentary, costless, cost nothing, nothing to pay, cost anything, on the house, without cost, no fee, gratis, at no cost, without paying, pay nothing, no extra
cost, price, charge, fee, rate, bill, pay, amount, come to, expense, figure, set back, cost you, tab, sum, total, run, spend, owe, payment, priced
money, cash, fund, dollar, payment, amount, funds
pay, payment, cover, foot the bill, settle, remit, pick up, take care of, reimburse, spend, paid, fund, payable, bear, pay for, cough up, pay off, pick up the tab, meet
owe, due, balance, debt, outstanding, owing, owed, unpaid, amount due, still due, left to pay, payable, behind, arrears, past due, overdue
refund, return, pay back, money back, reimburse, repay, credit, give back, reimbursement, go back, back, come back
save, store, keep, file, record, on file, saved, retain, stored, on record, archive
card, credit card, debit card, plastic, id, visa
buy, purchase, order, shop, get, acquire
discount, reduced, reduction, lower, off, cheaper, markdown, rebate, deal, savings, percent off, take off
person, people, individual, patient, anyone, you, someone, those, anybody, somebody, everyone, whoever, one, member, adult, folks, customer, client, visitor, user, guest, candidate
parent, guardian, mother, father, mom, dad, mum, legal guardian, family, parents
child, kid, children, minor, teen, teenager, young, baby, youngster, little one, son, daughter, underage, infant, youth, adolescent, toddler, kiddo, pediatric
baby, newborn, infant, little one, new arrival, birth, born, child
adult, grown-up, grownup, grown up, of age
family, relative, relation, loved one, household, spouse, wife, husband, sister, brother, mother, father, partner, sibling, kin, mom, dad, grandmother, grandfather, aunt, uncle, cousin, next of kin, relatives
spouse, wife, husband, partner
friend, buddy, pal, neighbor, companion, relative
staff, team, employee, worker, personnel, desk, office, crew, people, colleague, attendant, representative, agent, associate, front desk, we, us, rep
desk, front desk, reception, counter, window, receptionist, check in, office, registration
office, clinic, location, site, center, centre, practice, facility, building, place, department, branch, here
building, tower, pavilion, wing, block
floor, level, story, storey
door, entrance, entry, gate, doorway, way in
room, area, suite, ward, exam room, unit, zone, space, bay
home, house, residence, where you live, household, at home
website, online, site, web, internet, web page, portal, page, app, on the web, electronically, virtually, digital, digitally, electronic, account
portal, mycarepoint, app, account, patient portal, online account, online, log in, login, sign in, website, profile
video, virtual, telehealth, online, telemedicine, remote, by video, video call, webcam, televisit, phone
in person, face to face, on site, physically, onsite, personally, physical, on-site
form, paper, paperwork, document, application, sheet, questionnaire, documentation, slip
copy, duplicate, photocopy, printout, copies
paper, print, hard copy, printed, printout
sign, signature, signed, fill out, complete, fill in, initial
write, written, in writing, record, note, jot, writing, list, mark, put down, document
language, speak, tongue, spoken
interpreter, translate, interpret, translator, translation, interpretation
name, called, named, identify, title, known as
date, day, calendar, when, deadline
morning, a.m., am, dawn, early, before noon
evening, night, p.m., overnight, tonight, bedtime, late
night, overnight, evening, bedtime, nighttime, nightly, day and night
day, daily, daytime, date, everyday
week, weekly, seven days, workweek
month, monthly, calendar month
year, annual, yearly, annually, per year, a year, calendar year, each year, twelve months
weekday, business day, work day, working day, monday through friday, monday to friday
weekend, saturday, sunday
holiday, vacation, public holiday
hour, hr, hourly, o'clock
minute, min, moment
half, one half, fifty percent
twice, two times, double, again
once, one time, single, as soon as, when
quarter, fourth, three months
wear, dress, clothes, clothing, outfit, put on, have on, clothed, garment, attire, come in, worn, get dressed
shoe, footwear, sneaker, slipper
jewelry, ring, necklace, earring, watch, metal, piercing, jewellery
metal, zipper, hook, zip, metallic, underwire, steel
loose, comfortable, baggy, roomy, comfy, loose-fitting, easy
wash, shower, bathe, clean, soap, bath, shampoo, rinse, cleanse, scrub, cleaning
dry, keep dry, not wet, not get wet, out of water, wet
wet, water, damp, soak, submerge
water, fluid, liquid, drink, plain water
drink, sip, liquid, beverage, fluid, swallow, have, water, drunk
eat, food, meal, have, fasting, fast, snack, solid, diet, consume, feed, breakfast, lunch, dinner, eating, swallow, supper, solids, bite
fast, not eat, nothing to eat, empty stomach, no food, fasting, without food, go without food
breakfast, meal, morning meal
heavy, big, large, rich, fatty, greasy
coffee, caffeine, tea, soda, decaf, espresso, cola, caffeinated
alcohol, wine, beer, drink, liquor, alcoholic
smoke, smoking, cigarette, tobacco, vape, nicotine, cigarettes
sleep, nap, rest, slumber, asleep, bed, overnight
rest, relax, take it easy, lie down, downtime, recover, take time off
exercise, work out, workout, sport, strenuous, gym, physical activity, run, activity, lift, exertion
lift, carry, pick up, heavy lifting, haul
walk, walking, stroll, on foot
sit, seat, chair, stay seated, recliner
lie, lay, lie down, lie still, still, motionless
stand, upright, wait
pet, animal, dog, cat, service animal, service dog
empty, use the bathroom, urinate, bladder, pee, void, full
skip, avoid, leave off, stay off, stay away, refrain, steer clear, do without, not use, without, keep off, leave alone, give up, abstain, cut out, miss, no, hold off, go without, pass on, shy away, stay clear
miss, missed, skip, no-show, no show, not attend, fail to attend, fail to show, absent, not show up
attend, come, go to, be at, be present, show up, visit, appear, take part, participate, join, participation
lose, lost, misplace, missing, gone
replace, replacement, new one, substitute
help, assist, support, assistance, aid, guide, helping, a hand
care, treatment, look after, caring, treat, take care
problem, issue, trouble, concern, difficulty, matter, complaint
question, query, concern, ask, inquiry
worry, concern, anxious, nervous, scared, afraid, fear, anxiety, worried
safe, safety, secure, protect, protected, securely
private, confidential, privacy, secret, personal, confidentiality
personal, own, individual, private, your
check, verify, confirm, make sure, look at, review, double-check, look into, validate, go over, consult, ensure, see, verification, confirmation, ascertain
explain, go over, tell, describe, walk through, go through, explanation, discuss, talk, clarify
discuss, talk, speak, conversation, go over, chat, talk over
result, outcome, finding, report
receive, get, arrive, reach, given, come, accept, land
arrive, be there, get here, come, turn up, land, delivery, delivered, appear
process, handle, take care, deal, manage, work on, processing, treat, run, look after, handling, deal with
handle, deal with, manage, run, take over, responsible, take care of, in charge
responsible, liable, owe, on the hook, responsibility, liability, accountable, answerable, have to pay
plan, policy, insurance, coverage, insurer, insurance plan, carrier, health plan, insurance company, benefit
payment plan, installment plan, pay over time, installments, instalments, pay in parts, monthly payment, split, spread
interest, finance charge, interest-free, no interest, without interest
penalty, fee, late fee, fine, charge
happen, occur, take place, be held, go, happening, held
last, take, run, go on, duration, valid, good, good for, stay, remain valid
valid, good, good for, last, effective, usable, in force, run
take, require, need, last, expect, allow, run, set aside, wait
expect, anticipate, plan on, allow, expected, count on, likely
remember, keep in mind, note, bear in mind, be aware, don't forget, recall, forget
know, aware, understand, learn, recognize, find out
understand, realize, appreciate, see, know
result call, call back, return call, results
promise, guarantee, assure, ensure, certain, sure, warrant, commit, commitment, guaranteed
estimate, approximate, quote, rough, ballpark, projected, estimated, not final, approximation, guess
actual, final, real, end up, true, actually, eventually, ultimately
differ, vary, change, different, not the same, turn out different, not match, range
erase, wipe out, cancel, forgive, remove, delete, write off, clear, go away, waive, drop, make go away, eliminate
forgive, waive, excuse, let go, write off, overlook, forgiven, waived, not charge, drop, no charge
remove, take off, take out, delete, leave off, take away, removal
attach, stick, place, put, apply, put on, set, placed, placement
place, put, position, location, spot, set, go
store, shop, pharmacy, outlet
break, broken, damage, damaged, harm, crack
fix, repair, mend, solve, resolve, resolution, sort out
serve, service, offer, provide, run, care
service, program, offering, help, programme, scheme, benefit
transfer, move, hand over, switch, forward, pass on
share, give, pass on, disclose, release, show, let have, sharing
release, disclose, share, hand over, give out
record, file, chart, document, note, history, medical record, records
image, picture, scan, x-ray, photo, photograph, film, imaging
code, number, id, identifier, pin, password
account, profile, bill, balance, statement, account number
add, include, join, put on, plus, enroll, attach, append
collect, pick up, gather, retrieve, get, fetch, drop off
drop off, leave, bring, hand in, deliver, turn in
live, reside, stay, located, living, resident
travel, trip, journey, ride, go, transport, mileage, traveling, abroad
country, abroad, overseas, foreign, international
state, oregon, washington, idaho, region
work, job, employer, employment, employee, workplace, company, boss, occupational
employer, job, workplace, company, work, hr, boss
school, college, class, student, education, teacher, training, course, lesson
class, course, session, training, education, lesson, workshop, program
session, visit, meeting, appointment, class, round
group, class, team, set, circle
kind, type, sort, form, category, variety
reason, cause, because, why, due, since, purpose
condition, term, requirement, situation, provided, provision, restriction
exception, except, unless, apart from, other than, save for, excluding, one exception, but not, aside from, exempt, with the exception
unless, except, if not, apart from, otherwise, excepting
otherwise, differently, or else, if not, else, different
instead, rather, alternative, in place
must not, not, never, no, do not
always, every time, at all times, forever, constantly, all the time
never, not ever, at no time, under no circumstances
sometimes, occasionally, at times, from time to time, may, might
may, might, could, possible, possibly, can, perhaps, maybe
automatic, automatically, by itself, on its own, without asking
manual, by hand, manually, yourself
temporary, short-term, for now, for the time being, temporarily
permanent, for good, permanently, forever
deadline, due date, cutoff, no later than, last day, by, time limit, time frame, window
on time, punctual, promptly
hand, give, pass, deliver
carry, bring, hold, have, transport
hold, keep, have, save, reserve, pause, set aside
near, close, nearby, next to, beside, by, adjacent, close to
far, distance, away, distant
north, northern, northside
kitchen, cafeteria, cafe, dining, restaurant
bathroom, restroom, toilet, washroom
wheelchair, accessible, mobility, disability, lift-equipped, disabled
equipment, device, machine, tool, gear, supply, monitor
battery, charger, charge, power
glass, eyeglass, spectacle, contact, contacts, lens
box, package, container, parcel, prepaid box, carton, kit
bag, pouch, sack, backpack
refrigerate, fridge, cold, cool, chill, refrigerator, refrigerated
hot, warm, heat, warmth
back, behind, rear, return
front, face, ahead, forward
both, two, each, pair, either, the two, together, couple
single, one, individual, sole, lone
pair, two, couple, twin
none, no, nothing, zero, not any, neither, nil
everyone, everybody, all, anyone, universal
third party, outside company, another company, outside
recommend, suggest, advise, encourage, advice, recommendation, urge, ideal
advice, guidance, recommendation, advise, counsel, instruction, direction, what says, tip
instruction, direction, guidance, guideline, step, prep, rule, preparation, order
rule, policy, regulation, guideline, law, requirement
law, legal, lawful, statute, legally, lawyer
prepare, preparation, get ready, prep, ready, set up
ready, prepared, available, set, all set
gentle, soft, mild, light, plain
plain, simple, basic, clear, unflavored, only
clear, transparent, see-through, plain, obvious
hair, head, shampoo, scalp
skin, face, complexion, cream
nail, polish, manicure, fingernail
makeup, cosmetic, cosmetics, lotion, cream, make-up, foundation
cosmetic, elective, aesthetic, appearance
lotion, cream, powder, deodorant, moisturizer, oil, ointment, gel
smell, fragrance, perfume, scent, cologne
cold, sick, ill, flu, cough, fever, illness, unwell, symptom
swap, trade, exchange, switch
reach, get to, arrive at, make it to, exceed, hit, land
meet, satisfy, fulfill, reach, hit, met, fulfil, qualify, paid off, used up
qualify, eligible, eligibility, meet, count, be able, entitled, qualified, entitlement, apply
apply, count, hold, go for, relate, kick in, concern, owe, valid
owner, holder, responsible party, guarantor, subscriber, policyholder
lower, cheaper, reduced, drop, bring down
reserve, hold, set aside, book, keep
own, self, yourself, personal, themselves, himself, herself
self, own, yourself, oneself, without help
local, nearby, in the area, community, neighborhood
outside, out of, beyond, external, outdoors, out
inside, in, within, indoors
out-of-area, outside the area, elsewhere, away
public, open to all, community, general
general, overall, broad, in general
specific, particular, certain, special, specified
special, particular, specific, unique, dedicated
complete, finish, fill out, full, entire, done, whole, completely
correct, right, accurate, proper, true
wrong, incorrect, mistake, error, inaccurate
error, mistake, wrong
agree, consent, accept, approve, permission
plus, and, in addition, along with, as well as, also, additional
weather, snow, ice, storm, inclement
crowd, busy, full, packed
quiet, silent, calm, noise, peaceful, silence
noise, sound, loud
calm, relax, quiet, soothing, sedate
alternate, another, other, different, backup
track, follow, monitor, log, keep track
password, pin, passcode, login
download, print, save, get
click, tap, select, press, open, choose, go to, hit
turn on, switch on, enable, activate, opt in, set up, turn
turn off, switch off, disable, deactivate, opt out, cancel
list, listed, on file, named, include, roster, directory, name
reminder, alert, notification, notice, message, nudge
feedback, complaint, comment, review, survey, grievance
complaint, grievance, file, concern, problem
"""

GROUPS: tuple[str, ...] = tuple(line for line in (EVERYDAY + CARE).splitlines() if line.strip())
"""One group of words and phrases each, separated by commas."""

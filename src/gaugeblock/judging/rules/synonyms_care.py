"""The patient-service half of the synonym table: visits, bills, plans, tests, medicines."""

__all__ = ["CARE"]

CARE = """
doctor, physician, clinician, provider, dr, practitioner, prescriber, specialist, md, surgeon, medical provider, care provider, care team
clinician, doctor, provider, nurse, practitioner, physician, care team, prescriber, therapist
nurse, rn, nursing, clinician, charge nurse, nurse practitioner
specialist, dermatologist, cardiologist, surgeon, expert, specialty, consultant
dermatology, dermatologist, skin doctor, skin
cardiology, cardiologist, heart doctor, heart, cardiac
heart, cardiac, cardiology, ecg, ekg, chest
pediatric, pediatrician, child, children, pediatrics, kid
pregnant, pregnancy, expecting, maternity, obstetric, prenatal, ob, expectant, maternal
birth, delivery, born, labor, childbirth, deliver, delivering, birthing
dentist, dental, tooth, teeth, oral
eye, vision, optical, glasses, sight, ophthalmology, optometrist, optometry
mental health, counseling, therapy, psychiatric, behavioral, behavioral health, psychology, counselor, psychological
therapist, counselor, psychologist, counsellor, therapy
therapy, rehab, physical therapy, physiotherapy, physio, pt, treatment, physiotherapy, rehabilitation
technologist, technician, tech, radiographer, sonographer
radiology, imaging, x-ray, scan, mri, ct, radiologist, image, xray
scan, mri, ct, imaging, exam, test, pet, ultrasound, x-ray, study, screening, picture
ultrasound, sonogram, scan, echo, echocardiogram
test, exam, study, procedure, scan, screening, lab, bloodwork, draw, examination, testing, tested
exam, examination, test, physical, checkup, study, scan, screening
procedure, operation, surgery, surgical, treatment, test, op, procedural
surgery, operation, procedure, surgical, op, surgeon
anesthesia, sedation, sedated, put under, numbing, anesthetic, sedative, asleep, sleepy
blood draw, draw, bloodwork, blood test, lab, sample, blood work, fasting lab, lab work, blood
lab, laboratory, test, bloodwork, lab work
sample, specimen, stool, urine, collection, swab
visit, appointment, appt, checkup, consultation, session, see you, come in, slot, consult, time, be seen, trip
checkup, physical, preventive, wellness, annual, check-up, exam, well visit
preventive, wellness, screening, routine, annual, prevention
follow-up, follow up, return visit, later visit, next visit, recheck, second
walk-in, without an appointment, no appointment, drop in, drop by, walk in, do not have to book, just come, walk right in, without booking
urgent care, walk-in, immediate care, same day, same-day
emergency, er, emergency room, 911, ed, urgent, emergency department
hospital, inpatient, admitted, medical center, facility, ward
admit, admitted, admission, hospital stay, inpatient, stay, overnight stay, check into
intensive care, icu, critical care
discharge, go home, release, leave the hospital, sent home
patient, you, person, member, anyone, someone, people, loved one, your
proxy, representative, on behalf, authorized person, behalf, stand-in, caregiver, designated
proxy access, caregiver access, access
medicine, medication, drug, pill, tablet, prescription, med, dose, pharmacy, medicament, meds, capsule, prescribed, supplement
prescription, rx, script, prescribe, medicine, order, prescribed, written order
refill, renew, renewal, prescription, reorder, top up
pharmacy, pharmacist, drugstore, chemist, pharmacies
dose, dosage, amount, tablet, pill
blood thinner, anticoagulant, warfarin, eliquis, coumadin, xarelto, thinner, aspirin, plavix
diabetes, diabetic, insulin, blood sugar, metformin, glucose, sugar
insulin, diabetes medicine, diabetes medication, diabetic medicine
inhaler, asthma, puffer, rescue inhaler, breathing
breathe, breathing, lung, respiratory, pulmonary
pain, sore, ache, hurt, discomfort, painful, soreness, aching
injection, shot, needle, jab, inject, infusion, injected
vaccine, shot, immunization, vaccination, jab, flu shot, booster, vaccinate, immunize, inoculation
infusion, iv, drip
catheter, tube, line
allergy, allergic, reaction, sensitivity
contrast, dye, with contrast, iodine, barium
steroid, cortisone, prednisone
kidney, renal, creatinine
bowel, colon, colonoscopy, gut, intestine, prep, laxative
colonoscopy, scope, endoscopy, bowel
mammogram, breast, mammography, breast imaging
cancer, oncology, tumor, malignant, chemo, oncologist
implant, pacemaker, device, implanted
swelling, swell, swollen, puffy
bleed, bleeding, blood
fever, temperature, febrile
symptom, sign, problem, feel
side effect, reaction, complication
mask, face covering, face mask, masked
insurance, coverage, plan, insurer, policy, health plan, payer, insured, benefit, carrier, insurance details
insurance card, card, member card, id card, insurance
id, identification, photo id, driver's license, license, passport, photo
member, subscriber, enrollee, patient, policyholder, enrolled, people
benefit, coverage, plan, perk, allowance
coverage, cover, covered, benefit, pay, insurance, pay for
copay, copayment, co-pay, share, your share, your part, fee, pay, fixed amount
coinsurance, share, percentage, part
deductible, yearly amount
premium, monthly payment, monthly cost
network, in-network, contracted, participating, in network, part of the network
out-of-network, out of network, outside the network, not in network, non-network
negotiated rate, contracted rate, plan rate, rate, negotiated
referral, refer, referred, recommendation, sent by
prior authorization, preauthorization, pre-authorization, prior auth, approval, preapproval, authorization, prior approval, pre-approval
medically necessary, medical necessity, necessary, medical need
claim, bill, file, request, submission
bill, invoice, statement, charge, balance, billing, billed, account, send a bill
statement, bill, invoice, account, billing statement
itemized, detailed, line by line, itemised, broken down, breakdown
appeal, dispute, challenge, contest, reconsideration, review, object
denial, denied, refusal, reject, decision, turn down, refuse
collection, collections, collection agency, agency, debt collector, collector, collecting
credit bureau, credit report, credit score, bureau, credit agency, credit
debt, balance, bill, owe, amount due
financial assistance, charity care, financial help, assistance, help with the bill, aid, hardship program, help paying, financial aid
sliding, sliding scale, scale, income-based
income, earn, earnings, pay, wage, salary, household income, make
household, family, home, people you live with
poverty level, federal poverty level, fpl, poverty line
asset, saving, property, savings
pay stub, payslip, proof of income, pay slip, paystub
self-pay, uninsured, without insurance, cash, no insurance, pay yourself, out of pocket, cash price, paying cash, pay cash
uninsured, without insurance, no insurance, self-pay, lack insurance, not insured, do not have insurance
primary, first, main, principal
primary care, family doctor, pcp, primary doctor, gp
secondary, second, other, backup
medicare, part b, medicare advantage
medicaid, state plan, ohp
marketplace, exchange, healthcare.gov
open enrollment, enrollment period, enrollment window
enroll, add, sign up, join, register, enrollment, put on
hsa, fsa, health savings
workers compensation, workers comp, work injury, on the job, on-the-job, compensation
injury, hurt, injured, accident, wound
death, died, die, passed away, deceased, late, passing, loss, dead
death certificate, certificate of death, certificate
estate, executor, deceased, estate team, probate
bereavement, grief, loss, mourning
hospice, palliative, end of life, comfort care
family leave, fmla, leave, disability
power of attorney, attorney, legal representative, proxy
advance directive, living will, directive
consent, permission, agree, sign, authorization, authorize
medical record, record, chart, file, history, health record, records
shot record, immunization record, vaccination record, vaccine record
release, authorization, records release, permission
radiology image, image, film, scan
nurse line, nurse, advice line, triage, helpline, nurse hotline
call center, phone line, office
clinic, office, center, site, practice, location, facility, place
infusion center, infusion, infusion clinic
transplant, organ
supplement, vitamin, calcium, herbal, mineral
fluid restriction, restricted fluid, fluid limit, restrict
bowel prep, prep, laxative, cleanse, prep solution
clear liquid, water, broth, apple juice, clear fluid, liquids
solid food, solid, food, meal, eat
carbohydrate, carb, sugar, low-carb, carbs
gum, mint, candy, chewing gum
milk, dairy, cream, formula, breast milk
underwear, bra, undergarment
contact lens, contacts, lens, lenses
hearing aid, hearing, ear, audiology
support person, companion, one person, partner, doula, someone with you
visitor, guest, visiting, visit, family, visitation, relative
gown, hospital gown, change
crutch, walker, cane, brace
physical, sports physical, school physical, checkup
form, school form, paperwork
grace period, leeway, extra time, grace
late cancellation, last-minute, last minute, short notice
no-show, missed visit, missed appointment, fail to show
wait list, waitlist, waiting list, earlier slot, earlier visit, cancellation list
hold, pause, suspend
charge, bill, cost, fee
facility fee, facility charge, hospital fee
clinician's charge, clinician, professional fee, physician's fee
double-check, confirm, verify
expire, run out, end, lapse, no longer valid, good for
life, live, alive
calming medicine, sedative, anxiety medicine
claustrophobia, claustrophobic, tight space, closed in, enclosed space
headphone, music, earphone, earplug
resolution desk, resolution, billing desk
hearing allowance, allowance, credit
ambulance, ground ambulance, paramedic
home health, home care, at home, house call
equipment, durable medical equipment, device, supplies
wheelchair, chair, mobility device
blood pressure, hypertension, pressure
weight, weigh, pound, weight-loss
bariatric, weight-loss, gastric, sleeve
fertility, ivf, infertility
acupuncture, alternative medicine
chiropractic, chiropractor, spine
transfusion, blood
donor, donate, donation
biopsy, tissue, sample
pathology, lab, specimen
monitor, heart monitor, holter
sleep study, sleep test, overnight study
stress test, treadmill, treadmill test
patch, patches, patch test
reading, result, measurement, read, interpret
reader, radiologist, interpret
stitch, suture, staple
bandage, dressing, wrap, gauze
cast, splint, brace
"""

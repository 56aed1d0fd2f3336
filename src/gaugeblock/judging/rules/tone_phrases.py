"""The words of tone: what makes a question sensitive, and what sympathy, cheer, scolding and sales talk sound like."""

from gaugeblock.judging.rules.phrases import phrase

__all__ = [
    "BEREAVED",
    "CHEER",
    "CLAIMING",
    "DIAGNOSED",
    "DISTRESSED",
    "EMPATHY",
    "IN_MONEY_TROUBLE",
    "PROMOTION",
    "SCOLDING",
]  # fmt: skip

BEREAVED = phrase(r"""
    \b(?:passed (?:away|on)|passed (?:last|this|in|on)|died|dead|death|deceased|lost (?:my|our|his|her|their|
    a) (?:\w+ ){0,2}(?:mom|mum|mother|dad|father|wife|husband|son|daughter|baby|child|brother|sister|partner|
    grand\w+|twin\w*|parent\w*)|funeral|widow\w*|late (?:wife|husband|mother|father|mom|dad|son|daughter|
    brother|sister|grand\w+|uncle|aunt|partner)|miscarr\w+|stillb\w+|bereave\w*|estate|hospice|dying|grief|
    griev\w+|terminal)\b
""")
"""Somebody died."""
IN_MONEY_TROUBLE = phrase(r"""
    \b(?:collection\w*|collector\w*|debt\w*|can'?t (?:afford|pay)|cannot (?:afford|pay)|lost my job|laid off|
    out of work|behind on|months? behind|past due|overdue|bankrupt\w*|garnish\w*|credit (?:bureau|score|
    report)|evict\w*|unable to pay|no money|broke|unemployed|final notice|sue[ds]?|lawsuit|struggling)\b
""")
"""The bill cannot be paid, or others already collect it."""
DISTRESSED = phrase(r"""
    \b(?:scared|terrified|frighten\w*|afraid|panick?\w*|anxious|anxiety|worried sick|so worried|really worried|
    very worried|worried|freak\w*|shaking|crying|cry|dread\w*|nervous|petrified|desperate|overwhelm\w*|
    falling apart|can'?t (?:sleep|stop|breathe|cope|eat|think)|feel sick|sick about|devastated|heartbroken|
    claustrophobi\w*|phobi\w*|stressed|upset|distraught|ashamed|embarrass\w*|hopeless|suicid\w*|awful|horrible|
    losing (?:it|my mind|sleep)|don'?t know what to do|at my wits|in tears|scary|alone in this|hate needles|
    trembl\w*|helpless|numb|keeps? me up|up all night)\b
""")
"""Fear, tears, shame."""
DIAGNOSED = phrase(r"""
    \b(?:cancer(?! (?:center|clinic|institute|screening))|
    tumou?r|chemo\w*|biops(?:y|ies)|lump|malignan\w*|abnormal|diagnos\w*|bad results?|
    positive (?:test|result)|hiv|miscarriage|metasta\w*|mastectomy|leukemia|lymphoma|icu|intensive care|stroke|
    overdose|assault\w*|abus\w*|dementia)\b
""")
"""A grave finding or one that may be."""
EMPATHY = phrase(r"""
    \b(?:sorry|condolence\w*|sympath\w*|understand\w*|(?:must|can|might|may) (?:be|feel) (?:\w+ )?(?:hard|
    difficult|stressful|scary|frightening|overwhelming|frustrating|worrying|upsetting|unsettling|painful|tough|
    exhausting|confusing)|stressful|frustrat\w*|i (?:know|hear|realize|can (?:see|imagine|hear))|we (?:know|
    hear|realize)|hard (?:time|to|on|enough|news)|difficult (?:time|to|moment|news)|tough|
    thank you for (?:telling|sharing|trusting|letting|reaching)|natural to|normal to feel|okay to (?:feel|be)|
    completely (?:normal|natural|understandable)|you(?:'re| are) not alone|take (?:your|all the) time|
    a lot to (?:carry|take|handle|deal|process|go)|going through|scary|frightening|worrying|unsettling|
    upsetting|overwhelming|feel for you|heart goes|thinking of you|wish you|many (?:people|patients) (?:feel|
    are|find)|plenty of people|lots of people|nerve-?wracking|here (?:for you|to help)|gently|no rush|
    whenever you(?:'re| are) ready|makes (?:total |perfect |
    complete |a lot of )?sense|of course you|anyone would|reassur\w*|glad you (?:asked|told|
    reached|wrote|said)|sad to hear|apolog\w*|worries? you|concern you|can only imagine|hate that|not easy|
    never easy|isn't easy|hard)\b
""")
"""Words that acknowledge what the patient feels."""
CHEER = phrase(r"""
    \b(?:yay|woo-?hoo|hooray|awesome|fantastic|super|great news|good news|exciting|excited|thrilled|
    wonderful\w*|amazing|hey (?:hey|there)|cheers|no biggie|easy peasy|piece of cake|have a (?:great|fantastic|
    wonderful|lovely|super|awesome|blessed|sunny|beautiful)|fun|party|rock(?:s|ing)?|you got this|cheer up|
    chin up|bright side|delighted|lucky|hip hip|hurrah|brilliant|whoop|yippee|terrific|fab(?:ulous)?|howdy|
    no sweat|happy to help)\b
""")
"""Jolly words."""
SCOLDING = phrase(r"""
    \b(?:you (?:really |simply )?(?:should|ought to|could) (?:really )?(?:have|'ve)\b|should've|
    your (?:own )?(?:fault|responsibility|problem|mistake|doing)|toughen|calm down|grow up|get over|get a grip|
    pull yourself|man up|suck it up|deal with it|stop (?:worrying|crying|complaining|panicking|fussing|whining|
    being)|no (?:further comment|excuse\w*|point (?:in )?(?:crying|worrying|complaining|panicking))|
    not our (?:problem|concern|fault|responsibility)|nothing (?:more )?(?:we|i) can do|as (?:i|
    we) (?:already )?said|obviously|clearly stated|read the (?:letter|bill|policy|instructions|website|form|
    notice)|you were (?:told|warned|informed)|don'?t be (?:silly|dramatic|ridiculous|a baby|childish|
    difficult)|overreact\w*|dramatic|crying|tears (?:will|won't)|(?:being|feeling) (?:upset|scared|anxious|
    nervous) (?:is|will|won't|does|doesn't)|(?:feelings|emotions|fear|fears|nerves|grief|worry|panic) (?:is|
    are|do|does|will|won't|don't|doesn't) (?:not )?(?:change|matter|alter|our|a reason|irrelevant|help)|
    irrelevant|next time,? (?:plan|pay|read|call|be)|pay your bills|people like you|
    everyone (?:else )?(?:manages|copes|does)|that is (?:all|final)|that's (?:final|life|that)|
    these things happen|move on|request noted|noted\b|per policy|you chose|careless\w*|lazy|foolish|silly|
    wast(?:e|ing) (?:of )?(?:our|my|your)?\s*time)
""")
"""Blame, belittling, brushing off."""
PROMOTION = (
    phrase(r"""
    \b(?:best|greatest|finest|biggest|hottest) (?:offer|deal|price|value|rate|care|team|service|clinic|
    experience|option|doctors?|in (?:town|the))\b
"""),
    phrase(r"""
    \b(?:don't miss|miss out|hurry|act (?:now|fast|today)|while (?:they|it|supplies|spots|stocks?|places) last|
    limited[-\s]time|grab (?:a|your|one|yours|the)|snap up|sign up (?:today|now|for)|join (?:today|now|
    us today|thousands)|book (?:now|today)|upgrade|treat yourself|unlock|perks?|exclusive|special offer|
    one-?time offer|deal of|bargain|steal|what are you waiting|for a limited|today only|spots are (?:going|
    filling)|before it'?s (?:too late|gone)|last chance)\b
"""),
    phrase(r"""
    \b(?:world[-\s]class|award[-\s]winning|state[-\s]of[-\s]the[-\s]art|cutting[-\s]edge|top[-\s](?:notch|
    rated|tier)|best[-\s]in[-\s]class|unbeatable|unmatched|second to none|industry[-\s]leading|revolutionary|
    premier|five[-\s]star|unrivall?ed|one[-\s]stop|game[-\s]chang\w+|next[-\s]level|luxur\w+|pamper\w*|glowing|
    life[-\s]changing|hassle[-\s]free|stress[-\s]free|effortless\w*|seamless\w*|super[-\s]convenient|
    like never before|never been (?:easier|closer|better|simpler)|you(?:'ll| will) (?:love|adore|thank us|
    never (?:want|look|regret)|be amazed)|fall in love|love (?:it|our|the)|worth (?:the wait|every|it)|
    peace of mind|experience the|discover (?:the|our|how|why)|enjoy (?:our|all|exclusive|special|savings?)|
    take advantage|save (?:big|even more|time and money)|rewards? (?:points|program|club)|loyalty|membership|
    vip|premium (?:plan|membership|service|package|care)|deluxe|gold membership|free (?:gift|trial|tote|mug)|
    bonus|sweepstakes|raffle|discounts? galore)\b
"""),
    phrase(r"""
    \b(?:most \w+|(?:friendli|fast|cheap|larg|bigg|safe|kind|nic|great|smart|strong|clean|quick|eas)\w*est|
    best|finest|number one|#1|leading|top) (?:\w+ ){0,4}?(?:in the (?:state|city|country|region|area|town|
    world|county|business|industry|northwest|valley)|around|anywhere|in (?:town|america|oregon|the us))\b
"""),
    phrase(r"""
    \b(?:apply|join|book|call|order|sign up|enroll|try|schedule|register|download|get started|switch|upgrade|
    come|visit|act|reserve|shop) (?:\w+ ){0,3}?(?:today|now|right away)\s*!
"""),
    phrase(r"""
    \b(?:don't let (?:this|it|these|them|your)\b|slip (?:through|away|by)|pass (?:this|it) up|awaits?\b|
    why wait|yours for|treat (?:yourself|that\b)|the treat\b|you(?:'ve)? deserve|deserve it|begging for|
    too good|good to (?:miss|pass)|what a (?:deal|bargain|steal)|for (?:only|just) \$\s?\d|
    only \$\s?\d[^.?\n]{0,60}!|great (?:value|deal|price|savings?)|get ready to|jump on|lock in|score (?:a|
    your)|secure your spot)
"""),
    phrase(r"""
    \bwhy (?:not|don't you|wait) (?:\w+ ){0,4}?(?:go|sign|join|try|upgrade|enroll|treat|switch|add|book|
    download|get|also|consider|take|check|make|let)\b
"""),
    phrase(r"""
    \b(?:while you'?re (?:here|at it)|have you (?:considered|tried|heard about|thought about)|did you know|
    be sure to check out|check out our|ask (?:us )?about our|tell (?:your|all) (?:friends|family)|
    refer a friend|follow us|leave us a review|like us on)\b
"""),
    phrase(r"""
    \b(?:go paperless|paperless billing|e-?statements?)\b[^.?\n]{0,60}!
"""),
)
"""Sales talk: superlatives, urgency, praise, nudges, pushes to sign up."""
CLAIMING = phrase(r"""
    \b(?:best|greatest|finest|most|\w+est|world[-\s]class|award\w*|top|leading|membership|program|club|
    paperless|statements?|sign up|upgrade|plus|premium|perks?|app|package|stunning|glowing|never been|
    state[-\s]of)\b
""")
"""Sales talk that also states something: a superlative, a product."""

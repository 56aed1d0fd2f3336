"""Vocabulary: the words that carry no claim, in three degrees."""

__all__ = ["COURTESY", "LIGHT", "STOP", "pairs_of", "words_of"]


def words_of(text: str) -> frozenset[str]:
    """The words of a list written as running text.

    >>> sorted(words_of("may might must"))
    ['may', 'might', 'must']
    """
    return frozenset(text.split())


def pairs_of(text: str) -> frozenset[str]:
    """The phrases of a list written as running text with commas.

    >>> sorted(pairs_of("no later, no more"))
    ['no later', 'no more']
    """
    return frozenset(" ".join(part.split()) for part in text.split(",") if part.strip())


STOP = words_of("""
    a an the this that these those it its he she they them his her their theirs him i me my mine you your yours
    we us our ours who whom whose which what where when why how is are was were be been being am do does did
    done doing have has had having will would shall should can could may might must ought and or but nor so yet
    if then than as at by for from in into of on onto to with within without about above across after against
    along among around before behind below beneath beside between beyond despite down during except inside like
    near off out outside over past per since through throughout till toward towards under until up upon via
    while whereas because although though unless whether not no never none nothing nobody neither cannot there
    here s t d ll m re ve let lets also too very either both each every any all some such same other another
    else only just even ever already yet still again once more most much many few less least own now one ones
    yes ok okay well ah oh etc mr ms mrs something anything everything someone anyone everyone whatever whenever
    wherever whichever themselves yourself yourselves himself herself itself ourselves hi hello dear thanks
    thank please sorry however therefore thus hence otherwise instead rather quite really myself back away ahead
""")
"""Words that never carry a claim on their own."""
LIGHT = words_of("""
    make sure need want get go come keep know note mind remember use thing way case time take give put see look
    find help let happen mean say tell ask feel try happy glad welcome understand simply certainly absolutely
    course unfortunately fortunately actually basically generally exactly fine great good best right able unable
    plan sound quick quickly easy easily simple straightforward point part place side detail matter bit lot
    number kind sort type question answer reach hope wish appreciate assist available above below following
    follow regard concern important importantly aware care careful sure bear consider think believe guess seem
    appear become turn end start begin first second third next last later soon early late long short new big
    small high low different general whole full entire total exact particular certain specific main usual
    possible necessary day today tomorrow tonight week month year hour minute moment date person people someone
    patient member carepoint clinic office staff team visit appointment call phone work do done have stay hold
    leave set apply provide offer include list add reason because due since fact example instance addition
    addition note separately separate directly instruction information info option choice rule thing two three
    four five six pair couple bring show contact hand simple short quick line free okay worry stress reply read
    check yourself own back honest clear plain want like love prefer choose decide expect allow mean require
    need anything unless extra further additional while meantime meanwhile ready meanwhile long-standing overall
    anyway besides regardless either instead under over around roughly about approximately couple several
    various eg ie
""")
"""Words too general to be an invention by themselves; they are compared but never reported as unsupported."""
COURTESY = words_of("""
    sorry hear frustrating frustrated frustration stressful stress hard difficult tough scary scared frightening
    frightened afraid fear worry worried worrying anxious anxiety nervous overwhelming overwhelmed upset
    upsetting unsettling condolences sympathy loss grief grieving heart thoughts sincerely deepest
    congratulations congrats reassure rest assured carry trying painful sad concerned concerns feelings natural
    normal understandable understandably completely totally truly deeply terribly awful heartbreaking feeling
    shaken nerve nerves wonder wondering moment alone lonely rough surprise surprising confusing confused
    patience kind kindly reaching trust trusting glad pleased delighted happily sadly luckily apologize
    apologies inconvenience welcome pleasure appreciate appreciated share sharing hi hello hey dear regards
    sincerely yep yup nope sure definitely indeed alright yeah gladly noted
""")
"""Words of greeting, sympathy and offers of help: they state nothing about the service."""

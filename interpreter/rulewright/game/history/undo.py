"""Undo: an action can be taken back as long as nobody learnt anything from it.

A step can be taken back by the player to act (at the end: the last one who acted), if it was their own action and they
saw neither a result of chance nor anything hidden.  Luck is taken back too: the same move again has the same luck.
Players at one table may take back any player's move, in a game where all of them see the same.  Real dice and cards
remain on the table, so results that were mistyped can be taken back and typed again.
"""

from __future__ import annotations

from rulewright.game.history.steps import Step
from rulewright.game.knowledge.events import Happening
from rulewright.game.knowledge.visibility import Sight
from rulewright.game.questions.effects import picks, read_groups, written_groups
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.ir.reads import looked_at
from rulewright.ir.walking import automatic_rules
from rulewright.runtime.labels import Wording


def why_not_undo(
    tip: Step, sight: Sight, together: bool = False, real_dice: bool = False, player: int | None = None
) -> str | None:
    """Why the last step cannot be taken back, as a sentence; None if it can. `together`: it may be any player's.
    `real_dice`: rolls and draws that everybody saw do not prevent it. `player`: the player who asks, if the player to
    act has not seen the position yet."""
    if tip.before is None:
        return "There is nothing to take back."
    if tip.masked:
        return "What led here is not known whole, so nothing can be taken back."
    over = bool(tip.cells[ENDED])
    if player is None:
        agreed = together and not sight.differs(range(sight.program.players))
        player = tip.player if over or agreed else tip.cells[CURRENT]
    if tip.player != player:
        made = Wording(sight.program).seat_in_words(tip.player)
        return f"The last move was made by {made}, and only your own can be taken back."
    for happening in tip.happenings:
        if real_dice and _lies_open(happening, sight):
            continue
        if happening.is_chance and happening.seen_by >> player & 1:
            return "The last move drew on chance, and its result has been seen."
        if happening.is_chance and _may_be_seen(happening, sight):
            return "The last move drew on chance, and its result may have been seen."
        if happening.showed >> player & 1:
            return "The last move showed what had been hidden."
    if over and sight.hides():
        return "The game is over, and its end may have shown what was hidden."
    if _reads_hidden(tip, sight, player):
        return "The last move may have shown what had been hidden."
    return None


def why_no_new_set_up(tip: Step, sight: Sight) -> str | None:
    """Why results of real dice and cards in the set-up cannot be typed again, as a sentence; None if they can."""
    results = [each for each in tip.happenings if each.is_chance and "shuffled" not in (each.whole or {})]
    if not results:
        return "There is nothing to take back."
    if not all(_lies_open(each, sight) for each in results):
        return "The cards drawn in the set-up are hidden, so they cannot be typed again."
    return None


def _lies_open(happening: Happening, sight: Sight) -> bool:
    """Whether everybody saw these dice or cards, as on a real table."""
    whole = happening.whole or {}
    return ("rolled" in whole or "drawn" in whole) and happening.seen_by == sight.everyone()


def _may_be_seen(happening: Happening, sight: Sight) -> bool:
    """Whether a pick that the player did not see may also have written a variable that everybody sees."""
    source = happening.whole.get("picked") if happening.whole else None
    pick = picks(sight.program).get(str(source))
    if pick is None:
        return False
    groups = sight.program.layout.groups
    return any(groups[name].seen_by == "all" for name, _ in written_groups(sight.program, pick.do))


def _reads_hidden(tip: Step, sight: Sight, player: int) -> bool:
    """Whether rules that were carried out read variables or pieces that the player does not see."""
    if sight.sees_all(player):
        return False
    groups = sight.program.layout.groups
    hidden = {
        name
        for name, group in groups.items()
        if any(not sight.cell(group, index, player) for index in range(group.size))
    }
    effects = _carried_out(tip, sight.program)
    if hidden & read_groups(sight.program, effects):
        return True
    looked = looked_at(sight.program, effects, tip.player)
    return any(not sight.place(kind, code, player) for kind, code in looked)


def _carried_out(tip: Step, program: ir.Program) -> ir.Effects:
    ran = {
        str(happening.whole["rule"])
        for happening in tip.happenings
        if happening.whole and "rule" in happening.whole
    }
    effects: list[ir.Effect] = []
    if tip.choice is not None:
        effects.extend(list(program.actions.values())[tip.choice.action].do)
    for rule in (program.setup, *automatic_rules(program)):
        if rule.path in ran:
            effects.extend(rule.do)
    return tuple(effects)

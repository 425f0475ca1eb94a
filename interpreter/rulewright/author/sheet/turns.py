"""The middle of a rule sheet: the actions of a turn, automatic rules, ends of turns and rounds, and ends of the game.

turns = Turns(phrases)
turns.phases(), turns.after_turn(), turns.ends()
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from rulewright.author.english import lowered, plain, sentence, under
from rulewright.author.phrases.effects import Sayings
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.vocabulary import filled_in, written
from rulewright.author.report.tree import Block, Item, Section
from rulewright.author.sheet.author_words import complains, repeats, unmentioned
from rulewright.author.sheet.scoring import Chapter
from rulewright.checked.references import names_in
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.problems.quoting import series
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.walking import all_effects

ROUND_OF_SEVERAL = "A round is over when the turn has gone round the table once."
SECRET = "Chosen secretly: nobody else sees what you choose."
SECRET_AT_ONCE = "Chosen secretly, by all at once."
ROUND_OF_ONE = "Every turn begins a new round, unless it is said to be in the same round."


_MANY = 7
"""A value of more words than this is printed once, and its name wherever it is used."""

_OVER = re.compile(r"\b(?:over|ends?|ended|wins?|won|finish\w*)\b|[.:;] ")
_LEFT = "the player to your left"
_OCCASION = re.compile(r"(?:As soon as|When(?:ever)?|Once|After|At the end of) ")
_ANY_OCCASION = re.compile(r"\b(?:as soon as|when(?:ever)?|once|after|at the end of)\b", re.IGNORECASE)
_WON = re.compile(r"\b(?:wins?|lost|loses?|draws?|drawn|tied?)\b", re.IGNORECASE)
_MOST = r"\b(?:highest|lowest|most|fewest|least|best|better|more|fewer|less)\b"
_MOST_WINS = re.compile(
    rf"{_MOST}[^.]*\b(?:wins?|loses?)\b|\bthe better\b|\b(?:you|that player|that team) wins?\b", re.IGNORECASE
)


class Turns(Chapter):
    """Writes these sections. A step that more than one rule runs is described once, in a section of its own."""

    def __init__(self, phrases: Phrases) -> None:
        super().__init__(phrases)
        self.words.apart.update(self._told_apart())
        self._apart_told: set[str] = set()

    def phases(self) -> list[Section]:
        """The sections of all phases and their automatic rules, then those of steps that have their own."""
        phases = list(self.rulebook.phases.values())
        sections, apart = [], []
        for number, phase in enumerate(phases):
            heading = self.words.heading(phase)
            begin = self._beginning() if number == 0 else ""
            sections.append(Section(heading, tuple(self._phase(phase, begin))))
            apart += self._steps_apart(phase)
            title = "What follows" if len(phases) == 1 else f"{heading}: what follows"
            if triggers := tuple(filter(None, map(self._trigger, self._possible(phase)))):
                sections.append(Section(title, triggers))
        return sections + apart

    def after_turn(self) -> list[Block]:
        """The section `After a turn`: what happens when a turn or a round is over, and who is next."""
        if (own := self.phrases.sheet(self.rulebook.turns)) is not None:
            return [sentence(own)] if own else []
        turns, several = self.rulebook.turns, self.program.players > 1
        round_first = self.phrases.phrase(turns.round_first) if turns.round_first is not None else ""
        said = (
            f"{self._unless()}play passes to {self._following()}" if several else "",
            _headed("At the end of a turn", self.sayings.sentences(turns.end)),
            ROUND_OF_SEVERAL if several and self.words.rounds_matter() else "",
            ROUND_OF_ONE if not several and self.words.rounds_matter() else "",
            _headed("At the end of a round", self.sayings.sentences(turns.round_end)),
            f"each new round begins with {round_first}" if several and round_first else "",
        )
        return [sentence(words) for words in said if words]

    def _following(self) -> str:
        """Who takes the next turn: in a game for two it is `your opponent`."""
        following = self.rulebook.turns.next
        said = self.phrases.phrase(following) if following is not None else _LEFT
        return "your opponent" if said == _LEFT and self.rulebook.players == (2,) else said

    def ends(self) -> list[Block]:
        """The section `The end`: when the game is over, and who wins then, for ends that can be reached at this table."""
        ends = self.words.possible_ends()
        found = _with_result_once([said for end in ends if (said := sentence(self._end(end)))])
        utility = self.rulebook.utility
        return [*found, sentence(self.sayings.utility(utility))] if utility is not None else [*found]

    # ------------------------------------------------------------------------------------------------- private

    def _beginning(self) -> str:
        """What is done when a turn begins; empty if the words for the turns say it."""
        turns = self.rulebook.turns
        return self.sayings.sentences(turns.begin) if self.phrases.sheet(turns) is None else ""

    def _phase(self, phase: rules.Phase, begin: str) -> list[Block]:
        about = self.phrases.text(phase.about)
        if self.words.changes.beside(phase.about, phase.path):
            about = self.words.changes.marked(about, self.sayings.sentences(phase.automatic or ()))
        own = self.phrases.sheet(phase)
        about = about if own is None else sentence(own)
        blocks: list[Block] = [text for text in (about, _headed("At the start of your turn", begin)) if text]
        if phase.automatic is not None and not phase.about and own is None:
            blocks.append(self.sayings.sentences(phase.automatic))
        return blocks + [
            item for action in phase.actions.values() if (item := self._action(action)) is not None
        ]

    def _steps_apart(self, phase: rules.Phase) -> list[Section]:
        """Sections for steps of `apart` that rules of this phase run, and no rule of an earlier phase."""
        run = {step for rule in self._rules(phase) for step in self._steps_of(rule)}
        new = [
            step
            for id_, step in self.rulebook.steps.items()
            if id_ in (run & self.words.apart) - self._apart_told
        ]
        self._apart_told.update(step.id for step in new)
        told = ((step, sentence(self.sayings.about(step)[0])) for step in new)
        return [Section(sentence(self.words.name(step)).rstrip("."), (said,)) for step, said in told if said]

    def _told_apart(self) -> set[str]:
        """The steps that more than one rule of this table runs, and whose `about` has no placeholders for the arguments."""
        rules_of_phases = [rule for phase in self.rulebook.phases.values() for rule in self._rules(phase)]
        runs = Counter(step for rule in rules_of_phases for step in self._steps_of(rule))
        steps = self.rulebook.steps
        several = {name: steps[name] for name, times in runs.items() if times > 1}
        return {name for name, step in several.items() if self._has_words(step) and not filled_in(step)}

    def _has_words(self, step: rules.Step) -> bool:
        return bool(self.phrases.sheet(step) or step.about)

    def _rules(self, phase: rules.Phase) -> list[rules.Action | rules.Trigger]:
        """The actions and automatic rules of a phase that can apply at this table."""
        actions = (action for action in phase.actions.values() if self._asked(action) is not None)
        return [*actions, *self._possible(phase)]

    def _possible(self, phase: rules.Phase) -> list[rules.Trigger]:
        never = self.words.possible.never
        known = (trigger for trigger in phase.triggers.values() if trigger.path not in never)
        return [trigger for trigger in known if self.words.settled(trigger.when) is not False]

    def _steps_of(self, rule: rules.Action | rules.Trigger) -> set[str]:
        """The names of the steps that a rule runs."""
        effects = all_effects(self.rulebook, rule.do)
        return {effect.step for effect in effects if isinstance(effect, rules.RunStep)}

    def _asked(self, action: rules.Action) -> dict[str, ir.Expression] | None:
        """The compiled conditions of an action at this table, by path; None if the action is never legal."""
        compiled = next((found for found in self.program.actions.values() if found.path == action.path), None)
        asked = {condition.path: condition.holds for condition in compiled.conditions} if compiled else None
        never = any(isinstance(e, ir.Constant) and e.value is False for e in (asked or {}).values())
        return None if never or action.path in self.words.possible.never else asked

    def _action(self, action: rules.Action) -> Item | None:
        """An action with its requirements; None if it is never legal at this table."""
        if (asked := self._asked(action)) is None:
            return None
        inside = self._inside(action)
        if (own := inside.sheet(action)) == "":
            return None
        notes = tuple(
            self._condition(condition, inside)
            for condition in (*_filters_below(action, own), *action.when)
            if condition.path in asked and self.words.possible.holds(asked[condition.path]) is None
        )
        notes = (*filter(None, notes), *self._secrecy(action))
        if own is not None:
            return Item(self.words.name(action), sentence(own), _not_in(sentence(own), notes))
        sayings = Sayings(inside)
        if not inside.text(action.about):
            return Item(self.words.name(action), self._deed(action, sayings, notes), notes)
        about, run = sayings.about(action, lambda: self._deed(action, sayings, notes))
        steps = list(run)
        unchanged = about == inside.text(action.about)
        chosen = self._left_out(action, inside, about, notes) if unchanged else ""
        told = [told.below_words for told in steps if not told.sometimes]
        deed = " ".join(filter(None, (sentence(about), chosen, *told)))
        below = (*(told.words for told in steps if told.sometimes), *_not_in(about, notes))
        named = self._named(action, inside, " ".join((deed, *below))) if unchanged else ""
        return Item(self.words.name(action), f"{deed} {named}".rstrip(), below)

    def _secrecy(self, action: rules.Action) -> tuple[str, ...]:
        """A note that the choice is secret; if all actions of the phase are, players choose at once."""
        if not action.secret or self.program.players == 1:
            return ()
        phase = next(each for each in self.rulebook.phases.values() if action in each.actions.values())
        at_once = all(each.secret for each in phase.actions.values())
        return (SECRET_AT_ONCE if at_once else SECRET,)

    def _deed(self, action: rules.Action, sayings: Sayings, notes: tuple[str, ...]) -> str:
        """What an action without an `about` does: its choices, with their names if needed, and its effects in words."""
        done = sayings.sentences(action.do)
        chosen = self._chosen(sayings.phrases, action.choose, " ".join((done, *notes)), filters=True)
        named = self._named(action, sayings.phrases, " ".join((done, *notes)))
        return " ".join(filter(None, (sentence(chosen), named, done)))

    def _left_out(self, action: rules.Action, inside: Phrases, about: str, notes: tuple[str, ...]) -> str:
        """The choices that the `about` of an action does not mention, followed by its `says`, if it has one."""
        choices = unmentioned(action, inside, about)
        move = inside.text(action.says) if choices else ""
        several = len(choices) > 1
        names = (inside.names[p.name] for p in choices if several or len(p.name) > 1)
        said = self._chosen(inside, choices, " ".join((move, *notes, *names)))
        return sentence(f"{said} (“{move}”)" if move else said)

    def _chosen(
        self, inside: Phrases, choices: Sequence[rules.Parameter], later: str, filters: bool = False
    ) -> str:
        """`choose a card from your hand`, with the names that the words `later` use for choices, and the `filters` without words."""
        chosen = [
            inside.introduced(p, self._scope_of(p, inside).domain(p.domain), later)
            + self.words.listed(written(p.domain))
            + (inside.kept(p) if filters else "")
            for p in choices
        ]
        return f"choose {series(chosen)}" if chosen else ""

    def _scope_of(self, choice: rules.Parameter, inside: Phrases) -> Phrases:
        """The scope of a choice's domain: it has the names of choices if the domain uses one of them."""
        used = names_in(choice.domain) & inside.names.keys() - self.phrases.names.keys()
        return inside if used else self.phrases

    def _condition(self, condition: rules.Condition, inside: Phrases) -> str:
        """A requirement: its `about`, else its `says`, else its condition in words."""
        if (printed := inside.sheet(condition)) is not None:
            return sentence(printed)
        own = condition.about or condition.says
        said, changed = inside.text(own), self.words.changes.beside(own, condition.path)
        if said and not changed:
            return sentence(self._as_rule(condition, said, inside) if condition.about is None else said)
        moment = "afterwards " if condition.afterwards else ""
        holds = f"only if {moment}{inside.condition(condition.holds)}"
        return sentence(self.words.changes.marked(said, holds) if changed else holds)

    def _as_rule(self, condition: rules.Condition, said: str, inside: Phrases) -> str:
        """The words of a refusal as a requirement: unchanged, or with `not if` before a complaint."""
        with self.words.unprinted():
            denied = inside.denied(condition.holds)
        return f"not if {lowered(said)}" if complains(said, denied) else said

    def _trigger(self, trigger: rules.Trigger) -> str:
        if (own := self.phrases.sheet(trigger)) is not None:
            return sentence(own)
        if trigger.about is None:
            return self._does(trigger)
        about, steps = self.sayings.about(trigger, lambda: self._does(trigger))
        unchanged, said = about == self.phrases.text(trigger.about), sentence(about)
        own = self._after(trigger.after, said) if unchanged else said
        return " ".join([own, *(told.below_words for told in steps)])

    def _does(self, trigger: rules.Trigger) -> str:
        said = self.sayings.sentences(trigger.do)
        return _headed(self._occasion(trigger.after, trigger.when) or "After every action", said)

    def _occasion(self, after: tuple[rules.ActionName, ...], when: syntax.Expression | None) -> str:
        """When an automatic rule or an end applies: `after hold, if your score is at least 100`; empty if always."""
        never = {path.rpartition(".")[2] for path in self.words.possible.never if ".actions." in path}
        names = series([f"“{self._called(action)}”" for action in after if action.id not in never], "or")
        start = f"after {names}" if names else ""
        if when is None or self.words.settled(when):
            return start
        inside = self._chosen_in(after)
        return f"{start}, if {inside.condition(when)}" if start else f"as soon as {inside.condition(when)}"

    def _called(self, named: rules.ActionName) -> str:
        """The name of an action as its own paragraph has it."""
        action = next((each for each in self.rulebook.actions if each.id == named.id), None)
        return self.words.name(action) if action is not None else plain(named.id)

    def _after(self, after: tuple[rules.ActionName, ...], about: str) -> str:
        """The `about` of a rule with the actions after which it applies, if the words mention neither one of them nor another occasion."""
        if any(re.search(rf"\b{re.escape(plain(action.id)[:4])}", about, re.IGNORECASE) for action in after):
            return about
        occasion = self._occasion(after, None)
        if not occasion or _OCCASION.match(about):
            return about
        if about.startswith("If "):
            return sentence(f"{occasion}, {about[:1].lower()}{about[1:]}")
        return sentence(f"{occasion}: {about}")

    def _chosen_in(self, after: tuple[rules.ActionName, ...]) -> Phrases:
        """The scope of the first of these actions: with words for its choices."""
        wanted = {action.id for action in after}
        first = next((action for action in self.rulebook.actions if action.id in wanted), None)
        if first is None:
            return self.phrases
        inside = self._inside(first, short=False)
        spaces = (let.name for let in first.let if inside.sorts.get(let.name) == "space")
        return inside.calling(dict.fromkeys(spaces, "that space"))

    def _inside(self, action: rules.Action, short: bool = True) -> Phrases:
        """The scope of an action: with words for its choices and its `let` values; with `short`, a long value is called by its name."""
        inside = self.phrases.choosing(action.choose)
        for let in action.let:
            inside = inside.naming(let.name, let.value)
            if short and len(inside.names[let.name].split()) > _MANY:
                one = "the space " if inside.sorts.get(let.name) == "space" else ""
                inside = inside.calling({let.name: f"{one}“{plain(let.name)}”"})
        return inside

    def _named(self, action: rules.Action, inside: Phrases, later: str) -> str:
        """The `let` values of an action whose names the words `later` use: `the space “from” is ...`."""
        said, scope = [], self.phrases.choosing(action.choose)
        for let in action.let:
            called, value = inside.names[let.name], scope.phrase(let.value)
            scope = scope.naming(let.name, let.value).calling({let.name: called})
            if called != value and called in later:
                said.append(sentence(f"{called} is {value}"))
        return " ".join(said)

    def _unless(self) -> str:
        """A prefix that a player may take another turn, if that can happen at this table; else empty."""
        done = [rule.do for phase in self.rulebook.phases.values() for rule in self._rules(phase)]
        again = any(isinstance(e, rules.ExtraTurn) for do in done for e in self.sayings.possible(do))
        return "unless you take another turn, " if again else ""

    def _end(self, end: rules.End) -> str:
        if (own := self.phrases.sheet(end)) is not None:
            return own
        said = self._comes(end)
        return f"{sentence(said)} {sentence(self._counts(end))}" if self._counts(end) else said

    def _counts(self, end: rules.End) -> str:
        """How much the result of an end counts: `the win counts 2 if ..., otherwise 1`; empty without a `worth`."""
        if end.worth is None:
            return ""
        lost = any(isinstance(outcome, syntax.Lost) for outcome in end.result)
        return f"the {'loss' if lost else 'win'} counts {self.phrases.phrase(end.worth)}"

    def _comes(self, end: rules.End) -> str:
        when = {"turn": "at the end of a turn", "round": "at the end of a round", "action": ""}[end.at]
        about, changed = self.phrases.text(end.about), self.words.changes.beside(end.about, end.path)
        if about and not changed:
            said = f"{when}: {about}" if when else about
            won = "" if _tells_who_wins(about, end.result) else self.sayings.outcomes(end.result, end.at)
            if won and not when and _is_clause(about):
                return _ended(about.removesuffix("."), won, end.result)
            said = sentence(said) if _ANY_OCCASION.search(about) else self._after(end.after, sentence(said))
            return f"{said} {sentence(won)}".rstrip()
        occasion = self._occasion(end.after, end.when)
        if end.at == "round" and (last := self._after_round(end.when)):
            occasion = last
        elif when:
            occasion = f"{when}, {occasion.replace('as soon as', 'if')}" if occasion else when
        won = self.sayings.outcomes(end.result, end.at)
        full = _ended(occasion or "after every action", won, end.result)
        return self.words.changes.marked(about, full) if about else full

    def _after_round(self, when: syntax.Expression | None) -> str:
        """`after round 5`, or `after round 5 or a later one, if ...`, for an end that asks for a round; empty for others."""
        items = when.items if isinstance(when, syntax.And) else (when,) if when is not None else ()
        asked = next((each for each in items if _is_from_round(each)), None)
        if when is None or not isinstance(asked, syntax.Compare):
            return ""
        others = [each for each in items if each is not asked and self.words.settled(each) is not True]
        last = f"after round {self.phrases.phrase(asked.right)}"
        if not others:
            return last
        rest = self.phrases.condition(syntax.And(tuple(others), when.span) if len(others) > 1 else others[0])
        return f"{last}{' or a later one' if asked.sign == '>=' else ''}, if {rest}"


def _is_from_round(condition: syntax.Expression) -> bool:
    """Whether a condition is `round >= n` or `round == n`."""
    match condition:
        case syntax.Compare(sign=">=" | "==", left=syntax.Name(text="round")):
            return True
    return False


def _tells_who_wins(about: str, result: tuple[rules.Outcome, ...]) -> bool:
    """Whether the `about` of an end says who wins: it mentions winning, and, if values are compared, which is the best."""
    return (not _compares(result) and _WON.search(about) is not None) or _MOST_WINS.search(about) is not None


_THE_GAME_ENDS = ", the game ends. "


def _compares(result: tuple[rules.Outcome, ...]) -> bool:
    return any(isinstance(outcome, syntax.Best) for outcome in result)


def _with_result_once(ends: list[str]) -> list[str]:
    """The ends, with what follows `the game ends` in a sentence of its own if it is the same for all of several ends."""
    parts = [said.partition(_THE_GAME_ENDS) for said in ends]
    results = {result for _, _, result in parts}
    if len(parts) < 2 or len(results) > 1 or "" in results:
        return ends
    occasions = [f"{occasion}{_THE_GAME_ENDS.rstrip()}" for occasion, _, _ in parts]
    return [*occasions, sentence(f"in each case, {lowered(results.pop())}")]


def _ended(occasion: str, won: str, result: tuple[rules.Outcome, ...]) -> str:
    """The end of a game in one or two sentences: `as soon as the board is full, the game ends and nobody wins`."""
    if _compares(result):
        over = "" if won.startswith("the game is over") else f"{occasion}{_THE_GAME_ENDS}"
        return f"{over}{sentence(won)}" if over else f"{occasion}, {won}"
    return f"{occasion}, the game ends and {won}" if won == "nobody wins" else f"{occasion}, {won}"


def _is_clause(about: str) -> bool:
    """Whether the words for an end only say when it comes, `As soon as every space is taken.`, and leave the rest to the generator."""
    return _OCCASION.match(about) is not None and "," not in about and _OVER.search(about) is None


def _not_in(about: str, notes: Iterable[str]) -> tuple[str, ...]:
    """The notes of an action without those that its words say already."""
    return tuple(note for note in notes if not repeats(note, about))


def _headed(heading: str, said: str) -> str:
    """A sentence after an occasion, `At the start of your turn, roll the die.`; empty if the sentence is."""
    small = said[:1].lower() + said[1:]
    return (
        sentence(f"{heading}, {small}" if small.startswith("if ") else under(heading, small)) if said else ""
    )


def _filters_below(action: rules.Action, own: str | None) -> list[rules.Condition]:
    """The filters that are printed as requirements: those with words of their own, and others where the sheet does not say itself what
    is chosen."""
    filters = [each.filter for each in action.choose if each.filter is not None]
    generated = own is None and action.about is None
    return [each for each in filters if not generated or each.says or each.about or each.sheet]

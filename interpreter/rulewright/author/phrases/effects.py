"""Effects and outcomes in plain English: what an action does, if its `about` does not say so.

    - {roll: tray}                                    Roll the die. If the die shows 1, set the pot to 0,
    - if: tray.face == 1                        ->    and your turn ends. Otherwise, add what the die shows
      do: [{set: pot, to: 0}, end_turn]               to the pot.
      else: [{add: tray.face, to: pot}]

Every effect has words; for a step that is run these are its `about`, or its effects in words. If the words for an effect would
leave a part out (`ledger`), its YAML is printed. A nested effect that takes several sentences is in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import assert_never

from rulewright.author.changes.effects import effect_lines
from rulewright.author.english import in_order, lowered, one_of, plain, sentence, under
from rulewright.author.phrases import boards, sides
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.points import at_most, limited
from rulewright.author.phrases.vocabulary import being, is_told_apart, possessive
from rulewright.author.sheet.changed_words import Rule
from rulewright.checked.references import everything, names_in
from rulewright.expression import nodes as syntax
from rulewright.problems.quoting import counted
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.walking import inner_effects
from rulewright.source.dataclass import dataclass

_LINK = re.compile("[,;] (?:then|and) ")
_BRANCHES = (rules.If, rules.For, rules.Pick, rules.By)
MOST_STEPS_TOLD = 1_000
"""Descriptions of steps where rules run them, of all rules together; further ones are only named. The longest sheet of a bundled game has 4."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a step does in words, and whether it does that only under a condition."""

    words: str
    sometimes: bool = False
    pointer: str = ""
    """A reference to the section that describes the step, if there is one."""

    @property
    def below_words(self) -> str:
        """The sentence to print after the `about` of a rule."""
        return self.pointer or self.words


@dataclass(frozen=True, slots=True)
class Sayings:
    """Sentences for effects in the scope of an action, trigger or step."""

    phrases: Phrases

    def sentences(self, effects: Iterable[rules.AnyEffect], only: rules.Effects | None = None) -> str:
        """A list of effects, or `only` some of them. Simple ones share a sentence; each `if`, `for` and the like has its own."""
        made: list[str] = []
        simple: list[str] = []
        for effect, scope in self._scopes(effects):
            if only is not None and effect not in only:
                continue
            said = scope.said(effect)
            if said and ("." in said or isinstance(effect, (*_BRANCHES, rules.RunStep))):
                made += [sentence(in_order(_together(simple))), sentence(said)]
                simple = []
            elif said:
                simple.append(said)
        made.append(sentence(in_order(_together(simple))))
        return " ".join(filter(None, made))

    def about(self, rule: Rule, does: Callable[[], str] | None = None) -> tuple[str, Iterator[Told]]:
        """The `about` of a rule, and the steps that it runs. If a house rule changed the rule's effects but not its `about`, what it
        does at this table follows; `does` makes those words, if the effects are not all of it. (It is called only if needed, since
        every entry that is put into words is then explained on the sheet.)"""
        if (own := self.phrases.sheet(rule)) is not None:
            return own, iter(())
        said, changes = self.phrases.text(rule.about), self.phrases.words.changes
        beside = changes.beside(rule.about, rule.path)
        if beside == {"do"} and (added := changes.added(rule)):
            kept = [effect for effect in rule.do if effect not in added]
            return changes.with_added(said, rule, self.sentences(rule.do, added)), self.steps(kept)
        if not beside or (beside == {"when"} and isinstance(rule, rules.Action)):
            return changes.marked(said) if beside else said, self.steps(rule.do)
        return changes.marked(said, does() if does is not None else self.sentences(rule.do)), iter(())

    def steps(self, effects: Iterable[rules.AnyEffect]) -> Iterator[Told]:
        """The steps that these effects run: one sentence or more for each step."""
        for effect, scope in self._scopes(effects, keeping=False):
            match effect:
                case rules.RunStep():
                    yield from scope._told_by(effect)
                case rules.If(condition=condition, do=do, else_=else_):
                    settled = scope.phrases.words.settled(condition)
                    done = list(scope.steps(do)) if settled is not False else []
                    yield from _under(partial(scope._if, condition), done)
                    if settled is not True:
                        other = partial(str, "otherwise") if done else partial(scope._unless, condition)
                        yield from _under(other, scope.steps(else_))
                case rules.By(subject=subject, cases=cases):
                    for case in cases:
                        if (taken := scope.phrases.words.applies(subject, case)) is not False:
                            asked = syntax.Compare("==", subject, case.key, case.span)
                            when = partial(str, "") if taken else partial(scope._if, asked)
                            yield from _under(when, scope.steps(case.do))
                case rules.For(clause=clause, do=do):
                    yield from _under(partial(scope._every, clause, do), scope._bound(clause).steps(do))
                case rules.Pick(clause=clause, do=do, else_=else_):
                    yield from _under(partial(scope._picked, clause), scope._bound(clause).steps(do))
                    yield from _under(partial(scope._none, clause), scope.steps(else_))
                case _:
                    assert not inner_effects(effect), "nested effects can run steps"

    def _told_by(self, effect: rules.RunStep) -> Iterator[Told]:
        """What a step does, if it has an `about` or runs a step that has one; the `about` of the rule covers other steps."""
        words = self.phrases.words
        step = words.rulebook.steps[effect.step]
        silent = (
            step.about is None
            and self.phrases.sheet(step) is None
            and not any(Sayings(self._given(effect, step)).steps(step.do))
        )
        if not silent and (said := self.said(effect)):
            name = sentence(words.name(step)).rstrip(".")
            yield Told(sentence(said), pointer=f"See “{name}”." if step.id in words.apart else "")

    def _given(self, effect: rules.RunStep, step: rules.Step) -> Phrases:
        """The scope of a step that is run: with words for its arguments."""
        given = [self.phrases.pieces(argument) for argument in effect.arguments]
        names = dict(zip((p.name for p in step.parameters), given, strict=False))
        return self.phrases.given(names, step.parameters)

    def possible(self, effects: Iterable[rules.AnyEffect]) -> Iterator[rules.AnyEffect]:
        """The effects that can happen at this table, with those nested in others and in steps, each step once."""
        return self._possible(effects, set())

    def _possible(self, effects: Iterable[rules.AnyEffect], steps: set[str]) -> Iterator[rules.AnyEffect]:
        for effect in effects:
            yield effect
            yield from self._possible(self.phrases.words.taken(effect), steps)
            if isinstance(effect, rules.RunStep) and effect.step not in steps:
                steps.add(effect.step)
                yield from self._possible(self.phrases.words.rulebook.steps[effect.step].do, steps)

    def said(self, effect: rules.AnyEffect) -> str:
        """One effect in words, without capital letter and full stop; empty for a `let`, which only names a value."""
        return self.phrases.words.ledger.whole(
            effect, lambda: self._said(effect), lambda: self._as_written(effect)
        )

    def _as_written(self, effect: rules.AnyEffect) -> str:
        """The YAML of an effect in quotation marks, for which no complete words exist."""
        self.phrases.words.mentioned.update(names_in(effect))
        return f"“{'; '.join(line.text for line in effect_lines((effect,)))}”"

    def _said(self, effect: rules.AnyEffect) -> str:
        words = self.phrases
        match effect:
            case rules.Remove(piece=piece):
                if boards.is_space(words, piece):
                    return f"take what is on {words.phrase(piece)} off the board"
                return f"take {words.pieces(piece)} out of the game"
            case rules.Move(moved=moved, to=to, source=source, of=of):
                start = f" from {words.phrase(source)}" if source else ""
                return f"move {self._moved(moved, source)}{self._whom(of)}{start} to {words.phrase(to)}{self._turned(effect)}"
            case rules.Place(kind=kind, to=to, of=of):
                return f"put {self._placed(kind, of)} on {words.phrase(to)}{self._turned(effect)}"
            case rules.Set(place=syntax.Attribute(of=of, name="owner"), value=value) if boards.is_space(
                words, of
            ):
                whose = words.phrase(value)
                words.words.ledger.covers(value)
                return f"what is on {words.phrase(of)} becomes {'yours' if whose == 'you' else possessive(whose)}"
            case rules.Set(place=place, value=syntax.NoneLiteral() as none):
                words.words.ledger.covers(none)
                return f"clear {words.phrase(place)}"
            case rules.Set(place=place, value=value):
                if said := limited(words, place, value):
                    return said
                return f"set {words.phrase(place)} to {words.assigned(value)}"
            case rules.Add(amount=amount, place=place):
                return self._added(amount, place)
            case rules.Let(name=name, value=value):
                known = words.names.get(name.text)
                return f"{known} is {words.phrase(value)}" if known else ""
            case rules.If():
                return self._branches(effect)
            case rules.For(clause=clause, do=do):
                inner = self._bound(clause)._inline(do)
                return self._repeated(clause, do, inner) if inner else ""
            case rules.Pick(clause=clause, do=do, else_=else_):
                other = f". {under('If there is none', self._inline(else_))}" if else_ else ""
                return under(self._picked(clause), self._bound(clause)._inline(do)) + other
            case rules.By():
                return self._by(effect)
            case rules.Go(phase=phase):
                return f"go on with “{words.words.heading(words.words.rulebook.phases[phase])}”"
            case rules.ExtraTurn():
                same = " in the same round" if words.words.rounds_matter() else ""
                return f"your turn ends and you take another one{same}"
            case rules.RunStep():
                return self._step(effect)
            case _:
                return self._by_template(effect)

    def _by_template(self, effect: rules.AnyEffect) -> str:
        """The template in the verb's record (`language.effects`), `pay {amount} from {source} to {to}`, with words for each field."""
        assert effect.verb.says, "a verb without a template has a case above"
        said = {
            key.field: self.phrases.pieces(value) if key.takes == "pieces" else self.phrases.phrase(value)
            for key in effect.verb.parts
            if (value := getattr(effect, key.field)) is not None
        }
        return effect.verb.says.format_map(said)

    def _placed(self, kind: syntax.Name, of: syntax.Expression | None) -> str:
        """The piece that is put on a board: `a stone`, `one of dark's discs`, `a man of the player to your left`."""
        words = self.phrases
        whose = words.phrase(of) if of is not None else ""
        one = one_of(words.words.kind(kind.text, 1))
        if whose == "you":
            words.words.ledger.covers(of)
            return one
        if " " in whose:
            return f"{one} of {whose}"
        return f"one of {possessive(whose)} {words.words.kind(kind.text)}" if whose else one

    def _added(self, amount: syntax.Expression, place: syntax.Expression) -> str:
        """`add 2 to the pot`; for a negative amount `take 2 from the pot`."""
        phrase = self.phrases.phrase
        if isinstance(amount, syntax.IfElse) and self.phrases.words.settled(amount.condition) is None:
            asked, one = self.phrases.condition(amount.condition), self._added(amount.value, place)
            return f"{one} if {asked}, otherwise {self._added(amount.otherwise, place)}"
        if isinstance(amount, syntax.Negative):
            return f"take {phrase(amount.operand)} from {phrase(place)}"
        if (said := phrase(amount)).startswith("-"):
            self.phrases.words.ledger.covers(amount)
            return f"take {said[1:]} from {phrase(place)}"
        return f"add {said} to {phrase(place)}"

    def outcomes(self, outcomes: tuple[rules.Outcome, ...], at: str = "action") -> str:
        """Who wins: for `[highest total, highest score]` it is `the player with the highest total wins; if there is a tie, the one with
        the highest score; ...`."""
        words = self.phrases
        best = [outcome for outcome in outcomes if isinstance(outcome, syntax.Best)]
        said = [self._other(outcome, at) for outcome in outcomes if not isinstance(outcome, syntax.Best)]
        compared = [_best(words, outcome) for outcome in best]
        names = [name for name, _ in compared]
        if best and words.words.program.players == 1:
            are = "are" if len(best) == 1 and compared[0][1] else "is"
            said.append(f"the game is over; {', then '.join(names)} {are} the best result")
        elif best:
            who = "player" if words.words.alone else "team"
            said.append(f"the {who} with {_by_ties(names)}")
        return " and ".join(said)

    def utility(self, utility: rules.Utility) -> str:
        """For `{points: highest winnings, sum: 0}`: `each player has won as many points as their winnings; what some win, others lose`."""
        points = next((each for each in utility.points if isinstance(each, syntax.Best)), None)
        if points is None:
            return ""
        verb = "has won" if points.highest else "has lost"
        said = f"in the end each player {verb} as many points as their {lowered_place(self.phrases, points.place)}"
        declared = self.phrases.words.program.utility_sum
        if declared is None:
            return said
        if declared.value == 0:
            return f"{said}; what some win, others lose"
        return f"{said}; all together have {verb.removeprefix('has ')} {declared.value if points.highest else -declared.value}"

    def _other(self, outcome: rules.Outcome, at: str) -> str:
        match outcome:
            case syntax.Drawn():
                return "nobody wins"
            case syntax.Lost():
                return "the game is lost"
            case rules.Wins(who=who):
                said = self.phrases.phrase(who)
                if said == "you" and at == "action":
                    return "you win"
                if said == "you":
                    said = "the player whose turn it was"
                return f"{said}, wins" if said.endswith("if there is none") else f"{said} wins"
        return ""

    def _whom(self, of: syntax.Expression | None) -> str:
        """` of your opponent`: the owner of pieces that are moved; empty if none is given."""
        said = self.phrases.phrase(of) if of is not None else ""
        return f" of {'yours' if said == 'you' else said}" if said else ""

    def _turned(self, effect: rules.Move | rules.Place) -> str:
        """How far a piece is turned when it is placed; empty if it is not."""
        return f", {sides.quarters(self.phrases, effect.turned)}" if effect.turned is not None else ""

    def _branches(self, effect: rules.If) -> str:
        settled = self.phrases.words.settled(effect.condition)
        if settled is not None:
            left = effect.else_ if settled else effect.do
            self.phrases.words.ledger.covers(effect.condition, *left)
            return self._inline(effect.do if settled else effect.else_)
        done, otherwise = self._inline(effect.do), self._inline(effect.else_)
        if not done:
            return under(f"unless {self.phrases.condition(effect.condition)}", otherwise) if otherwise else ""
        if otherwise and any(isinstance(each, _BRANCHES) for each in effect.do) and not done.startswith("("):
            done = f"({done})"  # so that nobody takes the `otherwise` for that of the inner condition
        said = under(self._if(effect.condition), done)
        return f"{said}. {under('Otherwise', otherwise)}" if otherwise else said

    def _if(self, condition: syntax.Expression) -> str:
        return "" if self.phrases.words.settled(condition) else f"if {self.phrases.condition(condition)}"

    def _unless(self, condition: syntax.Expression) -> str:
        settled = self.phrases.words.settled(condition)
        return "" if settled is False else f"unless {self.phrases.condition(condition)}"

    def _by(self, effect: rules.By) -> str:
        said, words = [], self.phrases.words
        for case in effect.cases:
            taken = words.applies(effect.subject, case)
            if taken:
                words.ledger.covers(effect)
                return self._inline(case.do)
            if taken is False:
                words.ledger.covers(case)
            else:
                key, done = self.phrases.phrase(case.key), self._inline(case.do) or "nothing happens"
                said.append(under(f"if {self.phrases.phrase(effect.subject)} is {key}", done))
        return ". ".join(sentence(part).removesuffix(".") for part in said)

    def _step(self, effect: rules.RunStep) -> str:
        step = self.phrases.words.rulebook.steps[effect.step]
        if step.id in self.phrases.words.apart:
            self.phrases.words.ledger.covers(effect)  # the section of the step says what it does
            return f"{self.phrases.words.name(step)} (see below)"
        self.phrases.words.steps_told += 1
        if self.phrases.words.steps_told > MOST_STEPS_TOLD:
            self.phrases.words.ledger.covers(effect)
            return self.phrases.words.name(step)
        inside = Sayings(self._given(effect, step))
        own = inside.phrases.sheet(step)
        if (said := own if own is not None else inside.about(step)[0]) or own is not None:
            self.phrases.words.ledger.covers(effect)
        with self.phrases.words.ledger.aside():
            return lowered(said) if own is not None else lowered(said or inside.sentences(step.do))

    def _inline(self, effects: Iterable[rules.AnyEffect]) -> str:
        """Nested effects, joined by `, then`: those with sentences or conditions of their own are in brackets, unless there is only one."""
        said = [(effect, part) for effect, scope in self._scopes(effects) if (part := scope.said(effect))]
        alone = len(said) == 1
        return in_order(f"({part})" if _is_long(effect, part, alone) else part for effect, part in said)

    def _scopes(
        self, effects: Iterable[rules.AnyEffect], keeping: bool = True
    ) -> Iterator[tuple[rules.AnyEffect, Sayings]]:
        """Each effect with its scope, which has the names of earlier `let`s. With `keeping`, a name that `_keeps_name` is used by name,
        and its own `let` is in that scope too."""
        scope, listed = self, list(effects)
        for number, effect in enumerate(listed, 1):
            if not isinstance(effect, rules.Let):
                yield effect, scope
            elif keeping and scope._keeps_name(effect, listed[number:]):
                name = effect.name.text
                scope = Sayings(scope.phrases.calling({name: f"the {plain(name)}"}))
                yield effect, scope
            else:
                yield effect, scope
                scope = Sayings(scope.phrases.naming(effect.name.text, effect.value))

    def _keeps_name(self, let: rules.Let, after: Sequence[rules.AnyEffect]) -> bool:
        """Whether a `let` is printed and used by name: its value takes a relative clause, and is used more than once."""
        name = let.name.text
        if name in self.phrases.names or len(name) == 1 or not is_told_apart(self.phrases.phrase(let.value)):
            return False
        used = (node for effect in after for node in everything(effect))
        return sum(isinstance(node, syntax.Name) and node.text == name for node in used) > 1

    def _bound(self, clause: syntax.Clause) -> Sayings:
        return Sayings(self.phrases.bound(clause))

    def _every(self, clause: syntax.Clause, do: rules.Effects) -> str:
        """`for each player`, or `4 times` if the effects do not use the counter."""
        words, domain = self.phrases, clause.domain
        used = clause.name.text in names_in(clause.while_, clause.if_, *do)
        if isinstance(domain, syntax.Range) and not used and clause.if_ is None and clause.while_ is None:
            times = words.phrase(domain.high)
            if words.phrase(domain.low) == "1" and " " not in times:
                words.words.ledger.covers(domain.low)
                return counted(times, "time")
        return f"for each {self._each(clause)}"

    def _repeated(self, clause: syntax.Clause, do: rules.Effects, inner: str) -> str:
        """Effects for each element of a domain: `for each player, ...`, `deal 4 cards to each player`."""
        return self._dealt(clause, do) or under(self._every(clause, do), inner)

    def _dealt(self, clause: syntax.Clause, do: rules.Effects) -> str:
        """`deal 4 cards from the deck to each player`: pieces that go into a zone of each player; empty for other effects."""
        match do:
            case (
                rules.Move(
                    moved=syntax.MovedCount() as moved, source=syntax.Name() as source, of=None, turned=None,
                    to=syntax.Attribute(of=syntax.Name(text=who)) as to,
                ),
            ) if who == clause.name.text and (zone := self.phrases.zone(to)) is not None:  # fmt: skip
                pass
            case _:
                return ""
        zones = self.phrases.words.rulebook.zones.values()
        rivals = [each for each in zones if each.per is not None and each.holds.text == zone.holds.text]
        each = "player" if self.phrases.in_any_order(clause, source) else self._each(clause)
        to_whom = f"to each {each}"
        if len(rivals) > 1:
            to_whom = f"into the {self.phrases.words.name(zone)} of each {each}"
        self.phrases.words.ledger.covers(do[0], to)
        return f"deal {self._moved(moved, source)} from {self.phrases.phrase(source)} {to_whom}"

    def _picked(self, clause: syntax.Clause) -> str:
        return f"for one {self._each(clause)}, picked at random"

    def _none(self, clause: syntax.Clause) -> str:
        return f"if there is no {self._each(clause)}"

    def _each(self, clause: syntax.Clause) -> str:
        said = self.phrases.each(clause)
        inside = self._bound(clause).phrases
        return said + inside.as_long(clause) + inside.provided(clause)

    def _moved(self, moved: syntax.Moved, source: syntax.Expression | None) -> str:
        words = self.phrases
        match moved:
            case syntax.MovedAll(pool=pool) if words.zone(pool) is None:
                return words.pieces(pool)
            case syntax.MovedAll(pool=pool):
                return f"everything in {words.phrase(pool)}"
            case syntax.MovedCount(count=count, kind=kind):
                return at_most(words, count, kind.text, source) or words.words.amount(
                    words.phrase(count), kind.text
                )
            case syntax.MovedPiece(piece=piece):
                return words.pieces(piece)
            case _:
                assert_never(moved)


def lowered_place(words: Phrases, place: syntax.Expression) -> str:
    """The noun for what is compared at the end, without its article: `score`, `final total`."""
    said = re.sub("^“([^”]*)”$", r"\1", words.phrase(place)).removeprefix("the ")
    return "number of rounds" if said == "round" else said


def _best(words: Phrases, best: syntax.Best) -> tuple[str, bool]:
    """`the highest score` or `the most chips`, and whether that is a plural."""
    said = lowered_place(words, best.place)
    several = " of " not in said and being(said).endswith(" are")
    most = ("most", "fewest") if several else ("highest", "lowest")
    return f"the {most[0] if best.highest else most[1]} {said}", several


def _by_ties(names: Sequence[str]) -> str:
    """`the highest score wins; if there is a tie, the one with the most chips; if there is still a tie, the win is shared`."""
    said = [f"{names[0]} wins"]
    for number, name in enumerate([*(f"the one with {name}" for name in names[1:]), "the win is shared"]):
        said.append(f"if there is {'still ' if number else ''}a tie, {name}")
    return "; ".join(said)


def _is_long(effect: rules.AnyEffect, said: str, alone: bool) -> bool:
    """Whether a nested effect needs brackets to show where it ends."""
    several = isinstance(effect, _BRANCHES) or (
        isinstance(effect, rules.RunStep) and _LINK.search(said) is not None
    )
    return ". " in said or (several and not alone)


def _together(said: Iterable[str]) -> list[str]:
    """Sentences with repeated ones joined: `put a stone on c3`, `put a stone on e5` -> `put a stone on c3 and on e5`."""
    made: list[str] = []
    for part in said:
        head, on, place = part.rpartition(" on ")
        if (
            made
            and on
            and part.startswith(("put a ", "put an ", "put one of "))
            and made[-1].startswith(f"{head} on ")
        ):
            made[-1] += f" and on {place}"
        else:
            made.append(part)
    return made


def _under(condition: Callable[[], str], told: Iterable[Told]) -> Iterator[Told]:
    """Each of these sentences under a condition, whose words are made only if there is a sentence."""
    for said in told:
        when = condition()
        yield Told(sentence(under(when, lowered(said.words))), True) if when else said

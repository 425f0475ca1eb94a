"""The rule sheet: what a person has to read before a game, from the rulebook alone.

The order is fixed: what it is, what this table plays differently, what you need, places, set-up, a turn, what
happens by itself, scoring, the end, what was agreed on, other ways to play, strategies.  `about` is the switch "print this".  What an
option has switched off does not appear: conditions that always hold, and actions that can never be done.

    sheet = make_sheet(book)        to_markdown(sheet)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulewright.author import sheet_sides
from rulewright.author.sheet_blocks import Block, Item, Section, Sheet
from rulewright.author.sheet_components import board_drawing, board_item
from rulewright.author.sheet_effects import Sayings
from rulewright.author.sheet_expressions import Phrases
from rulewright.author.sheet_money import money_items
from rulewright.author.sheet_scoring import Scoring, faces
from rulewright.author.sheet_table import (
    at_this_table,
    introduction,
    option_name,
    option_words,
    variant_changes,
)
from rulewright.author.sheet_vocabulary import filled_in, written
from rulewright.author.sheet_words import Words, plain, sentence
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.walking import all_effects

if TYPE_CHECKING:
    from rulewright.pipeline import Book

ROUND_OF_SEVERAL = "A round is over when the turn has gone round the table once."
ROUND_OF_ONE = "Every turn begins a new round, unless it is said to be in the same round."


def make_sheet(book: Book) -> Sheet:
    """The rule sheet of a rulebook at one table: its options and number of players are worked in."""
    return _Maker(book).sheet()


class _Maker:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.rulebook = book.rulebook
        self.program = book.program
        self.words = Words(book)
        self.phrases = Phrases(self.words)
        self.sayings = Sayings(self.phrases)
        self.words.apart.update(self.told_apart())
        self.apart_told: set[str] = set()

    def sheet(self) -> Sheet:
        scoring = Scoring(self.phrases)
        spoken = (
            Section("Places", tuple(self.places())),
            Section("Set-up", tuple(self.set_up())),
            *self.phases(),
            Section("After a turn", tuple(self.after_turn())),
        )
        ends = Section("The end", tuple(self.ends()))
        made = (
            Section("At this table", tuple(at_this_table(self.book, self.phrases))),
            Section("You need", tuple(self.components())),
            *spoken,
            Section("You keep count of", tuple(scoring.counts())),
            Section("Scoring", tuple(scoring.blocks())),
            ends,
            Section("Agreed on", tuple(self.options())),
            Section("Other ways to play", tuple(self.variants())),
            Section("Strategies", tuple(self.strategies())),
        )
        return Sheet(
            self.rulebook.title,
            _players(self.rulebook.players),
            introduction(self.book, self.phrases),
            tuple(section for section in made if section.blocks),
        )

    # ------------------------------------------------------------------------------ what lies on the table

    def components(self) -> list[Block]:
        kinds = [kind for kind in self.rulebook.kinds.values() if kind.id in self.program.layout.kinds]
        grids = (faces(self.phrases, kind) for kind in kinds)
        variables = list(self.rulebook.variables.values())
        written = [v for v in variables if v.per and v.about is not None and not v.denominations]
        paper = [Item("pencil and paper", f"to write down: {self.listing(written)}")] if written else []
        boards = list(self.rulebook.boards.values())
        return [
            *(board_item(self.phrases, board) for board in boards),
            *map(self.component, kinds),
            *paper,
            *money_items(self.phrases, variables),
            *(board_drawing(self.phrases, b) for b in boards if not isinstance(b.shape, rules.Unbounded)),
            *(grid for grid in grids if grid is not None),
        ]

    def listing(self, entries: Iterable[rules.Entry]) -> str:
        return ", ".join(self.words.name(entry) for entry in entries)

    def component(self, kind: rules.Kind) -> Item:
        layout = self.program.layout.kinds[kind.id]
        shown = ""
        if isinstance(kind.faces, tuple):
            names = dict.fromkeys(name for _, name in self.program.labels.faces.get(kind.id, ()))
            shown = f"with the faces {', '.join(names)}"
        elif kind.faces is not None:
            shown = f"with the faces {self.numbered_faces(kind, layout)}"
        each = layout.owners if layout.owned_by else 1
        amount = f"{layout.pieces // each} {self.words.kind(kind.id, layout.pieces // each)}"
        if sheet_sides.square(self.program, kind.id):
            amount = f"{layout.pieces // each} square {self.words.kind(kind.id, layout.pieces // each)}"
        if layout.unlimited:
            amount = self.words.kind(kind.id)
        per = f" for each {layout.owned_by.removesuffix('s')}" if layout.owned_by else ""
        enough = "as many as needed" if layout.unlimited else ""
        about = self.phrases.text(kind.about)
        sides = sheet_sides.shown(self.program, kind.id)
        return Item(amount + per, "; ".join(part for part in (enough, shown, sides, about) if part))

    def numbered_faces(self, kind: rules.Kind, layout: KindLayout) -> str:
        """`1 to 6`; where pieces differ, of each: `1 to 6 (blue die), 2 to 7 (red die)`."""
        assert kind.faces is not None
        assert not isinstance(kind.faces, tuple)
        if layout.face_low is None or len(set(layout.face_low)) == 1:
            return self.phrases.domain(kind.faces).removeprefix("a number from ")
        sides = layout.sides or (layout.faces,) * layout.pieces
        names = (label for _, label in self.program.labels.pieces[kind.id])
        found = zip(layout.face_low, sides, names, strict=True)
        return ", ".join(f"{low} to {low + many - 1} ({name})" for low, many, name in found)

    def places(self) -> list[Block]:
        return [
            Item(self.words.name(zone) + self.zone_size(zone), self.zone_text(zone))
            for zone in self.rulebook.zones.values()
        ]

    def zone_size(self, zone: rules.Zone) -> str:
        kind = self.program.layout.kinds.get(zone.holds.text)
        if kind is None or zone.size is None:
            return ""
        size = next((place.size for place in kind.places if place.zone == zone.id), kind.pieces)
        return f" (at most {size})" if size < kind.pieces else ""

    def zone_text(self, zone: rules.Zone) -> str:
        parts = [self.phrases.text(zone.about)]
        if zone.per is not None:
            parts.append(f"one for each {self.phrases.element(zone.per) or self.phrases.domain(zone.per)}")
        seen = {
            "owner": "only its owner sees it",
            "team": "only its team sees it",
            "nobody": "nobody sees it",
        }
        parts.append(seen.get(zone.seen_by, ""))
        parts.append({"shuffled": "shuffled", "kept": "a pile whose order is kept"}.get(zone.order, ""))
        return "; ".join(part for part in parts if part)

    def set_up(self) -> list[Block]:
        blocks: list[Block] = [self.teams()] if self.rulebook.team_count is not None else []
        for zone in sorted(self.rulebook.zones.values(), key=lambda zone: zone.start == "rest"):
            words = self.zone_start(zone)
            if words:
                blocks.append(Item(self.words.name(zone), words))
        said = self.sayings.sentences(self.rulebook.setup)
        if said:
            blocks.append(said)
        if self.program.players > 1 and (who := self.begins()):
            blocks.append(sentence(who))
        return blocks

    def begins(self) -> str:
        """Who begins: what the rulebook tells people, or else the seat."""
        turns = self.rulebook.turns
        if turns.about is not None:
            return self.phrases.text(turns.about)
        if turns.first is not None:
            return f"{self.phrases.phrase(turns.first)} begins"
        return f"{plain(self.rulebook.seats[0].id)} begins" if self.rulebook.seats else ""

    def teams(self) -> str:
        """Who plays with whom at this table."""
        of = self.program.teams
        together = [[seat + 1 for seat, team in enumerate(of) if team == each] for each in range(max(of) + 1)]
        if all(len(seats) == 1 for seats in together):
            return "Everybody is a team of one."
        told = [f"seat {seats[0]}" if len(seats) == 1 else f"seats {_and(seats)}" for seats in together]
        return f"There are {len(together)} teams: {'; '.join(told)}."

    def zone_start(self, zone: rules.Zone) -> str:
        each = " each" if zone.per is not None else ""
        if zone.start is None:
            return ""
        if zone.start == "all":
            kind = self.program.layout.kinds.get(zone.holds.text)
            if kind is not None and kind.pieces == 1:
                return f"the {self.words.kind(zone.holds.text, 1)}"
            return f"all {self.words.kind(zone.holds.text)}{each}"
        if zone.start == "rest":
            return f"all other {self.words.kind(zone.holds.text)}"
        amount = self.phrases.phrase(zone.start)
        return f"{amount} {self.words.kind(zone.holds.text, 1 if amount == '1' else 2)}{each}"

    # -------------------------------------------------------------------------------------------- a turn

    def phases(self) -> list[Section]:
        phases = list(self.rulebook.phases.values())
        sections = []
        for number, phase in enumerate(phases):
            heading = "Your turn" if len(phases) == 1 else sentence(self.words.name(phase)).rstrip(".")
            begin = self.sayings.sentences(self.rulebook.turns.begin) if number == 0 else ""
            sections.append(Section(heading, tuple(self.phase(phase, begin))))
            sections += self.steps_apart(phase)
            by_itself = "What happens by itself" if len(phases) == 1 else f"{heading}: what happens by itself"
            if triggers := tuple(self.triggers(phase)):
                sections.append(Section(by_itself, triggers))
        return sections

    def phase(self, phase: rules.Phase, begin: str) -> list[Block]:
        opening = [self.phrases.text(phase.about), _headed("Your turn begins", begin)]
        blocks: list[Block] = [text for text in opening if text]
        if phase.automatic is not None and not phase.about:
            blocks.append(_headed("This happens by itself", self.sayings.sentences(phase.automatic)))
        return blocks + [
            item for action in phase.actions.values() if (item := self.action(action)) is not None
        ]

    def steps_apart(self, phase: rules.Phase) -> list[Section]:
        """The steps told under their own name that rules of this phase are the first to run."""
        run = {step for rule in _rules(phase) for step in self.steps_of(rule)}
        new = [
            step
            for step in self.rulebook.steps.values()
            if step.id in (run & self.words.apart) - self.apart_told
        ]
        self.apart_told.update(step.id for step in new)
        return [
            Section(sentence(self.words.name(step)).rstrip("."), (sentence(self.phrases.text(step.about)),))
            for step in new
        ]

    def told_apart(self) -> set[str]:
        """Steps that more than one rule runs, and that say about themselves what they do."""
        rules_of_phases = [rule for phase in self.rulebook.phases.values() for rule in _rules(phase)]
        runs = Counter(step for rule in rules_of_phases for step in self.steps_of(rule))
        steps = self.rulebook.steps
        return {
            name
            for name, times in runs.items()
            if times > 1 and steps[name].about and not filled_in(steps[name])
        }

    def steps_of(self, rule: rules.Action | rules.Trigger) -> set[str]:
        """The steps that a rule runs, each once."""
        effects = all_effects(self.rulebook, rule.do)
        return {effect.step for effect in effects if isinstance(effect, rules.RunStep)}

    def asked(self, action: rules.Action) -> dict[str, ir.Expression] | None:
        """What an action requires at this table, by the path of the condition; None if it can never be done."""
        compiled = next((found for found in self.program.actions.values() if found.path == action.path), None)
        asked = {condition.path: condition.holds for condition in compiled.conditions} if compiled else None
        never = any(
            isinstance(holds, ir.Constant) and holds.value is False for holds in (asked or {}).values()
        )
        return None if never else asked

    def action(self, action: rules.Action) -> Item | None:
        """An action with its requirements, or None if it can never be done at this table."""
        if (asked := self.asked(action)) is None:
            return None
        inside = self.inside(action)
        notes = tuple(
            self.condition(condition, inside)
            for condition in action.when
            if condition.path in asked and not isinstance(asked[condition.path], ir.Constant)
        )
        sayings, about = Sayings(inside), inside.text(action.about)
        if not about:
            return Item(self.words.name(action), self.deed(action, sayings), notes)
        steps = list(sayings.steps(action.do))
        deed = " ".join([sentence(about), *(told.words for told in steps if not told.sometimes)])
        return Item(
            self.words.name(action), deed, (*(told.words for told in steps if told.sometimes), *notes)
        )

    def deed(self, action: rules.Action, sayings: Sayings) -> str:
        """What an action without an `about` does: its choices and effects in words."""
        chosen = " and ".join(
            self.phrases.domain(p.domain) + self.words.listed(written(p.domain)) for p in action.choose
        )
        return " ".join(
            filter(None, (sentence(f"choose {chosen}") if chosen else "", sayings.sentences(action.do)))
        )

    def condition(self, condition: rules.Condition, inside: Phrases) -> str:
        return sentence(inside.text(condition.says) or f"only if {inside.condition(condition.holds)}")

    def triggers(self, phase: rules.Phase) -> list[Block]:
        return [
            self.trigger(trigger)
            for trigger in phase.triggers.values()
            if self.words.settled(trigger.when) is not False
        ]

    def trigger(self, trigger: rules.Trigger) -> str:
        if trigger.about is not None:
            steps = self.sayings.steps(trigger.do)
            return " ".join([sentence(self.phrases.text(trigger.about)), *(told.words for told in steps)])
        said = self.sayings.sentences(trigger.do)
        return _headed(self.occasion(trigger.after, trigger.when) or "After each action", said)

    def occasion(self, after: tuple[rules.ActionName, ...], when: syntax.Expression | None) -> str:
        """`after hold, if your score is at least 100`; nothing if it is always."""
        names = " or ".join(plain(action.id) for action in after)
        start = f"after {names}" if names else ""
        if when is None or self.words.settled(when):
            return start
        inside = self.chosen_in(after)
        return f"{start}, if {inside.condition(when)}" if start else f"as soon as {inside.condition(when)}"

    def chosen_in(self, after: tuple[rules.ActionName, ...]) -> Phrases:
        """The phrases in which what was chosen in these actions has a name."""
        wanted = {action.id for action in after}
        actions = [
            a for phase in self.rulebook.phases.values() for a in phase.actions.values() if a.id in wanted
        ]
        if not actions:
            return self.phrases
        inside = self.inside(actions[0])
        spaces = (let.name for let in actions[0].let if inside.sorts.get(let.name) == "space")
        return inside.calling(dict.fromkeys(spaces, "that space"))

    def inside(self, action: rules.Action) -> Phrases:
        """The phrases in which an action's choices and the values that it names have a name."""
        inside = self.phrases.choosing(action.choose)
        for let in action.let:
            inside = inside.naming(let.name, let.value)
        return inside

    def after_turn(self) -> list[Block]:
        """What happens when a turn or a round is over, and who is next."""
        turns, several = self.rulebook.turns, self.program.players > 1
        following = self.phrases.phrase(turns.next) if turns.next is not None else "the player to your left"
        round_first = self.phrases.phrase(turns.round_first) if turns.round_first is not None else ""
        said = (
            f"{self.unless()}the next turn is taken by {following}" if several else "",
            _headed("When a turn ends", self.sayings.sentences(turns.end)),
            ROUND_OF_SEVERAL if several and self.words.rounds_matter() else "",
            ROUND_OF_ONE if not several and self.words.rounds_matter() else "",
            _headed("When a round ends", self.sayings.sentences(turns.round_end)),
            f"a new round is begun by {round_first}" if several and round_first else "",
        )
        return [sentence(words) for words in said if words]

    def unless(self) -> str:
        """That a turn may be followed by another of the same player, if that can happen at this table."""
        actions = [action for phase in self.rulebook.phases.values() for action in phase.actions.values()]
        triggers = [trigger for phase in self.rulebook.phases.values() for trigger in phase.triggers.values()]
        done = [action.do for action in actions if self.asked(action) is not None]
        done += [trigger.do for trigger in triggers if self.words.settled(trigger.when) is not False]
        again = any(isinstance(e, rules.ExtraTurn) for do in done for e in self.sayings.possible(do))
        return "unless you take another one, " if again else ""

    # ------------------------------------------------------------------------------- the end, what was agreed on

    def ends(self) -> list[Block]:
        return [sentence(self.end(end)) for end in self.words.possible_ends()]

    def end(self, end: rules.End) -> str:
        when = {"turn": "at the end of a turn", "round": "at the end of a round", "action": ""}[end.at]
        about = self.phrases.text(end.about)
        if about:
            return f"{when}: {about}" if when else about
        occasion = self.occasion(end.after, end.when)
        if when:
            occasion = f"{when}, {occasion.replace('as soon as', 'if')}" if occasion else when
        return f"{occasion or 'after each action'}: {self.sayings.outcomes(end.result, end.at)}"

    def options(self) -> list[Block]:
        blocks: list[Block] = []
        for option in self.rulebook.options.values():
            if option.fixed or option.id not in self.program.options:
                continue
            said = option_words(self.phrases, option, self.program.options[option.id])
            blocks.append(Item(option_name(self.phrases, option), said))
        return blocks

    def variants(self) -> list[Block]:
        return [
            Item(
                self.phrases.text(variant.title) or self.words.name(variant),
                self.known(variant.about),
                variant_changes(self.book, variant.id),
            )
            for variant in self.rulebook.variants.values()
            if variant.id != self.rulebook.variant
        ]

    def strategies(self) -> list[Block]:
        """Ways to play well, as far as the rulebook says what they are."""
        return [
            Item(self.words.name(strategy), self.phrases.text(strategy.about))
            for strategy in self.rulebook.strategies.values()
            if strategy.about is not None
        ]

    def known(self, text: rules.Text | None) -> str:
        """A text about another variant, if what it speaks of exists in this one too."""
        parts = text.parts if text is not None else ()
        settled = all(isinstance(part, str) or self.words.constant(part) is not None for part in parts)
        return self.phrases.text(text) if settled else ""


def _rules(phase: rules.Phase) -> tuple[rules.Action | rules.Trigger, ...]:
    return (*phase.actions.values(), *phase.triggers.values())


def _headed(heading: str, said: str) -> str:
    """`Your turn begins: roll the die.`; nothing if there is nothing to say."""
    return f"{sentence(heading).rstrip('.')}: {said[:1].lower()}{said[1:]}" if said else ""


def _players(counts: tuple[int, ...]) -> str:
    if counts == (1,):
        return "1 player"
    if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    *others, last = map(str, counts)
    return f"{', '.join(others)} or {last} players" if others else f"{last} players"


def _and(numbers: Sequence[int]) -> str:
    """`1, 3 and 5`."""
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last

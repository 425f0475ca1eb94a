"""The rule sheet: what a person has to read before a game, from the rulebook alone.

The order is fixed: what it is, what you need, places, set-up, a turn, what happens at once, scoring, the end,
what was agreed on, other ways to play.  `about` is the switch "print this".  What an option has switched off
does not appear: conditions that always hold, and actions that can never be done.

    sheet = make_sheet(book)        to_markdown(sheet)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from rulewright.author.sheet_words import Words, plain, sentence, spoken
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.rulebook import nodes as rules

if TYPE_CHECKING:
    from rulewright.pipeline import Book


@dataclass(frozen=True, slots=True)
class Item:
    """A named thing, what there is to say about it, and sentences below it."""

    name: str
    text: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table with a title."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block: TypeAlias = str | Item | Grid


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    title: str
    players: str
    about: str
    sections: tuple[Section, ...]


def make_sheet(book: Book) -> Sheet:
    """The rule sheet of a rulebook at one table: its options and number of players are worked in."""
    return _Maker(book).sheet()


class _Maker:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.rulebook = book.rulebook
        self.program = book.program
        self.words = Words(book)

    def sheet(self) -> Sheet:
        made = (
            Section("You need", tuple(self.components())),
            Section("Places", tuple(self.places())),
            Section("Set-up", tuple(self.set_up())),
            *self.phases(),
            Section("Scoring", tuple(self.scoring())),
            Section("The end", tuple(self.ends())),
            Section("Agreed on", tuple(self.options())),
            Section("Other ways to play", tuple(self.variants())),
        )
        return Sheet(
            self.rulebook.title,
            _players(self.rulebook.players),
            self.words.text(self.rulebook.about),
            tuple(section for section in made if section.blocks),
        )

    # ------------------------------------------------------------------------------ what lies on the table

    def components(self) -> list[Block]:
        return [
            self.component(kind)
            for kind in self.rulebook.kinds.values()
            if kind.id in self.program.layout.kinds
        ]

    def component(self, kind: rules.Kind) -> Item:
        layout = self.program.layout.kinds[kind.id]
        faces = ""
        if isinstance(kind.faces, tuple):
            names = dict.fromkeys(name for _, name in self.program.labels.faces.get(kind.id, ()))
            faces = f"with the faces {', '.join(names)}"
        elif kind.faces is not None:
            faces = f"with the faces {spoken(kind.faces).replace('..', ' to ')}"
        each = layout.owners if layout.owned_by else 1
        amount = f"{layout.pieces // each} {self.words.kind(kind.id, layout.pieces // each)}"
        per = f" for each {layout.owned_by.removesuffix('s')}" if layout.owned_by else ""
        about = self.words.text(kind.about)
        return Item(amount + per, "; ".join(part for part in (faces, about) if part))

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
        parts = [self.words.text(zone.about)]
        if zone.per is not None:
            parts.append(f"one for each of the {spoken(zone.per)}")
        seen = {
            "owner": "only its owner sees it",
            "team": "only its team sees it",
            "nobody": "nobody sees it",
        }
        parts.append(seen.get(zone.seen_by, ""))
        parts.append({"shuffled": "shuffled", "kept": "a pile whose order is kept"}.get(zone.order, ""))
        return "; ".join(part for part in parts if part)

    def set_up(self) -> list[Block]:
        blocks: list[Block] = []
        for zone in self.rulebook.zones.values():
            words = self.zone_start(zone)
            if words:
                blocks.append(Item(self.words.name(zone), words))
        said = self.words.effects(self.rulebook.setup)
        if said:
            blocks.append(said)
        if self.rulebook.turns.first is not None:
            blocks.append(
                sentence(f"{spoken(self.rulebook.turns.first).replace('(', ' ').replace(')', '')} begins")
            )
        return blocks

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
        amount = self.words.value_or_name(zone.start)
        return f"{amount} {self.words.kind(zone.holds.text, 1 if amount == '1' else 2)}{each}"

    # -------------------------------------------------------------------------------------------- a turn

    def phases(self) -> list[Section]:
        phases = list(self.rulebook.phases.values())
        sections = []
        for number, phase in enumerate(phases):
            heading = "Your turn" if len(phases) == 1 else sentence(self.words.name(phase)).rstrip(".")
            begin = self.words.effects(self.rulebook.turns.begin) if number == 0 else ""
            sections.append(Section(heading, tuple(self.phase(phase, begin))))
            at_once = tuple(self.triggers(phase))
            if at_once:
                sections.append(Section("At once" if len(phases) == 1 else f"{heading}: at once", at_once))
        return sections

    def phase(self, phase: rules.Phase, begin: str) -> list[Block]:
        opening = [
            self.words.text(phase.about),
            f"Your turn begins: {begin[:1].lower()}{begin[1:]}" if begin else "",
        ]
        blocks: list[Block] = [text for text in opening if text]
        if phase.automatic is not None and not phase.about:
            blocks.append(self.words.effects(phase.automatic) or "This happens by itself.")
        blocks += [item for action in phase.actions.values() if (item := self.action(action)) is not None]
        return blocks

    def action(self, action: rules.Action) -> Item | None:
        """An action with its requirements, or None if it can never be done at this table."""
        compiled = next((found for found in self.program.actions.values() if found.path == action.path), None)
        if compiled is None:
            return None
        asked = {condition.path: condition.holds for condition in compiled.conditions}
        if any(isinstance(holds, ir.Constant) and holds.value is False for holds in asked.values()):
            return None
        notes = tuple(
            self.condition(condition)
            for condition in action.when
            if condition.path in asked and not isinstance(asked[condition.path], ir.Constant)
        )
        return Item(self.words.name(action), self.words.text(action.about), notes)

    def condition(self, condition: rules.Condition) -> str:
        says = self.words.text(condition.says)
        return sentence(says or plain(condition.id))

    def triggers(self, phase: rules.Phase) -> list[Block]:
        return [
            self.words.text(trigger.about)
            for trigger in phase.triggers.values()
            if trigger.about is not None and not self._never(trigger.when)
        ]

    # ------------------------------------------------------------------------------------------ scoring

    def scoring(self) -> list[Block]:
        tables = [self.table(table) for table in self.rulebook.tables.values() if table.about or table.label]
        found = [
            block
            for definition in self.rulebook.definitions.values()
            if definition.about is not None or isinstance(definition.body, rules.SumOf)
            for block in self.definition(definition)
        ]
        return [*found, *tables]

    def definition(self, definition: rules.Definition) -> list[Block]:
        name = self.words.name(definition)
        about = self.words.text(definition.about)
        title = f"{name}: {about}" if about else name
        match definition.body:
            case rules.Cases() as cases:
                rows = self.cases(cases)
                if len(rows) == 1:
                    return [Item(name, f"{about}: {rows[0][1]}" if about else rows[0][1])]
                return [Grid(title, ("", ""), rows)]
            case rules.SumOf(lines=lines):
                rows = tuple((self.words.name(line), self.words.value_or_name(line.is_)) for line in lines)
                return [Grid(title, ("", ""), (*rows, (name, "the sum")))]
        return [Item(name, about)]

    def cases(self, cases: rules.Cases) -> tuple[tuple[str, str], ...]:
        chosen = self.words.constant(cases.by) if cases.by is not None else None
        if chosen is not None:
            said = self.words.value_or_name(cases.by) if cases.by is not None else ""
            kept = [case for case in cases.cases if said in (plain(case.id), self._member(case.key))]
            return tuple((self.words.name(case), self.words.value_or_name(case.is_)) for case in kept)
        rows = [
            (self._member(case.key) if cases.by is not None else self.words.name(case), self.words.value_or_name(case.is_))
            for case in cases.cases
            if not self._never(case.when)
        ]  # fmt: skip
        if cases.otherwise is not None:
            rows.append(("otherwise", self.words.value_or_name(cases.otherwise)))
        return tuple(rows)

    def table(self, table: rules.Table) -> Grid:
        first = spoken(table.of[0].domain)
        if len(table.of) == 1:
            headings: tuple[str, ...] = ("", "")
        else:
            width = max((len(row.values) for row in table.rows), default=0)
            headings = (first, *(spoken(table.of[1].domain) if n == 0 else "" for n in range(width)))
        rows = tuple(
            (self._row_key(row.key), *(self.words.value_or_name(value) for value in row.values))
            for row in table.rows
        )
        return Grid(self.words.text(table.about) or self.words.name(table), headings, rows)

    def _row_key(self, key: syntax.Row) -> str:
        match key:
            case syntax.RowUpTo(high=high):
                return f"{spoken(high)} or less"
            case syntax.RowFromOn(low=low):
                return f"{spoken(low)} or more"
            case syntax.RowRemaining():
                return "otherwise"
            case syntax.RowValue(value=syntax.Range(low=low, high=high)):
                return f"{spoken(low)} to {spoken(high)}"
            case syntax.RowValue(value=value):
                return self._member(value)

    def _member(self, key: syntax.Expression) -> str:
        """A member by its label, whichever enum it is of; other keys as written."""
        if isinstance(key, syntax.Name):
            for members in (*self.program.labels.enums.values(), *self.program.labels.faces.values()):
                for member, label in members:
                    if member == key.text:
                        return label
        return spoken(key)

    # ------------------------------------------------------------------------------- the end, what was agreed on

    def ends(self) -> list[Block]:
        blocks: list[Block] = []
        for end in self.rulebook.ends.values():
            compiled = next((found for found in self.program.ends if found.path == end.path), None)
            if compiled is None or self._constant_false(compiled.condition):
                continue
            result = " and ".join(self.words.outcome(outcome) for outcome in end.result)
            about = self.words.text(end.about)
            when = {"turn": "At the end of a turn: ", "round": "At the end of a round: ", "action": ""}[
                end.at
            ]
            said = f"{when}{about or self._end_when(end)}"
            blocks.append(sentence(f"{said.rstrip('.')}: {result}") if not about else sentence(said))
        return blocks

    def _end_when(self, end: rules.End) -> str:
        return self.words.name(end)

    def options(self) -> list[Block]:
        blocks: list[Block] = []
        for option in self.rulebook.options.values():
            if option.fixed or option.id not in self.program.options:
                continue
            value = self.program.options[option.id]
            chosen = next((choice for choice in option.one_of if choice.id == value), None)
            said = (
                self.words.text(chosen.text)
                if chosen is not None and chosen.text is not None
                else _option_value(value)
            )
            about = self.words.text(option.about)
            blocks.append(Item(self.words.name(option), f"{said} ({about})" if about else said))
        return blocks

    def variants(self) -> list[Block]:
        return [
            Item(self.words.text(variant.title) or self.words.name(variant), self.words.text(variant.about))
            for variant in self.rulebook.variants.values()
            if variant.id != self.rulebook.variant
        ]

    def _never(self, condition: syntax.Expression | None) -> bool:
        return condition is not None and self._constant_false(self.words.constant(condition))

    @staticmethod
    def _constant_false(condition: ir.Expression | None) -> bool:
        return isinstance(condition, ir.Constant) and condition.value is False


def _players(counts: tuple[int, ...]) -> str:
    if counts == (1,):
        return "1 player"
    if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return " or ".join(str(count) for count in counts) + " players"


def _option_value(value: int | bool | str | None) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
    return plain(str(value))

"""Words for what a rule sheet prints: texts with their values filled in, and rules put into plain English.

    About `<target> points win`      ->      100 points win
    {move: all tray, to: rack}       ->      move everything from the tray to the rack

Names become words by taking the underscores out; what is constant at this table is printed as its value.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.problems.problem import RulebookError
from rulewright.rulebook import nodes as rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulewright.pipeline import Book


class Words:
    """The words of one rulebook at one table."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def text(self, text: rules.Text | None) -> str:
        """A text with its placeholders filled in: by their value, or, where that changes, by their name."""
        if text is None:
            return ""
        return "".join(
            part if isinstance(part, str) else self.value_or_name(part) for part in text.parts
        ).strip()

    def constant(self, expression: syntax.Expression) -> ir.Constant | None:
        """What an expression is worth if that is settled at this table."""
        asked = self._ask(expression)
        return asked[0].value if asked and isinstance(asked[0].value, ir.Constant) else None

    def value_or_name(self, expression: syntax.Expression) -> str:
        asked = self._ask(expression)
        if asked and isinstance(asked[0].value, ir.Constant):
            return self.value(asked[0].value.value, asked[1])
        return self.phrase(expression)

    def phrase(self, expression: syntax.Expression) -> str:
        """An expression in words: `hi(total)` -> `Hi side of total`, `30 if house else 0` -> `30 if house, otherwise 0`."""
        match expression:
            case syntax.Call(function=syntax.Name(text=name), arguments=arguments):
                entry = self.book.rulebook.tables.get(name) or self.book.rulebook.definitions.get(name)
                said = " and ".join(self.phrase(argument) for argument in arguments)
                return f"{self.name(entry)} of {said}" if entry is not None else spoken(expression)
            case syntax.IfElse(value=value, condition=condition, otherwise=otherwise):
                return f"{self.phrase(value)} if {self.phrase(condition)}, otherwise {self.phrase(otherwise)}"
            case syntax.Arithmetic(sign="+" | "-" | "*" as sign, left=left, right=right):
                return f"{self.phrase(left)} {'×' if sign == '*' else sign} {self.phrase(right)}"
        return spoken(expression)

    def value(self, value: int | bool | tuple[int, ...] | None, kind: types.Type) -> str:
        """A value by its printed name."""
        labels = self.book.program.labels
        if value is None or isinstance(value, tuple):
            return "none" if value is None else ", ".join(str(item) for item in value)
        match kind:
            case types.Optional(of=of):
                return self.value(value, of)
            case types.Enum(name=name) if name in labels.enums:
                return labels.enums[name][value][1]
            case types.Enum(members=members):
                return members[value].replace("_", " ")
            case types.Face(kind=name) if name in labels.faces:
                return labels.faces[name][value][1]
            case types.Player():
                return labels.seats[value] or f"seat {value + 1}"
            case types.Boolean():
                return "yes" if value else "no"
        return str(value)

    def name(self, entry: rules.Entry) -> str:
        """An entry's label, or its id with spaces."""
        return self.text(entry.label) or plain(entry.id)

    def kind(self, name: str, count: int = 2) -> str:
        """The name of a kind's pieces, in the singular for one."""
        one, many = self.book.program.labels.kinds.get(name, (plain(name), plain(name)))
        return one if count == 1 else many

    def outcome(self, outcome: rules.Outcome) -> str:
        """`highest score` -> `the highest score wins`."""
        match outcome:
            case syntax.Best(highest=highest, place=place):
                return f"the {'highest' if highest else 'lowest'} {spoken(place)} wins"
            case syntax.Drawn():
                return "nobody wins"
            case syntax.Lost():
                return "the game is lost"
            case rules.Wins(who=who):
                said = spoken(who)
                return "that player wins" if said == "you" else f"{said} wins"
            case _:
                assert_never(outcome)

    def effects(self, effects: Iterable[rules.AnyEffect]) -> str:
        """A list of effects as a sentence, or nothing if it says something that plain words do not."""
        said = [self._effect(effect) for effect in effects]
        return "" if not said or not all(said) else sentence(", then ".join(said))

    def _effect(self, effect: rules.AnyEffect) -> str:
        match effect:
            case rules.Roll(pieces=pieces):
                return f"roll {self._pieces(pieces)}"
            case rules.Return(pieces=pieces):
                return f"take back {self._pieces(pieces)}"
            case rules.Shuffle(zone=zone):
                return f"shuffle the {spoken(zone)}"
            case rules.Move(moved=moved, to=to, source=source):
                start = f" from {self._place(source)}" if source else ""
                return f"move {self._moved(moved)}{start} to {self._place(to)}"
            case rules.Set(place=place, value=value):
                return f"set {spoken(place)} to {self.value_or_name(value)}"
            case rules.Add(amount=amount, place=place):
                return f"add {self.value_or_name(amount)} to {spoken(place)}"
            case rules.For(clause=clause, do=do) if not clause.if_ and not clause.while_:
                inner = self.effects(do).rstrip(".")
                domain = spoken(clause.domain)
                each = (
                    f"for each {domain.removesuffix('s')}: "
                    if domain in ("players", "teams")
                    else f"for each of {domain}: "
                )
                return each + inner[:1].lower() + inner[1:] if inner else ""
            case rules.RunStep(step=step, arguments=arguments):
                objects = " and ".join(self._pieces(argument) for argument in arguments)
                return f"{plain(step)} {objects}".rstrip()
        return ""

    def _moved(self, moved: syntax.Moved) -> str:
        match moved:
            case syntax.MovedAll(pool=pool):
                return f"everything in the {spoken(pool)}"
            case syntax.MovedCount(count=count, kind=kind):
                amount = self.value_or_name(count)
                return f"{amount} {self.kind(kind.text, 1 if amount == '1' else 2)}"
            case syntax.MovedPiece(piece=piece):
                return self._pieces(piece)
            case _:
                assert_never(moved)

    def _place(self, place: syntax.Expression) -> str:
        if isinstance(place, syntax.Attribute) and isinstance(place.of, syntax.Name):
            return f"{'your' if place.of.text == 'me' else 'their'} {plain(place.name)}"
        zone = self.book.rulebook.zones.get(place.text) if isinstance(place, syntax.Name) else None
        return f"the {self.name(zone) if zone is not None else spoken(place)}"

    def _pieces(self, pieces: syntax.Expression) -> str:
        if not isinstance(pieces, syntax.Name):
            return spoken(pieces)
        kind = self.book.rulebook.kinds.get(pieces.text)
        if kind:
            layout = self.book.program.layout.kinds.get(pieces.text)
            only_one = layout is not None and layout.pieces == 1
            return f"the {self.kind(pieces.text, 1)}" if only_one else f"all {self.kind(pieces.text)}"
        zone = self.book.rulebook.zones.get(pieces.text)
        return (
            f"the {self.kind(zone.holds.text)} in the {self.name(zone)}"
            if zone
            else f"the {plain(pieces.text)}"
        )

    def _ask(self, expression: syntax.Expression) -> tuple[ir.Asked, types.Type] | None:
        try:
            return self.book.asked(expression)
        except RulebookError:
            return None


def plain(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ")


def spoken(expression: syntax.Domain | syntax.Expression) -> str:
    """An expression as its author wrote it, in words: `me.score` -> `your score`, `p.final_total` -> `final total`."""
    said = " ".join(line.split(" #")[0].strip() for line in expression.span.text.splitlines())
    said = re.sub(r"\bme\.", "your ", said)
    said = re.sub(r"\bme\b", "you", said)
    said = re.sub(r"\bp\.", "", said)
    return plain(said).replace(" == ", " is ").replace(" * ", " × ").strip()


def sentence(words: str) -> str:
    """Words with a capital letter and a full stop."""
    if not words:
        return ""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?", ":")) else ".")

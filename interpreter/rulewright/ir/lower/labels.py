"""Texts and labels: texts with values inside, and the printed names of members, faces, pieces, zones and seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from rulewright.checked.bindings import Fixed
from rulewright.checked.boards.directions import way_names
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.checked.facts import KindFacts
from rulewright.checked.infer import infer
from rulewright.checked.labels import filled, fixed_text, member_words, plural, spoken
from rulewright.checked.scope import Scope
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.lower.context import Frame, Lowering
from rulewright.ir.lower.expressions import lower
from rulewright.language.types import Boolean, Enum, Face, Optional, Type
from rulewright.rulebook import nodes as rulebook

Named = tuple[tuple[str, str], ...]
"""(id, printed name) by ordinal."""


def lower_text(w: Lowering, text: rulebook.Text | None, frame: Frame) -> ir.Words | None:
    if text is None:
        return None
    parts: list[str | tuple[ir.Expression, Type]] = []
    for part in text.parts:
        parts.append(part if isinstance(part, str) else (lower(w, part, frame), w.c.infos[part].type))
    return ir.Words(tuple(parts))


def lower_labels(c: Context, layouts: dict[str, KindLayout]) -> ir.Labels:
    enums = {name: _members(c, enum.members) for name, enum in c.book.enums.items()}
    for option in c.book.options.values():
        if option.one_of:
            enums[option.id] = tuple((x.id, fixed_text(c, x.text, spoken(x.id))) for x in option.one_of)
    enums["end"] = tuple((e.id, fixed_text(c, e.label, spoken(e.id))) for e in c.book.ends.values())
    faces: dict[str, tuple[tuple[str, str], ...]] = {}
    for kind in c.book.kinds.values():
        if isinstance(kind.faces, tuple):
            faces[kind.id] = _members(c, kind.faces)
    return ir.Labels(
        enums,
        faces,
        {name: _pieces(c, facts) for name, facts in c.kinds.items() if not facts.identical},
        {name: _kind(c, c.book.kinds[name]) for name in c.kinds},
        {name: _places(c, layout) for name, layout in layouts.items()},
        tuple(c.book.seats[seat].id if c.book.seats else "" for seat in range(c.players)),
        {name: _spaces(facts) for name, facts in c.boards.items()},
        {name: _on_boards(facts, facts.line_names()) for name, facts in c.boards.items()},
        way_names(c) if c.boards else (),
        {name: _sides(facts, enums, faces) for name, facts in c.kinds.items() if facts.sides is not None},
        dict(c.denominations),
        {
            variable.id: fixed_text(c, variable.label, spoken(variable.id))
            for variable in c.book.variables.values()
            if variable.label is not None
        },
        tuple(variable.id for variable in c.book.variables.values() if variable.about is not None),
        dict(_attributes(c, enums, faces)),
        {
            name: _links(facts)
            for name, facts in c.boards.items()
            if facts.geometry.shape in ("graph", "track")
        },
    )


def _attributes(
    c: Context, enums: Mapping[str, Named], faces: Mapping[str, Named]
) -> Iterator[tuple[str, tuple[ir.Attribute, ...]]]:
    for kind in c.kinds.values():
        if not kind.identical and kind.attributes.table:
            by = {name for name, _, _ in kind.one_per}
            yield (
                kind.name,
                tuple(
                    _attribute(name, name in by, called(type_, enums, faces), values)
                    for name, (type_, values) in kind.attributes.table.items()
                ),
            )
    for board in c.boards.values():
        if board.attributes.table and not board.unbounded:
            yield (
                board.name,
                tuple(
                    _attribute(name, False, called(type_, enums, faces), values)
                    for name, (type_, values) in board.attributes.table.items()
                ),
            )


def _attribute(name: str, tells_apart: bool, words: Sequence[str], values: Sequence[Fixed]) -> ir.Attribute:
    """An attribute with its values in words; a truth value is the name of the attribute, or nothing."""
    texts = []
    for value in values:
        if value is None or value is False:
            texts.append("")
        elif value is True:
            texts.append(spoken(name))
        else:
            texts.append(words[value] if words and isinstance(value, int) else str(value))
    return ir.Attribute(name, tells_apart, tuple(texts))


def _links(facts: BoardFacts) -> tuple[tuple[int, int], ...]:
    return tuple(
        (one, other) for one, there in enumerate(facts.geometry.neighbours) for other in there if one < other
    )


def _spaces(facts: BoardFacts) -> tuple[tuple[str, str], ...]:
    """(typed, printed) of every space; on a board that players or teams have, the typed name says whose."""
    return _on_boards(facts, facts.names)


def _on_boards(facts: BoardFacts, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    if not facts.owner:
        return _twice(names)
    word = "team" if facts.owner == "teams" else "seat"
    return tuple(
        (f"{word}({owner + 1}).{facts.name} {name}", name) for owner in range(facts.owners) for name in names
    )


@lru_cache(maxsize=32)
def _twice(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Names that are printed as they are typed. Boards without an edge have thousands, at each table the same."""
    return tuple(zip(names, names, strict=True))


def _members(c: Context, members: Sequence[rulebook.Member]) -> tuple[tuple[str, str], ...]:
    return tuple((m.id, member_words(c, m)) for m in members)


def _kind(c: Context, kind: rulebook.Kind) -> tuple[str, str]:
    varies = kind.label is not None and any(not isinstance(p, str) for p in kind.label.parts)
    one = spoken(kind.id) if varies else fixed_text(c, kind.label, spoken(kind.id))
    return one, fixed_text(c, kind.plural, plural(spoken(kind.id)))


def _pieces(c: Context, facts: KindFacts) -> tuple[tuple[str, str], ...]:
    """(typed, printed) of every piece: its only coordinate or its printed name, and its label."""
    declared = c.book.kinds[facts.name]
    found = []
    own = facts.pieces // facts.owners
    same = declared.label is not None and all(isinstance(part, str) for part in declared.label.parts)
    for number in range(facts.pieces):
        values = {name: facts.attributes.table[name][1][number] for name, _, _ in facts.one_per}
        typed = " ".join(_typed(values[name], type_) for name, type_, _ in facts.one_per)
        printed = _label(c, declared.label, values, facts) or typed or spoken(facts.name)
        if same and typed and own > 1:  # one word for all of them does not tell them apart
            printed = f"{printed} {typed}"
        elif len(facts.one_per) > 1:
            typed = printed
        typed = typed or facts.name
        if facts.owners > 1:
            typed = f"{typed} of {number // own + 1}"
        found.append((typed, printed))
    printed_names = [p for _, p in found]
    if len(facts.one_per) > 1 and len(set(printed_names)) < len(found) and facts.owners == 1:
        found = [(f"{t} {n + 1}", p) for n, (t, p) in enumerate(found)]
    return tuple(found)


def _typed(value: Fixed, type_: Type) -> str:
    if isinstance(type_, (Enum, Face)) and isinstance(value, int):
        return type_.members[value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _label(c: Context, label: rulebook.Text | None, values: dict[str, Fixed], facts: KindFacts) -> str:
    if label is None:
        return ""
    types = {name: type_ for name, type_, _ in facts.one_per}
    scope = Scope(types, declarations.NOBODY, values=values)
    return filled(c, label, lambda part: infer(c, part, scope))


def _sides(
    facts: KindFacts, enums: Mapping[str, Named], faces: Mapping[str, Named]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each attribute of a side of these pieces, with the printed names of its values."""
    assert facts.sides is not None, "only kinds with sides have them"
    found = []
    for attribute, (type_, _) in facts.sides.table.items():
        words = called(type_, enums, faces)
        found.append((attribute, ("no", "yes") if isinstance(_without_none(type_), Boolean) else words))
    return tuple(found)


def called(type_: Type, enums: Mapping[str, Named], faces: Mapping[str, Named]) -> tuple[str, ...]:
    """The printed names of the values of a type, by ordinal; empty if they are numbers or truth values."""
    match _without_none(type_):
        case Enum(name=name):
            return tuple(printed for _, printed in enums[name])
        case Face(kind=kind):
            return tuple(printed for _, printed in faces.get(kind, ()))
        case _:
            return ()


def _without_none(type_: Type) -> Type:
    return type_.of if isinstance(type_, Optional) else type_


def _places(c: Context, layout: KindLayout) -> tuple[tuple[str, str], ...]:
    found = []
    spaces = {name: iter(_spaces(facts)) for name, facts in c.boards.items() if not facts.unbounded}
    for place in layout.places:
        if place.zone in c.boards and c.boards[place.zone].unbounded:
            found.append((place.zone, place.zone))
            continue
        if place.zone in spaces:
            found.append(next(spaces[place.zone]))
            continue
        printed = fixed_text(c, c.book.zones[place.zone].label, spoken(place.zone))
        if place.owner is None:
            found.append((place.zone, printed))
        else:
            owner = "team" if place.owner_is_team else "seat"
            found.append((f"{owner}({place.owner + 1}).{place.zone}", printed))
    return tuple(found)


def filter_words(
    w: Lowering, choice: rulebook.Parameter, chosen: ir.Local, type_: Type, frame: Frame
) -> ir.Words:
    """What is said of a value that the filter of a choice leaves out: its text, or else the text of the domain and of the filter."""
    assert choice.filter is not None
    said = lower_text(w, choice.filter.says, frame)
    if said is not None:
        return said
    of, if_ = (" ".join(part.span.text.split()) for part in (choice.domain, choice.filter.holds))
    return ir.Words(((chosen, type_), f" is not among `{choice.name}`: {of} if {if_}."))


def condition_words(w: Lowering, condition: rulebook.Condition, frame: Frame) -> ir.Words:
    """The text of a condition's requirement: its sentence, or its id as words."""
    return lower_text(w, condition.says, frame) or ir.Words((spoken(condition.id),))


def ranked_label(w: Lowering, value: ir.Expression) -> str:
    """The printed name of a value that ranks players: the label of a variable or definition, or which pieces are counted where; empty if
    it has none."""
    book = w.c.book
    match value:
        case ir.Cell(group=name) if name in book.variables:
            return _label_of(w.c, book.variables[name].label)
        case ir.Call(definition=name):
            return _label_of(w.c, book.definitions[name].label)
        case ir.PieceCount(kind=kind, place=ir.PlaceOf(first=first)):
            zone = book.zones.get(w.layout.kinds[kind].places[first].zone)
            where = "" if zone is None else fixed_text(w.c, zone.label, spoken(zone.id))
            return f"{_kind(w.c, book.kinds[kind])[1]} in {where}" if where else ""
    return ""


def _label_of(c: Context, label: rulebook.Text | None) -> str:
    """A label in which everything is known before play; otherwise empty."""
    words = "" if label is None else fixed_text(c, label, "")
    return "" if "<" in words else words

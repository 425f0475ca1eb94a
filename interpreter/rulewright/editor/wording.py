"""Entries, built-ins and types in the words that editors show."""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.messages.types import words_of
from rulewright.checked.options import written
from rulewright.checked.references import declarations_of
from rulewright.language.builtins import (
    AGGREGATE,
    ATTRIBUTE,
    ATTRIBUTES,
    BUILT_IN_ATTRIBUTES,
    FUNCTION,
    NAMES,
)
from rulewright.language.literals import literal
from rulewright.language.types import (
    Board,
    Enum,
    Face,
    Kind,
    Line,
    Optional,
    Piece,
    Player,
    Several,
    Space,
    Team,
    Type,
    Zone,
)
from rulewright.rulebook import nodes as rules

_SORTS = {
    rules.Option: "option", rules.Enum: "enum", rules.Kind: "pieces", rules.Board: "board", rules.Zone: "zone",
    rules.Variable: "variable", rules.Table: "table", rules.Definition: "definition", rules.NotedPosition: "position",
    rules.Step: "step", rules.Action: "action", rules.Phase: "phase", rules.Trigger: "trigger", rules.Condition: "condition",
    rules.End: "end", rules.Example: "example", rules.Strategy: "strategy", rules.VariantInfo: "variant",
}  # fmt: skip


def entry_called(book: rules.Rulebook, name: str) -> rules.Entry | None:
    """The declaration of a name that expressions and effects use."""
    return next((entries[name] for _, entries in declarations_of(book) if name in entries), None)


def sort_of(entry: rules.Entry) -> str:
    """The sort of an entry, in a word."""
    return _SORTS.get(type(entry), "entry")


def declared(c: Context, entry: rules.Entry) -> str:
    """The declaration of an entry in a line: its sort, its parameters and its type."""
    name, parameters = entry.id, parameters_of(entry)
    given = f"({', '.join(parameters)})" if parameters else ""
    type_ = type_in_words(c, entry)
    return f"{sort_of(entry)} {name}{given}{f': {type_}' if type_ else ''}"


def parameters_of(entry: rules.Entry) -> list[str]:
    """The parameters or indices of an entry, as `name: DOMAIN`, or the domain alone."""
    match entry:
        case rules.Definition(parameters=parameters) | rules.Step(parameters=parameters):
            return [f"{each.name}: {each.domain.span.text}" for each in parameters]
        case rules.Table(of=of):
            return [
                f"{each.name}: {each.domain.span.text}" if each.name else each.domain.span.text for each in of
            ]
        case rules.Variable(per=per):
            return [each.span.text for each in per]
        case rules.Action(choose=choose):
            return [f"{each.name}: {each.domain.span.text}" for each in choose]
        case rules.Zone(per=per) | rules.Board(per=per) if per is not None:
            return [per.span.text]
        case _:
            return []


def type_in_words(c: Context, entry: rules.Entry) -> str:
    """The type of what an entry names; empty if it has none."""
    match entry:
        case rules.Option() if entry.id in c.options:
            type_, value = c.options[entry.id]
            return f"{words_of(type_)} = {literal(written(value, type_))}"
        case rules.Variable() if entry.id in c.variables:
            return words_of(c.variables[entry.id].type)
        case rules.Table() if entry.id in c.tables:
            return words_of(c.tables[entry.id].type)
        case rules.Definition() if entry.id in c.definitions:
            return words_of(c.definitions[entry.id].info.type)
        case rules.Zone(holds=holds):
            return f"a place for {holds.text}"
        case rules.Enum(members=members):
            return ", ".join(each.id for each in members)
        case rules.Kind() if entry.id in c.kinds:
            facts = c.kinds[entry.id]
            return "as many as needed" if facts.unlimited else f"{facts.pieces} pieces"
        case _:
            return ""


def about_entry(c: Context, entry: rules.Entry) -> str:
    """An entry in a line of code, and its own words."""
    words = next(
        (text.plain for text in (entry.about, entry.sheet, entry.label) if text is not None and text.parts),
        "",
    )
    return f"`{declared(c, entry)}`" + (f"\n\n{words}" if words else "")


def about_function(name: str) -> tuple[str, str]:
    """The help of a built-in function, and the form in which it is written."""
    found = FUNCTION.get(name) or AGGREGATE.get(name) or next(each for each in NAMES if each.name == name)
    undefined = getattr(found, "undefined", "")
    return found.help + (f"\n\nIt is undefined: {undefined}." if undefined else ""), found.form


def about_attribute(c: Context, of: Type, name: str, type_: Type | None = None) -> str:
    """An attribute of a value: that of its declaration, with its type and whose it is, or the help of the built-in one."""
    while isinstance(of, Optional | Several) and not (isinstance(of, Several) and ("set", name) in ATTRIBUTE):
        of = of.of
    declared = _declared_for(c, of, name)
    if declared is not None:
        said = f": {words_of(type_)}" if type_ is not None else ""
        whose, owner = declared
        return f"`attribute {name} of {owner}{said}`\n\nEach {whose} of `{owner}` has one."
    every = [each for each in ATTRIBUTES if each.name == name]
    subjects = _SUBJECTS.get(type(of), ())
    fitting = [each for each in every if each.of in subjects] or every
    return "\n\n".join(dict.fromkeys(f"`{each.form}`: {each.help}" for each in fitting))


_SUBJECTS: dict[type, tuple[str, ...]] = {
    Player: ("player",), Team: ("team",), Piece: ("piece",), Zone: ("zone", "pile"), Space: ("space", "coordinates"), Line: ("line",),
    Board: ("board",), Kind: ("kind",), Several: ("set",),
}  # fmt: skip


def _declared_for(c: Context, of: Type, name: str) -> tuple[str, str] | None:
    """What has an attribute that is declared: a piece, a face, a member or a space, and the kind, the enum or the board."""
    match of:
        case Enum(name=enum) if enum in c.enums and name in c.enums[enum].table:
            return "member", enum
        case Piece(kind=kind) | Zone(kind=kind) if kind in c.kinds and name in c.kinds[kind].attributes.table:
            return "piece", kind
        case Piece(kind=kind) | Zone(kind=kind) | Face(kind=kind) if (
            kind in c.kinds and name in c.kinds[kind].face_attributes.table
        ):
            return "face", kind
        case Space(board=board) if (
            name not in BUILT_IN_ATTRIBUTES and board in c.boards and name in c.boards[board].attributes.table
        ):
            return "space", board
        case _:
            return None

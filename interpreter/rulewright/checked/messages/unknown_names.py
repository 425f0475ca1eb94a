"""The checker's messages about unknown names, with a guess at the one that was meant.

if: bowl.face == 1        nothing is called `bowl`        the nearest name of something with a face, the only unused name,
                                                          or the equivalent of a word of another language
"""

from __future__ import annotations

import re

from rulewright.checked.context import Context
from rulewright.checked.cycles import leads_back
from rulewright.checked.declarations import lookup
from rulewright.checked.messages import guesses, missing_fragments, related_places
from rulewright.checked.messages.names import function_alone, kindred, of_a_result
from rulewright.checked.messages.types import listed, reported, spelled
from rulewright.checked.references import everything
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.language.builtins import (
    AGGREGATES,
    ATTRIBUTES,
    BUILT_IN_NAMES,
    FUNCTIONS,
    KINDRED,
    LATER_NAMES,
    NTH,
    attributes_of,
)
from rulewright.problems.fix import Edit, Fix, renamed
from rulewright.problems.nearest import nearest
from rulewright.problems.templates import Parts
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import TYPED_QUESTION, Span

_DECLARE = (
    "name something that there is, or declare it under `variables:`, `zones:`, `define:` or another heading"
)

ASKED = frozenset(each.name for each in (*FUNCTIONS, *AGGREGATES, NTH))
"""Names of functions, which need parentheses."""
FOR_FUNCTIONS = frozenset({"total", "maximum", "minimum", "len", "length"})
"""Words of other languages that are names of the author's own as often."""
_SHOWN = 8
"""At most this number of names of a kind are listed."""

_SECTIONS = frozenset(
    {"options", "enums", "pieces", "boards", "zones", "variables", "tables", "define", "option", "variable", "zone"}
)  # fmt: skip
_SPACE = re.compile(r"[a-z]{1,2}[0-9]{1,3}")
_ASKED_PHASE = re.compile(r"\s*==\s*(\w+)")
_BEHIND = re.compile(r"\.([A-Za-z_]\w*)")


def unknown_name(c: Context, node: syntax.Name, scope: Scope) -> None:
    if node.text in BUILT_IN_NAMES | LATER_NAMES:
        function_alone(c, node)
    elif (
        asked := (node, *scope.names)
    ) not in c.problems.met:  # in a label of pieces, it is met for each of them
        c.problems.met.add(asked)
        _unknown(c, node, scope)


@reported
def _unknown(c: Context, node: syntax.Name, scope: Scope) -> Parts:
    known = guesses.names_for(c, c.wanted.get(node, "value"), scope)
    near = nearest(node.text, known)
    help_, fix = _of_a_section(c, node)
    instead = (
        help_
        or _chosen_later(c, node)
        or of_a_result(node)
        or _of_a_phase(c, node)
        or _of_each(c, node)
        or _of_another_language(node.text)
        or _of_an_action(c, node.text)
        or ("" if near else _left_out(c, node, scope))
    )
    fix = fix or (kindred(node.span) if node.text.lower() not in FOR_FUNCTIONS else None)
    if instead:
        return {"help": instead, "fix": fix}
    return {
        "help": (f"did you mean `{near}`?" if near else "")
        or _of_a_player(node.text)
        or _of_a_board(c, node.text)
        or _there(c, node),
        "notes": related_places.meant_here(c, near, scope.names, node.span, _alone(c, node, known)),
        "fix": fix or _renamed(node.span, known),
    }


def _renamed(span: Span, known: list[str]) -> Fix | None:
    """The fix of a misspelled name; none if the nearest name is only the plural, or the singular: in `for tile in tiles`
    one is the kind and the other a name bound to a piece."""
    fix = renamed(span, [name for name in known if name not in ASKED], BUILT_IN_NAMES)
    meant = fix.edits[0].text if fix is not None else ""
    return None if meant in _plurals(span.text) or span.text in _plurals(meant) else fix


def _plurals(name: str) -> tuple[str, ...]:
    return (f"{name}s", f"{name}es", f"{name[:-1]}ies", "dice" if name == "die" else "")


def unknown_function(c: Context, node: syntax.Call, name: str) -> None:
    has_value = lookup.is_declared(c, name) or name in BUILT_IN_NAMES
    (_not_a_function if has_value else _unknown_function)(c, node, name)


@reported
def _not_a_function(c: Context, node: syntax.Call, name: str) -> None: ...


@reported
def _unknown_function(c: Context, node: syntax.Call, name: str) -> Parts:
    span, places = node.function.span, related_places.declared(c)
    instead = KINDRED.get(name.lower()) or _behind_a_dot(node, name) or _of_an_action(c, name)
    near = spelled(
        c,
        name,
        span,
        guesses.called(c),
        places,
        lambda: _declare(c, node),
        built_in=BUILT_IN_NAMES,
        instead=instead,
    )
    return {**near, "fix": kindred(span) or near.get("fix")}


def _there(c: Context, node: syntax.Name) -> str:
    """The names of the expected sort, if only variables or only zones are possible; otherwise where names are declared."""
    wanted = c.wanted.get(node, "value")
    what, names = ("variables", c.book.variables) if wanted == "variable" else ("zones", c.book.zones)
    if wanted in ("value", "domain") or not names:
        return _declare(c, node)
    return f"the {what} are {listed(list(names), most=_SHOWN)}"


def _declare(c: Context, node: syntax.Expression) -> str:
    """The help for a name that is near no other; in a house rule, the names of the game, which are in another file."""
    book = c.book
    if node.span.source == book.span.source:
        return _DECLARE
    groups = (("zones", book.zones), ("variables", book.variables), ("options", book.options))
    there = [f"the {what} {listed(list(names)[:_SHOWN])}" for what, names in groups if names]
    added = "" if node.span.source.name == TYPED_QUESTION else "; new entries go under `add:`"
    return f"the game has {', '.join(there)}{added}" if there else _DECLARE


def _of_an_action(c: Context, name: str) -> str:
    """The help for an action instead of a value: `can(...)`, unless that would close a cycle."""
    if name not in related_places.actions(c):
        return ""
    if leads_back(c, name):
        return f"`{name}` is an action, but this decides whether it is allowed: write out the condition"
    return f"`{name}` is an action; whether somebody can do it now is `can({name})`"


def _alone(c: Context, node: syntax.Name, known: list[str]) -> list[str]:
    """The names that can be the unknown one: without zones and boards, unless a dot follows it."""
    asked = node.span.source.text.startswith(".", node.span.end)
    if asked or c.wanted.get(node, "value") != "value":
        return known
    return [name for name in known if name not in c.book.zones and name not in c.book.boards]


def _of_a_player(name: str) -> str:
    """The help for an attribute of players without the player: `left`."""
    return f"write `me.{name}`" if name in attributes_of("player") else ""


def _of_a_board(c: Context, name: str) -> str:
    """The help for an attribute of boards without the board: `directions`."""
    if name not in attributes_of("board") or not c.book.boards:
        return ""
    return f"write {listed([f'{board}.{name}' for board in c.book.boards])}"


def _left_out(c: Context, node: syntax.Name, scope: Scope) -> str:
    """The help for a name that was left out: one of a fragment, a space outside a grid, or, if no name is bound here, one
    of a `for` over players."""
    return (
        missing_fragments.brought(c, node.text, node.span)
        or _beyond_a_board(c, node.text)
        or ("" if scope.names else _of_everybody(c, node))
    )


def _beyond_a_board(c: Context, name: str) -> str:
    """The help for `d9` on a board with spaces from `a1` to `c8`."""
    if not _SPACE.fullmatch(name):
        return ""
    ends = [
        f"`{board}` goes from {facts.names[0]} to {facts.names[-1]}"
        for board, facts in c.boards.items()
        if facts.names and _SPACE.fullmatch(facts.names[0]) and _SPACE.fullmatch(facts.names[-1])
    ]
    return ", ".join(ends)


def _of_everybody(c: Context, node: syntax.Name) -> str:
    """The help for `p.score` without `for p in players`."""
    behind = _BEHIND.match(node.span.source.text, node.span.end)
    owner = related_places.per(c, behind[1]) if behind is not None else None
    if behind is None or owner is None or owner.text not in ("players", "teams"):
        return ""
    said = f"{node.text}.{behind[1]}"
    return f"each of the {owner.text} has `{behind[1]}`; go through them: `any({said} ... for {node.text} in {owner.text})`"


def _of_each(c: Context, node: syntax.Name) -> str:
    """The help for `any(p.hand.empty)` without `for p in ...`."""
    if c.wanted.get(node) != "each":
        return ""
    return f"say after it what `{node.text}` goes through: `... for {node.text} in players`"


def _chosen_later(c: Context, node: syntax.Name) -> str:
    """The help for `choose: {to: neighbours(from), from: board.spaces}`."""
    for action in (action for phase in c.book.phases.values() for action in phase.actions.values()):
        asking = [
            p for p in action.choose if any(part is node for asked in _asked(p) for part in walk(asked))
        ]
        if asking and any(parameter.name == node.text for parameter in action.choose):
            return f"`{node.text}` is chosen after this: write it before `{asking[0].name}`; what can be chosen may depend on what was chosen before"
    return ""


def _asked(parameter: rulebook.Parameter) -> tuple[syntax.Domain, ...]:
    """The domain of a choice, and its filter."""
    return (parameter.domain,) if parameter.filter is None else (parameter.domain, parameter.filter.holds)


def _of_a_phase(c: Context, node: syntax.Name) -> str:
    """The help for `phase == main` in a rule."""
    if node.text in c.book.phases:
        return f"`{node.text}` is a phase; only examples can use it, `phase == {node.text}`"
    if node.text != "phase":
        return ""
    if any(part is node for part in everything(tuple(c.book.phases.values()))):
        return "a rule belongs to one phase, so it need not ask; only examples can use `phase`"
    if any(part is node for part in everything(tuple(c.book.ends.values()))):
        return f"only examples can use `phase`; an end depends on what was done: {_after_an_action(c, node)}"
    return "only examples can use `phase`; put rules that depend on it into that phase, under `when` or `as_soon_as`"


def _after_an_action(c: Context, node: syntax.Name) -> str:
    """The help for `phase == turn` in an end."""
    asked = _ASKED_PHASE.match(node.span.source.text, node.span.end)
    phase = c.book.phases.get(asked[1]) if asked is not None else None
    actions = list(phase.actions) if phase is not None else []
    if not actions:
        return "name the actions under `after:`"
    named = f"[{', '.join(actions)}]" if len(actions) > 1 else actions[0]
    return f"leave this out and write `after: {named}`"


def _of_another_language(name: str) -> str | None:
    """The help for a word of another language; one of `FOR_FUNCTIONS` may also be a name that is not declared yet."""
    told = KINDRED.get(name.lower())
    return f"declare it, or {told}" if told and name.lower() in FOR_FUNCTIONS else told


def _of_a_section(c: Context, node: syntax.Name) -> tuple[str, Fix | None]:
    """The help and the fix for `options.target`: rules use names without the heading under which they are declared."""
    if node.text not in _SECTIONS:
        return "", None
    source, end = node.span.source, node.span.end
    behind = _BEHIND.match(source.text, end)
    if behind is None or not lookup.is_declared(c, behind[1]):
        return "", None
    whole = Span(source, node.span.start, end + 1)
    help_ = f"write just `{behind[1]}`: rules use names without the heading"
    return help_, Fix(f"write `{behind[1]}`", (Edit(whole, ""),))


def _behind_a_dot(node: syntax.Call, name: str) -> str:
    """The help for an attribute that is written as a function: `top(discard)`."""
    if len(node.arguments) != 1 or name not in {each.name for each in ATTRIBUTES}:
        return ""
    return f"write `{node.arguments[0].span.text}.{name}`"

"""The checker's words about names that nothing has: what was meant, as far as what may stand there tells.

if: bowl.face == 1        nothing is called `bowl`        the nearest of what has a face, the only name that nothing uses,
                                                          or what to write instead of a word from elsewhere
"""

from __future__ import annotations

import re

from rulewright.checked import declarations, guesses, left_out, other_ends
from rulewright.checked.circles import leads_back
from rulewright.checked.context import Context
from rulewright.checked.messages import declared_note, listed
from rulewright.checked.name_messages import function_alone
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import ATTRIBUTES, BUILT_IN_NAMES, KINDRED, SAME_WORDS, attributes_of
from rulewright.problems.fix import Edit, Fix, renamed, rewritten
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.source.text import Span

_DECLARE = (
    "name something that there is, or declare it under `variables:`, `zones:`, `define:` or another heading"
)

_SHOWN = 8
"""So many names of a kind are listed."""

_SECTIONS = frozenset(
    {"options", "enums", "pieces", "boards", "zones", "variables", "tables", "define", "option", "variable", "zone"}
)  # fmt: skip
_SPACE = re.compile(r"[a-z]{1,2}[0-9]{1,3}")
_BEHIND = re.compile(r"\.([A-Za-z_]\w*)")


def unknown_name(c: Context, node: syntax.Name, scope: Scope) -> None:
    if node.text in BUILT_IN_NAMES:
        function_alone(c, node)
        return
    known = guesses.names_for(c, c.wanted.get(node, "value"), scope)
    near = nearest(node.text, known)
    section = _of_a_section(c, node)
    told = (
        section[0]
        or _of_each(c, node)
        or KINDRED.get(node.text.lower())
        or _of_an_action(c, node.text)
        or ("" if near else _left_out(c, node, scope))
    )
    _report(
        c,
        node.span,
        node.text,
        () if told else other_ends.meant_here(c, near, scope.names, node.span, _alone(c, node, known)),
        told
        or (f"did you mean `{near}`?" if near else "")
        or _of_a_player(node.text)
        or _of_a_board(c, node.text)
        or _there(c, node),
        section[1]
        or _kindred(node.span)
        or (renamed(node.span, known, BUILT_IN_NAMES) if not told else None),
    )


def unknown_function(c: Context, node: syntax.Call, name: str) -> None:
    if declarations.is_declared(c, name) or name in BUILT_IN_NAMES:
        c.report("not-callable", node.span, f"`{name}` is not asked for anything in parentheses",
                 notes=declared_note(c, name, "declared here"), help=f"write just `{name}`")  # fmt: skip
        return
    span = node.function.span
    known = guesses.called(c)
    near = nearest(name, known)
    told = KINDRED.get(name.lower()) or _behind_a_dot(node, name) or _of_an_action(c, name)
    _report(
        c,
        span,
        name,
        () if told else other_ends.meant(c, near, other_ends.declared(c)),
        told or (f"did you mean `{near}`?" if near else _declare(c, node)),
        _kindred(span) or (renamed(span, known, BUILT_IN_NAMES) if not told else None),
    )


def _report(c: Context, span: Span, name: str, notes: tuple[Note, ...], help_: str, fix: Fix | None) -> None:
    c.report(
        "unknown-name", span, f"nothing is called `{name}`", label="unknown", notes=notes, help=help_, fix=fix
    )


def _there(c: Context, node: syntax.Name) -> str:
    """What there is of the sort that is wanted, if it is only one; otherwise where names are declared."""
    wanted = c.wanted.get(node, "value")
    what, names = ("variables", c.book.variables) if wanted == "variable" else ("zones", c.book.zones)
    if wanted in ("value", "domain") or not names:
        return _declare(c, node)
    return f"the {what} are {listed(list(names), most=_SHOWN)}"


def _declare(c: Context, node: syntax.Expression) -> str:
    """What to do about a name that is near no other; in a house rule, what the game has, which stands in another file."""
    book = c.book
    if node.span.source == book.span.source:
        return _DECLARE
    groups = (("zones", book.zones), ("variables", book.variables), ("options", book.options))
    there = [f"the {what} {listed(list(names)[:_SHOWN])}" for what, names in groups if names]
    return f"the game has {', '.join(there)}; something new stands under `add:`" if there else _DECLARE


def _of_an_action(c: Context, name: str) -> str:
    """An action where a value should stand: whether it can be done is one, unless that is just being decided."""
    if name not in other_ends.actions(c):
        return ""
    if leads_back(c, name):
        return f"`{name}` is an action, and this decides whether it can be done: write out what has to hold"
    return f"`{name}` is an action; whether somebody can do it now is `can({name})`"


def _alone(c: Context, node: syntax.Name, known: list[str]) -> list[str]:
    """Those of the names that are a value by themselves, if nothing is asked of this one behind a dot."""
    asked = node.span.source.text.startswith(".", node.span.end)
    if asked or c.wanted.get(node, "value") != "value":
        return known
    return [name for name in known if name not in c.book.zones and name not in c.book.boards]


def _of_a_player(name: str) -> str:
    """What players have, written without the player: `left`."""
    return f"write `me.{name}`" if name in attributes_of("player") else ""


def _of_a_board(c: Context, name: str) -> str:
    """What boards have, written without the board: `directions`."""
    if name not in attributes_of("board") or not c.book.boards:
        return ""
    return f"write {listed([f'{board}.{name}' for board in c.book.boards])}"


def _left_out(c: Context, node: syntax.Name, scope: Scope) -> str:
    """What a fragment brings that is not used, where a grid ends, or, if nothing is bound here, who a letter should stand for."""
    return (
        left_out.brought(c, node.text, node.span)
        or _beyond_a_board(c, node.text)
        or ("" if scope.names else _of_everybody(c, node))
    )


def _beyond_a_board(c: Context, name: str) -> str:
    """`d9`, where the spaces are called so but end before it."""
    if not _SPACE.fullmatch(name):
        return ""
    ends = [
        f"`{board}` goes from {facts.names[0]} to {facts.names[-1]}"
        for board, facts in c.boards.items()
        if facts.names and _SPACE.fullmatch(facts.names[0]) and _SPACE.fullmatch(facts.names[-1])
    ]
    return ", ".join(ends)


def _of_everybody(c: Context, node: syntax.Name) -> str:
    """`p.score` where no `for p in players` says who `p` is."""
    behind = _BEHIND.match(node.span.source.text, node.span.end)
    owner = other_ends.per(c, behind[1]) if behind is not None else None
    if behind is None or owner is None or owner.text not in ("players", "teams"):
        return ""
    said = f"{node.text}.{behind[1]}"
    return f"each of the {owner.text} has `{behind[1]}`; go through them: `any({said} ... for {node.text} in {owner.text})`"


def _of_each(c: Context, node: syntax.Name) -> str:
    """`any(p.hand.empty)`, which does not say what `p` goes through."""
    if c.wanted.get(node) != "each":
        return ""
    return f"say behind it what `{node.text}` goes through: `... for {node.text} in players`"


def _of_a_section(c: Context, node: syntax.Name) -> tuple[str, Fix | None]:
    """`options.target`: rules use names without the heading under which they are declared."""
    if node.text not in _SECTIONS:
        return "", None
    source, end = node.span.source, node.span.end
    behind = _BEHIND.match(source.text, end)
    if behind is None or not declarations.is_declared(c, behind[1]):
        return "", None
    whole = Span(source, node.span.start, end + 1)
    help_ = f"write just `{behind[1]}`: rules use names without the heading that they stand under"
    return help_, Fix(f"write `{behind[1]}`", (Edit(whole, ""),))


def _behind_a_dot(node: syntax.Call, name: str) -> str:
    """`top(discard)`: what is asked of something stands behind it."""
    if len(node.arguments) != 1 or name not in {each.name for each in ATTRIBUTES}:
        return ""
    return f"write `{node.arguments[0].span.text}.{name}`"


def _kindred(span: Span) -> Fix | None:
    """A word of another language for which there is just one here."""
    here = SAME_WORDS.get(span.text.lower())
    return rewritten(span, here) if here else None

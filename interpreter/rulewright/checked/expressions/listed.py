"""Choices from a list: `{one_of: [queen, rook], of: chessman}`, values that are known when a game is loaded.

[0, 10, 20, 50]                  numbers in 0..50, in this order
[queen, rook], of: chessman      faces of the kind; `of` is needed where another kind or an enum has a member of the same name
"""

from __future__ import annotations

from rulewright.checked.bindings import Info
from rulewright.checked.context import Context
from rulewright.checked.declarations import lookup
from rulewright.checked.declarations.declarations import face_type
from rulewright.checked.infer import INFER, UNKNOWN, as_several, domain_of, infer, value_of
from rulewright.checked.messages import declarations as messages
from rulewright.checked.messages import types
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import Integer, Several, Type, Unknown


def infer_listed(c: Context, node: syntax.Listed, scope: Scope, expected: Type | None) -> Info:
    wanted = _of(c, node.of, scope) if node.of is not None else None
    if isinstance(wanted, Unknown):
        return UNKNOWN
    values: dict[object, syntax.Expression] = {}
    sound = True
    for member in node.members:
        found = _member(c, member, scope, wanted)
        sound = sound and found is not None
        if found is None and wanted is None:
            break
        if found is None:
            continue
        wanted = wanted or (Integer() if isinstance(found.type, Integer) else found.type)
        if found.known in values:
            messages.listed_twice(c, member, values[found.known])
            sound = False
        values[found.known] = member
    if not sound or wanted is None or not values:
        return UNKNOWN
    if isinstance(wanted, Integer):
        numbers = [value for value in values if isinstance(value, int)]
        wanted = Integer(min(numbers), max(numbers))
    return Info(Several(wanted, len(values), len(values)))  # type: ignore[arg-type]  # the type of a value


def _member(c: Context, member: syntax.Expression, scope: Scope, wanted: Type | None) -> Info | None:
    """A member of a list; None and a problem if it has another type than the ones before, or is not known before play."""
    if isinstance(member, syntax.NoneLiteral):
        messages.none_listed(c, member)
        return None
    if wanted is None:
        c.want(member, "listed")
    with c.only_constants():
        info = (
            infer(c, member, scope)
            if wanted is None
            else value_of(c, member, scope, wanted, "a value of the list")
        )
    if isinstance(info.type, Unknown):
        return None
    if not info.fixed:
        types.not_constant(c, member, "this")
        return None
    return info


def _of(c: Context, node: syntax.Domain, scope: Scope) -> Type:
    """The type of the values of a list with `of`: faces of a kind that has faces, otherwise the elements of the domain."""
    kind = lookup.kind(c, node.text) if isinstance(node, syntax.Name) and node.text in c.book.kinds else None
    if kind is not None and kind.faces:
        return face_type(kind)
    info = domain_of(c, node, scope)
    several = as_several(c, info)
    if several is None or isinstance(several.of, Several):
        if not isinstance(info.type, Unknown):
            types.not_a_domain(c, node, info.type)
        return Unknown()
    return several.of


INFER[syntax.Listed] = infer_listed

"""The types of operators, literals and domains: one `infer_x` for each node."""

from __future__ import annotations

from typing import TypeGuard

from rulewright.checked.bindings import OPEN, DomainMeaning, Info, Open
from rulewright.checked.boards.questions import through
from rulewright.checked.context import Context
from rulewright.checked.expressions.names import is_bare_member
from rulewright.checked.expressions.narrowing import facts_when
from rulewright.checked.expressions.visibility import note_contents
from rulewright.checked.infer import (
    INFER,
    MOST_ELEMENTS,
    UNKNOWN,
    as_several,
    check_extent,
    condition,
    domain_of,
    fits,
    infer,
    integer,
    join,
    range_of,
)
from rulewright.checked.messages import types
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language import ranges
from rulewright.language.choices import how_many_sets
from rulewright.language.types import (
    HIGHEST,
    LOWEST,
    Board,
    Boolean,
    Enum,
    Face,
    Integer,
    Kind,
    Line,
    Nothing,
    Optional,
    Piece,
    Player,
    Several,
    Space,
    Team,
    Type,
    Unknown,
    Way,
    Zone,
)


def infer_number(c: Context, node: syntax.Number, scope: Scope, expected: Type | None) -> Info:
    if not LOWEST <= node.value <= HIGHEST:
        types.number_too_large(c, node, HIGHEST)
        return UNKNOWN
    return Info(Integer(node.value, node.value), node.value)


def infer_none(c: Context, node: syntax.NoneLiteral, scope: Scope, expected: Type | None) -> Info:
    return Info(Nothing(), None)


def infer_truth(c: Context, node: syntax.Truth, scope: Scope, expected: Type | None) -> Info:
    return Info(Boolean(), node.value)


def infer_if_else(c: Context, node: syntax.IfElse, scope: Scope, expected: Type | None) -> Info:
    test = condition(c, node.condition, scope, "the part after `if`")
    with c.behind(test.value):
        value = infer(c, node.value, scope.know(facts_when(c, node.condition, True)), expected)
    with c.behind(test.value is not True):
        denied = scope.know(facts_when(c, node.condition, False))
        other = infer(c, node.otherwise, denied, expected or value.type)
    joined = join(value.type, other.type)
    if joined is None:
        types.branches_differ(c, node, value.type, other.type)
        return UNKNOWN
    chosen = value if test.value is True else other if test.value is False else None
    fails = test.fails or value.fails or other.fails
    silent = value.silent or other.silent
    narrowed = value.narrowed or other.narrowed
    return Info(joined, chosen.value if chosen else OPEN, fails=fails, silent=silent, narrowed=narrowed)


def infer_and(c: Context, node: syntax.And, scope: Scope, expected: Type | None) -> Info:
    return _connected(c, node.items, scope, True)


def infer_or(c: Context, node: syntax.Or, scope: Scope, expected: Type | None) -> Info:
    return _connected(c, node.items, scope, False)


def _connected(c: Context, items: tuple[syntax.Expression, ...], scope: Scope, conjunction: bool) -> Info:
    """`and` (conjunction) and `or`: each item is narrowed by the items before it."""
    word = "and" if conjunction else "or"
    fails, values = False, []
    for item, before in zip(items, (None, *items), strict=False):
        if isinstance(before, syntax.Compare) and _is_listed(item, before, c):
            types.compared_once(c, item, before, word)
            return Info(Boolean(), fails=True)
        with c.behind((not conjunction) not in values):
            info = condition(c, item, scope, f"each side of `{word}`")
        fails = fails or info.fails
        values.append(info.value)
        scope = scope.know(facts_when(c, item, conjunction))
    decided: Open = OPEN
    if any(v is (not conjunction) for v in values):
        decided = not conjunction
    elif all(v is conjunction for v in values):
        decided = conjunction
    return Info(Boolean(), decided, fails=fails)


def _is_listed(
    item: syntax.Expression, before: syntax.Compare, c: Context
) -> TypeGuard[syntax.Number | syntax.Name]:
    """`pot == 1 or 2` and `suit == hearts or spades`: a second value to compare with."""
    if before.sign not in ("==", "!="):
        return False
    members = {member.id for enum in c.book.enums.values() for member in enum.members}
    return isinstance(item, syntax.Number) or (isinstance(item, syntax.Name) and item.text in members)


def infer_not(c: Context, node: syntax.Not, scope: Scope, expected: Type | None) -> Info:
    info = condition(c, node.operand, scope, "the operand of `not`")
    return Info(Boolean(), (not info.value) if info.fixed else OPEN, fails=info.fails)


def infer_compare(c: Context, node: syntax.Compare, scope: Scope, expected: Type | None) -> Info:
    left, right = _two_sides(c, node.left, node.right, scope, _accepts_none(node))
    equality = node.sign in ("==", "!=")
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return Info(Boolean(), fails=True)
    if join(left.type, right.type) is None or isinstance(left.type, (Kind, Board, Several)):
        types.cannot_compare(c, node, left.type, right.type)
        return Info(Boolean())
    if node.sign == "!=":
        _no_unequal_to_maybe_none(c, node, left, right)
    if not equality:
        for side, info in ((node.left, left), (node.right, right)):
            if isinstance(info.type, (Optional, Nothing)):
                types.maybe_none(c, side, info.type, f"`{node.sign}`")
            elif not isinstance(info.type, (Integer, Enum, Face)):
                types.no_order(c, node, info.type)
                break
    fails = left.fails or right.fails or (not equality and (left.silent or right.silent))
    return Info(Boolean(), _compared(node.sign, left, right), fails=fails)


def _accepts_none(node: syntax.Compare) -> bool:
    """Whether a comparison is meant for none too: `==`, and `!=` with none itself."""
    return node.sign == "==" or (
        node.sign == "!=" and any(isinstance(side, syntax.NoneLiteral) for side in (node.left, node.right))
    )


def _two_sides(
    c: Context, left: syntax.Expression, right: syntax.Expression, scope: Scope, none: bool = False
) -> tuple[Info, Info]:
    """Infer both sides, each of which may be none if that is meant; a bare member is inferred last, with the type of the other side
    expected."""
    one, other = (scope.welcoming(left), scope.welcoming(right)) if none else (scope, scope)
    if is_bare_member(c, left, scope) and not is_bare_member(c, right, scope):
        second = infer(c, right, other)
        return infer(c, left, one, second.type), second
    first = infer(c, left, one)
    return first, infer(c, right, other, first.type)


def _no_unequal_to_maybe_none(c: Context, node: syntax.Compare, left: Info, right: Info) -> None:
    """Report `!=` between a value that may be none and one that cannot be: it is unclear what is meant for none. A value that only
    a test shows not to be none is compared as it would be without the test."""
    for maybe, plain, side in ((left, right, node.left), (right, left, node.right)):
        plainly = (
            not isinstance(plain.type, (Optional, Nothing)) and not plain.narrowed and not plain.promised
        )
        if isinstance(maybe.type, Optional) and plainly:
            types.unequal_to_maybe_none(c, node, side)


def _compared(sign: str, left: Info, right: Info) -> Open:
    if left.fixed and right.fixed and not left.silent and not right.silent:
        one, other = left.value, right.value
        if sign == "==":
            return one == other
        if sign == "!=":
            return one != other
        if isinstance(one, int) and isinstance(other, int):
            return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[sign]
    return OPEN


def infer_in(c: Context, node: syntax.In, scope: Scope, expected: Type | None) -> Info:
    if is_bare_member(c, node.item, scope):
        domain = domain_of(c, node.domain, scope)
        item = infer(c, node.item, scope, domain.type.of if isinstance(domain.type, Several) else None)
    else:
        item = infer(c, node.item, scope.welcoming(node.item))
        domain = domain_of(c, node.domain, scope, item.type)
    if domain.meaning == DomainMeaning("number"):
        check_extent(c, node.domain, domain.type)
    if isinstance(domain.type, Several) and not fits(
        item.type.of if isinstance(item.type, Optional) else item.type, domain.type.of
    ):
        types.wrong_type(c, node.item, item.type, domain.type.of, "the left side of `in`")
    known: Open = OPEN
    if item.fixed and isinstance(node.domain, syntax.Range):
        low, high = c.infos[node.domain.low], c.infos[node.domain.high]
        if low.fixed and high.fixed and isinstance(item.value, int):
            known = range_of(low).low <= item.value <= range_of(high).high
    return Info(Boolean(), known, fails=item.fails or domain.fails)


def infer_before(c: Context, node: syntax.Before, scope: Scope, expected: Type | None) -> Info:
    left, right = _two_sides(c, node.left, node.right, scope)
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return Info(Boolean(), fails=True)
    for side, info in ((node.left, left), (node.right, right)):
        type_ = info.type
        if isinstance(type_, (Optional, Nothing)):
            types.maybe_none(c, side, type_, "`before`")
        elif isinstance(type_, Piece) and c.kinds[type_.kind].identical:
            types.before_of_alike(c, node, type_.kind)
            break
        elif not isinstance(type_, (Piece, Space, Line, Player, Team, Enum, Way)):
            types.not_before(c, side, type_)
            break
    else:
        if join(left.type, right.type) is None:
            types.before_of_different(c, node, left.type, right.type)
    known = left.value < right.value if _is_numbered(left) and _is_numbered(right) else OPEN  # type: ignore[operator]  # as tested
    return Info(Boolean(), known, fails=left.fails or right.fails)


def _is_numbered(info: Info) -> bool:
    return info.fixed and isinstance(info.value, int)


def infer_otherwise(c: Context, node: syntax.Otherwise, scope: Scope, expected: Type | None) -> Info:
    value = infer(c, node.value, scope.welcoming(node.value), expected)
    inner = value.type.of if isinstance(value.type, Optional) else value.type
    default = infer(c, node.default, scope, inner if not isinstance(inner, Nothing) else expected)
    if not isinstance(value.type, (Optional, Nothing, Unknown)) and not value.silent:
        types.never_none(c, node, value.type)
    joined = default.type if isinstance(inner, Nothing) else join(inner, default.type)
    if joined is None:
        types.branches_differ(c, node, inner, default.type)
        return UNKNOWN
    known: Open = OPEN
    if value.fixed:
        known = value.value if value.value is not None else default.value
    return Info(joined, known, fails=value.fails or default.fails, silent=default.silent)


def infer_range(c: Context, node: syntax.Range, scope: Scope, expected: Type | None) -> Info:
    if is_bare_member(c, node.low, scope) and is_bare_member(c, node.high, scope):
        first_of = infer(c, node.low, scope).type
        if isinstance(first_of, Enum):
            types.range_of_members(c, node, first_of.name)
            return UNKNOWN
    low = integer(c, node.low, scope, "the low end of a range")
    high = integer(c, node.high, scope, "the high end of a range")
    if isinstance(low.type, Unknown) or isinstance(high.type, Unknown):
        return UNKNOWN
    first, last = range_of(low), range_of(high)
    if low.fixed and high.fixed and first.low > last.high:
        if c.frozen or (_is_written(node.low) and _is_written(node.high)):
            types.empty_range(c, node, first.low, last.high)
        return Info(Several(Integer(last.high, first.low), 0))
    least, most = ranges.extent(first, last)
    return Info(
        Several(Integer(first.low, max(last.high, first.low)), most, least), fails=low.fails or high.fails
    )


def _is_written(node: syntax.Expression) -> bool:
    """Whether a bound is a literal number; a range such as `1..n` may well be empty at some tables."""
    return isinstance(node, syntax.Number) or (
        isinstance(node, syntax.Negative) and _is_written(node.operand)
    )


def infer_arithmetic(c: Context, node: syntax.Arithmetic, scope: Scope, expected: Type | None) -> Info:
    left = infer(c, node.left, scope)
    right = infer(c, node.right, scope)
    if node.sign == "+" and (_is_group(left.type) or _is_group(right.type)):
        return _joined_domain(c, node, left, right, scope)
    fails = left.fails or right.fails or left.silent or right.silent
    for side, info in ((node.left, left), (node.right, right)):
        if not isinstance(info.type, (Integer, Unknown)):
            if isinstance(info.type, (Optional, Nothing)):
                types.maybe_none(c, side, info.type, f"`{node.sign}`")
            else:
                types.no_number(c, node, side, left.type, right.type)
                return UNKNOWN
            return Info(Integer(), fails=True)
    if isinstance(left.type, Unknown) and isinstance(right.type, Unknown) and node.sign == "+":
        return UNKNOWN  # numbers or zones
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return Info(Integer(), fails=True)
    return _calculated(c, node, left, right, fails)


def _is_group(type_: Type) -> bool:
    return isinstance(type_, (Zone, Kind, Board, Player, Several, Piece)) and not (
        isinstance(type_, Several) and isinstance(type_.of, (Integer, Boolean))
    )


def _joined_domain(c: Context, node: syntax.Arithmetic, left: Info, right: Info, scope: Scope) -> Info:
    parts = []
    for side, info in ((node.left, left), (node.right, right)):
        part = as_several(c, info)
        if part is None:
            types.nothing_to_join(c, node, side, left.type, right.type)
            return UNKNOWN
        if isinstance(info.type, (Zone, Kind)):
            note_contents(c, side, scope)
        parts.append(part)
    joined = join(parts[0].of, parts[1].of)
    if joined is None:
        types.branches_differ(c, node, left.type, right.type)
        return UNKNOWN
    most = parts[0].most + parts[1].most
    kind = c.kinds.get(joined.kind) if isinstance(joined, Piece) else None
    return Info(Several(joined, min(most, kind.pieces) if kind else most), fails=left.fails or right.fails)  # type: ignore[arg-type]  # joins of values


def _calculated(c: Context, node: syntax.Arithmetic, left: Info, right: Info, fails: bool) -> Info:
    one, other = range_of(left), range_of(right)
    if node.sign in ("div", "mod") and other.low <= 0 <= other.high:
        if other.low == other.high:
            types.division_by_zero(c, node)
        fails = True
    low, high = ranges.bounds(node.sign, one, other)
    if low > HIGHEST or high < LOWEST:
        if c.unreached:
            return Info(Integer(), fails=True)
        types.leaves_range(c, node)
        return Info(Integer(), fails=True)
    fails = fails or low < LOWEST or high > HIGHEST
    result = Integer(*ranges.clipped((low, high)))
    exact = result.low if left.fixed and right.fixed and result.low == result.high else OPEN
    return Info(result, exact, fails=fails)


def infer_negative(c: Context, node: syntax.Negative, scope: Scope, expected: Type | None) -> Info:
    info = integer(c, node.operand, scope, "the operand of `-`")
    low, high = ranges.bounds("-", ranges.FALSE, range_of(info))
    return Info(Integer(low, high), low if info.fixed else OPEN, fails=info.fails)


def infer_through(c: Context, node: syntax.Through, scope: Scope, expected: Type | None) -> Info:
    return through(c, node, scope)


def infer_or_none(c: Context, node: syntax.OrNone, scope: Scope, expected: Type | None) -> Info:
    inner = domain_of(c, node.domain, scope)
    if not isinstance(inner.type, Several):
        return UNKNOWN
    if isinstance(inner.type.of, Several):
        types.set_or_none(c, node)
        return inner
    return Info(
        Several(Optional(inner.type.of), inner.type.most + 1, inner.type.least + 1), fails=inner.fails
    )


def infer_some_of(c: Context, node: syntax.SomeOf, scope: Scope, expected: Type | None) -> Info:
    pool = domain_of(c, node.pool, scope)
    if not isinstance(pool.type, Several):
        return UNKNOWN
    if not isinstance(pool.type.of, Piece):
        types.some_of_no_pieces(c, node, pool.type)
        return UNKNOWN
    least, most, fails = 1, pool.type.most, pool.fails
    if node.counts is not None:
        counts = infer(c, node.counts, scope)
        if isinstance(counts.type, Several) and isinstance(counts.type.of, Integer):
            least, most = max(counts.type.of.low, 0), min(counts.type.of.high, most)
        elif isinstance(counts.type, Integer):
            least, most = max(counts.type.low, 0), min(counts.type.high, most)
        else:
            types.wrong_type(c, node.counts, counts.type, Integer(), "the number before `of`")
        fails = fails or counts.fails
    return Info(Several(Several(pool.type.of, most, least), 2**31), fails=fails)


def number_of_sets(c: Context, node: syntax.SomeOf, sets: Several, times: int) -> int:
    """How many sets a clause goes through at most, after `infer_some_of`; reports it if they are too many, `times` over."""
    pool = as_several(c, c.infos[node.pool])
    there = min(pool.most, 2 * MOST_ELEMENTS) if pool is not None else 0
    most = how_many_sets([1] * there, sets.least, sets.most)
    if most * times > MOST_ELEMENTS:
        sizes = range(sets.least, sets.most)
        fitting = [k for k in sizes if how_many_sets([1] * there, sets.least, k) * times <= MOST_ELEMENTS]
        types.too_many_sets(c, node, most * times, f"{sets.least}..{fitting[-1]}" if fitting else "")
    return most


INFER.update(
    {
        syntax.Number: infer_number,
        syntax.NoneLiteral: infer_none,
        syntax.Truth: infer_truth,
        syntax.IfElse: infer_if_else,
        syntax.And: infer_and,
        syntax.Or: infer_or,
        syntax.Not: infer_not,
        syntax.Compare: infer_compare,
        syntax.In: infer_in,
        syntax.Before: infer_before,
        syntax.Otherwise: infer_otherwise,
        syntax.Range: infer_range,
        syntax.Arithmetic: infer_arithmetic,
        syntax.Negative: infer_negative,
        syntax.Through: infer_through,
        syntax.OrNone: infer_or_none,
        syntax.SomeOf: infer_some_of,
    }
)

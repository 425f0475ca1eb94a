"""Messages about proofs: what never or always holds, why, and the consequences."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.expression import nodes as syntax
from rulewright.language.directions import WAYS
from rulewright.language.ranges import MOST_LISTED, Values
from rulewright.language.types import (
    HIGHEST,
    LOWEST,
    Boolean,
    Enum,
    Face,
    Optional,
    Piece,
    Player,
    Team,
    Type,
    Way,
)
from rulewright.problems.problem import Note, Problem
from rulewright.problems.templates import Parts, message
from rulewright.proofs.evidence import Evidence, Leaf
from rulewright.proofs.money import Amount
from rulewright.proofs.position import place_of
from rulewright.proofs.sites import Site
from rulewright.proofs.table_rows import Row
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

MOST_WRITES = 3
"""The greatest number of effects that write a variable to be shown."""


def constant(evidence: Evidence, site: Site, holds: bool, root: Site | None) -> Problem:
    """A condition that always or never holds; `root` is the whole condition if it is constant because of this part."""
    text = _quoted(site.node.span)
    together = len(evidence.truth.get(site.place, ())) == 2
    leaves = list(evidence.leaves.get(site.place, {}).values())
    label = "" if together else " and ".join(_can_be(leaf) for leaf in leaves[:3] if _is_told(leaf))
    if together:
        label = "never, together with the conditions above it"
    follows = _follows(site, holds)
    if root is not None:
        follows += "; " + _follows(root, evidence.truth.get(root.place) == {True})
    wider = "".join(
        _wider(evidence, site.node, leaf) or _with_none(evidence, site.node, leaf) for leaf in leaves[:1]
    )
    follows = f"{wider}; as it is, {follows.removeprefix('so ')}" if wider else follows
    said = f"{text} {'always holds' if holds else 'never holds'}"
    if not holds and (root or site).role == "end":
        code = "end-never-comes"
    else:
        code = "always-true" if holds else "always-false"
    return Problem(
        code, said, site.node.span, "warning", label, tuple(_notes(evidence, leaves)), follows, site.path
    )


def _follows(site: Site, holds: bool) -> str:
    """The consequence of a constant condition for its owner."""
    match site.role:
        case "condition":
            name = site.owner.id
            return (
                f"so it forbids nothing, and `{name}` does not need it"
                if holds
                else f"so `{name}` is never allowed"
            )
        case "trigger":
            return "so it is not needed" if holds else f"so `{site.owner.id}` never happens"
        case "end":
            return (
                "so the game ends as soon as it is checked" if holds else "so the game never ends in this way"
            )
        case "if":
            if not holds:
                return "so what is under `do` never happens"
            return "so what is under `else` never happens" if site.owner.else_ else "so it is not needed"
        case "case":
            return "so nothing below this case is ever used" if holds else "so this case is never used"
        case "definition":
            return f"so `{site.owner.id}` says nothing"
        case "preference":
            name = site.owner.action.id
            return (
                f"so `{name}` is always worth the same" if holds else f"so `{name}` is always the last resort"
            )
        case "invariant":
            return "so play fails as soon as it is checked"
        case "choice":
            return f"so it is always {_quoted((site.owner.value if holds else site.owner.otherwise).span)}"
        case "filter":
            return "so it leaves nothing out" if holds else "so it leaves nothing over"
        case "part":
            word = "and" if isinstance(site.owner, syntax.And) else "or"
            decides = holds == (word == "or")
            whole = "always" if holds else "never"
            return (
                f"so all that `{word}` joins {whole} holds"
                if decides
                else f"so this part of `{word}` has no effect"
            )


def _wider(evidence: Evidence, node: syntax.Node, leaf: Leaf) -> str:
    """Help for `rolls < 4` where `rolls` is declared as `0..3`: an author who compares with the next value may want a wider range."""
    variable = next((b.variables[leaf.name] for b in evidence.books if leaf.name in b.variables), None)
    range_ = variable.type if variable is not None else None
    if not isinstance(node, syntax.Compare) or not isinstance(range_, syntax.Range):
        return ""
    asked = next((side for side in (node.left, node.right) if isinstance(side, syntax.Number)), None)
    low, high = range_.low, range_.high
    if asked is None or not (isinstance(low, syntax.Number) and isinstance(high, syntax.Number)):
        return ""
    if asked.value not in (low.value - 1, high.value + 1):
        return ""
    wider = f"{min(low.value, asked.value)}..{max(high.value, asked.value)}"
    said = f"`type: {wider}`"
    if node.span.source != range_.span.source:
        said = f"`change: {{variables: {{{leaf.name}: {{type: {wider}}}}}}}`"
    return f"if `{leaf.name}` should reach {asked.value}, declare it wider: {said}"


def _with_none(evidence: Evidence, node: syntax.Node, leaf: Leaf) -> str:
    """Help for `led == none` where `led` always has a value: its type may lack `or none`."""
    variable = next((b.variables[leaf.name] for b in evidence.books if leaf.name in b.variables), None)
    asks = isinstance(node, syntax.Compare) and any(
        isinstance(side, syntax.NoneLiteral) for side in (node.left, node.right)
    )
    if variable is None or not asks or isinstance(variable.type, syntax.OrNone):
        return ""
    return f"if `{leaf.name}` may have no value, declare it as `{variable.type.span.text} or none`"


def _is_told(leaf: Leaf) -> bool:
    """Whether the values of a part explain anything."""
    plain = leaf.type.of if isinstance(leaf.type, Optional) else leaf.type
    return not isinstance(plain, Piece) or leaf.values.empty or not leaf.values.none


def _can_be(leaf: Leaf) -> str:
    """`pot` can only be 0."""
    return f"`{_short(leaf.text)}` {_possible(leaf.values, leaf.type)}"


def _possible(values: Values, type_: Type | None) -> str:
    plain = type_.of if isinstance(type_, Optional) else type_
    if values.empty:
        return "is always none here" if values.none else "has no value here"
    if isinstance(plain, Piece):
        return "is never none here"
    if isinstance(plain, Boolean) and values.size == 1 and not values.none:
        return f"is always {_words(values, type_)} here"
    bounded = values.low > LOWEST and values.high < HIGHEST and not isinstance(plain, Boolean)
    return f"{'can only be' if bounded else 'is'} {_words(values, type_)} here"


def _words(values: Values, type_: Type | None) -> str:
    """Values as people say them: `0 to 24`, `wild or furious`, `at least 3 or none`."""
    plain = type_.of if isinstance(type_, Optional) else type_
    if values.empty:
        return "none" if values.none else "nothing"
    none = " or none" if values.none else ""
    if isinstance(plain, Boolean):
        return ("true or false" if values.size > 1 else "true" if values.low else "false") + none
    if isinstance(plain, Piece):
        return f"some piece{none}"
    named = isinstance(plain, Enum | Face | Player | Team | Way) and values.size <= MOST_LISTED
    if named or values.size == 1 or (values.few is not None and values.size <= 4):
        return " or ".join(_shown(each, plain) for each in values.all()) + none
    if values.low <= LOWEST:
        return ("any number" if values.high >= HIGHEST else f"at most {values.high}") + none
    return (f"at least {values.low}" if values.high >= HIGHEST else f"{values.low} to {values.high}") + none


def _shown(value: int, type_: Type | None) -> str:
    match type_:
        case Enum(members=members) | Face(members=members) if 0 <= value < len(members):
            return members[value]
        case Player():
            return f"seat({value + 1})"
        case Team():
            return f"team {value + 1}"
        case Way() if value < len(WAYS):
            return WAYS[value]
        case _:
            return str(value)


def _notes(evidence: Evidence, leaves: Sequence[Leaf]) -> list[Note]:
    """Notes on the origins of the values of variables."""
    notes: list[Note] = []
    named: set[str] = set()
    for leaf in leaves:
        if leaf.name in named:
            continue
        named.add(leaf.name)
        variable = next((b.variables[leaf.name] for b in evidence.books if leaf.name in b.variables), None)
        zone = next((b.zones[leaf.name] for b in evidence.books if leaf.name in b.zones), None)
        if variable is not None and leaf.name in evidence.wrote:
            notes += _history(evidence, leaf, variable)
        elif zone is not None and _is_empty(leaf):
            notes.append(Note(zone.span, f"there is never anything in `{leaf.name}`"))
    return notes


def _is_empty(leaf: Leaf) -> bool:
    """Whether a part counts pieces, and the count is always 0."""
    if isinstance(leaf.type, Boolean):
        return leaf.text.endswith(".empty") and not leaf.values.holds(0)
    return leaf.values.high == 0


def _history(evidence: Evidence, leaf: Leaf, variable: rulebook.Variable) -> list[Note]:
    wrote = evidence.wrote[leaf.name]
    start = f"as {_words(wrote.start, leaf.type)}"
    if not wrote.by:
        return [Note(variable.span, f"`{leaf.name}` begins {start}, and nothing sets it")]
    notes = [Note(variable.span, f"`{leaf.name}` begins {start}")]
    writes = sorted(wrote.by.items(), key=lambda each: (each[0].file, each[0].start))
    for span, values in writes[:MOST_WRITES]:
        notes.append(Note(span, f"here it becomes {_words(values, leaf.type)}"))
    return notes


@message
def never_ends(evidence: Evidence, book: rulebook.Rulebook) -> Parts:
    """A game that cannot be ended by any of its ends."""
    where = f"`{book.name}`" + (f" in the variant `{book.variant}`" if book.variant else "")
    ends = list(book.ends.values())
    notes = tuple(_never(evidence, end.when.span) for end in ends if end.when is not None)
    return {
        "where": where,
        "place": ends[0].span if ends else book.span,
        "label": "none of the ends can come" if len(ends) > 1 else "this end can never come",
        "notes": notes,
    }


def _never(evidence: Evidence, span: Span) -> Note:
    """A condition that never holds, and why."""
    place = place_of(span)
    leaves = evidence.leaves.get(place, {}).values()
    site = evidence.sites.get(place)
    if site is not None and any(_with_none(evidence, site.node, leaf) for leaf in leaves):
        return Note(span, "this never holds: what is compared here is declared without `or none`")
    why = " and ".join(_can_be(leaf) for leaf in leaves if _is_told(leaf))
    return Note(span, f"this never holds: {why}" if why else "this never holds")


@message
def nobody_can_act(evidence: Evidence, phase: rulebook.Phase, causes: Sequence[Span]) -> Parts:
    """A phase that is entered and in which no action can be legal."""
    names = ", ".join(f"`{name}`" for name in phase.actions) or "nothing"
    return {"names": names, "notes": tuple(_never(evidence, span) for span in causes)}


@message
def never_offered(action: rulebook.Action, span: Span) -> Parts:
    """An action with a choice that never offers anything."""
    domain = next((p.domain for p in action.choose if p.span == span), None)
    what = _quoted(domain.span) if domain is not None else "what can be chosen"
    return {"what": what}


@message
def cannot_be_paid(amount: Amount) -> Parts:
    """An amount of money that is no multiple of the smallest coin."""
    variable = amount.variable
    smallest = variable.denominations[-1]
    what = _words(amount.values, None)
    text = _quoted(amount.span)
    return {
        "text": f"no coins of `{variable.id}` add up to {what}",
        "label": f"no multiple of `{smallest.worth.span.text}`" if text == f"`{what}`" else f"is {what} here",
        "path": variable.path,
        "notes": (Note(smallest.span, "the smallest denomination"),),
    }


@message
def phase_never_entered(phase: rulebook.Phase) -> None: ...


@message
def phase_never_left(phase: rulebook.Phase) -> None: ...


@message
def case_never_reached(case: Span, subject: Span, path: str) -> Parts:
    return {"text": f"this case is never used: {_quoted(subject)} is never `{_short(case.text)}`"}


@message
def row_never_asked(row: Row) -> Parts:
    low, high = row.asked.low, row.asked.high
    asked = str(low) if low == high else f"{low} to {high}"
    return {"asked": asked}


def _quoted(span: Span) -> str:
    return f"`{_short(' '.join(span.text.split()))}`"


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."

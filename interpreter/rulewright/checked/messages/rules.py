"""The checker's messages about rules and effects: the acting player, visibility, places that are written."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.bindings import Read
from rulewright.checked.context import Context
from rulewright.checked.messages import related_places
from rulewright.checked.messages.types import Spanned, declared_note, listed, reported, words_of
from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import TURN_ENDS
from rulewright.language.effects import VERBS
from rulewright.language.types import (
    Type,
    Unknown,
)
from rulewright.problems.fix import renamed, rewritten
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.problems.quoting import counted
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

AFTER_TURN = "this end has no `after`, so it is checked for all players"
"""The reason why an end has no acting player."""
LEGALITY = (
    "legality may depend only on what the acting player sees. Effects may use everything, and the number of "
    "pieces is always visible"
)
"""The help that says what legality may depend on."""


def nobody_acts(c: Context, node: Spanned, reason: str) -> None:
    c.report(
        "nobody-acts",
        node.span,
        f"no player is acting here: {reason}",
        label="who?",
        help=_who_instead(node, reason),
    )


def _who_instead(node: Spanned, reason: str) -> str:
    """The help for a place without an acting player."""
    text = node.span.text
    if reason == AFTER_TURN and text == "me":
        return "add `after: ACTION`, and `me` is the player who did it; or say which player: `seat(1)`, or `p` in `for p in players`"
    match node:
        case rulebook.RunStep(step=step):
            return (
                f"`{step}` uses `me`: give it a player, `of: {{p: players}}`, and run it `for: p in players`"
            )
        case rulebook.EndTurn() | rulebook.ExtraTurn() | rulebook.TurnOf():
            return "leave it out: no turn is in progress; the next player is set under `turns:` (`first`, `next`)"
        case syntax.Call(arguments=(syntax.Name(text=action), *_)):
            return f"say who, for instance `any(can({action}, p) for p in players)`"
        case _:
            return f"instead of `{text}`, say which player: `seat(1)`, or `p` in `for p in players`"


def definition_needs_me(c: Context, node: syntax.Node, name: str, reason: str) -> None:
    way = f"write `p` for `me` in it, give it `of: {{p: players}}`, and ask it of a player: `p.{name}`"
    reader = related_places.invariant_around(c, node.span)
    if reader is not None:
        way = (
            f"the invariant `{reader}` reads it: {way}; or take the invariant out (a house rule with `remove: [invariants.{reader}]`), "
            "and put what is to follow from it under `as_soon_as:`, where `me` is known"
        )
    c.report(
        "nobody-acts",
        node.span,
        f"`{name}` uses `me`, and no player is acting here: {reason}",
        notes=related_places.where_me_is(c, name),
        help=way,
    )


@reported
def game_alone(c: Context, node: syntax.Name) -> None: ...


@reported
def game_only_in_examples(c: Context, node: syntax.Attribute) -> None: ...


def hidden_read(c: Context, read: Read, seen_by: str, rule: str, why: str) -> None:
    zone = c.book.zones.get(read.name) or c.book.variables.get(read.name)
    notes = (Note(zone.span, f"seen by {seen_by}"),) if zone is not None else ()
    whom = {"nobody": "nobody may see", "owner": "only its owner may see", "team": "only its team may see"}[
        seen_by
    ]
    c.report(
        "hidden-from-actor",
        read.node.span,
        f"{rule} looks at `{read.name}`, which {whom}",
        label="the acting player may not see this",
        notes=notes,
        help=why,
    )


@reported
def cannot_write(c: Context, node: syntax.Expression, what: str) -> None: ...


def only_variables_swap(c: Context, node: syntax.Expression) -> None:
    c.report(
        "cannot-write",
        node.span,
        f"`{node.span.text}` cannot be swapped",
        label="not a variable",
        help="`swap` exchanges the values of two variables; write `let` and two `set` for what pieces show",
    )


def not_a_zone(c: Context, node: syntax.Expression, type_: Type, role: str) -> None:
    if not isinstance(type_, Unknown):
        c.report("not-a-zone", node.span, f"{role} must be a zone", label=words_of(type_),
                 notes=related_places.origin(c, node))  # fmt: skip


def not_pieces(c: Context, node: syntax.Expression, type_: Type, role: str) -> None:
    if not isinstance(type_, Unknown):
        c.report(
            "not-pieces",
            node.span,
            f"{role} needs pieces",
            label=words_of(type_),
            notes=related_places.origin(c, node),
            help="name a piece, a set of pieces, a zone or a kind",
        )


@reported
def no_faces(c: Context, node: syntax.Expression, kind: str) -> None: ...


@reported
def wrong_kind(c: Context, node: syntax.Node, actual: str, wanted: str) -> None: ...


@reported
def needs_from(c: Context, span: Span, kind: str) -> None: ...


@reported
def number_alone(c: Context, node: syntax.Number, kind: str) -> None: ...


@reported
def from_not_needed(c: Context, node: syntax.Expression) -> None: ...


@reported
def looks_differ(c: Context, node: syntax.Expression, zone: str) -> None: ...


@reported
def not_kept(c: Context, node: syntax.Expression) -> None: ...


def unknown_phase(c: Context, span: Span, name: str) -> None:
    near = nearest(name, list(c.book.phases))
    c.report(
        "unknown-phase",
        span,
        f"there is no phase called `{name}`",
        label="not a phase",
        notes=related_places.meant(c, near, related_places.spans(c.book.phases)),
        help=f"did you mean `{near}`?" if near else f"phases are {listed(list(c.book.phases))}",
        fix=renamed(span, c.book.phases, ()),
    )


@reported
def never_shown(c: Context, span: Span, kind: str, low: int, high: int) -> None: ...


def given_for_whom(c: Context, given: rulebook.Given, name: str, one: str) -> None:
    value = given.value.span.text if isinstance(given.value, document.Scalar) else "..."
    c.report(
        "whose",
        given.place.span,
        f"whose `{name}` is meant?",
        label="each of the teams has one" if one == "team" else "each of the players has one",
        notes=declared_note(c, name, "declared here"),
        help=f"write `{one}(1).{name}: {value}`",
    )


def given_for_nobody(c: Context, key: document.Scalar, name: str, one: str) -> None:
    whom = "team" if one == "team" else "player"
    c.report(
        "whose",
        key.span,
        f"`{key.text}` is not a {whom}",
        label=f"whose `{name}` is meant?",
        help=f"write `{one}(1).{name}: ...`, or {{{one}(1): ..., {one}(2): ...}} for several",
    )


def unknown_step(c: Context, effect: rulebook.RunStep) -> None:
    if effect.step in VERBS:
        _effect_as_step(c, effect)
        return
    span, name = effect.step_span, effect.step
    known = [*c.book.steps, "end_turn", "extra_turn"]
    near = nearest(name, known)
    told = _else_than_a_step(c, name)
    c.report(
        "unknown-step",
        span,
        f"there is no step called `{name}`",
        label="not a step",
        notes=() if told else related_places.meant(c, near, related_places.spans(c.book.steps)),
        help=told or (f"did you mean `{near}`?" if near else _steps(c)),
        fix=renamed(span, known, ("end_turn", "extra_turn")) if not told else None,
    )


def _else_than_a_step(c: Context, name: str) -> str:
    """The help for an action, a phase, or a word for the end of a turn, that is written like a step."""
    if name in related_places.actions(c):
        return f"`{name}` is an action, which a player chooses; what several rules do belongs under `steps:`"
    if name in c.book.phases:
        return f"`{name}` is a phase: write `{{go: {name}}}`"
    if name.lower() in TURN_ENDS:
        return "write `end_turn`, which passes the turn on"
    return ""


def _steps(c: Context) -> str:
    names = list(c.book.steps)
    there = f"the steps are {listed(names)}" if names else "there are no `steps:` yet"
    return f"{there}; an effect begins with a verb, as in `{{set: pot, to: 0}}`"


def _effect_as_step(c: Context, effect: rulebook.RunStep) -> None:
    """`roll(dice)`: an effect that is written like a step, instead of `{roll: dice}`."""
    verb = VERBS[effect.step]
    alone = len(effect.arguments) == 1 and not verb.required
    meant = f"{{{effect.step}: {effect.arguments[0].span.text}}}" if alone else verb.example
    c.report(
        "unknown-step",
        effect.step_span,
        f"there is no step called `{effect.step}`, but an effect",
        label="not a step",
        help=f"write `{meant}`" if alone else f"write it as in `{meant}`",
        fix=rewritten(effect.span, meant) if alone and "," not in meant else None,
    )


@reported
def two_notes(c: Context, span: Span, first: Span, what: str) -> None: ...


@reported
def automatic_stays(c: Context, phase: rulebook.Phase) -> None: ...


@reported
def after_names_differ(c: Context, span: Span, name: str) -> None: ...


@reported
def result_without_players(c: Context, node: syntax.Expression) -> None: ...


@reported
def compares_nobody(c: Context, where: Span) -> None: ...


def gives_no_points(c: Context, where: Span, further: bool) -> None:
    c.report(
        "wrong-result",
        where,
        "`utility` has a second line, and every player gets one number"
        if further
        else "this gives nobody points",
        help="write one line: `highest X` gives each player X, and `lowest X` gives X with a minus; without `utility` a "
        "game is worth what its result is",
    )


def sum_out_of_reach(
    c: Context, node: syntax.Expression, value: int, low: int, high: int, points: Span
) -> None:
    players = counted(c.players, "player")
    c.report(
        "utility-sum",
        node.span,
        f"the points of {players} can never add up to {value}",
        label=f"is {value}",
        notes=(Note(points, f"the points of {players} add up to at least {low} and at most {high}"),),
        help="write what all players get together, however the game ends; `lowest X` gives X with a minus",
    )


@reported
def turn_never_ends(c: Context, phase: rulebook.Phase) -> None: ...


def unknown_condition(c: Context, span: Span, name: str, known: Sequence[str]) -> None:
    near = nearest(name, known)
    c.report(
        "unknown-condition",
        span,
        f"no action has a condition called `{name}`",
        label="unknown",
        notes=related_places.meant(c, near, related_places.conditions(c)),
        help=f"did you mean `{near}`?" if near else f"conditions are {listed(known)}" if known else "",
        fix=renamed(span, known, ()),
    )


def more_than_committing(c: Context, span: Span, action: str) -> None:
    c.report(
        "order-matters",
        span,
        f"`{action}` is secret, but this changes more than what `me` alone sees",
        label="not a hidden variable or zone of `me`",
        notes=_secret_note(c, action),
        help="change only values `per: players` with `seen_by: owner`, those of `me`; consequences of all choices belong in "
        "`as_soon_as`",
    )


@reported
def hidden_choice_is_named(c: Context, span: Span, action: str, chosen: str) -> None: ...


def looks_at_commitments(c: Context, span: Span, action: str) -> None:
    c.report(
        "order-matters",
        span,
        f"`{action}` is secret, but this looks at what others have chosen",
        label="players who choose later would know more",
        notes=_secret_note(c, action),
        help="look at it in `as_soon_as`, when all have chosen",
    )


def _secret_note(c: Context, action: str) -> tuple[Note, ...]:
    found = [phase.actions[action] for phase in c.book.phases.values() if action in phase.actions]
    return (
        (Note(found[0].span, "every action here is `secret: true`: choices are made at the same time"),)
        if found
        else ()
    )

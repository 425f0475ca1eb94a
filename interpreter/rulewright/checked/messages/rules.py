"""The checker's words about rules and effects: who acts, who sees what, what is written; one function a mistake."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.bindings import Read
from rulewright.checked.context import Context
from rulewright.checked.messages import related_places
from rulewright.checked.messages.types import Spanned, declared_note, listed, words_of
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

AFTER_TURN = "this end has no `after`, so it is asked whoever acts"
"""Why an end has no acting player."""
LEGALITY = (
    "what is legal may depend only on what the acting player sees; effects may look at everything. "
    "How many there are is always seen"
)
"""What a rule about legality may look at."""


def nobody_acts(c: Context, node: Spanned, reason: str) -> None:
    c.report(
        "nobody-acts",
        node.span,
        f"nobody is acting here: {reason}",
        label="who?",
        help=_who_instead(node, reason),
    )


def _who_instead(node: Spanned, reason: str) -> str:
    """How the place can do without the acting player."""
    text = node.span.text
    if reason == AFTER_TURN and text == "me":
        return "add `after: ACTION`, and `me` is whoever did it; or say which player: `seat(1)`, or `p` in `for p in players`"
    match node:
        case rulebook.RunStep(step=step):
            return (
                f"`{step}` uses `me`: give it a player, `of: {{p: players}}`, and run it `for: p in players`"
            )
        case rulebook.EndTurn() | rulebook.ExtraTurn() | rulebook.TurnOf():
            return "leave it out: no turn is on; who comes next stands under `turns:` (`first`, `next`)"
        case syntax.Call(arguments=(syntax.Name(text=action), *_)):
            return f"say who, for instance `any(can({action}, p) for p in players)`"
        case _:
            return f"in place of `{text}` say which player: `seat(1)`, or `p` in `for p in players`"


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
        f"`{name}` uses `me`, and nobody is acting here: {reason}",
        notes=related_places.where_me_is(c, name),
        help=way,
    )


def game_alone(c: Context, node: syntax.Name) -> None:
    c.report(
        "unknown-name", node.span, "`game` is only asked for something", help="`game.over` or `game.ended_by`"
    )


def game_only_in_examples(c: Context, node: syntax.Attribute) -> None:
    c.report(
        "only-in-examples", node.span, "a rule cannot know how the game ends", help="`game` is for examples"
    )


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


def cannot_write(c: Context, node: syntax.Expression, what: str) -> None:
    c.report(
        "cannot-write",
        node.span,
        f"{what} cannot be set",
        notes=related_places.origin(c, node),
        help="effects can set variables, and the face of a piece; pieces are moved with `move`",
    )


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


def no_faces(c: Context, node: syntax.Expression, kind: str) -> None:
    c.report(
        "no-faces",
        node.span,
        f"the pieces of `{kind}` have no faces to roll",
        notes=declared_note(c, kind, "declared without `faces`"),
        help="give the kind `faces`",
    )


def wrong_kind(c: Context, node: syntax.Node, actual: str, wanted: str) -> None:
    c.report("wrong-kind", node.span, f"this holds {actual}, and {wanted} are moved",
             help=f"name a zone that `holds: {wanted}`")  # fmt: skip


def needs_from(c: Context, span: Span, kind: str) -> None:
    c.report(
        "needs-from",
        span,
        f"{kind} are counted off here, from where?",
        label="`from` is missing",
        help="say the zone that they come from: `{move: ..., from: ZONE, to: ...}`",
    )


def number_alone(c: Context, node: syntax.Number, kind: str) -> None:
    c.report(
        "not-pieces",
        node.span,
        "`move` needs pieces, and this is only a number",
        label="of what?",
        help=f"write `{node.span.text} {kind}`",
        fix=rewritten(node.span, f"{node.span.text} {kind}"),
    )


def from_not_needed(c: Context, node: syntax.Expression) -> None:
    c.report(
        "needs-from", node.span, "a piece is moved from where it is", help="leave `from` out", warning=True
    )


def looks_differ(c: Context, node: syntax.Expression, zone: str) -> None:
    c.report(
        "which-pieces",
        node.span,
        f"which pieces? Those in `{zone}` may show different things",
        notes=declared_note(c, zone, "declared here"),
        help="choose them, `pick` one, or give the zone `order: shuffled` to draw at random",
    )


def not_kept(c: Context, node: syntax.Expression) -> None:
    c.report(
        "not-kept",
        node.span,
        "only a zone with `order: kept` can be shuffled",
        notes=related_places.origin(c, node),
        help="a zone with `order: shuffled` is always drawn from at random",
    )


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


def never_shown(c: Context, span: Span, kind: str, low: int, high: int) -> None:
    c.report(
        "outside-range",
        span,
        f"{kind} never show {span.text}",
        label=f"{low}..{high} is what they show",
        notes=declared_note(c, kind, "declared here"),
        help=f"write a number in {low}..{high}",
    )


def given_for_whom(c: Context, given: rulebook.Given, name: str, one: str) -> None:
    value = given.value.span.text if isinstance(given.value, document.Scalar) else "..."
    c.report(
        "whose",
        given.place.span,
        f"whose `{name}`?",
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
        label=f"whose `{name}`?",
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
    """An action, a phase, or a word for the end of a turn, written like a step."""
    if name in related_places.actions(c):
        return (
            f"`{name}` is an action, which a player chooses; what several rules do stands once under `steps:`"
        )
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
    """`roll(dice)`, which is no step but `{roll: dice}`."""
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


def two_notes(c: Context, span: Span, first: Span, what: str) -> None:
    c.report(
        "two-notes",
        span,
        f"two effects of one list say {what}",
        label="only this one would count",
        notes=(Note(first, "the first one"),),
        help="leave one of them out",
    )


def automatic_stays(c: Context, phase: rulebook.Phase) -> None:
    c.report(
        "automatic-stays",
        phase.span,
        f"the phase `{phase.id}` has a `do`, so it goes on by itself, and never says where to",
        help="end it with `{go: PHASE}`, `end_turn` or `{turn_of: PLAYER}`",
    )


def after_names_differ(c: Context, span: Span, name: str) -> None:
    c.report(
        "after-differs",
        span,
        f"`{name}` is not the same in all the actions of `after`",
        label="which one?",
        help=f"`{name}` has to stand in the same place of `choose`, with the same to choose from, in each of these actions; "
        "or write a rule for each action",
    )


def result_without_players(c: Context, node: syntax.Expression) -> None:
    c.report(
        "wrong-result",
        node.span,
        f"`{node.span.text}` compares nobody: it is not something that each player has",
        label="one for all",
        notes=related_places.origin(c, node),
        help="name a variable or zone with `per: players` (or `teams`), or a definition with `of: {p: players}`",
    )


def compares_nobody(c: Context, where: Span) -> None:
    c.report(
        "wrong-result",
        where,
        "this compares nobody, so it cannot decide who is ahead",
        help="only `highest X` and `lowest X` can stand in `standing`, and in a list of results, where the next decides ties",
    )


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


def turn_never_ends(c: Context, phase: rulebook.Phase) -> None:
    c.report(
        "turn-never-ends",
        phase.span,
        "nothing ends a turn, so only the first player ever plays",
        label="no `end_turn` in any rule",
        help="write `- end_turn` where a turn is over, in an action or in `as_soon_as`",
        warning=True,
    )


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
        f"`{action}` is secret, and this changes more than what `me` alone sees",
        label="not a hidden variable or zone of `me`",
        notes=_secret_note(c, action),
        help="change only what is `per: players` with `seen_by: owner`, of `me`; what follows when all have chosen belongs in "
        "`as_soon_as`",
    )


def hidden_choice_is_named(c: Context, span: Span, action: str, chosen: str) -> None:
    c.report(
        "hidden-choice-named",
        span,
        f"everybody hears which pieces `{action}` is about, although not everybody sees `{chosen}` before or after it",
        label="named to everybody with the move",
        help=f"is `secret: true` meant? Then the others hear only `{action}`",
        warning=True,
    )


def looks_at_commitments(c: Context, span: Span, action: str) -> None:
    c.report(
        "order-matters",
        span,
        f"`{action}` is secret, and this looks at what others have chosen before",
        label="whoever comes later would know more",
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

"""The checker's messages about rules and effects: the acting player, visibility, places that are written."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.bindings import Read
from rulewright.checked.context import Context
from rulewright.checked.messages import related_places
from rulewright.checked.messages.types import Spanned, listed, nearest_or, reported, spelled
from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import TURN_ENDS
from rulewright.language.effects import VERBS
from rulewright.language.types import (
    Type,
)
from rulewright.problems.fix import rewritten
from rulewright.problems.problem import Note
from rulewright.problems.quoting import counted
from rulewright.problems.templates import Parts
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

AFTER_TURN = "this end has no `after`, so it is checked for all players"
"""The reason why an end has no acting player."""
LEGALITY = (
    "legality may depend only on what the acting player sees. Effects may use everything, and the number of "
    "pieces is always visible"
)
"""The help that says what legality may depend on."""


AHEAD = (
    "`leaves` carries these effects out to find out what is legal, so they may depend only on what the acting player sees: "
    "otherwise the list of legal moves would reveal it"
)
"""The help that says what effects may depend on that are carried out to find out what is legal."""


@reported
def nobody_acts(c: Context, node: Spanned, reason: str) -> Parts:
    return {"help": _who_instead(node, reason)}


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


@reported
def definition_needs_me(c: Context, node: syntax.Node, name: str, reason: str) -> Parts:
    way = f"write `p` for `me` in it, give it `of: {{p: players}}`, and ask it of a player: `p.{name}`"
    reader = related_places.invariant_around(c, node.span)
    if reader is not None:
        way = (
            f"the invariant `{reader}` reads it: {way}; or take the invariant out (a house rule with `remove: [invariants.{reader}]`), "
            "and put what is to follow from it under `as_soon_as:`, where `me` is known"
        )
    return {"notes": related_places.where_me_is(c, name), "help": way}


@reported
def game_alone(c: Context, node: syntax.Name) -> None: ...


@reported
def game_only_in_examples(c: Context, node: syntax.Attribute) -> None: ...


@reported
def hidden_read(c: Context, read: Read, seen_by: str, rule: str, why: str) -> Parts:
    return {"whom": WHOM[seen_by], "notes": _seen_by(c, read, seen_by)}


@reported
def hidden_noted(c: Context, read: Read, seen_by: str, declared: rulebook.NotedPosition) -> Parts:
    return {"whom": WHOM[seen_by], "notes": _seen_by(c, read, seen_by)}


WHOM = {"nobody": "nobody may see", "owner": "only its owner may see", "team": "only its team may see"}
"""Of what is hidden, by its `seen_by`."""


def _seen_by(c: Context, read: Read, seen_by: str) -> tuple[Note, ...]:
    place = c.book.zones.get(read.name) or c.book.variables.get(read.name)
    return (Note(place.span, f"seen by {seen_by}"),) if place is not None else ()


@reported
def not_a_position(c: Context, node: syntax.Call, given: syntax.Expression | None) -> Parts:
    names, named = list(c.book.positions), given.text if isinstance(given, syntax.Name) else ""
    text = f"there is no position called `{named}`" if named else "`times` takes the name of a position"
    if not names:
        return {"text": text, "help": "declare what is noted: `positions: {stood: {of: board, most: 500}}`"}
    return {"text": text, "help": nearest_or(named, names, f"positions are {listed(names)}")}


@reported
def cannot_note(c: Context, node: syntax.Expression, declared: rulebook.NotedPosition, what: str) -> None: ...


@reported
def cannot_note_value(
    c: Context, node: syntax.Expression, declared: rulebook.NotedPosition, type_: Type
) -> None: ...


@reported
def next_needs_position(c: Context, read: Read, declared: rulebook.NotedPosition) -> None: ...


@reported
def too_many_notes(c: Context, declared: rulebook.NotedPosition, most: int) -> None: ...


@reported
def chance_ahead(c: Context, span: Span, asker: Span) -> None: ...


@reported
def secret_afterwards(c: Context, span: Span, action: str) -> None: ...


@reported
def unchanged_by_action(c: Context, node: syntax.Expression, action: str, condition: str) -> None: ...


@reported
def cannot_write(c: Context, node: syntax.Expression, what: str) -> None: ...


@reported
def only_variables_swap(c: Context, node: syntax.Expression) -> None: ...


@reported
def not_a_zone(c: Context, node: syntax.Expression, type_: Type, role: str) -> None: ...


@reported
def not_pieces(c: Context, node: syntax.Expression, type_: Type, role: str) -> None: ...


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
def not_kept(c: Context, node: syntax.Expression, done: str) -> None: ...


@reported
def unknown_phase(c: Context, span: Span, name: str) -> Parts:
    phases = c.book.phases
    return spelled(
        c, name, span, phases, related_places.spans(phases), lambda: f"phases are {listed(list(phases))}"
    )


@reported
def never_shown(c: Context, span: Span, kind: str, low: int, high: int) -> None: ...


@reported
def given_for_whom(c: Context, given: rulebook.Given, name: str, one: str) -> Parts:
    value = given.value.span.text if isinstance(given.value, document.Scalar) else "..."
    return {"all": "teams" if one == "team" else "players", "value": value}


@reported
def given_for_nobody(c: Context, key: document.Scalar, name: str, one: str) -> Parts:
    return {"whom": "team" if one == "team" else "player"}


def unknown_step(c: Context, effect: rulebook.RunStep) -> None:
    (_effect_as_step if effect.step in VERBS else _no_step)(c, effect)


@reported
def _no_step(c: Context, effect: rulebook.RunStep) -> Parts:
    name, own = effect.step, ("end_turn", "extra_turn")
    known, places, instead = (
        [*c.book.steps, *own],
        related_places.spans(c.book.steps),
        _else_than_a_step(c, name),
    )
    return spelled(c, name, effect.step_span, known, places, lambda: _steps(c), built_in=own, instead=instead)


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


@reported
def _effect_as_step(c: Context, effect: rulebook.RunStep) -> Parts:
    """`roll(dice)`: an effect that is written like a step, instead of `{roll: dice}`."""
    verb = VERBS[effect.step]
    alone = len(effect.arguments) == 1 and not verb.required
    meant = f"{{{effect.step}: {effect.arguments[0].span.text}}}" if alone else verb.example
    return {
        "help": f"write `{meant}`" if alone else f"write it as in `{meant}`",
        "fix": rewritten(effect.span, meant) if alone and "," not in meant else None,
    }


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


@reported
def gives_no_points(c: Context, where: Span, further: bool) -> Parts:
    return {
        "text": "`utility` has a second line, and every player gets one number"
        if further
        else "this gives nobody points"
    }


@reported
def sum_out_of_reach(
    c: Context, node: syntax.Expression, value: int, low: int, high: int, points: Span
) -> Parts:
    return {"players": counted(c.players, "player")}


@reported
def worth_below_zero(c: Context, node: syntax.Expression, low: int) -> Parts:
    text = " ".join(node.span.text.split())
    return {"help": f"write `max(0, {text})`"}


@reported
def worth_beside_utility(c: Context, node: syntax.Expression, utility: Span) -> None: ...


@reported
def worth_of_a_draw(c: Context, node: syntax.Expression, draw: Span) -> None: ...


@reported
def turn_never_ends(c: Context, phase: rulebook.Phase) -> None: ...


@reported
def unknown_condition(c: Context, span: Span, name: str, known: Sequence[str]) -> Parts:
    places = related_places.conditions(c)
    return spelled(c, name, span, known, places, lambda: f"conditions are {listed(known)}" if known else "")


@reported
def more_than_committing(c: Context, span: Span, action: str) -> Parts:
    return {"notes": _secret_note(c, action)}


@reported
def hidden_choice_is_named(c: Context, span: Span, action: str, chosen: str) -> None: ...


@reported
def looks_at_commitments(c: Context, span: Span, action: str) -> Parts:
    return {"notes": _secret_note(c, action)}


def _secret_note(c: Context, action: str) -> tuple[Note, ...]:
    found = [phase.actions[action] for phase in c.book.phases.values() if action in phase.actions]
    words = "every action here is `secret: true`: choices are made at the same time"
    return tuple(Note(each.span, words) for each in found[:1])


@reported
def filter_has_its_id(c: Context, condition: rulebook.Condition, filter_: rulebook.Condition) -> Parts:
    return {"notes": (Note(filter_.holds.span, f"the filter of the choice `{filter_.id}`"),)}


@reported
def filter_says_it(c: Context, condition: rulebook.Condition, filter_: rulebook.Condition) -> Parts:
    return {"notes": (Note(filter_.holds.span, f"the filter of the choice `{filter_.id}`"),)}

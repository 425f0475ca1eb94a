"""What authors are told about the shape of a rulebook's parts: one function a mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.document import nodes as document
from rulewright.expression.words import RESERVED, is_taken
from rulewright.problems.fix import respelled, rewritten
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import listed, shortened
from rulewright.rulebook.assignments import Assignment
from rulewright.source.text import Span


def wrong_shape(node: document.Node, expected: str) -> Problem:
    found = {document.Scalar: "a single value", document.Sequence: "a list", document.Mapping: "a mapping"}
    return Problem(
        "wrong-shape",
        f"{expected} is expected here, not {found[type(node)]}",
        _beginning(node.span),
        help="a comma, a bracket or a colon inside { } may have cut a text in two: write it on lines of its own"
        if isinstance(node, document.Mapping)
        else "",
    )


def no_phase(span: Span) -> Problem:
    return Problem(
        "missing-key",
        "a game needs at least one phase",
        span,
        label="nothing here",
        help="what a player may do stands in one: `phases: {turn: {actions: {pass: {do: [end_turn]}}}}`",
    )


def no_preference(span: Span, strategy: str) -> Problem:
    return Problem(
        "missing-key",
        f"the strategy `{strategy}` prefers nothing",
        span,
        label="nothing here",
        help="name at least one action, and how much it is worth: `prefer: {hold: pot >= 20}`",
    )


def nothing_written(span: Span, expected: str) -> Problem:
    return Problem(
        "null-value",
        f"nothing is written here; {expected} is expected",
        span,
        help="take the key away, or write something behind it",
    )


def unknown_key(key: document.Scalar, what: str, keys: Sequence[str]) -> Problem:
    near = nearest(key.text, keys)
    return Problem(
        "unknown-key",
        f"`{shortened(key.text)}` is nothing that {what} can say",
        key.span,
        label=f"did you mean `{near}`?" if near else "not known here",
        help=f"{what} can say {listed(keys)}",
        fix=respelled(key.span, keys),
    )


def missing_key(span: Span, what: str, key: str) -> Problem:
    return Problem("missing-key", f"{what} needs `{key}`", _beginning(span), label=f"`{key}` is missing")


def one_of_missing(span: Span, what: str, keys: Sequence[str]) -> Problem:
    needed = listed(keys, "or")
    return Problem("missing-key", f"{what} needs {needed}", _beginning(span), label="none of them is here")


def exclude_each_other(second: document.Scalar, keys: Sequence[str], what: str) -> Problem:
    return Problem(
        "excludes",
        f"{listed(keys)} exclude each other: {what} has one of them",
        second.span,
        label=f"`{keys[0]}` is there already",
    )


def needs_other_key(key: document.Scalar, other: str, what: str) -> Problem:
    return Problem(
        "missing-key",
        f"`{key.text}` needs `{other}` beside it in {what}",
        key.span,
        label=f"`{other}` is missing",
    )


def too_much_written(span: Span, most: int) -> Problem:
    return Problem(
        "too-large",
        f"the expressions of this rulebook have more than {most:,} characters",
        span,
        label="with this one",
    )


def not_a_name(scalar: document.Scalar, what: str) -> Problem:
    reserved = is_taken(scalar.text)
    owner = "the language" if scalar.text in RESERVED else "YAML"
    reason = f"a word of {owner}" if reserved else "no name"
    return Problem(
        "bad-name",
        f"`{shortened(scalar.text)}` is {reason}; the name of {what} is expected here",
        scalar.span,
        label="choose another name" if reserved else "not a name",
        help="names are letters, digits and `_`, and do not begin with a digit",
        fix=rewritten(scalar.span, scalar.text.replace("-", "_"))
        if re.fullmatch(r"[A-Za-z]\w*(?:-\w+)+", scalar.text, re.ASCII)
        else None,
    )


def not_among(scalar: document.Scalar, key: str, allowed: Sequence[str]) -> Problem:
    near = nearest(scalar.text, allowed)
    return Problem(
        "wrong-value",
        f"`{key}` cannot be `{shortened(scalar.text)}`",
        scalar.span,
        label=f"did you mean `{near}`?" if near else "",
        help=f"write {listed(allowed, 'or')}",
        fix=respelled(scalar.span, allowed),
    )


def faces_are_a_range(span: Span, meant: str) -> Problem:
    return Problem(
        "wrong-type",
        "`faces` says what the faces show, from the lowest number to the highest",
        span,
        label="not a range",
        help=f"write `{meant}`",
        fix=rewritten(span, meant),
    )


def not_a_whole_number(scalar: document.Scalar, what: str) -> Problem:
    return Problem("wrong-value", f"{what} is a whole number", scalar.span, label="not a whole number")


def not_numbers_of_players(span: Span, most: int, meant: str = "") -> Problem:
    """`meant` is the range that was surely meant."""
    return Problem(
        "wrong-value",
        "`players` says how many people can play",
        span,
        label=f"whole numbers from 1 to {most}",
        help=f"write `{meant}`" if meant else "write `4`, `2..6`, or a list such as [2, 3, 4, 6]",
        fix=rewritten(span, meant) if meant else None,
    )


def escaped_expression(span: Span) -> Problem:
    return Problem(
        "escaped-expression",
        "this expression is quoted in a way that changes its characters",
        span,
        label="read differently by YAML",
        help="take the quotes away, or write it as a block with `|` on the lines below",
    )


def case_without_when(span: Span) -> Problem:
    return Problem(
        "wrong-shape",
        "a case says `when` it counts and what it `is`",
        _beginning(span),
        label="`when` is missing",
        help="write {when: CONDITION, is: VALUE}, or give the definition a `by`",
    )


# ----------------------------------------------------------------------------------------------- effects


def effects_are_a_list(node: document.Node) -> Problem:
    return Problem(
        "effect-shape",
        "effects stand in a list",
        _beginning(node.span),
        label="one effect by itself",
        help="put `- ` before it, or [ ] around it",
    )


def unknown_effect(key: document.Scalar, verbs: Sequence[str]) -> Problem:
    near = nearest(key.text, verbs)
    return Problem(
        "unknown-effect",
        f"`{shortened(key.text)}` is no effect",
        key.span,
        label=f"did you mean `{near}`?" if near else "",
        help=f"effects are {listed(verbs)}; and as a text `end_turn`, `extra_turn` or a step",
    )


def bare_effect_as_key(key: document.Scalar) -> Problem:
    return Problem(
        "effect-shape",
        f"`{key.text}` stands alone, without a colon",
        key.span,
        help=f"write `- {key.text}`",
    )


def no_verb(span: Span, keys: Sequence[str]) -> Problem:
    return Problem(
        "effect-shape",
        f"this effect has {listed(keys)} and no verb",
        _beginning(span),
        help="an effect begins with a verb: {move: die, to: rack}",
    )


def two_verbs(first: document.Scalar, second: document.Scalar) -> Problem:
    return Problem(
        "effect-shape",
        f"`{first.text}` and `{second.text}` are two effects",
        second.span,
        label="a second verb",
        notes=(Note(first.span, "the first one"),),
        help="give each of them an entry of its own in the list",
    )


def effect_key(key: document.Scalar, verb: document.Scalar, keys: Sequence[str]) -> Problem:
    near = nearest(key.text, keys)
    belongs = f"`{verb.text}` takes {listed(keys)}" if keys else f"`{verb.text}` takes nothing more"
    return Problem(
        "effect-shape",
        f"`{shortened(key.text)}` does not belong to `{verb.text}`",
        key.span,
        label=f"did you mean `{near}`?" if near else "",
        notes=(Note(verb.span, "the effect"),),
        help=belongs,
    )


def effect_needs(verb: document.Scalar, key: str, example: str) -> Problem:
    return Problem(
        "effect-shape",
        f"`{verb.text}` needs `{key}`",
        verb.span,
        label=f"`{key}` is missing",
        help=f"write {example}",
    )


def written_apart(span: Span, effect: str) -> Problem:
    return Problem("unknown-effect", f"there is no effect `{span.text}`", span, label="written apart",
                   help=f"write `{effect}`", fix=rewritten(span, effect))  # fmt: skip


def nothing_is_set(span: Span, sets: Assignment) -> Problem:
    return Problem(
        "effect-shape",
        f"`{sets.sign}` sets nothing",
        span,
        label="an effect begins with its verb",
        help=f"write `{sets.effect}`",
        fix=rewritten(span, sets.effect),
    )


def _goes_on(span: Span) -> tuple[Note, ...]:
    """The second line of a text, which was perhaps meant as an entry of its own."""
    start = span.text.find("\n")
    rest = span.text[start:].lstrip() if start >= 0 else ""
    at = span.end - len(rest)
    return (Note(Span(span.source, at, span.end), "read as part of the text above"),) if rest else ()


def not_a_step(span: Span, verb: str, *, certain: bool = False) -> Problem:
    """`verb` is the effect to write, `certain` if it says all that was written."""
    return Problem(
        "effect-shape",
        "an effect that is only a text runs a step, or is `end_turn` or `extra_turn`",
        span,
        label="not a step" if verb else "",
        notes=_goes_on(span),
        help=f"write `{verb}`" if verb else "write a step as `refill` or `cover(those)`",
        fix=rewritten(span, verb) if certain and "," not in span.text else None,
    )


# ----------------------------------------------------------------------------------------------- examples


def one_thing_a_step(span: Span, found: Sequence[str]) -> Problem:
    return Problem(
        "wrong-shape",
        f"a step of an example says one of `do`, `allowed`, `refused` and `choices`, not {listed(found)}",
        _beginning(span),
        help="give each of them a step of its own",
    )


def empty_step(span: Span) -> Problem:
    return Problem(
        "wrong-shape",
        "this step of an example says nothing",
        _beginning(span),
        help="say `do`, `allowed`, `refused`, `choices`, `rolled` or `drawn`",
    )


def _beginning(span: Span) -> Span:
    """The first line of a place: carets below twenty lines help nobody."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)

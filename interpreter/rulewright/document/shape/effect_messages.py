"""Messages about mappings that are no effects, and about keys that do not belong to their verb; one function for each mistake."""

from __future__ import annotations

from collections.abc import Sequence as Items

from rulewright.document.nodes import Mapping, Scalar
from rulewright.document.shape.key_messages import takes
from rulewright.problems.fix import respelled, rewritten
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import listed, quoted
from rulewright.source.text import Span


def effect_of_elsewhere(effect: Mapping, meant: str, path: str, *, fixable: bool) -> Problem:
    key = effect.entries[0].key
    return Problem(
        "unknown-effect",
        "`=` sets nothing" if key.text == "set" else f"there is no effect {quoted(key.text)}",
        key.span,
        label="written differently here",
        help=f"write `{meant}`",
        path=path,
        fix=rewritten(effect.span, meant) if fixable else None,
    )


def unknown_effect(
    span: Span, written: str, meant: str, verbs: Items[str], path: str, *, certain: bool = False
) -> Problem:
    """`certain` if the other keys are those of the verb `meant`, too."""
    return Problem(
        "unknown-effect",
        f"there is no effect {quoted(written)}",
        span,
        label=f"did you mean `{meant}`?",
        help=f"write `{meant}`",
        path=path,
        fix=rewritten(span, meant) if certain else respelled(span, verbs),
    )


def verb_of_elsewhere(key: Scalar, verb: str, example: str, path: str) -> Problem:
    """`{draw: 1, to: hand}`: a word of players or of another language."""
    return Problem(
        "unknown-effect",
        f"there is no effect {quoted(key.text)}",
        key.span,
        label=f"this is called `{verb}` here",
        help=f"e.g. `{example}`",
        path=path,
    )


def else_apart(key: Scalar, path: str) -> Problem:
    """`- else: ...`, an entry of its own."""
    return Problem(
        "unknown-effect",
        "this `else` is separated from its `if`",
        key.span,
        label="an effect of its own",
        help="leave the `- ` out, and begin it in the column of the `do` that it belongs to",
        path=path,
    )


_SHOWING = frozenset({"reveal", "show", "expose", "turn_up", "flip", "uncover", "hide", "conceal", "seen_by"})
_SHOWN_BY_PLACE = (
    "who sees pieces is decided by where they lie: move the cards to a zone that all see (one without "
    "`seen_by`; to hide them, one with `seen_by: owner` or `nobody`), e.g. `{move: all me.hand, to: me.shown}`"
)


def no_effect(
    span: Span, keys: Items[str], word: str | None, verbs: Items[str], path: str, named: tuple[str, str]
) -> Problem:
    """`named` is a name in the place of the verb, and its value."""
    if word is not None:
        help = f"`{word}` is a text of its own: `- {word}`"
    elif "do" in keys:
        help = "begin with `if:`, `for:` or `pick:`"
    elif keys and keys[0] in _SHOWING:
        help = _SHOWN_BY_PLACE
    elif named[0]:
        name, value = named
        help = f"a variable is changed with `{{set: {name}, to: {value}}}`, and a step is run by `{name}({value})`"
    else:
        help = f"an effect begins with {listed(verbs, 'or')}"
    what = f"there is no effect {quoted(keys[0])}" if keys else "an effect is missing here"
    return Problem("unknown-effect", what, span, label="not an effect", help=help, path=path)


def two_effects(first: Scalar, second: Scalar, path: str) -> Problem:
    return Problem(
        "unknown-effect",
        f"`{first.text}` and `{second.text}` are two effects",
        second.span,
        label="the second one",
        notes=(Note(first.span, "the first one"),),
        help="give each of them a `- ` or { } of its own",
        path=path,
    )


def effect_lacks(verb: str, span: Span, key: str, example: str, path: str) -> Problem:
    return Problem(
        "missing-key",
        f"`{verb}` needs the key `{key}`",
        span,
        label=f"`{key}` is missing",
        help=f"e.g. `{example}`",
        path=path,
    )


def effect_takes_no(
    verb: str, span: Span, key: Scalar, keys: Items[str], meant: str | None, path: str
) -> Problem:
    return Problem(
        "unknown-key",
        f"`{verb}` has no key {quoted(key.text)}",
        key.span,
        label=f"did you mean `{meant}`?" if meant else f"not a key of `{verb}`",
        notes=(Note(span, "the effect"),),
        help=_else_if(key.text) if verb == "if" and not meant else takes(f"`{verb}`", keys, meant),
        path=path,
        fix=respelled(key.span, keys),
    )


def _else_if(key: str) -> str:
    if "".join(key.lower().split()) in ("elif", "elseif", "elsif"):
        return "write a second `if` after `else`: `else: [{if: CONDITION, do: [...]}]`"
    return "`if` takes `do` and `else`"

"""Messages about mappings that are no effects, and about keys that do not belong to their verb; one function for each mistake."""

from __future__ import annotations

from collections.abc import Sequence as Items

from rulewright.document.nodes import Mapping, Scalar
from rulewright.document.shape.key_messages import takes
from rulewright.problems.fix import respelled, rewritten
from rulewright.problems.problem import Problem
from rulewright.problems.quoting import listed, quoted
from rulewright.problems.templates import Parts, message
from rulewright.source.text import Span


@message
def effect_of_elsewhere(effect: Mapping, meant: str, path: str, *, fixable: bool) -> Parts:
    key = effect.entries[0].key
    return {
        "text": "`=` sets nothing" if key.text == "set" else f"there is no effect {quoted(key.text)}",
        "place": key.span,
        "fix": rewritten(effect.span, meant) if fixable else None,
    }


@message
def unknown_effect(
    span: Span, written: str, meant: str, verbs: Items[str], path: str, *, certain: bool = False
) -> Parts:
    """`certain` if the other keys are those of the verb `meant`, too."""
    return {"fix": rewritten(span, meant) if certain else respelled(span, verbs)}


@message
def verb_of_elsewhere(key: Scalar, verb: str, example: str, path: str) -> None:
    """`{draw: 1, to: hand}`: a word of players or of another language."""


@message
def else_apart(key: Scalar, path: str) -> None:
    """`- else: ...`, an entry of its own."""


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


@message
def two_effects(first: Scalar, second: Scalar, path: str) -> None: ...


@message
def effect_lacks(verb: str, span: Span, key: str, example: str, path: str) -> None: ...


@message
def effect_takes_no(
    verb: str, span: Span, key: Scalar, keys: Items[str], meant: str | None, path: str
) -> Parts:
    return {
        "label": f"did you mean `{meant}`?" if meant else f"not a key of `{verb}`",
        "help": _else_if(key.text) if verb == "if" and not meant else takes(f"`{verb}`", keys, meant),
        "fix": respelled(key.span, keys),
    }


def _else_if(key: str) -> str:
    if "".join(key.lower().split()) in ("elif", "elseif", "elsif"):
        return "write a second `if` after `else`: `else: [{if: CONDITION, do: [...]}]`"
    return "`if` takes `do` and `else`"

"""The words and the grammar of phrases on a rule sheet, and small questions about expressions.

>=      ->      at least            you      ->      your
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from rulewright.author.english import IRREGULAR
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.language import builtins
from rulewright.rulebook import nodes as rules

COMPARED = {"==": "", "!=": "not ", ">=": "at least ", "<=": "at most ", ">": "more than ", "<": "less than "}
OPPOSITE: dict[str, syntax.ComparisonSign] = {
    "==": "!=",
    "!=": "==",
    ">=": "<",
    "<": ">=",
    "<=": ">",
    ">": "<=",
}
SIGNS = {"+": "+", "-": "-", "*": "×", "div": "divided by", "mod": "modulo"}
AGGREGATES: dict[str, str] = {each.name: each.phrase for each in builtins.AGGREGATES if each.phrase}
ROUNDS = {
    "==": "it is round {}",
    "!=": "it is not round {}",
    ">=": "it is round {} or later",
    "<=": "it is round {} or earlier",
    ">": "it is after round {}",
    "<": "it is before round {}",
}
OF_SPACES = re.compile(r" (?:of|joined to|beyond|next to|that|where) ")
"""The words after these do not decide whether the phrase is singular or plural."""
ATTRIBUTES = {each.name: each.phrase for each in builtins.ATTRIBUTES if each.of in ("player", "zone")}
"""The phrases of attributes of players and zones; empty for those that depend on the rulebook."""


LEFT_OF_NOUN = re.compile(r"(?<=[^su']s) (?:\w+ed|\w+en|won|left|lost|kept|held|made|got|so far)$")
"""What may follow a plural noun without changing its number: `points won`, `cards left`."""


IS_SO = re.compile(
    r"(?!whether\b)(?:(?!(?:that|which|who|whose|where|when|if|for)\b)[\w'/-]+ )+"
    r"(?:is|are|was|were|has|have|had|may|can|must|will|lies|did|does)\b",
    re.IGNORECASE,
)
"""The beginning of words that say what is so, `the cup was passed`, and not what is counted, `marks that ...`."""
_DONE = frozenset(
    [
        "dealt",
        "led",
        "won",
        "lost",
        "left",
        "kept",
        "held",
        "made",
        "said",
        "taken",
        "drawn",
        "thrown",
        "sent",
        "spent",
        "paid",
        "laid",
        "begun",
        "gone",
        "done",
        "seen",
        "shown",
        "chosen",
        "given",
    ]
)
_WORD = re.compile(r"(\w+)(?:['’]s\b)?")


def words_in(text: str) -> frozenset[str]:
    """The words of a text in small letters, without a possessive ending."""
    return frozenset(_WORD.findall(text.lower()))


def stem(word: str) -> str:
    """A word without its plural ending: `card` for `cards`, `category` for `categories`."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return IRREGULAR.get(word, word if word.endswith("ss") else word.removesuffix("s"))


def possessive(words: str) -> str:
    """`you` is `your`, `any player` is `any player's`."""
    if words == "you":
        return "your"
    return f"{words}'" if words.endswith("s") else f"{words}'s"


def is_told_apart(words: str) -> bool:
    """Whether words end in a relative clause, `the only player whose hand is empty`, so that no `'s` can follow them."""
    return any(f" {word} " in words for word in ("where", "whose", "who", "other than"))


def is_participle(word: str) -> bool:
    """Whether a word says what was done, `dealt`, and cannot stand for a thing, as `the score` does."""
    return word in _DONE or (len(word) > len("seed") and word.endswith("ed") and not word.endswith("eed"))


def being(words: str) -> str:
    """Words with `is` or `are`: `your score is`, `the rolls are`, `you are`."""
    noun = _head(OF_SPACES.split(words)[0] if " space" in words else words)
    many = words == "you" or (
        noun.endswith("s")
        and not noun.endswith(("ss", "us", "'s"))
        and " number of " not in words
        and not words.startswith(("what ", "the number ", *(f"{said} " for said in AGGREGATES.values())))
    )
    return f"{words} {'are' if many else 'is'}"


def _head(words: str) -> str:
    """The part of a noun phrase with which a verb agrees: `the worth` of `the worth for what the die shows`."""
    if not words.startswith(("the ", "your ")):
        return LEFT_OF_NOUN.sub("", words)
    head = LEFT_OF_NOUN.sub("", words.partition(" for ")[0])
    of, _, whose = head.partition(" of ")
    return of if not re.search(r"['’]s? ", whose) else head


def is_zero(node: syntax.Expression) -> bool:
    """Whether an expression is the literal 0."""
    return isinstance(node, syntax.Number) and node.value == 0


def filled_in(definition: rules.Definition | rules.Step) -> bool:
    """Whether the text of a definition mentions all its parameters, or that of a step any of its own, so that the text, filled in, can
    stand for a call."""
    words = (
        definition.about if isinstance(definition, rules.Definition) else definition.sheet or definition.about
    )
    parts = words.parts if words is not None else ()
    own = {parameter.name for parameter in definition.parameters}
    told = {part.text for part in parts if isinstance(part, syntax.Name)}
    return bool(own & told) and (own <= told or isinstance(definition, rules.Step))


def uses(node: syntax.Node, names: Container[str]) -> int:
    """How often a node uses one of these names."""
    return sum(isinstance(part, syntax.Name) and part.text in names for part in walk(node))


def written(node: syntax.Domain) -> str:
    """The identifier of a name; empty for any other domain or expression."""
    return node.text if isinstance(node, syntax.Name) else ""


def name_of(node: syntax.Domain) -> str:
    """The last name in `hand`, `me.hand`, `hand(p)` or `p.worth(row)`; empty for other nodes."""
    match node:
        case syntax.Call(function=function):
            return name_of(function)
        case syntax.Attribute(name=name):
            return name
    return written(node)


def quantifies(node: syntax.Expression) -> bool:
    """Whether a condition contains `any(...)` or `all(...)` over a comprehension."""
    return any(True for _ in _quantified(node))


def compares(node: syntax.Expression, name: str) -> bool:
    """Whether a quantified condition inside uses this name, other than in the domain that it goes through."""
    return any(
        uses(part, {name})
        for inside in _quantified(node)
        for part in (inside.element, *(clause.if_ for clause in inside.clauses if clause.if_ is not None))
    )


def _quantified(node: syntax.Expression) -> Iterator[syntax.Comprehension]:
    for part in walk(node):
        if isinstance(part, syntax.Call) and written(part.function) in ("any", "all"):
            yield from (each for each in part.arguments if isinstance(each, syntax.Comprehension))


def asked(
    node: syntax.Expression, definitions: Mapping[str, rules.Definition]
) -> tuple[rules.Definition | None, tuple[syntax.Expression, ...]]:
    """The definition that an expression calls, with its arguments; None if it calls none."""
    function, arguments = (node.function, node.arguments) if isinstance(node, syntax.Call) else (node, ())
    owner = (function.of,) if isinstance(function, syntax.Attribute) else ()
    return definitions.get(name_of(function)), (*owner, *arguments)

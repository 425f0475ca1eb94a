"""A rulebook's text with one slip of the hand in it: what authors do to their files, a hundred times a day.

    {move: die, to: rack}      ->      {mvoe: die, to: rack}, {move: die, to: rakc}, {move: die to: rack}

Each kind of slip is a function from the places of a file and a seeded choice to a slip, or to nothing if the choice
fits no place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.source.text import Source, Span
from tests.slips.sites import WORD, Place, Sites


@dataclass(frozen=True, slots=True)
class Slip:
    """`new` in the place of `start` to `end`. `near` are offsets before it whose lines would be shown as well: the key
    above something that is missing, or the first of two; `names` are declared names, and places of keys, that are gone."""

    kind: str
    file: str
    start: int
    end: int
    new: str
    words: str
    near: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    def of(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def lines(self, text: str) -> frozenset[int]:
        """The lines of the changed text on which something is different, and those near it."""
        changed = Source(self.file, self.of(text))
        first, _ = changed.position(self.start)
        last, _ = changed.position(self.start + len(self.new.rstrip("\n")))
        near = {changed.position(offset)[0] for offset in self.near}
        return frozenset({*range(first, last + 1), *near})

    def __str__(self) -> str:
        return f"{self.file}: {self.kind}: {self.words}"


IN_EXAMPLES = 0.3
"""How many of the slips in examples, which are half of the text of a rulebook, are kept."""

Make = Callable[[Sites, Random], Slip | None]


def slips(found: Sites, count: int, seed: int, kinds: tuple[str, ...] = ()) -> list[Slip]:
    """That many different slips in a file, as many of each kind as there are places for it, always the same ones."""
    random = Random(f"{Path(found.source.name).name} {seed}")
    made: dict[tuple[int, int, str], Slip] = {}
    chosen = kinds or tuple(KINDS)
    for attempt in range(count * 20):
        if len(made) == count:
            break
        slip = KINDS[chosen[attempt % len(chosen)]](found, random)
        if slip is None or slip.of(found.source.text) == found.source.text:
            continue
        if not found.in_example(slip.start) or random.random() < IN_EXAMPLES:
            made.setdefault((slip.start, slip.end, slip.new), slip)
    return list(made.values())


# --------------------------------------------------------------------------------------------------------- names


def rename_use(found: Sites, random: Random) -> Slip | None:
    if not found.uses:
        return None
    use = random.choice(found.uses)
    return _replaced("rename a name where it is used", use, misspelt(use.text, found.names, random))


def rename_declaration(found: Sites, random: Random) -> Slip | None:
    if not found.declarations:
        return None
    declared = random.choice(found.declarations)
    new = misspelt(declared.text, found.names, random) if random.random() < 0.7 else random.choice(WORDS)
    if not WORD.fullmatch(declared.text) or new in found.names:
        return None
    return _replaced("rename a name where it is declared", declared.span, new, (declared.text,))


def misspell_key(found: Sites, random: Random) -> Slip | None:
    place = random.choice(found.keys)
    key = place.entry.key
    return _replaced(
        "misspell a key", key.span, misspelt(key.text, {p.entry.key.text for p in found.keys}, random)
    )


def misspelt(word: str, known: set[str], random: Random) -> str:
    """A word as fingers get it wrong: two letters change places, one is missing, doubled or the one beside it."""
    ways = [_transposed, _shortened, _doubled, _beside]
    random.shuffle(ways)
    for way in ways:
        new = way(word, random)
        if new and new != word and new not in known and WORD.fullmatch(new):
            return new
    return word + "x"


def _transposed(word: str, random: Random) -> str:
    at = random.randrange(max(len(word) - 1, 1))
    return word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :]


def _shortened(word: str, random: Random) -> str:
    at = random.randrange(len(word))
    return word[:at] + word[at + 1 :]


def _doubled(word: str, random: Random) -> str:
    at = random.randrange(len(word))
    return word[: at + 1] + word[at:]


def _beside(word: str, random: Random) -> str:
    at = random.randrange(len(word))
    row = next((row for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm") if word[at].lower() in row), "")
    if not row:
        return ""
    place = row.index(word[at].lower())
    return word[:at] + row[place - 1 if place else 1] + word[at + 1 :]


# ---------------------------------------------------------------------------------------------------------- keys


def drop_key(found: Sites, random: Random) -> Slip | None:
    place = random.choice(found.entries)
    start, end = _reach(place) if place.flow else _whole_lines(place)
    if start == end:
        return None
    before = start - 1 if start and not place.flow else start
    names = tuple(d.text for d in found.declarations if start <= d.span.start < end)
    return Slip("drop a key", found.source.name, start, end, "", f"without {_short(found, start, end)}",
                (place.parent, max(before, 0), _head(place, start)), (*names, ".".join((*place.path, place.entry.key.text))))  # fmt: skip


def _head(place: Place, start: int) -> int:
    """Where the entry of a list begins that a key stood in: nothing else can be shown as what misses it."""
    head, text = place.mapping.span.start, place.mapping.span.source.text
    is_item = text[text.rfind("\n", 0, head) + 1 : head].strip() == "-"
    return head if is_item and head < start else place.parent


def _reach(place: Place) -> tuple[int, int]:
    """An entry inside { } with the comma that goes with it."""
    entries = place.mapping.entries
    at = next(i for i, entry in enumerate(entries) if entry is place.entry)
    if at + 1 < len(entries):
        return place.entry.key.span.start, _opening(entries[at + 1].key)
    if at > 0:
        return _closing(entries[at - 1].value), _closing(place.entry.value)
    return place.entry.key.span.start, _closing(place.entry.value)


def _whole_lines(place: Place) -> tuple[int, int]:
    """The lines of an entry; none if something else stands on the first."""
    key, source = place.entry.key, place.entry.key.span.source
    begins = source.text.rfind("\n", 0, key.span.start) + 1
    if source.text[begins : key.span.start].strip():
        return 0, 0
    ends = source.text.find("\n", _closing(place.entry.value))
    return begins, len(source.text) if ends < 0 else ends + 1


def duplicate_key(found: Sites, random: Random) -> Slip | None:
    place = random.choice(found.entries)
    key = place.entry.key
    words = f"{_short(found, key.span.start, _closing(place.entry.value))} twice"
    if place.flow:
        end = _closing(place.entry.value)
        copy = ", " + found.source.text[_opening(key) : end]
        return Slip("duplicate a key", found.source.name, end, end, copy, words, (key.span.start,))
    start, end = _whole_lines(place)
    if start == end or found.source.text[end - 1] != "\n":
        return None
    return Slip(
        "duplicate a key", found.source.name, end, end, found.source.text[start:end], words, (key.span.start,)
    )


# ---------------------------------------------------------------------------------------------------- other types


def change_type(found: Sites, random: Random) -> Slip | None:
    if found.expressions and random.random() < 0.4:
        return _other_operand(found, random)
    node, owner = random.choice(found.values)
    start, end = _opening(node), _closing(node)
    old = found.source.text[start:end]
    if isinstance(node, Scalar):
        new = random.choice([f"[{old}]", f"{{a: {old}}}", "true", "7", "1.5", "", "some words", "[]", "{}"])
    else:
        new = random.choice(["true", "7", "some words", "", "[]" if isinstance(node, Mapping) else "{}"])
        while (
            start and found.source.text[start - 1] in " \n" and "\n" in old
        ):  # a block begins behind its key
            start -= 1
        new = " " + new if "\n" in old else new
    near = (owner.span.start,) if owner is not None else ()
    return Slip("change a type", found.source.name, start, end, new, f"`{_line(old)}` becomes `{new}`", near)


def _other_operand(found: Sites, random: Random) -> Slip | None:
    scalar = random.choice(found.expressions)
    operands = [
        m
        for m in re.finditer(r"\b[\w.]+\b", scalar.span.text)
        if m[0] not in ("and", "or", "not", "if", "else")
    ]
    if not operands:
        return None
    operand = random.choice(operands)
    new = random.choice(["true", "3", "me", "none", "players", "me == me"])
    span = Span(found.source, scalar.span.start + operand.start(), scalar.span.start + operand.end())
    return _replaced("change a type", span, new)


# ---------------------------------------------------------------------------------------- brackets, operators, lines


def unbalance_bracket(found: Sites, random: Random) -> Slip | None:
    places = [m.start() for m in re.finditer(r"[][(){}]", found.source.text)]
    at = random.choice(places)
    if found.comment_at(at):
        return None
    old = found.source.text[at]
    new = random.choice(["", old + old, random.choice("()[]{}")])
    return _replaced("unbalance a bracket", Span(found.source, at, at + 1), new)


OPERATORS = {
    "==": ("=", "===", "!=", "is", "<"), "!=": ("<>", "!==", "=="), "<=": ("=<", "<", "≤"), ">=": ("=>", ">", "≥"),
    "<": ("<<", "<=", ">"), ">": (">>", ">=", "<"), "+": ("-", "++", "*", ""), "-": ("–", "+", "--"),
    "*": ("x", "×", "**", "/"), "..": ("...", "-", "to", "."), "and": ("&&", "or", ",", "&", ""), "or": ("||", "and", "xor", ""),
    "not": ("!", "no", ""), "in": ("of", "==", "is"), "if": ("when", "and"), "else": ("or", "otherwise", ":"),
    "otherwise": ("else", "or"), "div": ("/", "//"), "mod": ("%",), "for": ("of", "in"), ".": ("->", "'s ", " ", ","),
}  # fmt: skip
_OPERATOR = re.compile(
    r"==|!=|<=|>=|\.\.|[<>+*.]|(?<=\s)-(?=\s)|\b(?:and|or|not|in|if|else|otherwise|div|mod|for)\b"
)


def swap_operator(found: Sites, random: Random) -> Slip | None:
    signing = [scalar for scalar in found.expressions if _OPERATOR.search(scalar.span.text)]
    if not signing:
        return None
    scalar = random.choice(signing)
    sign = random.choice(list(_OPERATOR.finditer(scalar.span.text)))
    span = Span(found.source, scalar.span.start + sign.start(), scalar.span.start + sign.end())
    return _replaced("swap an operator", span, random.choice(OPERATORS[sign[0]]))


def break_indentation(found: Sites, random: Random) -> Slip | None:
    text = found.source.text
    begins = random.choice([m.start() for m in re.finditer(r"^(?=[^\n#]*\S)(?!\s*#)", text, re.MULTILINE)])
    spaces = len(text[begins:]) - len(text[begins:].lstrip(" "))
    new = random.choice([spaces - 2, spaces - 1, spaces + 1, spaces + 2, spaces + 4, -1])
    indent = "\t" if new == -1 and spaces else " " * max(new, 0)
    words = f"`{_line(text[begins:]).strip()}` after {indent!r}, not {spaces} spaces"
    return Slip("break the indentation", found.source.name, begins, begins + spaces, indent, words)


def lose_a_mark(found: Sites, random: Random) -> Slip | None:
    """The colon behind a key, the comma between entries, the dash before an item, a quotation mark."""
    marks = list(re.finditer(r":(?=\s)|,(?=\s)|^ *- (?=\S)|\"", found.source.text, re.MULTILINE))
    mark = random.choice(marks)
    if found.comment_at(mark.start()):
        return None
    new = {":": random.choice(["", " =", ";"]), ",": random.choice(["", ";", ",,"])}.get(mark[0], "")
    start = mark.end() - 2 if mark[0].endswith("- ") else mark.start()
    return _replaced("lose a mark", Span(found.source, start, mark.end()), new)


KINDS: dict[str, Make] = {
    "rename a name where it is used": rename_use,
    "rename a name where it is declared": rename_declaration,
    "misspell a key": misspell_key,
    "drop a key": drop_key,
    "duplicate a key": duplicate_key,
    "change a type": change_type,
    "unbalance a bracket": unbalance_bracket,
    "swap an operator": swap_operator,
    "break the indentation": break_indentation,
    "lose a mark": lose_a_mark,
}
WORDS = ("gadget", "lantern", "harbour_gate", "zebra", "quota", "walnut")
"""Names that are not near to any other."""


def _replaced(kind: str, span: Span, new: str, names: tuple[str, ...] = ()) -> Slip:
    source = span.source
    line = source.line(span.line).strip()
    return Slip(
        kind, source.name, span.start, span.end, new, f"`{span.text}` becomes `{new}` in `{line}`", (), names
    )


def _opening(node: Node) -> int:
    """Where a value begins, its quotation mark included."""
    return node.span.start - _quote(node)


def _closing(node: Node) -> int:
    """Where a value ends, its quotation mark included."""
    if not isinstance(node, Scalar) and node.span.text[:1] in ("{", "["):
        return node.span.end
    return max([node.span.end + _quote(node), *(_closing(inner) for inner in _inside(node))])


def _inside(node: Node) -> Iterator[Node]:
    match node:
        case Mapping():
            for entry in node:
                yield entry.key
                yield entry.value
        case Sequence():
            yield from node


def _quote(node: Node) -> int:
    return 1 if isinstance(node, Scalar) and node.style == "quoted" else 0


def _short(found: Sites, start: int, end: int) -> str:
    return f"`{_line(found.source.text[start:end].strip())}`"


def _line(text: str) -> str:
    first, *more = text.split("\n")
    return first + (" ..." if more else "")

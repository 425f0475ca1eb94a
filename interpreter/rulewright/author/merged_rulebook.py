"""A rulebook with a variant worked in, as a rulebook of its own.

The variant is no longer a choice, so `variants` is removed, and with it the examples of the plain game, which has other rules, and
those of other variants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.document.nodes import Entry, Mapping, Scalar
from rulewright.language.literals import literal


def with_variant_settled(tree: Mapping, variant: str, plain: Mapping) -> Mapping:
    """The tree of a rulebook of its own, with a variant carried out; `plain` is the tree without the variant."""
    entries = []
    for entry in tree.entries:
        if entry.key.text == "variants":
            continue
        if entry.key.text == "examples" and isinstance(entry.value, Mapping):
            kept = tuple(_own_examples(entry.value, variant, plain))
            if kept:
                entries.append(Entry(entry.key, Mapping(kept, entry.value.span)))
            continue
        entries.append(entry)
    return Mapping(tuple(entries), tree.span)


def with_defaults(tree: Mapping, values: Sequence[tuple[str, int | bool | str | None]]) -> Mapping:
    """The tree of a rulebook whose options have other defaults, or are fixed at another value."""
    for name, value in values:
        options = tree.section("options")
        option = options.entry(name)
        if option is None or not isinstance(option.value, Mapping):
            continue
        default = option.value.entry("default")
        if default is None:
            continue
        new = Entry(default.key, Scalar(literal(value), "plain", default.value.span))
        changed = options.having(Entry(option.key, option.value.having(new)))
        section = tree.entry("options")
        tree = tree if section is None else tree.having(Entry(section.key, changed))
    return tree


def _own_examples(examples: Mapping, variant: str, plain: Mapping) -> Iterator[Entry]:
    """The examples of the variant: those that name it, and those that it adds."""
    others = plain.get("examples")
    known = set(others.keys()) if isinstance(others, Mapping) else set()
    for entry in examples.entries:
        named = entry.value.get("variant") if isinstance(entry.value, Mapping) else None
        if isinstance(named, Scalar) and isinstance(entry.value, Mapping):
            if named.text == variant:
                rest = tuple(part for part in entry.value.entries if part.key.text != "variant")
                yield Entry(entry.key, Mapping(rest, entry.value.span))
        elif entry.key.text not in known:
            yield entry

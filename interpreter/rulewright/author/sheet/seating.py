"""The section `At this table`: house rules, the variant, and options that differ from the rulebook's own.

    rulewright rules long-race --with short-race    ->    short-race: A game for lunch.
                                                          points that win the game: 50 instead of 100

They are compared with the rulebook alone, with its default options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import pipeline
from rulewright.author.english import plain, sentence
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.author.phrases.vocabulary import written
from rulewright.author.report.tree import Block, Item
from rulewright.document import from_yaml, nodes
from rulewright.expression import nodes as syntax
from rulewright.language import types
from rulewright.problems.problem import Problems, RulebookError
from rulewright.rulebook import nodes as rules
from rulewright.rulebook import texts
from rulewright.source.text import Source

if TYPE_CHECKING:
    from rulewright.pipeline import Book

Value = int | bool | str | None


def at_this_table(book: Book, phrases: Phrases) -> list[Block]:
    """The house rules, the variant and the changed options of a table; empty if there are none."""
    variant, family = book.rulebook.variant, book.resolved.names[:-1]
    if not (book.house_rules or family or variant or book.checked.settings):
        return []
    originals = phrases.words.changes.originals
    blocks: list[Block] = []
    if originals and (family or variant):
        blocks.append(_descent(originals[0].rulebook.title, book.rulebook.title, family, variant))
    about = book.rulebook.about
    if family and about is not None and _is_changed(about):
        blocks += [rule] if (rule := _as_item(family[0], about.span.source, phrases)).text else []
    blocks += _house_rules(book, phrases)
    for option in book.rulebook.options.values():
        blocks += _difference(option, book, phrases, originals)
    return blocks


def introduction(book: Book, phrases: Phrases) -> str:
    """The `about` of a game. That of a house rule comes first, unless `at_this_table` prints it; then that of the rulebook, with its
    title."""
    about, own = book.rulebook.about, phrases.text(book.rulebook.about)
    original = next(iter(phrases.words.changes.originals), None)
    first = original.rulebook.about if original is not None else None
    if original is None or first is None or about is None:
        return own
    if about.span != first.span:
        if not book.resolved.names[:-1] or _is_changed(about):
            return own
        here = phrases if phrases.words.are_constant(first) else Phrases(Words(original))
        kept = here.text(first)
        return f"{sentence(own)} {sentence(_words_of(original, kept))}" if kept != own else sentence(own)
    if any(item.text for item in _house_rules(book, phrases)):
        return sentence(_words_of(original, own))
    return own


def _is_changed(about: rules.Text) -> bool:
    """Whether a house rule replaces the `about` of the game, `change: {about: ...}`, in addition to its own."""
    tree = from_yaml.read(about.span.source, Problems())
    said = tree.section("change").get("about") if tree is not None else None
    return said is not None and said.span.start <= about.span.start < said.span.end


def _words_of(original: Book, said: str) -> str:
    return f"{said.removesuffix('.')} (words of {original.rulebook.title})"


def another_way(phrases: Phrases, variant: rules.VariantInfo) -> Item:
    """A variant: its title, its `about`, and `points that win the game: 50 instead of 100` for each option for which it has another value
    than the rulebook."""
    book, name = phrases.words.book, phrases.text(variant.title) or phrases.words.name(variant)
    source, about = book.tree.span.source, variant.about
    said = phrases.text(about) if about is not None and phrases.words.are_constant(about) else ""
    try:
        usual = pipeline.open_source(source, files=book.files)
        other = pipeline.open_source(source, variant=variant.id, files=book.files)
    except RulebookError:
        return Item(name, said)
    there = Phrases(Words(other))
    if about is not None and not said and there.words.are_constant(about):
        said = there.text(about)
    shared = [option for option in other.rulebook.options.values() if option.id in usual.program.options]
    items = (item for option in shared for item in _difference(option, other, there, [usual]))
    return Item(name, said, tuple(f"{item.name}: {item.text}" for item in items))


def option_words(phrases: Phrases, option: rules.Option, value: Value) -> str:
    """The value of an option in words: its `sheet`, the text of its choice, yes or no, a number."""
    if own := phrases.sheet(option):
        return own
    chosen = next((choice for choice in option.one_of if choice.id == value), None)
    if chosen is not None and chosen.text is not None:
        return phrases.text(chosen.text)
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int() if isinstance(option.type, syntax.Name) and option.type.text == "players":
            return phrases.words.value(value - 1, types.Player(phrases.words.program.players))
    return plain(str(value))


def option_name(phrases: Phrases, option: rules.Option) -> str:
    """The `about` or name of an option; for one that is yes or no, `whether jokers are wild`."""
    about = phrases.text(option.about)
    either = option.type is not None and written(option.type) == "bool"
    if about and either and not about.startswith("whether "):
        return f"whether {about}"
    return about or phrases.words.name(option)


def _descent(original: str, title: str, family: tuple[str, ...], variant: str | None) -> str:
    """How this game was made: `Dare, as changed by short-dare.`, `Dare in rounds is a variant of Dare.`"""
    if not family and title != original:
        return sentence(f"{title} is a variant of {original}")
    changed = f", as changed by {' and '.join(reversed(family))}" if family else ""
    return sentence(original + changed + (f", in the variant {plain(variant)}" if variant else ""))


def _house_rules(book: Book, phrases: Phrases) -> list[Item]:
    """The overlays: the title of each, or else its name, with its `about`."""
    return [
        _as_item(name, source, phrases)
        for name, source in zip(book.game.overlays, book.house_rules, strict=True)
    ]


def _as_item(name: str, source: Source, phrases: Phrases) -> Item:
    tree = from_yaml.read(source, Problems())
    if tree is None:
        return Item(name)
    title = _text(tree, "title", phrases) or tree.text("name") or name
    return Item(title, _text(tree, "about", phrases))


def _text(tree: nodes.Mapping, key: str, phrases: Phrases) -> str:
    value = tree.get(key)
    return phrases.text(texts.from_scalar(value, Problems())) if isinstance(value, nodes.Scalar) else ""


def _difference(option: rules.Option, book: Book, phrases: Phrases, originals: list[Book]) -> list[Item]:
    """The value of an option, `points that win the game: 50 instead of 100`; empty if it is the rulebook's own."""
    value = book.program.options[option.id]
    original = next((book for book in originals if option.id in book.program.options), None)
    if original is None:
        usual = _default(option, phrases)
    elif (usual_value := original.program.options[option.id]) == value:
        return []
    else:
        usual = option_words(Phrases(Words(original)), original.rulebook.options[option.id], usual_value)
    said = option_words(phrases, option, value)
    if said == usual:
        return []
    clauses = any(choice.text is not None for choice in option.one_of)
    name = option_name(phrases, option)
    return [Item(name, f"{said} (in the rulebook: {usual})" if clauses else f"{said} instead of {usual}")]


def _default(option: rules.Option, phrases: Phrases) -> str:
    """The default value, in words, of an option that a house rule added."""
    if isinstance(option.value, syntax.Name) and option.one_of:
        return option_words(phrases, option, option.value.text)
    return phrases.phrase(option.value)

"""What is asked of a position that effects leave (`leaves:`, and `after(...)`): what effects may then do, and what they look at.

    when: {king_is_safe: {leaves: not me.in_check}}      the effects of the action are carried out to find out whether it is legal

So they decide nothing by chance, and what they look at is looked at by the legality: a hidden card that they would turn up is as
hidden as before. Reads are found by names, through steps and definitions.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checked.bindings import Read, Whose
from rulewright.checked.context import Context
from rulewright.checked.declarations import lookup
from rulewright.checked.declarations.lookup import works_out
from rulewright.checked.facts import StepFacts
from rulewright.checked.messages import rules
from rulewright.checked.references import everything
from rulewright.checked.rules.effects import all_writes, check_step
from rulewright.expression import nodes as syntax
from rulewright.expression.places import place_parts
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import footprint
from rulewright.rulebook.walking import all_effects
from rulewright.source.text import Span

COUNTED = ("count", "empty", "full", "size")
"""What everybody knows of a zone."""


def looks_afterwards(action: rulebook.Action) -> bool:
    """Whether a condition of an action is evaluated in the position that it leaves."""
    return any(requirement.afterwards for requirement in action.when)


@works_out(rulebook.Step)
def _step_facts(c: Context, step: rulebook.Step, asker: syntax.Expression) -> StepFacts:
    """The facts of a step that an expression asks about; chance in it is reported."""
    uses_me = check_step(c, step)
    check_no_chance(c, step.do, asker.span)
    return StepFacts(uses_me, all_writes(c, step.do), looked_at(c, step.do))


def check_no_chance(c: Context, effects: rulebook.Effects, asker: Span) -> None:
    """Report effects whose result chance decides."""
    for effect in all_effects(c.book, effects):
        if _by_chance(c, effect):
            rules.chance_ahead(c, effect.span, asker)


def _by_chance(c: Context, effect: rulebook.AnyEffect) -> bool:
    match effect:
        case rulebook.Roll() | rulebook.Shuffle() | rulebook.Pick():
            return True
        case rulebook.Move(moved=syntax.MovedCount(), source=source) if source is not None:
            zone = c.book.zones.get(place_parts(source)[0])
            return zone is not None and zone.order == "shuffled"
        case _:
            return False


# ------------------------------------------------------------------------------------------- what is looked at


def looked_at(c: Context, effects: rulebook.Effects) -> tuple[Read, ...]:
    """What effects look at, and the steps and definitions that they use. Where pieces go need not be seen, nor how many there are."""
    found: dict[tuple[str, str, object], Read] = {}
    for effect in all_effects(c.book, effects):
        for node in _read_of(effect):
            for read in _reads(c, node):
                found.setdefault((read.what, read.name, read.owner), read)
    return tuple(found.values())


def _read_of(effect: rulebook.AnyEffect) -> Iterator[syntax.Node]:
    """The expressions of an effect on which its result depends; a kind that it only names is none."""
    found = footprint(effect)
    kinds = {id(getattr(effect, key.field)) for key in effect.verb.parts if key.takes == "kind"}
    values = (getattr(effect, key.field) for key in effect.verb.parts)
    kinds |= {id(value.kind) for value in values if isinstance(value, syntax.MovedCount)}
    yield from (node for node in (*found.pieces, *found.places, *found.asks) if id(node) not in kinds)


def _reads(c: Context, root: syntax.Node) -> Iterator[Read]:
    seen: set[str] = set()
    waiting: list[object] = [root]
    while waiting:
        skipped: set[int] = set()
        for node in everything(waiting.pop()):  # also what is asked after a step
            match node:
                case syntax.Attribute(of=syntax.Attribute() | syntax.Name() as of, name=name) if (
                    name in COUNTED
                ):
                    skipped.add(id(of))
                case syntax.Call(function=syntax.Name(text="can"), arguments=(syntax.Name(text=name), *_)):
                    for action in actions_called(c.book, name):
                        yield from lookup.action_reads(c, action, node)
                case _:
                    pass
            if id(node) in skipped or not isinstance(node, syntax.Name | syntax.Attribute):
                continue
            name, owner = _named(node)
            if name in c.book.zones:
                yield Read("zone", name, owner, node)
            elif name in c.book.variables:
                yield Read("variable", name, owner, node)
            elif name in c.book.kinds:
                yield Read("kind", name, "", node)
            elif name in c.book.definitions and name not in seen:
                seen.add(name)
                waiting.append(c.book.definitions[name].body)
            elif name in c.book.steps and name not in seen:
                seen.add(name)
                waiting += [tuple(_read_of(each)) for each in all_effects(c.book, c.book.steps[name].do)]


def _named(node: syntax.Name | syntax.Attribute) -> tuple[str, Whose]:
    """A name that may be declared, and whose it is."""
    if isinstance(node, syntax.Name):
        return node.text, ""
    mine = isinstance(node.of, syntax.Name) and node.of.text == "me"
    return node.name, "me" if mine else "other"


def actions_called(book: rulebook.Rulebook, name: str) -> list[rulebook.Action]:
    """The actions of a name, in all phases."""
    return [phase.actions[name] for phase in book.phases.values() if name in phase.actions]

"""Every effect of the language, declared once: its keys and their roles, its note about the flow, and its sentence.

    Verb("pay", "{pay: 5, from: kitty, to: me.score}",
         Key("pay", "amount", "value"), Key("from", "source", "written"), Key("to", "to", "written"), ...)

From these records come the keys that are allowed, the reader (`rulebook.effects`), the write sets (`rulebook.footprints`), the lines
of `diff`, the sentences of the rule sheet where a template is enough, and the reference in `docs/`. A class in `rulebook.nodes` with
the fields named here belongs to each. Their meaning is in `checked.rules.effects`, `ir.lower.effects` and the two executors.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulewright.source.dataclass import dataclass

Takes: TypeAlias = Literal[
    "value", "pieces", "zone", "written", "source", "destination", "moved", "kind", "name", "phase", "clause", "drawn", "effects",
    "cases", "step", "arguments",
]  # fmt: skip
"""The role of a key: an expression that is only read (`value`); pieces that are handled, or the kept zone that contains them; a variable or
an attribute that is `written`; the source or target of pieces; the pieces of `move`; the name of a kind, of a `let`, of a
phase; `x in DOMAIN` for each element, or for one that is drawn; effects, or effects by value. A step has its name and arguments, and no keys in the file."""

Note: TypeAlias = Literal["end_turn", "extra_turn", "turn_of", "go"]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of an effect in a rulebook, and the field of its node that holds the value."""

    name: str
    field: str
    takes: Takes
    required: bool = True
    read: bool = False
    """Whether the old value of a written place is read, too."""


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write an effect, with one line of help and a description of when it fails."""

    form: str
    help: str
    undefined: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """An effect. Its first key is the verb itself; effects of one word have none."""

    name: str
    example: str
    forms: tuple[Form, ...]
    parts: tuple[Key, ...] = ()
    note: Note | None = None
    """The note that it leaves about the flow of the game."""
    stay: bool = False
    """Whether pieces keep their place, so that only their faces or their order change."""
    brings_back: bool = False
    """Whether pieces return to the places where they started."""
    says: str = ""
    """The sentence of the rule sheet, with fields in braces; empty where `author.phrases.effects` makes it."""
    obvious: bool = False
    """Whether everybody at a table sees that it happens, even if its parts are hidden."""

    @property
    def required(self) -> tuple[str, ...]:
        """The keys that must be there, without the verb itself."""
        return tuple(key.name for key in self.parts[1:] if key.required)

    @property
    def optional(self) -> tuple[str, ...]:
        return tuple(key.name for key in self.parts[1:] if not key.required)

    @property
    def keys(self) -> tuple[str, ...]:
        return self.required + self.optional


_DO = Key("do", "do", "effects")
_ELSE = Key("else", "else_", "effects", required=False)
_OF = Key("of", "of", "value", required=False)
_TURNED = Key("turned", "turned", "value", required=False)
_DESTINATION = Key("to", "to", "destination")

EFFECTS: tuple[Verb, ...] = (
    Verb(
        "roll", "{roll: tray}",
        (Form("{roll: PIECES}", "roll dice: a piece, a set, a zone or a kind"),),
        (Key("roll", "pieces", "pieces"),),
        stay=True, says="roll {pieces}", obvious=True,
    ),
    Verb(
        "return", "{return: dice}",
        (Form("{return: PIECES}", "put pieces back where they start, showing nothing"),),
        (Key("return", "pieces", "pieces"),),
        brings_back=True, says="put {pieces} back as at the set-up", obvious=True,
    ),
    Verb(
        "shuffle", "{shuffle: pile}",
        (Form("{shuffle: ZONE}", "put a zone with `order: kept` in a random order"),),
        (Key("shuffle", "place", "zone"),),
        stay=True, says="shuffle {place}", obvious=True,
    ),
    Verb(
        "remove", "{remove: piece}",
        (Form("{remove: SPACE}", "take the pieces of a space, or a piece, off the table"),),
        (Key("remove", "piece", "pieces"),),
        obvious=True,
    ),
    Verb(
        "move", "{move: die, to: rack}",
        (
            Form("{move: PIECE, to: ZONE}", "move a piece or a set of pieces", "the zone is full"),
            Form("{move: all ZONE, to: ZONE}", "move all pieces; a kept pile card by card from the top", "the zone is full"),
            Form("{move: N KIND, from: ZONE, to: ZONE}",
                 "move a number of pieces: at random from a shuffled zone, from the top of a kept one, otherwise pieces "
                 "that look alike", "fewer are there, or the zone is full"),
            Form("{move: N KIND, of: OWNER, from: SPACE, to: SPACE}",
                 "move a number of one owner's pieces from a place with pieces of several", "fewer are there"),
        ),
        (Key("move", "moved", "moved"), Key("from", "source", "source", required=False), _DESTINATION, _OF, _TURNED),
        obvious=True,
    ),
    Verb(
        "place", "{place: mark, to: at}",
        (
            Form("{place: KIND, to: SPACE}",
                 "put a new piece of a kind without `count` on a space or into a zone, mine where the kind has owners",
                 "the space is full"),
            Form("{place: KIND, of: OWNER, to: SPACE}", "put one of somebody else's there", "the space is full"),
        ),
        (Key("place", "kind", "kind"), _DESTINATION, _OF, _TURNED),
        obvious=True,
    ),
    Verb(
        "set", "{set: rolls, to: 0}",
        (
            Form("{set: s.owner, to: PLAYER}", "turn the piece on a space over to somebody else", "none is there"),
            Form("{set: s.face, to: FACE}", "turn or promote the piece on a space", "none is there"),
            Form("{set: PLACE, to: VALUE}", "set a variable or what a piece shows", "the value leaves the range"),
        ),
        (Key("set", "place", "written"), Key("to", "value", "value")),
    ),
    Verb(
        "add", "{add: 1, to: rolls}",
        (Form("{add: NUMBER, to: PLACE}", "add to a variable", "the result leaves the range"),),
        (Key("add", "amount", "value"), Key("to", "place", "written")),
    ),
    Verb(
        "pay", "{pay: 5, from: kitty, to: me.score}",
        (Form("{pay: NUMBER, from: PLACE, to: PLACE}", "move an amount; the sum stays the same",
              "the amount is negative, or a result leaves its range"),),
        (Key("pay", "amount", "value"), Key("from", "source", "written"), Key("to", "to", "written")),
        says="pay {amount} from {source} to {to}", obvious=True,
    ),
    Verb(
        "swap", "{swap: me.sign, with: me.left.sign}",
        (Form("{swap: PLACE, with: PLACE}", "exchange the values of two variables, both of which are found first",
              "a value leaves the range of the other"),),
        (Key("swap", "one", "written", read=True), Key("with", "other", "written", read=True)),
        says="swap {one} and {other}",
    ),
    Verb(
        "let", "{let: best, be: max(dice.face)}",
        (Form("{let: NAME, be: VALUE}", "name a value for the effects that follow"),),
        (Key("let", "name", "name"), Key("be", "value", "value")),
    ),
    Verb(
        "if", "{if: rolls > 0, do: [end_turn]}",
        (Form("{if: CONDITION, do: [...], else: [...]}", "one list of effects or the other"),),
        (Key("if", "condition", "value"), _DO, _ELSE),
    ),
    Verb(
        "for", "{for: p in players, do: [{set: p.out, to: false}]}",
        (Form("{for: x in D if C, do: [...]}", "for each element, all found before the first effect"),),
        (Key("for", "clause", "clause"), _DO),
    ),
    Verb(
        "pick", "{pick: p in players, do: [{turn_of: p}]}",
        (Form("{pick: x in D if C, do: [...], else: [...]}", "one random element; `else` if there is none"),),
        (Key("pick", "clause", "drawn"), _DO, _ELSE),
        obvious=True,
    ),
    Verb(
        "by", "{by: kind, cases: {flat: [end_turn]}}",
        (Form("{by: VALUE, cases: {A: [...], B: [...]}}", "the effects listed for a value"),),
        (Key("by", "subject", "value"), Key("cases", "cases", "cases")),
    ),
    Verb(
        "turn_of", "{turn_of: me.left}",
        (Form("{turn_of: PLAYER}", "a player takes the next turn"),),
        (Key("turn_of", "player", "value"),),
        note="turn_of", says="the next turn goes to {player}", obvious=True,
    ),
    Verb(
        "go", "{go: scoring}",
        (Form("{go: PHASE}", "play goes on in a phase; without another such effect, in the same turn"),),
        (Key("go", "phase", "phase"),),
        note="go",
    ),
    Verb(
        "end_turn", "end_turn",
        (Form("end_turn", "the turn ends when all effects are done"),),
        note="end_turn", says="your turn ends", obvious=True,
    ),
    Verb(
        "extra_turn", "extra_turn",
        (Form("extra_turn", "the same player takes another turn, in the same round"),),
        note="extra_turn", obvious=True,
    ),
    Verb(
        "run_step", "cover(those)",
        (Form("cover(those)", "run a step of the rulebook"),),
        (Key("", "step", "step"), Key("", "arguments", "arguments")),
    ),
)  # fmt: skip

VERBS: dict[str, Verb] = {verb.name: verb for verb in EFFECTS if verb.parts and verb.parts[0].name}
"""The effects that are written with keys."""

BY_CLASS: dict[str, Verb] = {verb.name.title().replace("_", ""): verb for verb in EFFECTS}
"""All effects, by the names of their classes in `rulebook.nodes`."""

WORDS: tuple[str, ...] = tuple(verb.name for verb in EFFECTS if not verb.parts)
"""The effects that are one word; any other text runs a step."""

PREPOSITIONS = frozenset(key for verb in VERBS.values() for key in verb.keys)
"""The keys that belong to some verb."""

"""Write what the extension for Visual Studio Code takes from the language: its grammar, and its snippets.

    python docs/generate_editors.py             write them
    python docs/generate_editors.py --check     say which are out of date, with exit status 1 if any is

The grammar gets its words from the schema, from the grammar of expressions and from the declarations in `rulewright.language`. The
snippets of whole files are the starters of `rulewright new`, with places for what an author changes first.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from rulewright.author.starters.house_rules import Overlay
from rulewright.author.starters.rulebooks import Board, Cards, Dice, Tiles
from rulewright.language import builtins
from rulewright.language.effects import EFFECTS

TOP = Path(__file__).resolve().parent.parent
EXTENSION = TOP / "interpreter" / "editors" / "vscode"
EXPRESSIONS = TOP / "interpreter" / "rulewright" / "expression" / "grammar.lark"
CONSTANTS = ("true", "false", "none")
TEXTS = frozenset({"text", "label", "about", "sheet"})
ALSO_TEXTS = ("title", "about", "label", "sheet", "plural", "says")
NAME, TITLE = "my-game", "My Game"

Json: TypeAlias = dict[str, Any]  # Any: JSON

# ------------------------------------------------------------------------------------------------ words


def words_of_expressions() -> list[str]:
    """The words that the grammar of expressions writes, without the constants."""
    terminals = re.findall(
        r"^[A-Z]+(?:\.\d+)?: (/.*)$", EXPRESSIONS.read_text(encoding="utf-8"), re.MULTILINE
    )
    found = {word for line in terminals for word in re.findall(r"/([a-z]+)(?:\\b|\(\?=)", line)}
    return sorted(found - set(CONSTANTS))


def schema(name: str = "rulebook") -> Json:
    read: Json = json.loads((TOP / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    return read


def sections() -> list[str]:
    """The keys at the top of a file."""
    return sorted({key for name in ("rulebook", "overlay", "fragment") for key in schema(name)["properties"]})


def keys() -> list[str]:
    """The keys of the language at any depth."""
    return sorted({key for name in ("rulebook", "overlay") for key, _ in _properties(schema(name))})


def _properties(shape: object) -> Iterator[tuple[str, Json]]:
    if isinstance(shape, dict):
        if isinstance(shape.get("properties"), dict):
            yield from shape["properties"].items()
        for inner in shape.values():
            yield from _properties(inner)
    elif isinstance(shape, list):
        for inner in shape:
            yield from _properties(inner)


def texts() -> list[str]:
    """The keys whose values are words for people."""
    return sorted(ALSO_TEXTS)


def verbs() -> list[str]:
    return sorted(verb.parts[0].name for verb in EFFECTS if verb.parts and verb.parts[0].name)


def bare_verbs() -> list[str]:
    return sorted(verb.name for verb in EFFECTS if not verb.parts)


# ---------------------------------------------------------------------------------------------- grammar


def _any(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=lambda word: (-len(word), word))) + ")"


def _word(words: Iterable[str]) -> str:
    return rf"(?<![\w.-]){_any(words)}(?![\w-])"


def grammar() -> Json:
    """The TextMate grammar. Rules that are named in `repository` end with the line, but those of flow collections and block texts."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rulewright",
        "scopeName": "source.rulewright",
        "fileTypes": ["rulebook.yaml", "overlay.yaml", "fragment.yaml"],
        "patterns": [{"include": "#block"}],
        "repository": {
            "block": {
                "patterns": [
                    *_includes("comment", "document", "block_prose", "block_prose_of_item", "block_expression", "block_expression_of_item", "block_item", "folded_prose", "prose", "section", "effect", "key", "item"),
                    *_includes("value"),
                ]
            },
            "value": {"patterns": _includes("comment", "mapping", "sequence", "quoted", "expression")},
            "comment": {"match": r"(?<![^\s])#.*$", "name": "comment.line.number-sign.rulewright"},
            "document": {"match": r"^(?:---|\.\.\.)(?=\s|$)", "name": "entity.other.document.rulewright"},
            "block_prose": _block(rf"{_any(texts())}(?=\s*:)", deeper=1, prose=True),
            "block_prose_of_item": _block(rf"- +{_any(texts())}(?=\s*:)", deeper=3, prose=True),
            "block_expression": _block(r"(?!- )[^\s#][^#]*?(?=:)", deeper=1),
            "block_expression_of_item": _block(r"- +[^\s#][^#]*?(?=:)", deeper=3),
            "block_item": _block(r"-(?=\s)", deeper=1),
            "name_of_block": {"match": r"[A-Za-z_][\w-]*$", "name": "entity.name.tag.key.rulewright"},
            "folded_prose": {
                "begin": rf"^(\s*)({_any(texts())})\s*(:)(?=\s+[^\s\"'|>{{\[#]|\s*$)",
                "beginCaptures": _captures((2, "entity.name.tag.key.rulewright"), (3, _COLON)),
                "while": r"^(?=\1\s+\S|\s*$)",
                "patterns": [*_includes("comment"), _words(r"(?=\s+#)|$")],
            },
            "prose": {
                "begin": rf"(?<![\w.-])({_any(texts())})\s*(:)(?=\s)\s*",
                "beginCaptures": _captures((1, "entity.name.tag.key.rulewright"), (2, _COLON)),
                "end": r"(?=\s+#)|$",
                "patterns": [*_includes("comment", "quoted_prose", "mapping", "sequence"), _words(r"(?=\s+#)|$")],
            },
            "prose_in_flow": {
                "begin": rf"(?<![\w.-])({_any(texts())})\s*(:)(?=\s)\s*",
                "beginCaptures": _captures((1, "entity.name.tag.key.rulewright"), (2, _COLON)),
                "end": r"(?=[,}\]])|(?=\s+#)|$",
                "patterns": [*_includes("comment", "quoted_prose", "mapping", "sequence"), _words(r"(?=[,}\]]|\s+#)|$")],
            },
            "section": {
                "match": rf"^({_any(sections())})\s*(:)(?=\s|$)",
                "captures": _captures((1, "keyword.control.section.rulewright"), (2, _COLON)),
            },
            "effect": {
                "match": rf"(?:(?<=^|[{{\[,])|(?<=[{{\[,-]\s))\s*({_any(verbs())})\s*(:)(?=\s)",
                "captures": _captures((1, "keyword.other.effect.rulewright"), (2, _COLON)),
            },
            "key": {
                "match": rf"(?<![\w.)-])(?:({_any(keys())})|([A-Za-z_][\w-]*))\s*(:)(?=\s|$)",
                "captures": _captures(
                    (1, "entity.name.tag.key.rulewright"), (2, "entity.name.type.declared.rulewright"), (3, _COLON)
                ),
            },
            "item": {"match": r"(?<=^|\s)-(?=\s|$)", "name": "punctuation.definition.block.sequence.item.rulewright"},
            "mapping": {
                "begin": r"\{", "end": r"\}", "name": "meta.flow-mapping.rulewright",
                "beginCaptures": _captures((0, "punctuation.definition.mapping.begin.rulewright")),
                "endCaptures": _captures((0, "punctuation.definition.mapping.end.rulewright")),
                "patterns": _includes("prose_in_flow", "effect", "key", "value"),
            },
            "sequence": {
                "begin": r"\[", "end": r"\]", "name": "meta.flow-sequence.rulewright",
                "beginCaptures": _captures((0, "punctuation.definition.sequence.begin.rulewright")),
                "endCaptures": _captures((0, "punctuation.definition.sequence.end.rulewright")),
                "patterns": _includes("prose_in_flow", "effect", "key", "value"),
            },
            "quoted": {"patterns": [_quoted('"', "double", "expression"), _quoted("'", "single", "expression")]},
            "quoted_prose": {"patterns": [_quoted('"', "double", "place_in_text"), _quoted("'", "single", "place_in_text")]},
            "place_in_text": {
                "begin": r"<(?=[A-Za-z_(])(?=[^<>]*>)", "end": r">", "name": "meta.embedded.expression.rulewright",
                "beginCaptures": _captures((0, "punctuation.section.embedded.begin.rulewright")),
                "endCaptures": _captures((0, "punctuation.section.embedded.end.rulewright")),
                "patterns": _includes("expression"),
            },
            "expression": {
                "patterns": [
                    {"match": r"(?<![\w.])\d+(?![\w])|(?<=\.\.)\d+", "name": "constant.numeric.rulewright"},
                    {"match": _word(CONSTANTS), "name": "constant.language.rulewright"},
                    {"match": _word(bare_verbs()), "name": "keyword.other.effect.rulewright"},
                    {
                        "match": rf"(?<![\w.-]){_any(function_names())}(?=\()",
                        "name": "support.function.rulewright",
                    },
                    {"match": _word({each.name for each in builtins.NAMES}), "name": "variable.language.rulewright"},
                    {"match": _word(words_of_expressions()), "name": "keyword.operator.word.rulewright"},
                    {"match": r"(?<![\w.-])[A-Za-z_]\w*(?=\()", "name": "entity.name.function.rulewright"},
                    {"match": r"(?<=[\w)]\.)[A-Za-z_]\w*", "name": "variable.other.property.rulewright"},
                    {"match": r"[A-Za-z_]\w*", "name": "variable.other.rulewright"},
                    {"match": r"\.\.|==|!=|<=|>=|[-+*<>]", "name": "keyword.operator.rulewright"},
                    {"match": r"[().]", "name": "punctuation.rulewright"},
                    {"match": r",", "name": "punctuation.separator.rulewright"},
                    {"match": r":", "name": _COLON},
                    {"match": r"[^\s\w(){}\[\],.:#\"'<>]", "name": "string.unquoted.rulewright"},
                ]
            },
        },
    }  # fmt: skip


_COLON = "punctuation.separator.key-value.rulewright"


def function_names() -> set[str]:
    called = (*builtins.FUNCTIONS, *builtins.AGGREGATES, builtins.NTH)
    return {each.name for each in called}


def _block(before: str, deeper: int, prose: bool = False) -> Json:
    """A block text behind `before`. Its lines are indented by `deeper` spaces more: behind the dash of an item there is room for other keys."""
    found: Json = {
        "begin": rf"^(\s*)({before})\s*(:?)\s+([|>][-+0-9]*)(?=\s|$)",
        "beginCaptures": {"2": {"patterns": _includes("item", "name_of_block", "expression")}}
        | _captures((3, _COLON), (4, "keyword.control.flow.block-scalar.rulewright")),
        "while": rf"^(?=\1\s{{{deeper},}}\S|\s*$)",
        "patterns": _includes("place_in_text") if prose else _includes("comment", "expression"),
    }
    return found | ({"contentName": "string.unquoted.block.rulewright"} if prose else {})


def _includes(*names: str) -> list[Json]:
    return [{"include": f"#{name}"} for name in names]


def _captures(*pairs: tuple[int, str]) -> Json:
    return {str(number): {"name": name} for number, name in pairs}


def _words(end: str) -> Json:
    """Words for people up to `end`, with the places in them where a value is filled in."""
    return {
        "begin": r"(?=[^\s#])", "end": end, "name": "string.unquoted.prose.rulewright", "patterns": _includes("place_in_text"),
    }  # fmt: skip


def _quoted(mark: str, name: str, inside: str) -> Json:
    escape = r"\\." if mark == '"' else "''"
    return {
        "begin": mark, "end": mark if mark == '"' else "'(?!')", "name": f"string.quoted.{name}.rulewright",
        "patterns": [{"match": escape, "name": "constant.character.escape.rulewright"}, *_includes(inside)],
    }  # fmt: skip


# --------------------------------------------------------------------------------------------- snippets


def snippets() -> Json:
    """Whole files from the starters, and entries that an author often adds."""
    starters: dict[str, tuple[str, Dice | Cards | Board | Tiles]] = {
        "dice": ("A dice game", Dice()),
        "cards": ("A card game", Cards()),
        "board": ("A board game", Board()),
        "tiles": ("A game with tiles", Tiles()),
    }
    found = {
        f"New rulebook: {words.lower()}": {
            "prefix": [f"rulebook-{kind}", "rulebook"],
            "description": f"{words}, whole: it works, to change into your own.",
            "body": _whole(starter.text(NAME, TITLE, "")),
        }
        for kind, (words, starter) in starters.items()
    }
    house = Overlay("pig", {"target": 50}).text(NAME, TITLE, "")
    found["New house rule"] = {
        "prefix": ["overlay", "house-rule"],
        "description": "A house rule, whole: a file of a few lines that changes a game.",
        "body": _whole(house),
    }
    return found | ENTRIES


def _whole(text: str) -> list[str]:
    """The lines of a file as a snippet, with places for its name and its title."""
    lines = [line for line in text.rstrip("\n").split("\n") if not line.startswith("# yaml-language-server:")]
    body = "\n".join(lines).replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
    body = re.sub(rf"^name: {NAME}$", f"name: ${{1:{NAME}}}", body, count=1, flags=re.MULTILINE)
    body = re.sub(rf"^title: {TITLE}$", f"title: ${{2:{TITLE}}}", body, count=1, flags=re.MULTILINE)
    return [*body.split("\n"), "$0"]


ENTRIES: Json = {
    "Option": {
        "prefix": "option",
        "description": "A number that a table may choose. It belongs below `options:`.",
        "body": [
            "${1:stake}:",
            "  type: ${2:1..100}",
            "  default: ${3:10}",
            "  about: ${4:points that are at stake}",
        ],
    },
    "Variable": {
        "prefix": "variable",
        "description": "A number that is kept for each player. It belongs below `variables:`.",
        "body": ["${1:coins}: {per: players, type: ${2:0..100}, about: ${3:coins of each player}\\}"],
    },
    "Action": {
        "prefix": "action",
        "description": "Something that a player may do. It belongs below `actions:` of a phase.",
        "body": ["${1:pass}:", "  label: ${2:Pass}", "  do: [${3:end_turn}]"],
    },
    "Action with a condition": {
        "prefix": "action-when",
        "description": "Something that a player may do when a condition holds. It belongs below `actions:` of a phase.",
        "body": [
            "${1:pass}:",
            "  label: ${2:Pass}",
            "  when: {${3:not_at_once}: ${4:round > 1}\\}",
            "  do: [${5:end_turn}]",
        ],
    },
    "Definition": {
        "prefix": "define",
        "description": "A name for a value. It belongs below `define:`.",
        "body": ["${1:leader}: {is: ${2:max(p.score for p in players)}, about: ${3:the best score}\\}"],
    },
    "Invariant": {
        "prefix": "invariant",
        "description": "What holds at every moment of every game; `rulewright test` tries to break it. It belongs below `invariants:`.",
        "body": ["${1:some_round}: ${2:round >= 1}"],
    },
    "Example": {
        "prefix": "example",
        "description": "A short story that tests a rule. It belongs below `examples:`.",
        "body": ["${1:at_the_start}:", "  expect: [${2:round == 1}]"],
    },
}

# ---------------------------------------------------------------------------------------------- writing


def written() -> dict[Path, str]:
    """What each file should hold."""
    return {
        EXTENSION / "syntaxes" / "rulewright.tmLanguage.json": _as_text(grammar()),
        EXTENSION / "snippets" / "rulewright.code-snippets": _as_text(snippets()),
    }


def _as_text(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    stale = {
        path: text
        for path, text in written().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }
    for path, text in stale.items():
        print(f"{path.relative_to(TOP)} is out of date" if arguments else f"writes {path.relative_to(TOP)}")
        if not arguments:
            path.write_text(text, encoding="utf-8")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

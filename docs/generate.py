"""Write the parts of the reference that are declared in code, so that page and program cannot differ.

    python docs/generate.py             write them
    python docs/generate.py --check     say which are out of date, with exit status 1 if any is

The pages of well-known games and the manual page are written whole: see `docs/classics.py` and `docs/manual_page.py`.  Any other page holds `<!-- generated: NAME -->` and `<!-- end of NAME -->`; what stands between them is ours.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from docs.classics import Classic
    from docs.manual_page import ManualPage
    from rulewright.problems.pages import Code

DOCS = Path(__file__).resolve().parent
SCHEMAS = DOCS.parent / "schemas"
PACKAGE = DOCS.parent / "interpreter" / "rulewright"

EVERYWHERE = ("label", "about", "sheet")
"""Keys of every named entry, told once."""

Json: TypeAlias = dict[str, Any]  # Any: whatever a JSON Schema says


@dataclass(frozen=True, slots=True)
class Generated:
    """A part of a page, and what writes it."""

    path: Path
    name: str
    write: Callable[[], str]

    def current(self) -> str:
        return (DOCS / self.path).read_text(encoding="utf-8")

    def wanted(self) -> str:
        """The whole page with this part written anew."""
        begin, end = f"<!-- generated: {self.name} -->", f"<!-- end of {self.name} -->"
        page = self.current()
        if page.count(begin) != 1 or page.count(end) != 1:
            raise SystemExit(f"{self.path} should have the lines {begin} and {end}, once each")
        before, rest = page.split(begin)
        return f"{before}{begin}\n\n{self.write().strip()}\n\n{end}{rest.split(end)[1]}"

    def is_up_to_date(self) -> bool:
        return self.current() == self.wanted()


# ------------------------------------------------------------------------------------------- the language


def _built_ins() -> Iterator[tuple[str, Iterable[Any]]]:
    from rulewright.language import builtins

    yield "Names", (*builtins.NAMES, *builtins.IN_EXAMPLES)
    yield "Functions", builtins.FUNCTIONS
    yield "Aggregates", (*builtins.AGGREGATES, builtins.NTH)
    yield "Attributes", builtins.ATTRIBUTES
    yield "Domains", builtins.DOMAINS


def built_ins() -> str:
    parts = []
    for title, items in _built_ins():
        rows = [(code(item.form), item.help, item.result, item.undefined) for item in items]
        parts.append(f"**{title}**\n\n{table(('written', 'means', 'gives', 'undefined'), rows)}")
    return "\n\n".join(parts)


def effects() -> str:
    from rulewright.language.effects import EFFECTS

    forms = (form for verb in EFFECTS for form in verb.forms)
    return table(
        ("effect", "does", "fails if"), [(code(item.form), item.help, item.undefined) for item in forms]
    )


# ---------------------------------------------------------------------------------- the language on a page


def short_built_ins() -> str:
    parts = []
    for title, items in _built_ins():
        parts.append(f"**{title}**\n\n" + "\n".join(f"- {code(item.form)}: {item.help}" for item in items))
    return "\n\n".join(parts)


def short_effects() -> str:
    from rulewright.language.effects import EFFECTS

    return "\n".join(f"- {code(item.form)}: {item.help}" for verb in EFFECTS for item in verb.forms)


def short_keys() -> str:
    """A line for each shape, with its keys."""
    rulebook, overlay = _schema("rulebook"), _schema("overlay")
    shapes = {**overlay["$defs"], **rulebook["$defs"]}
    told = {"rulebook": rulebook, "overlay": overlay, **rulebook["$defs"]}
    lines = []
    for name, shape in told.items():
        keys = shape.get("properties", {}) if name in ("rulebook", "overlay") else _rows(shape)
        if keys and name != "effect":
            lines.append(_short_shape(_heading(name), keys, shape, shapes))
        lines += [
            _short_shape(part["title"], part["properties"], part, shapes)
            for key, value in keys.items()
            for part in (value, value.get("additionalProperties"), value.get("items"))
            if isinstance(part, dict) and "properties" in part
        ]
    return "\n".join(dict.fromkeys(lines))


def _short_shape(name: str, keys: Json, shape: Json, shapes: Json) -> str:
    required = shape.get("required", [])
    told = [
        f"{code(key)}{'*' if key in required else ''} {_short(value, shapes)}" for key, value in keys.items()
    ]
    return f"- **{name.removeprefix('a ').removeprefix('the ')}**: {'; '.join(told)}"


def _short(value: Json, shapes: Json) -> str:
    says = _says(value, shapes).rstrip(".")
    return f"{says[:1].lower()}{says[1:]}"


# ------------------------------------------------------------------------------------------- the problems


def problems() -> str:
    from rulewright.problems.pages import CODES

    return "\n\n".join(_problem(CODES[name]) for name in sorted(CODES))


def _problem(item: Code) -> str:
    parts = [
        f"### {item.code}",
        f"{item.title[:1].upper()}{item.title[1:]}.",
        item.explanation,
    ]
    for words, fence, example in (("Wrong:", "yaml wrong", item.bad), ("Right:", "yaml fragment", item.good)):
        if example:
            parts.append(f"{words}\n\n```{fence}\n{example}\n```")
    return "\n\n".join(parts)


# ------------------------------------------------------------------------------------------- the keys


def rulebook_keys() -> str:
    schema = _schema("rulebook")
    told = {name: shape for name, shape in schema["$defs"].items() if _rows(shape)}
    shapes = _schema("overlay")["$defs"] | schema["$defs"]  # a variant is an overlay inside the file
    parts = [_section("rulebook", schema, shapes, told)]
    parts += [_section(name, shape, shapes, told) for name, shape in told.items()]
    return "\n\n".join(parts)


def overlay_keys() -> str:
    schema = _schema("overlay")
    return _section("overlay", schema, schema["$defs"], {})


def _schema(name: str) -> Json:
    found: Json = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def _section(name: str, shape: Json, shapes: Json, told: Json) -> str:
    """A heading, what the shape is, and a row for each key; links go to shapes that have a section (`told`)."""
    rows = _rows(shape) or shape["properties"]
    required = shape.get("required", [])
    cells = [
        (
            code(key),
            _holds(value, shapes, told) + (", always" if key in required else ""),
            _says(value, shapes),
        )
        for key, value in rows.items()
    ]
    head = f"### {_heading(name)}\n\n{shape['description']}"
    return f"{head}\n\n{table(('key', 'holds', 'what it says'), cells)}"


def _rows(shape: Json) -> Json:
    """The keys of a shape, but for those that every named entry has alike; none if it is no mapping of known keys."""
    keys: Json = shape.get("properties", {})
    return {key: value for key, value in keys.items() if key not in EVERYWHERE or "description" in value}


def _holds(value: Json, shapes: Json, told: Json) -> str:
    """`an expression`, `a mapping of named options ([option](#option))`."""
    shape = shapes[_referred(value)] if _referred(value) else value
    words = value.get("title") or shape["title"]
    inside = [
        part for part in (shape.get("additionalProperties"), shape.get("items")) if isinstance(part, dict)
    ]
    name = next((_referred(part) for part in (value, *inside) if _referred(part) in told), None)
    return f"{words} ([{_heading(name)}](#{_heading(name).replace(' ', '-')}))" if name else str(words)


def _says(value: Json, shapes: Json) -> str:
    return str(value.get("description") or shapes[_referred(value)]["description"])


def _referred(value: Json) -> str:
    """The name of the shape that is referred to, or ``."""
    return str(value.get("$ref", "")).rsplit("/", 1)[-1]


def _heading(name: str) -> str:
    return name.replace("_", " ")


# ------------------------------------------------------------------------------------------- the command line


def command_line() -> str:
    import click

    from rulewright.cli.main import COMMANDS, build_group

    group = build_group()
    with click.Context(group, info_name="rulewright") as context:
        found = [(name, group.get_command(context, name)) for name in COMMANDS]
    return "\n\n".join(part for name, command in found if command for part in _command(name, command))


def _command(name: str, command: Any) -> Iterator[str]:
    import click

    context = click.Context(command, info_name=f"rulewright {name}")
    yield f"### rulewright {name}"
    yield code(" ".join(command.get_usage(context).removeprefix("Usage: ").split()))
    told, _, examples = inspect.cleandoc(command.help or "").partition("\b\nExamples:\n")
    yield told.strip()
    rows = []
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            record = parameter.get_help_record(context)
            if record:
                rows.append((code(record[0]), " ".join(record[1].split())))
    if rows:
        yield table(("option", "what it does"), rows)
    if examples:
        yield "```text\n" + re.sub(r"(?m)^  ", "", examples.rstrip()) + "\n```"


# ------------------------------------------------------------------------------------------- the rooms


def rooms() -> str:
    """All packages as a tree, those of one layer together, each with the first line of its page."""
    lines = [line for name in _layers() for line in _room(PACKAGE / name, 0)]
    width = max(len(name) for name, _ in lines) + 2
    return "```text\n" + "\n".join(f"{name:{width}}{what}" for name, what in lines) + "\n```"


def _layers() -> list[str]:
    """The packages in the order of `pyproject.toml`: each may import those that come after it."""
    settings = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["id"] == "layers")
    return [name for layer in layers for name in layer.split(" | ")]


def _room(path: Path, depth: int) -> Iterator[tuple[str, str]]:
    module = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    page = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    yield "  " * depth + path.name + "/" * path.is_dir(), page.partition("\n")[0]
    for each in sorted(path.glob("*/__init__.py")):
        yield from _room(each.parent, depth + 1)


# ------------------------------------------------------------------------------------------- the figures


def figures() -> str:
    """A table for each command whose every row was tried."""
    sys.path.insert(0, str(DOCS.parent))
    from docs import figures as module

    heads = ("figure", "in the report", "JSON", "Python")
    parts = [
        f"### {section.title}\n\n{section.about}\n\n{table(heads, module.tried(section))}"
        for section in module.sections()
    ]
    parts.append(
        "### Fall-backs\n\nWhat `timing.fallbacks` and `found.fallbacks` hold; JSON leaves out what is 0. A batch has `batch.engine` and "
        f"`batch.fallbacks`, with the same names, and `str(batch.fallbacks)` is the sentence of the report.\n\n{table(heads, module.fallbacks())}"
    )
    return "\n\n".join(parts)


# ------------------------------------------------------------------------------------------- words


def code(text: str) -> str:
    return f"`{text}`"


def sentence(text: str) -> str:
    return " ".join(text.split())


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table, without the columns that are empty in every row."""
    kept = [i for i in range(len(heads)) if any(row[i] for row in rows)]
    lines = [[line[i] for i in kept] for line in (heads, ("---",) * len(heads), *rows)]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def games() -> str:
    from docs import all_games

    return all_games.table()


PAGES = (
    Generated(Path("reference/language.md"), "built-ins", built_ins),
    Generated(Path("reference/language.md"), "effects", effects),
    Generated(Path("reference/the-language-on-a-page.md"), "short built-ins", short_built_ins),
    Generated(Path("reference/the-language-on-a-page.md"), "short effects", short_effects),
    Generated(Path("reference/the-language-on-a-page.md"), "short keys", short_keys),
    Generated(Path("reference/keys.md"), "keys", rulebook_keys),
    Generated(Path("reference/keys.md"), "overlay keys", overlay_keys),
    Generated(Path("reference/problems.md"), "problems", problems),
    Generated(Path("reference/command-line.md"), "commands", command_line),
    Generated(Path("reference/figures.md"), "figures", figures),
    Generated(Path("contributing.md"), "rooms", rooms),
    Generated(Path("games/README.md"), "games", games),
)


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    sys.path.insert(0, str(DOCS.parent))
    from docs import classics, manual_page

    pages: list[Generated | Classic | ManualPage] = [*PAGES, *classics.pages(), manual_page.ManualPage()]
    stale = [page for page in pages if not page.is_up_to_date()]
    for page in stale:
        if arguments:
            print(
                f"docs/{page.path}: {page.name} is out of date; python docs/generate.py writes it",
                file=sys.stderr,
            )
        else:
            (DOCS / page.path).write_text(page.wanted(), encoding="utf-8")
            print(f"docs/{page.path}: {page.name}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

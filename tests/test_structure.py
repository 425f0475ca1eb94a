"""Rules for the source tree as a whole that no tool checks for us.

    python -m tests.test_structure      writes what rooms import, and who imports them, into their pages

Who may import whom is import-linter's business (`pyproject.toml`); what is loaded in fact is asked here.
"""

from __future__ import annotations

import ast
import inspect
import io
import json
import re
import subprocess
import sys
import textwrap
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import get_args

import pytest

import rulewright
from rulewright.cli.main import COMMANDS
from rulewright.ir import nodes as ir
from rulewright.rulebook import nodes as rulebook
from tests.offenders import assert_none
from tests.package import (
    MODULES,
    PACKAGE,
    ROOMS,
    TOP,
    found_in,
    module_of,
    name_of,
    nodes_of,
    text_of,
    tree_of,
)

MOST_MODULES = 17
SHORTEST_PAGE = 6
MANY_PACKAGES = 8
"""The number of users from which on the page of a room may say "most packages above it"."""
ROOM_NAMES = frozenset(map(module_of, ROOMS))

FRONT_END = {
    "jsonschema",
    "lark",
    "yaml",
    "rulewright.checked",
    "rulewright.document",
    "rulewright.expression",
    "rulewright.pipeline",
    "rulewright.rulebook",
}
HEAVY = FRONT_END | {"click", "hypothesis", "llvmlite", "rich"}
WORK = {
    f"rulewright.{room}"
    for room in ("author", "evaluate", "game", "ir", "native", "play", "proofs", "runtime")
} | {"matplotlib", "numpy", "scipy"}
"""What a command needs to do something, and not to say what it can do."""
LIGHT = {"click", "rulewright.author", "rulewright.document"}
"""Of these a package by itself is empty, and finding a file in it loads nothing else."""

FAMILIAR = ("chess", "pig", "reversi", "yahtzee")
OTHER_WORDS = ("hearts", "go")
"""Names of games that are words of any pack of cards, or of English, too."""

RUNS_WHAT_IT_READS = {
    ("pickle", "load"), ("pickle", "loads"), ("pickle", "Unpickler"), ("_pickle", "*"), ("cPickle", "*"), ("dill", "*"),
    ("cloudpickle", "*"), ("joblib", "*"), ("marshal", "*"), ("shelve", "*"), ("dbm", "*"), ("runpy", "*"), ("code", "*"),
    ("Lark", "load"), ("Lark", "open"), ("numpy", "load"), ("np", "load"), ("yaml", "load"), ("yaml", "unsafe_load"),
    ("yaml", "full_load"), ("", "eval"), ("", "exec"), ("", "compile"), ("", "__import__"),
}  # fmt: skip
"""What may run whatever a file says, by module and name; `*` is the whole module."""
SENT_BY_US = {
    ("source/dataclass.py", "exec"): "methods of our own classes, written from the names of their fields",
    (
        "play/running/tasks.py",
        "pickle.loads",
    ): "a worker reads what the process that submitted the task sent, and that process reads what the worker raised",
}
"""Path below the package and call: why it is none of that."""

MOST_LINES_OF_CODE = 400
LONG_FILES = {
    "game/game.py": "a game and its states, each of which makes the other",
    "ir/nodes.py": "the whole program as one list of nodes, which executors go through from top to bottom",
    "pipeline.py": "every stage in order, for a game, a check, an author's tool or a record",
    "evaluate/tracing/tree.py": "a trace and its parts: texts with values put in, and the rounds of an aggregate",
}
"""Path below the package: why it is one idea all the same."""


def imported(tree: ast.Module) -> Iterator[str]:
    """What a module imports, wherever: at the top, for types, or inside functions."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{each.name}" for each in node.names)


def circle(trees: Mapping[str, ast.Module]) -> list[str]:
    """Modules each of which imports the next, and the last one the first; none if there is no circle."""
    needs = {
        name: {each for each in map(partial(within, trees), imported(tree)) if each not in (None, name)}
        for name, tree in trees.items()
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return [str(each) for each in error.args[1]]
    return []


def within(modules: Mapping[str, ast.Module], name: str) -> str | None:
    """The module that has a name: of `rulewright.game.game.Game` it is `rulewright.game.game`."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def missing_names(page: str, folder: Path) -> Iterator[str]:
    """What the page of a room speaks of that is not there: where to begin, and names of its modules."""
    modules = {path.stem: path for path in folder.glob("*.py")}
    yield from (name for name in re.findall(r"Begin with `(\w+)`", page) if name not in modules)
    for name in {*re.findall(r"`(\w+\.\w+)`", page)} - {room_of(path) for path in ROOMS}:
        module, _, of_it = name.partition(".")
        if module in modules and of_it not in names_bound(tree_of(modules[module])):
            yield name


def room_of(path: Path) -> str:
    return module_of(path).removeprefix("rulewright.")


def names_bound(tree: ast.Module) -> set[str]:
    """The names that a module defines itself."""
    defined = (ast.FunctionDef, ast.ClassDef)
    stored = {
        each.id for each in nodes_of(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    return stored | {each.name for each in tree.body if isinstance(each, defined)}


def imports_of_rooms() -> dict[str, set[str]]:
    """What the modules of each room import: rooms, and modules and packages that are in none."""
    modules = {module_of(path): tree_of(path) for path in MODULES}
    rooms = {module_of(path) for path in ROOMS}
    home = {each: within(dict.fromkeys(rooms, ast.Module([], [])), each) or each for each in modules}
    needs: dict[str, set[str]] = {room: set() for room in rooms}
    for name, tree in modules.items():
        found = {within(modules, each) for each in imported(tree)} - {None}
        needs.setdefault(home[name], set()).update(home[each] for each in found if each is not None)
    return {name: {*others} - {name} for name, others in needs.items()}


def imports_in_page(room: str, needs: Mapping[str, Set[str]], page: str) -> str:
    """The two sentences about imports that the page of a room must contain: rooms of its own package by their names, others by
    their package. A room that many packages import need not list them."""
    by = {name for name, others in needs.items() if room in others}
    package = room.split(".")[1]

    def listed(names: Set[str]) -> list[str]:
        short = {name.removeprefix("rulewright.") for name in names}
        ours = {name for name in short if name.split(".")[0] == package}
        others = {name.split(".")[0] for name in short - ours}
        modules = {name for name in others if f"rulewright.{name}" not in ROOM_NAMES}
        return [f"`{name}`" for part in (ours, modules, others - modules) for name in sorted(part)]

    uses, users = listed(needs[room]), listed(by)
    first = f"Imports {_in_words(uses)}." if uses else "Imports nothing of ours."
    many = "Imported by most packages above it."
    if len(users) >= MANY_PACKAGES and many in page:
        return f"{first} {many}"
    return f"{first} Imported by {_in_words(users)}." if users else f"{first} Nothing imports it."


def _in_words(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def loaded_after(program: str) -> set[str]:
    """The modules that are loaded when a program has run in a Python of its own."""
    asked = f"{program}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return set(json.loads(result.stdout.splitlines()[-1]))


def lines_of_code(path: Path) -> int:
    """Lines that hold more than white space, comments or docstrings."""
    text = text_of(path)
    layout = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in layout and token.type != tokenize.ENDMARKER:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in nodes_of(tree_of(path)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def test_every_room_has_its_page_and_imports_nothing() -> None:
    assert_none(found_in(wrong_in_page, ROOMS))


def wrong_in_page(path: Path) -> Iterator[str]:
    tree = tree_of(path)
    lines = (ast.get_docstring(tree) or "").splitlines()
    if len(tree.body) != 1:
        yield "an `__init__` holds the page of its room and nothing else"
    if len(lines) < SHORTEST_PAGE:
        yield "the page says what the room is, what comes in and goes out, and where to begin"
        return
    if not lines[0].endswith("."):
        yield "the map of all rooms prints the first line, so it is a sentence of its own"
    if lines[1]:
        yield "the first line is a paragraph of its own"


@pytest.mark.parametrize(
    ("page", "reasons"),
    [
        ('"""One.\n\n3\n4\n5\n6"""', 0),
        ('"""One.\n\n3\n4\n5\n6"""\nimport re', 1),
        ('"""One.\n\n3"""', 1),
        ("", 2),
        ('"""One\n2\n3\n4\n5\n6"""', 2),
    ],
)
def test_a_room_without_its_page_is_seen(page: str, reasons: int, tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text(page)
    assert len([*wrong_in_page(tmp_path / "__init__.py")]) == reasons


def test_pages_of_rooms_name_what_is_there() -> None:
    assert_none(
        found_in(lambda path: missing_names(ast.get_docstring(tree_of(path)) or "", path.parent), ROOMS)
    )


def test_a_name_that_is_not_there_is_seen() -> None:
    page = "Goes out: `game.Game`, `game.Gone`, `ir.nodes`. Begin with `missing`."
    assert list(missing_names(page, PACKAGE / "game")) == ["missing", "game.Gone"]


def wrong_imports_in_pages() -> Iterator[tuple[Path, str]]:
    """Rooms whose pages lack the sentences about what they import, each with these sentences."""
    needs = imports_of_rooms()
    for path in ROOMS:
        page = " ".join((ast.get_docstring(tree_of(path)) or "").split())
        sentences = imports_in_page(module_of(path), needs, page)
        if sentences not in page:
            yield path, sentences


def test_pages_of_rooms_name_what_is_imported() -> None:
    assert_none(
        (f"{name_of(path)}: {sentences}" for path, sentences in wrong_imports_in_pages()),
        "python -m tests.test_structure writes these sentences into the pages of these rooms",
    )


def test_sentences_about_imports_name_rooms_and_packages() -> None:
    needs = {
        "rulewright.game.moves": {"rulewright.game", "rulewright.runtime.chance", "rulewright.pipeline"},
        "rulewright.cli": {"rulewright.game.moves"},
        "rulewright": {"rulewright.game.moves"},
    }
    sentences = "Imports `game`, `pipeline` and `runtime`. Imported by `rulewright` and `cli`."
    assert imports_in_page("rulewright.game.moves", needs, "") == sentences
    assert imports_in_page("rulewright.cli", needs, "") == "Imports `game`. Nothing imports it."
    assert imports_in_page("rulewright.game", {"rulewright.game": set()}, "").startswith(
        "Imports nothing of ours."
    )


def test_no_room_has_too_many_modules() -> None:
    """A room with more is two rooms, or has modules that are always read together."""
    modules = Counter(name_of(path.parent) for path in MODULES if path.name != "__init__.py")
    assert_none(f"{room}: {count} modules" for room, count in modules.items() if count > MOST_MODULES)


def test_no_folder_of_tests_has_too_many_modules() -> None:
    modules = Counter(path.parent for path in (TOP / "tests").rglob("test_*.py"))
    assert_none(f"{folder}: {count}" for folder, count in modules.items() if count > MOST_MODULES)


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert_none(circle({module_of(path): tree_of(path) for path in MODULES}))


@pytest.mark.parametrize(
    "text",
    ["from rulewright.game import a", "import rulewright.game.a", "from rulewright.game.a import Name",
     "if TYPE_CHECKING:\n    from rulewright.game import a", "def later():\n    from rulewright.game.a import Name"],
)  # fmt: skip
def test_a_circle_of_imports_is_seen(text: str) -> None:
    modules = {
        "rulewright.game.a": "from rulewright.game import b",
        "rulewright.game.b": text,
        "rulewright.game": "",
    }
    assert set(circle({name: ast.parse(each) for name, each in modules.items()})) == {
        "rulewright.game.a",
        "rulewright.game.b",
    }


def test_importing_rulewright_loads_nothing_heavy() -> None:
    assert loaded_after("import rulewright") & HEAVY == set()


def test_the_public_names_are_those_of_the_reference() -> None:
    assert [name for name in rulewright.__all__ if not hasattr(rulewright, name)] == []
    page = (TOP / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    assert [name for name in rulewright.__all__ if not re.search(rf"\b{name}\b", page)] == []


def public() -> Iterator[tuple[str, object]]:
    """What programs rely on: the names of the package, and the methods and properties of its classes."""
    named = [getattr(rulewright, name) for name in rulewright.__all__ if name != "__version__"]
    for each in named:
        if not inspect.isclass(each) and not inspect.isfunction(each):
            continue  # a name of a type that has several parts
        yield each.__name__, each
        for name, member in vars(each).items() if inspect.isclass(each) else ():
            if not name.startswith("_") and (inspect.isfunction(member) or hasattr(member, "__get__")):
                yield f"{each.__name__}.{name}", member


def says_what_it_is(name: str, each: object) -> bool:
    kept_by_itself = inspect.ismemberdescriptor(each)  # a field, which its class describes
    return kept_by_itself or bool(each.__doc__ and not each.__doc__.startswith(f"{name}("))


def test_whatever_is_public_says_what_it_is() -> None:
    assert_none(name for name, each in public() if not says_what_it_is(name, each))


def test_a_compiled_game_is_played_without_the_front_end(tmp_path: Path) -> None:
    saved = tmp_path / "game.compiled"
    rulewright.load("cinq-o", players=2).save(saved)
    played = loaded_after(
        f"""
import rulewright
state = rulewright.load_compiled({str(saved)!r}).new_initial_state(seed=1)
for _ in range(20):
    state.apply_action(state.legal_actions()[0])
state.observation(0)
"""
    )
    assert played & HEAVY == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_loads_only_its_declaration(command: str) -> None:
    asked = f"from rulewright.cli.main import main\nassert main([{command!r}, '--help']) == 0"
    loaded = loaded_after(asked)
    assert loaded & (HEAVY - {"click"} | WORK) == set()
    others = {f"rulewright.cli.{module}" for module, _ in COMMANDS.values()} - {
        f"rulewright.cli.{COMMANDS[command][0]}"
    }
    assert loaded & others == set()


@pytest.mark.parametrize("command", ["explain unknown-name", "schema", "--help", "--version"])
def test_what_needs_no_game_loads_no_part_of_one(command: str) -> None:
    asked = f"from rulewright.cli.main import main\nassert main({command.split()!r}) == 0"
    assert loaded_after(asked) & (HEAVY | WORK) - LIGHT == set()


def imports_inside(tree: ast.Module, text: str) -> Iterator[tuple[str, str]]:
    """(module, line) of each import inside a function."""
    lines = text.splitlines()
    imports = [node for node in nodes_of(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    functions = [
        (node.lineno, node.end_lineno or node.lineno)
        for node in nodes_of(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    found = {
        (node.lineno, node.module or "" if isinstance(node, ast.ImportFrom) else node.names[0].name)
        for node in imports
        if any(first < node.lineno <= last for first, last in functions)
    }
    yield from ((module, lines[number - 1]) for number, module in sorted(found))


REASON = re.compile(r"# to start sooner: \S.*")
MOST_IMPORTS_INSIDE = 56


def test_imports_inside_functions_are_few_and_say_why() -> None:
    found = [
        (name_of(path), module, line)
        for path in MODULES
        for module, line in imports_inside(tree_of(path), text_of(path))
    ]
    assert_none(f"{file}: {module}" for file, module, line in found if not REASON.search(line))
    assert len(found) <= MOST_IMPORTS_INSIDE


def test_an_import_inside_a_function_is_seen() -> None:
    text = "import re\nclass A:\n  def a(self):\n    import json\n    def b():\n      from os import path  # why\n"
    found = [*imports_inside(ast.parse(text), text)]
    assert [module for module, _ in found] == ["json", "os"]
    assert not any(REASON.search(line) for _, line in found)


def test_simulating_loads_no_front_end() -> None:
    assert loaded_after("import rulewright.play.simulate") & FRONT_END == set()


def test_the_engine_knows_no_game() -> None:
    names = re.compile(rf"\b(?:{'|'.join(map(re.escape, game_names()))})\b", re.IGNORECASE)
    assert_none(
        found_in(lambda path: names.findall(text_of(path)), [p for p in MODULES if "cli" not in p.parts])
    )


def game_names() -> list[str]:
    """Names of the bundled games and of some that are easily taken as an example, in each way code might write them."""
    bundled = [
        path.name.removesuffix(".rulebook.yaml") for path in (TOP / "rulebooks").rglob("*.rulebook.yaml")
    ]
    assert bundled
    return sorted(
        {
            spelled
            for name in (*bundled, *FAMILIAR)
            if name not in OTHER_WORDS
            for spelled in (name, name.replace("-", "_"), name.replace("-", " "))
        }
    )


def running_what_is_read(tree: ast.Module) -> Iterator[str]:
    """Whatever in a module may run what it reads."""
    whole = {module for module, name in RUNS_WHAT_IT_READS if name == "*"}
    for node in nodes_of(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name.split(".")[0] in whole)
            case ast.ImportFrom(module=str(module), names=names):
                asked = ((module.split(".")[0], name) for each in names for name in (each.name, "*"))
                yield from (f"{home}.{name}" for home, name in asked if (home, name) in RUNS_WHAT_IT_READS)
            case ast.Attribute(value=ast.Name(id=home) | ast.Attribute(attr=home), attr=name):
                if (home, name) in RUNS_WHAT_IT_READS:
                    yield f"{home}.{name}"
            case ast.Call(func=ast.Name(id=name)) if ("", name) in RUNS_WHAT_IT_READS:
                yield name
            case ast.Call(func=ast.Name(id="Lark") | ast.Attribute(attr="Lark"), keywords=keywords):
                yield from (
                    f"Lark({each.arg}=)" for each in keywords if each.arg in ("cache", "cache_grammar")
                )
            case ast.keyword(arg="allow_pickle", value=value) if not (
                isinstance(value, ast.Constant) and value.value is False
            ):
                yield "allow_pickle"


def test_nothing_runs_what_a_file_says() -> None:
    found = {(name_of(path), call) for path in MODULES for call in running_what_is_read(tree_of(path))}
    assert_none(found ^ SENT_BY_US.keys())


@pytest.mark.parametrize(
    "text",
    ["import pickle\npickle.load(f)", "from pickle import loads", "import marshal", "from marshal import loads as read",
     "eval(text)", "import lark\nlark.Lark.load(f)", "Lark(grammar, cache=True)", "lark.Lark(g, cache=kept)", "import joblib.memory",
     "numpy.load(f, allow_pickle=True)", "yaml.load(f, Loader=yaml.Loader)"],
)  # fmt: skip
def test_what_may_run_a_file_is_noticed(text: str) -> None:
    assert [*running_what_is_read(ast.parse(text))]


def test_files_are_short_or_say_why() -> None:
    lines = {name_of(path): lines_of_code(path) for path in MODULES}
    assert_none(
        f"{file}: {count}"
        for file, count in lines.items()
        if count > MOST_LINES_OF_CODE and file not in LONG_FILES
    )
    assert_none(
        (file for file in LONG_FILES if lines[file] <= MOST_LINES_OF_CODE),
        "short now; take them off the list",
    )


def test_modules_open_with_what_they_are() -> None:
    described = [path for path in MODULES if text_of(path).strip()]
    assert_none(name_of(path) for path in described if not ast.get_docstring(tree_of(path)))


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()


# ---------------------------------------------------------------------------------------- walks over effects

EFFECT_CLASSES = {
    "rulewright.ir.nodes": {each.__name__ for each in get_args(ir.Effect)},
    "rulewright.rulebook.nodes": {each.__name__ for each in get_args(rulebook.AnyEffect)},
}

SOME_EFFECTS = {
    "checked/rules/afterwards.py:_by_chance": "the effects that chance decides, which the footprint of a rulebook's effect does not tell",
    "ir/chance.py:is_determined": "a number of pieces in no shuffled zone, which chance does not decide; any other effect with a source of chance is taken for chance",
    "scene/components.py:changes_owners": "pieces that change owners where they lie; any other effect leaves owners",
    "scene/looks.py:Looks.kinds": "which pieces are dice: those that are rolled",
    # tables by class: `tests/evaluate/test_footprints.py` holds them complete, and what lacks a class fails at once
    "checked/rules/effects.py:": "the table of checks",
    "ir/lower/effects.py:": "the table of translations; an effect that is not in it is copied, field by field",
    "ir/footprints.py:": "effects whose fields are not what their names say; a name that is not known is refused",
    "ir/footprints.py:footprint": "the same",
    "proofs/effects.py:": "effects that leave counts and faces as they are; any other may change all of them",
    "proofs/longest_game.py:_only_grows": "the two that leave the number of pieces as it is or increase it; any other may reduce it",
    "proofs/longest_game.py:_placed": "the one that fills a space; a step is looked into, and whatever else holds effects may not be carried out",
    "proofs/effects.py:Effects._do": "effects of which more is proved than that all may be another that their footprints name",
    "ir/lower/effects.py:lower_effects": "`let` goes before the table: it makes a slot",
    "evaluate/tracing/totals.py:": "the four that write a value, with DO for the others",
    "evaluate/by_turns.py:_tables": "those that may write a slow variable, and dice; what another effect writes is not slow",
    "evaluate/by_turns.py:_rolls_alike": "dice; what else decides by chance is followed each time",
    "game/turns/counters.py:_only_added_to": "the one that adds; what another effect writes is no counter",
    "game/turns/rolled.py:Rolled._rolled": "those that `_first_rolls` found",
    "game/turns/rolled.py:_first_rolls": "rolls, alone or under a condition; any other effect ends what is looked at",
    "game/turns/growing.py:_added": "the one that adds; of a variable that another writes nothing is known",
    "game/turns/slow_cells.py:_written_at_ends": "the two that are followed; what another effect writes is not slow",
    # a form that one verb alone has
    "evaluate/tracing/totals.py:variables": "what those four may write",
    "checked/rules/simultaneous.py:_Commitment._effect": "where names come from; all others go by their footprint",
    "author/changes/effects.py:_head": "a step has a name and no keys",
    "checked/rules/simultaneous.py:_only_put_out_of_sight": "a choice that anything but a move uses is passed over",
    "author/phrases/effects.py:Sayings._dealt": "which words are shorter; all other effects have their usual words",
    "author/phrases/effects.py:Sayings._scopes": "a name that `let` binds holds for what follows",
    "author/phrases/effects.py:Sayings._possible": "which branch can be taken; all others go by their footprint",
    "author/phrases/effects.py:Sayings.sentences": "how sentences are joined",
    "author/phrases/effects.py:": "how sentences are joined",
    "author/phrases/effects.py:Sayings._said": "verbs without a template in `language.effects`; a verb that has neither is refused",
    "author/phrases/effects.py:_is_long": "how sentences are joined",
    "author/phrases/texts.py:Words.taken": "which branch can be taken",
    "author/phrases/ledger.py:_below": "what a sentence leaves out of two verbs; of all others nothing is left out",
    "author/phrases/ledger.py:_bound_in": "names that a sentence may put in other words",
    "author/phrases/effects.py:Sayings.steps": "which branch can be taken; what else holds effects is refused",
    "author/sheet/preparation.py:Places._laid_out": "a `go` that needs no words",
    "author/story/variables.py:_chosen": "a choice that is set down as it is, for what is shown at the table",
    "author/sheet/turns.py:Turns._steps_of": "the names of steps",
    "checked/usage/never_reset.py:grows": "a hint for two verbs; another verb counts as one that puts back",
    "checked/messages/related_places.py:_binding": "where a name is bound, for a hint",
    "checked/messages/related_places.py:_used": "where a name is bound or used, for a hint",
    "checked/messages/rules.py:_who_instead": "words for a message",
    "checked/usage/unused_bindings.py:_bindings": "bound names of clauses, for a warning",
    "checked/usage/unused_bindings.py:_lets": "bound names of `let`, for a warning",
    "checked/usage/turns.py:_certain": "steps that are run whatever the position, for a warning",
    "checked/usage/turns.py:_deal": "a deal, for a warning",
    "checked/usage/turns.py:_goes": "where `go` goes, for a warning",
    "checked/usage/turns.py:_needless_go": "for a warning about `go`",
    "checked/usage/turns.py:begins_anew": "for a warning about `go`",
    "checked/usage/short_rounds.py:short_rounds": "for a warning about `go`",
    "author/story/moves.py:set_to_choices": "what is set to a choice; by its footprint every other verb writes in another way",
    "author/sheet/turns.py:Turns._unless": "words for `extra_turn`",
    "evaluate/tracing/tracer.py:_written": "how a value that is written down is called; it is traced without a name otherwise",
    "evaluate/tracing/counting.py:_Marks._effect": "which branches coverage counts; `author/coverage/walk.py` is closed",
    "evaluate/tracing/counting.py:_branching": "which conditions coverage counts; `author/coverage/walk.py` is closed",
    "game/questions/effects.py:picks": "values that are picked",
    "editor/naming/uses.py:_Names._effects": "where names are bound or written without an expression; all others are gone through whole",
    "editor/outlining/hints.py:_hints": "names that `let` gives, for a hint",
    "ir/reads.py:reached": "the effects of steps",
    "ir/saved/sound.py:_": "what is checked of one class beyond its types",
    "ir/saved/sound.py:_asked": "the names of steps",
    "native/pieces/name_tracking.py:_count": "how often a slot is read in a loop; what else there is is gone through whole",
    "native/pieces/name_tracking.py:_followed": "arguments of steps",
    "native/choices/through_last_move.py:_placed": "the one effect that the proof is about; any other refutes it",
    "proofs/effects.py:Effects._roaming": "arguments of steps",
    "proofs/evidence.py:_Table._cases": "the cases of `by`",
    "proofs/evidence.py:_paths": "the cases of `by`",
    "proofs/constant_conditions.py:_Findings._cases": "the cases of `by`",
    "proofs/constant_conditions.py:_Findings._somebody_goes": "where `go` goes",
    "proofs/unknown_options.py:_constant_places": "the cases of `by`",
    "proofs/sites.py:_effects": "the condition of `if` is a site of its own; all others are expressions",
}
"""Functions that ask for some verbs by name and for which all others are nothing, and why that is right for a verb that comes
to the language as well. What a verb writes, draws, notes or holds inside is asked of its footprint and not of its class."""


def effects_named(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """(function, class) of each effect class that is asked for in a module, but for matches that end in `assert_never`."""
    aliases = {
        alias.asname or alias.name: EFFECT_CLASSES[f"{node.module}.{alias.name}"]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if f"{node.module}.{alias.name}" in EFFECT_CLASSES
    }

    def below(node: ast.AST, function: str) -> Iterator[tuple[str, str]]:
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                inner = f"{function}.{node.name}" if function else node.name
                parts = [*node.body, *node.decorator_list]
                yield from (each for part in parts for each in below(part, inner))
                return
            case ast.AnnAssign():
                parts = [node.value] if node.value is not None else []
            case ast.Match():
                closed = is_closed(node)
                parts = [node.subject, *(part for case in node.cases for part in case.body)]
                parts += [case.guard for case in node.cases if case.guard is not None]
                parts += [] if closed else [case.pattern for case in node.cases]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=alias))) if alias in aliases:
                parts = [*node.args, *node.keywords]  # makes one
            case ast.Attribute(value=ast.Name(id=alias), attr=name) if name in aliases.get(alias, ()):
                yield function, name
                return
            case _:
                parts = list(ast.iter_child_nodes(node))
        yield from (each for part in parts for each in below(part, function))

    yield from below(tree, "")


def is_closed(node: ast.Match) -> bool:
    """Whether mypy finds what a `match` lacks: its last case is `assert_never`."""
    last = node.cases[-1].body[-1]
    return (
        isinstance(last, ast.Expr)
        and isinstance(last.value, ast.Call)
        and isinstance(last.value.func, ast.Name)
        and last.value.func.id == "assert_never"
    )


def test_no_walk_over_effects_takes_a_verb_that_it_does_not_know_for_nothing() -> None:
    open_walks: dict[str, set[str]] = {}
    for path in MODULES:
        for function, name in effects_named(tree_of(path)):
            open_walks.setdefault(f"{name_of(path)}:{function}", set()).add(name)
    assert_none(
        f"{where}: {', '.join(names)}" for where, names in open_walks.items() if where not in SOME_EFFECTS
    )
    assert_none(
        (where for where in SOME_EFFECTS if where not in open_walks), "needless; take them off the list"
    )


@pytest.mark.parametrize(
    ("body", "closed"),
    [
        ("if isinstance(e, ir.SetCell): pass", False),
        ("match e:\n  case ir.SetCell(): pass", False),
        ("match e:\n  case ir.SetCell(): pass\n  case _: pass", False),
        ("match e:\n  case ir.SetCell(): pass\n  case _: assert_never(e)", True),
        ("ir.SetCell('pot', (), zero, span)", True),
        ("found: ir.SetCell = e", True),
    ],
)
def test_an_open_walk_over_effects_is_seen(body: str, closed: bool) -> None:
    inside = body.replace("\n", "\n    ")
    tree = ast.parse(
        f"from rulewright.ir import nodes as ir\ndef walk(e: ir.Effect) -> None:\n    {inside}\n"
    )
    assert [*effects_named(tree)] == ([] if closed else [("walk", "SetCell")])


if __name__ == "__main__":
    for path, sentences in wrong_imports_in_pages():
        paragraph = textwrap.fill(sentences, 105)
        path.write_text(
            re.sub(r"^Imports .*?\.$(?=\n\n)", paragraph, text_of(path), flags=re.MULTILINE | re.DOTALL)
        )

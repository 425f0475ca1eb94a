"""The pages of the interface: every public name with its docstring, in groups."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass

import rulewright
from rulewright import _HOMES

GROUPS = {
    "Loading and checking": (
        "load", "load_text", "load_compiled", "bundled_games", "check", "check_text", "Checked", "Problem", "Note", "Span", "Fix",
    ),
    "Games and states": ("Game", "State", "Action", "AnyAction", "Viewer", "Chance", "ChanceOutcome", "Reason", "Inside", "Trace", "Entry"),
    "Scenes": ("scene_of", "Scene", "previews"),
    "Records": ("replay", "rules_changed"),
    "Batches": ("Batch", "Column", "Fallbacks"),
    "Players": ("Bot", "bot_named", "bot_names", "seat_bots", "hint_for", "Hint", "review", "Review"),
    "Many games": (
        "simulate", "Simulation", "Summary", "PlayedGame", "compare", "Comparing", "Comparison", "Line", "Precision", "health", "Health",
        "tune", "Tuned",
    ),
    "Counting and solving": ("perft", "Ply", "solve", "Solved", "Answer", "MoveWorth", "Worth"),
    "Notebooks": ("to_frame", "progress_bar"),
    "Exceptions": (
        "RulebookError", "NoEngine", "UnknownMove", "UnknownPlace", "IllegalAction", "RuleFailure", "ChanceMismatch", "TooManyOutcomes",
        "EndlessTurn", "RecordError", "SavedStateError", "SavedProgramError", "BatchFailure", "FailedGame", "TaskLost",
    ),
}  # fmt: skip
HERE = {"load_compiled", "replay"}
"""The names that are defined in the package itself."""


def pages() -> Iterator[tuple[str, str]]:
    """The name and the text of each page, the overview first."""
    listed = "\n".join(
        f"- [{title}]({_file(title)}): {', '.join(f'`{name}`' for name in names)}"
        for title, names in GROUPS.items()
    )
    yield "README.md", f"# Interface\n\n{_ABOUT}\n\n{listed}\n"
    for title, names in GROUPS.items():
        yield _file(title), f"# {title}\n\n{''.join(map(_directive, names))}"


_ABOUT = """Every public name with its docstring. All of them are imported from the package itself, `import rulewright as rw`, wherever
they are defined. [Python](../python.md) explains them in their context, with examples; [Embed a game in a
program](../../how-to/embed.md) begins with the first of them."""


def _file(title: str) -> str:
    return f"{title.lower().replace(' ', '-')}.md"


def _directive(name: str) -> str:
    found = getattr(rulewright, name)
    home = "rulewright" if name in HERE else f"rulewright.{_HOMES[name]}"
    if inspect.isclass(found) and issubclass(found, Exception):
        kind, options = "autoexception", "   :members:\n"
    elif inspect.isclass(found):
        fields = "   :undoc-members:\n" if is_dataclass(found) else ""
        kind, options = (
            "autoclass",
            f"   :members:\n{fields}   :inherited-members: list, tuple\n",
        )
    elif inspect.isfunction(found):
        kind, options = "autofunction", ""
    else:
        kind, options = "autodata", "   :no-value:\n"
    return f"```{{eval-rst}}\n.. {kind}:: {home}.{name}\n{options}```\n\n"

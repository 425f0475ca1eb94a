"""Make the site from the pages of `docs/`.

    python -m docs.site.make FOLDER             the site, in a new or an empty folder; open FOLDER/index.html
    python -m docs.site.make FOLDER --quick     without running the notebook

It needs the extra `docs`, and no network. Any warning is an error, and so is a link or an anchor that does not exist, or a page that the
navigation does not have. What it shows of games is drawn while it is made.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import rulewright
from docs import notebooks
from docs.site import check, interface, navigation, pages, shown

HERE = Path(__file__).resolve().parent
NOTEBOOK = "tutorial/notebook.ipynb"
REPORTS = {"how-to/measure-a-change.md": shown.comparison, "how-to/check-a-game.md": shown.health}
"""Pages that end with a report on the site, drawn as in a notebook."""
OVERVIEW = "games/README.md"
HOUSE_RULES = "house-rules/README.md"


def main(arguments: list[str]) -> int:
    """Make the site; the exit status."""
    quick = "--quick" in arguments
    names = [each for each in arguments if not each.startswith("--")]
    if len(names) != 1:
        print(__doc__)
        return 2
    site = Path(names[0]).resolve()
    with TemporaryDirectory() as folder:
        source = Path(folder) / "pages"
        write_pages(source, quick)
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c", str(HERE)]
        made = subprocess.run(
            [*command, "-d", str(Path(folder) / "kept"), str(source), str(site)], check=False
        )
    if made.returncode:
        return made.returncode
    found = sorted(set(check.mistakes(site)))
    for each in found:
        print(each)
    print(f"{len(found)} broken links." if found else f"The site is in {site}.")
    return 1 if found else 0


def write_pages(folder: Path, quick: bool = False) -> None:
    """Write all pages as Sphinx reads them."""
    generated = {f"reference/interface/{name}": text for name, text in interface.pages()}
    generated[HOUSE_RULES] = house_rules()
    notebook = pages.DOCS / NOTEBOOK
    played = notebooks.read(notebook) if quick else notebooks.executed(notebook)
    generated[NOTEBOOK] = shown.notebook(played.cells, folder / "tutorial")
    there = {*pages.sources(), *generated}
    sections = navigation.sections(there)
    added: dict[str, str] = {
        pages.LANDING: "".join(tree(each.title, each.pages, pages.LANDING) for each in sections)
    }
    for section in sections:
        for page, below in section.below.items():
            added[page] = tree("", below, page)
    played_at = games()

    def changed(page: str, text: str) -> str:
        """A page with what it has on the site only: a table, and the navigation below it."""
        with_picture = with_table(text, played_at[page]) if page in played_at else text
        if page == OVERVIEW:
            links = {
                f"{page.removeprefix('games/').removesuffix('.md')}.html": name
                for page, name in played_at.items()
            }
            with_picture = f"{text}\n{shown.gallery(links)}"
        if page in REPORTS:
            with_picture += f"\n## A report\n\n{REPORTS[page]()}"
        return with_picture + added.get(page, "")

    pages.staged(folder, changed, generated)


def games() -> dict[str, str]:
    """The bundled games that have a page, by its path."""
    known = set(rulewright.bundled_games())
    found = [page for page in pages.sources() if page.startswith("games/") and not page.endswith("README.md")]
    return {page: Path(page).stem for page in found if Path(page).stem in known}


def with_table(text: str, game: str) -> str:
    """The page of a game with its table below the heading."""
    heading, rest = text.split("\n# ", 1) if "\n# " in text else ("", text.removeprefix("# "))
    title, rest = rest.split("\n", 1)
    return f"{heading}\n# {title}\n\n{shown.table(game)}\n{rest}"


def house_rules() -> str:
    """The overview of the pages on house rules."""
    listed = sorted(page for page in pages.sources() if page.startswith("house-rules/"))
    lines = [f"- [{title_of(pages.DOCS / page)}]({Path(page).name})" for page in listed]
    return (
        "# House rules\n\nWhat the bundled house rules change, and what that does to each game.\n\n"
        + "\n".join(lines)
        + "\n"
    )


def title_of(path: Path) -> str:
    """The first heading of a page."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("# ") for line in lines if line.startswith("# "))


def tree(title: str, listed: list[str], page: str) -> str:
    """A part of the navigation, on a page that does not show it."""
    caption = f":caption: {title}\n" if title else ""
    homes = "\n".join(f"/{pages.home_of(each).removesuffix('.md')}" for each in listed if each != page)
    return f"\n\n```{{toctree}}\n:hidden:\n{caption}:titlesonly:\n\n{homes}\n```\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

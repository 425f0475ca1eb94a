"""Build the wheel and the source archive, install each in an empty environment, and use what is installed.

    python .ci/installed.py [PYTHON...]         with these interpreters, otherwise with the one that runs this

It works on Linux, macOS and Windows, and needs nothing but a Python that can make environments. The interpreters need not have pip.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
WINDOWS = sys.platform == "win32"
ALONE = """
import sys
import rulewright as rw
game = rw.load("pig", engine="reference")
assert rw.simulate(game, 20, seed=1).finished == 20
import rulewright.adapters
loaded = {name.split(".")[0] for name in sys.modules}
assert not loaded & {"hypothesis", "rich", "llvmlite", "numpy", "pytest"}, loaded
print("the core alone: Hypothesis and all extras are left alone")
"""
ELSEWHERE = """
import pathlib
pathlib.Path("test_of_theirs.py").write_text("def test_theirs(): pass", encoding="utf-8")
pathlib.Path("notes.yaml").write_text("a: [", encoding="utf-8")
"""


def ran(*command: object, folder: Path | None = None, **environment: str) -> str:
    """Run a command; what it printed. An error ends everything."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_REQ"))}
    ended = subprocess.run(
        [str(word) for word in command], cwd=folder, env={**given, **environment}, capture_output=True, encoding="utf-8",
        errors="replace",
    )  # fmt: skip
    if ended.returncode:
        raise SystemExit(
            f"{' '.join(map(str, command))}: status {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
        )
    return ended.stdout


def environment(python: str, folder: Path) -> Path:
    """A new environment; the folder of its programs."""
    ran(python, "-m", "venv", folder)
    return folder / ("Scripts" if WINDOWS else "bin")


def built(folder: Path) -> list[Path]:
    """The wheel and the source archive."""
    programs = environment(sys.executable, folder / "building")
    ran(programs / "python", "-m", "pip", "install", "-q", "build")
    source = folder / "source"
    ran(sys.executable, TOP / ".ci" / "copy.py", source)
    ran(
        programs / "python",
        "-m",
        "build",
        "--outdir",
        folder / "dist",
        source,
        RULEWRIGHT_REPOSITORY="https://example.org/rulewright",
    )
    return sorted((folder / "dist").iterdir())


def use(python: str, package: Path, folder: Path, extras: str) -> None:
    """Install a package with these extras in an empty environment, and use it in an empty folder."""
    programs = environment(python, folder / "environment")
    ran(programs / "python", "-m", "pip", "install", "-q", f"{package}{extras}")
    own, there = programs / "rulewright", folder / "empty"
    there.mkdir()
    quiet = {"NO_COLOR": "1", "XDG_CACHE_HOME": str(folder / "cache")}

    def command(*words: str) -> str:
        return ran(own, *words, folder=there, **quiet)

    version = command("--version").split()[-1]
    assert version in package.name, f"{package.name} says that it is {version}"
    assert "connect-four" in command("list")
    command("new", "mine")
    for game in ("mine.rulebook.yaml", "red-hot-yott", "cinco"):
        command("validate", game)
    assert "pig" in command("rules", "pig").lower()
    command("play", "pig", "--bots", "random", "--seed", "1")
    command("test", "mine.rulebook.yaml", "--games", "20")
    for jobs in ("1", "2"):
        command("simulate", "pig", "--games", "60", "--bots", "hold_at_20", "--jobs", jobs, "--seed", "1")
    command("compare", "pig", "--set-b", "target=50", "--games", "40")
    assert "_RULEWRIGHT_COMPLETE" in command("completion", "zsh")
    ran(programs / "python", "-c", ALONE, folder=there, **quiet)
    information = ran(programs / "python", "-m", "pip", "show", "-v", "rulewright")
    assert "https://example.org/rulewright" in information, information
    if not WINDOWS:
        assert (folder / "environment/share/man/man1/rulewright.1").is_file()
    if extras:
        found = command(
            "simulate", "pig", "--games", "2000", "--engine", "native", "--format", "json", "--seed", "1"
        )
        same = command(
            "simulate", "pig", "--games", "2000", "--engine", "reference", "--format", "json", "--seed", "1"
        )
        assert found.partition('"timing"')[0] == same.partition('"timing"')[0], (
            "both engines play the same games"
        )
    ran(programs / "python", "-m", "pip", "install", "-q", "pytest")
    theirs = folder / "theirs"
    theirs.mkdir()
    ran(programs / "python", "-c", ELSEWHERE, folder=theirs)
    said = ran(programs / "python", "-m", "pytest", "-q", "-W", "error", folder=theirs)
    assert "1 passed" in said, said
    ran(programs / "python", "-m", "pytest", "-q", "--rulewright", "--rulewright-games", "2", folder=there)


def main(interpreters: list[str]) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        packages = built(folder)
        print("built:", *(f"{each.name} ({each.stat().st_size / 1e6:.1f} MB)" for each in packages))
        for python in interpreters or [sys.executable]:
            version = ran(python, "-c", "import sys; print(sys.version.split()[0])").strip()
            for package, extras in zip(packages, ("[native]", ""), strict=True):
                own = folder / f"{version}-{package.suffix}"
                own.mkdir()
                use(python, package, own, extras)
                print(f"Python {version}: {package.name}{extras} was installed and used", flush=True)
                shutil.rmtree(own, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])

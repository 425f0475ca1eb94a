"""Kernels assembled by NVIDIA's assembler, which needs no graphics card.

    python -m tests.native.gpu.assembling [GAME...]          the kernels of these games, or of all bundled ones

It prints for each kernel the registers and the stack of a thread, and the processor time of LLVM and of the assembler. The assembler is that of the
package `nvidia-cuda-nvcc-cu12`, or the one on the path.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from rulewright import load
from rulewright.game.game import Game
from rulewright.native.gpu.assembly import assembled
from rulewright.native.gpu.kernels import PARAMETERS, written_kernel
from rulewright.runtime.counted import columns_of
from rulewright.runtime.fast import Seats
from rulewright.source.dataclass import dataclass

OLDEST = "sm_75"
"""The oldest architecture that today's assemblers know."""
TOP = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Assembled:
    """What the assembler says of a kernel: registers and bytes of stack of a thread."""

    registers: int
    stack: int


def assembler() -> str | None:
    """The path of the assembler; None if there is none."""
    spec = find_spec("nvidia")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        found = [*Path(folder).glob("*/bin/ptxas")]
        if found:
            return str(found[0])
    return shutil.which("ptxas")


def assemble(assembly: bytes, architecture: str = OLDEST, level: int = 3) -> dict[str, Assembled]:
    """Assemble the kernels of a module: what is said of each, apart from that for the self-check. Raises ValueError with the words of the assembler."""
    program = assembler()
    assert program is not None, "there is no ptxas"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_bytes(assembly)
        command = [program, f"-arch={architecture}", f"-O{level}", "-v", str(source), "-o", f"{source}.cubin"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise ValueError(ended.stderr)
    kernels = dict[str, Assembled]()
    for block in ended.stderr.split("Compiling entry function '")[1:]:
        used = re.search(r"Used (\d+) registers", block)
        stack = re.search(r"(\d+) bytes cumulative stack size", block) or re.search(
            r"(\d+) bytes stack frame", block
        )
        name = block.partition("'")[0].removeprefix("rulewright_")
        if used is not None and name != "answers":
            kernels[name] = Assembled(int(used[1]), int(stack[1]) if stack is not None else 0)
    if not kernels:
        raise ValueError(f"nothing is said of the kernels: {ended.stderr}")
    return {name: kernels[name] for name in PARAMETERS if name in kernels}


def kernels_of(game: Game) -> Iterator[tuple[str, Seats]]:
    """The kernels of a game, with their players."""
    strategies: Seats = (None, *sorted(game.program.strategies))
    yield "playouts", ()
    yield "measured", strategies
    if columns_of(game.program) is not None:
        yield "totals", ()
        if len(strategies) > 1:
            yield "totals", strategies
    yield "many", ()
    if len(strategies) > 1:
        yield "preferring", strategies[1:]


def _spent() -> float:
    """The seconds of processor time of this process and of those that have ended."""
    spent = os.times()
    return spent.user + spent.children_user


def main(names: list[str]) -> None:
    names = names or sorted(
        path.name.partition(".")[0] for path in (TOP / "rulebooks").rglob("*.rulebook.yaml")
    )
    print(f"{'game':24}{'kernel':10}{'players':9}{'registers':>10}{'stack':>8}{'LLVM':>8}{'ptxas':>8}")
    for name in names:
        game = load(name)
        for module, who in kernels_of(game):
            began = _spent()
            assembly = assembled(written_kernel(game.program, module, who).text, OLDEST)
            written = _spent()
            found = assemble(assembly)
            ended = _spent()
            for kernel, each in found.items():
                print(
                    f"{name:24}{kernel:10}{len(who) or 'random':<9}{each.registers:>10}{each.stack:>8}"
                    f"{written - began:>7.1f}s{ended - written:>7.1f}s",
                    flush=True,
                )


if __name__ == "__main__":
    main(sys.argv[1:])

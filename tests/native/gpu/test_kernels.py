"""Kernels are accepted by NVIDIA's assembler."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from rulewright import load
from rulewright.native.gpu.assembly import architecture, assembled
from rulewright.native.gpu.kernels import written_kernel
from rulewright.native.gpu.loaded import Compiled
from rulewright.native.gpu.stepping import KERNELS
from tests.native.gpu.assembling import assemble, assembler, kernels_of

needs_assembler = pytest.mark.skipif(assembler() is None, reason="there is no ptxas for this system")


@needs_assembler
@pytest.mark.parametrize(
    "name", ["pig", "connect-four", "sino", "cinco", "cinq-o", "crib-ino", "red-hot-yott"]
)
def test_the_assembler_takes_the_kernels_of_a_game(name: str) -> None:
    game = load(name)
    kernels = [*kernels_of(game)]
    for module, who in kernels if name == "pig" else [kernels[0], ("many", ())]:
        compiled = Compiled(assembled(written_kernel(game.program, module, who).text, "sm_75"), ())
        found = assemble(compiled.assembly, level=0)
        assert all(0 < each.registers <= 255 for each in found.values())
        assert [*found] == [*KERNELS.get(module, (module,))]
        assert b".extern .func" not in compiled.assembly, "nothing is left for a linker"


@needs_assembler
def test_what_the_assembler_does_not_take_is_reported() -> None:
    with pytest.raises(ValueError, match=r"fatal|error"):
        assemble(b".version 7.8\n.target sm_75\n.address_size 64\nnonsense")


def test_only_games_that_list_their_choices_have_room_for_lists() -> None:
    lists = {}
    for name in ("connect-four", "dominoes"):
        kernel = written_kernel(load(name).program, "totals", ())
        lists[name] = Compiled(assembled(kernel.text, "sm_75"), kernel.codes).lists_choices("totals")
    assert lists == {"connect-four": False, "dominoes": True}


def test_a_card_gets_the_newest_architecture_that_it_has() -> None:
    assert [architecture(*each) for each in ((6, 1), (7, 0), (7, 2), (8, 9), (9, 0), (12, 0))] == [
        None, "sm_70", "sm_70", "sm_89", "sm_90", "sm_90",
    ]  # fmt: skip


def test_what_is_no_kernel_is_reported() -> None:
    with pytest.raises(ValueError, match="LLVM cannot read this"):
        assembled("nonsense", "sm_75")

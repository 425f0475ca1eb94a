"""Kernels in Chromium: the same rows, counts and measurements as machine code of this processor, for the same seeds."""

from __future__ import annotations

import base64
import itertools
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

pytest.importorskip("playwright")
pytest.importorskip("llvmlite")

from playwright.sync_api import Browser, Page

from rulewright.ir import nodes as ir
from rulewright.native.driver import machine
from rulewright.native.wasm import kernels
from rulewright.native.wasm.kernels import SCRIPT, WASM, Kernel, kernel
from rulewright.native.wasm.linking import module
from rulewright.native.wasm.masks import quick_masks
from rulewright.pipeline import load
from rulewright.runtime.counted import Adding, columns_of
from rulewright.runtime.fast import Bulk, Measuring
from tests.playground.sites import at_an_address
from tests.serve.browser.conftest import browser as browser

SEED, FIRST, GAMES, MOST = 5, 300, 400, 10_000
PLAYED = """async ([about, modules, seed, first, games, most, tables]) => {
  const { Part, seedsOf } = await import("./kernel.mjs"), parts = {};
  for (const [name, code] of Object.entries(modules))
    parts[name] = await Part.load(Uint8Array.from(atob(code), (sign) => sign.charCodeAt(0)), about);
  const hash = async (numbers) => {
    const found = new Uint8Array(await crypto.subtle.digest("SHA-256", numbers));
    return [...found].map((each) => each.toString(16).padStart(2, "0")).join("");
  };
  const seeds = seedsOf(seed, first, games), { rows, curve } = parts.measured.measured(seeds, most, tables);
  const counted = (parts.played ?? parts.totals).totals(seed, first, games, most, tables), { kept, found, counts, apart } = counted;
  return {
    seeds: await hash(seeds), playouts: await hash(parts.playouts.playouts(seeds, most)), rows: await hash(rows), curve: await hash(curve),
    counted: [counted.games, kept, [...found], [...counts], [...apart], await hash(counted.rows)],
  };
}"""

COMPARED = (2, 3, 4, 7, 8, 13, 16, 24, 90)
COMPARES = """async ([code, names, cells]) => {
  const memory = new WebAssembly.Memory({ initial: 1 }), pointer = new WebAssembly.Global({ value: "i32", mutable: true }, 65536);
  const bytes = Uint8Array.from(atob(code), (sign) => sign.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, { env: { __linear_memory: memory, __stack_pointer: pointer } });
  return names.map((name) => {
    const wide = name.startsWith("i64"), at = 4096, to = 8192;
    if (wide) new BigInt64Array(memory.buffer, at, cells.length).set(cells.map(BigInt));
    else new Int32Array(memory.buffer, at, cells.length).set(cells);
    instance.exports[name](at, to);
    const [low, high] = new BigUint64Array(memory.buffer, to, 2);
    return String(low + (high << 64n));
  });
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that can read `kernel.mjs`."""
    with at_an_address(SCRIPT.parent) as address:
        opened = browser.new_page()
        opened.goto(address)
        yield opened
        opened.close()


def zeros(many: int, type: str) -> str:
    """A function that writes which of some numbers are 0."""
    row = f"<{many} x {type}>"
    return f"""
define i32 @rulewright.{type}.{many}(ptr %cells, ptr %to) {{
  %row = load {row}, ptr %cells, align 4
  %same = icmp eq {row} %row, zeroinitializer
  %bits = bitcast <{many} x i1> %same to i{many}
  %wide = zext i{many} %bits to i128
  store i128 %wide, ptr %to, align 8
  ret i32 0
}}
"""


def test_every_bit_of_a_comparison_is_where_it_was(page: Page) -> None:
    functions = {(many, type): f"{type}.{many}" for many in COMPARED for type in ("i32", "i64")}
    before = "".join(zeros(*each) for each in functions)
    after = quick_masks(before)
    assert {many for many in COMPARED if f"bitcast <{many} x i1>" in after} == {2, 4, 8}
    code = module(machine.object_code(after, WASM), [f"rulewright.{name}" for name in functions.values()])
    cells = [(each * each) % 3 for each in range(96)]
    found = page.evaluate(COMPARES, [base64.b64encode(code).decode(), list(functions.values()), cells])
    assert [int(each) for each in found] == [
        sum(1 << place for place in range(many) if not cells[place]) for many, _ in functions
    ]


def checked(name: str) -> str:
    """A function that adds or subtracts two numbers, and writes the result and whether it is too large."""
    return f"""
define i32 @rulewright.{name}(ptr %cells, ptr %to) {{
  %at = getelementptr i32, ptr %cells, i32 1
  %one = load i32, ptr %cells, align 4
  %other = load i32, ptr %at, align 4
  %pair = call {{ i32, i1 }} @llvm.{name}.with.overflow.i32(i32 %one, i32 %other)
  %result = extractvalue {{ i32, i1 }} %pair, 0
  %over = extractvalue {{ i32, i1 }} %pair, 1
  %wide = zext i32 %result to i64
  %flag = zext i1 %over to i64
  %up = shl i64 %flag, 32
  %whole = or i64 %wide, %up
  store i64 %whole, ptr %to, align 8
  ret i32 0
}}
"""


def test_sums_that_are_too_large_are_noticed(page: Page) -> None:
    names = ["sadd", "ssub"]
    text = "".join(map(checked, names))
    declared = "".join(f"declare {{ i32, i1 }} @llvm.{name}.with.overflow.i32(i32, i32)\n" for name in names)
    made = kernels._complete(text + declared)
    assert all(f"call {{ i32, i1 }} @checked.{name}" in made for name in names)
    code = module(machine.object_code(made, WASM), [f"rulewright.{name}" for name in names])
    least, most = -(1 << 31), (1 << 31) - 1
    for one, other in itertools.product((least, least + 1, -1, 0, 1, most - 1, most), repeat=2):
        cells = [one, other, *[0] * 94]
        found = page.evaluate(COMPARES, [base64.b64encode(code).decode(), names, cells])
        for answer, result in zip(found, (one + other, one - other), strict=True):
            whole = int(answer) & (1 << 64) - 1
            assert whole & 0xFFFFFFFF == result & 0xFFFFFFFF
            assert whole >> 32 == (not least <= result <= most), (one, other)


@pytest.mark.parametrize(
    "name",
    ["tic-tac-toe", "connect-four", "cinq-o", "go"],  # go has numbers of 128 bits
)
def test_the_same_rows(page: Page, name: str) -> None:
    game = load(name, engine="native")
    program, executor = game.program, game.executor
    assert isinstance(executor, Bulk)
    assert isinstance(executor, Measuring)
    assert isinstance(executor, Adding)
    made = kernel(program, tuple(program.strategies))
    who = made.about["who"]
    tables = [
        [(seat + turn) % len(who) for seat in range(program.players)] for turn in range(program.players)
    ]
    seats = [tuple(who[each] for each in table) for table in tables]
    numbers = range(FIRST, FIRST + GAMES)
    seeds = executor.seeds_of(SEED, numbers)
    measured = executor.play_measured(seeds, MOST, seats)
    counted = executor.play_counted(SEED, numbers, MOST, seats)
    assert counted is not None
    found = in_page(page, made, tables)
    assert found["seeds"] == hashed(seeds)
    assert found["playouts"] == hashed(executor.play_many(seeds, MOST).numbers)
    assert found["rows"] == hashed(measured.numbers)
    assert found["curve"] == hashed(measured.curve)
    games, kept, slots, counts, apart, rows = found["counted"]
    assert (games, kept, apart, rows) == (
        counted.games,
        len(counted.apart),
        counted.apart.tolist(),
        hashed(counted.rows.numbers),
    )
    assert dict(zip(slots, counts, strict=True)) == by_slot(program, counted.tables)


def by_slot(program: ir.Program, tables: Any) -> dict[int, int]:
    """Counts by the place of their counter."""
    columns = columns_of(program)
    assert columns is not None
    return {
        number * columns.slots + column.start + value - column.least: many
        for number, table in enumerate(tables)
        for name, column in columns.by_name.items()
        for value, many in table[name].items()
    }


def in_page(page: Page, made: Kernel, tables: list[list[int]]) -> Any:
    """What the kernel plays in the page."""
    modules = {name: base64.b64encode(code).decode() for name, code in made.modules.items()}
    return page.evaluate(PLAYED, [dict(made.about), modules, SEED, FIRST, GAMES, MOST, tables])


def hashed(numbers: Any) -> str:
    return sha256(numbers.tobytes()).hexdigest()


def test_a_kernel_with_another_meaning_is_refused(page: Page) -> None:
    game = load("tic-tac-toe", engine="native")
    made = kernel(game.program)
    (seed, answers), *more = made.about["answers"]
    other = Kernel(made.modules, {**made.about, "answers": [(seed, [*answers[:-1], answers[-1] ^ 1]), *more]})
    with pytest.raises(Exception, match="does not mean what the rules mean"):
        in_page(page, other, [[0, 0]])

"""Threads of a card: the frame of a kernel, in which thread t of n does something for the games t, t + n, t + 2n, ...

    for_each("mask", "i64 %count, ptr %rows", before="", body="  ...  br label %played\\n")

In `body` the game is `%game`; `before` is carried out once for each thread, whose number is `%first_game`. The parameters have the number of games,
`%count`.
"""

from __future__ import annotations

from typing import Final

REGISTERS: Final = ("ctaid.x", "nctaid.x", "ntid.x", "tid.x")
"""The registers from which a thread knows its number."""


def for_each(name: str, parameters: str, before: str, body: str) -> str:
    """The text of a kernel."""
    return f"""define ptx_kernel void @rulewright_{name}({parameters}) {{
entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %wide_block = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %within = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %earlier = mul i32 %block, %wide_block
  %thread = add i32 %earlier, %within
  %threads = mul i32 %blocks, %wide_block
  %first_game = zext i32 %thread to i64
  %step = zext i32 %threads to i64
{before}  br label %again
again:
  %game = phi i64 [ %first_game, %entry ], [ %following, %played ]
  %more = icmp slt i64 %game, %count
  br i1 %more, label %play, label %leave
play:
{body}played:
  %following = add i64 %game, %step
  br label %again
leave:
  ret void
}}
"""

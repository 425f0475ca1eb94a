"""The function that works out a sweep: `rulewright.sweep (table)`, the meaning of `runtime.sweeps.Plain`.

`table` has nine words: the number of leaves; the addresses of their sources (0 for a leaf that is not there), of their places and of their gains; the steps
and their number; the weights; the length of a row; and the rows, which it writes.  Rows are worked out in blocks of eight numbers.
"""

from __future__ import annotations

TABLE = ("leaves", "sources", "places", "gains", "steps", "many", "weights", "wide", "rows")
"""The words of the table, in order."""

_FIELDS = "\n".join(
    f"  %{name}.at = getelementptr i64, ptr %table, i64 {number}\n  %{name} = load i64, ptr %{name}.at"
    for number, name in enumerate(TABLE)
)
_ADDRESSES = "\n".join(
    f"  %{name}.p = inttoptr i64 %{name} to ptr"
    for name in ("sources", "places", "gains", "steps", "weights", "rows")
)

TEXT = f"""
define i32 @"rulewright.sweep"(ptr %table) {{
entry:
{_FIELDS}
{_ADDRESSES}
  br label %leaf

leaf:
  %l = phi i64 [ 0, %entry ], [ %l.next, %leaf.done ]
  %l.over = icmp uge i64 %l, %leaves
  br i1 %l.over, label %step, label %leaf.in
leaf.in:
  %l.next = add i64 %l, 1
  %l.begin = mul i64 %l, %wide
  %l.row = getelementptr double, ptr %rows.p, i64 %l.begin
  %source.at = getelementptr i64, ptr %sources.p, i64 %l
  %source = load i64, ptr %source.at
  %place.at = getelementptr i64, ptr %places.p, i64 %l
  %place = load i64, ptr %place.at
  %gain.at = getelementptr double, ptr %gains.p, i64 %l
  %gain = load double, ptr %gain.at
  %source.p = inttoptr i64 %source to ptr
  %place.p = inttoptr i64 %place to ptr
  %never = icmp eq i64 %source, 0
  br label %case
case:
  %c = phi i64 [ 0, %leaf.in ], [ %c.next, %case.done ]
  %c.over = icmp uge i64 %c, %wide
  br i1 %c.over, label %leaf.done, label %case.in
case.in:
  %c.next = add i64 %c, 1
  %c.at = getelementptr double, ptr %l.row, i64 %c
  br i1 %never, label %case.never, label %case.there
case.never:
  store double 0xFFF0000000000000, ptr %c.at
  br label %case.done
case.there:
  %from.at = getelementptr i32, ptr %place.p, i64 %c
  %from = load i32, ptr %from.at
  %from.wide = zext i32 %from to i64
  %value.at = getelementptr double, ptr %source.p, i64 %from.wide
  %value = load double, ptr %value.at
  %gained = fadd double %value, %gain
  store double %gained, ptr %c.at
  br label %case.done
case.done:
  br label %case
leaf.done:
  br label %leaf

step:
  %s = phi i64 [ 0, %leaf ], [ %s.next, %step.done ]
  %pc = phi i64 [ 0, %leaf ], [ %pc.next, %step.done ]
  %w = phi i64 [ 0, %leaf ], [ %w.next, %step.done ]
  %s.over = icmp uge i64 %s, %many
  br i1 %s.over, label %done, label %step.in
step.in:
  %s.next = add i64 %s, 1
  %what.at = getelementptr i32, ptr %steps.p, i64 %pc
  %what = load i32, ptr %what.at
  %count.at = getelementptr i32, ptr %what.at, i64 1
  %count32 = load i32, ptr %count.at
  %count = zext i32 %count32 to i64
  %values = getelementptr i32, ptr %what.at, i64 2
  %after = add i64 %pc, %count
  %pc.next = add i64 %after, 2
  %mean = icmp eq i32 %what, 1
  %w.more = select i1 %mean, i64 %count, i64 0
  %w.next = add i64 %w, %w.more
  %w.row = getelementptr double, ptr %weights.p, i64 %w
  %s.number = add i64 %leaves, %s
  %s.begin = mul i64 %s.number, %wide
  %s.row = getelementptr double, ptr %rows.p, i64 %s.begin
  br label %block
block:
  %b = phi i64 [ 0, %step.in ], [ %b.next, %block.done ]
  %b.over = icmp uge i64 %b, %wide
  br i1 %b.over, label %step.done, label %block.in
block.in:
  %b.next = add i64 %b, 8
  %first32 = load i32, ptr %values
  %first = zext i32 %first32 to i64
  %first.begin = mul i64 %first, %wide
  %first.place = add i64 %first.begin, %b
  %first.at = getelementptr double, ptr %rows.p, i64 %first.place
  %first.value = load <8 x double>, ptr %first.at, align 8
  br i1 %mean, label %mean.in, label %most
most:
  %m = phi i64 [ 1, %block.in ], [ %m.next, %most.in ]
  %so.far = phi <8 x double> [ %first.value, %block.in ], [ %greater, %most.in ]
  %m.over = icmp uge i64 %m, %count
  br i1 %m.over, label %block.done, label %most.in
most.in:
  %m.next = add i64 %m, 1
  %m.at = getelementptr i32, ptr %values, i64 %m
  %m.number32 = load i32, ptr %m.at
  %m.number = zext i32 %m.number32 to i64
  %m.begin = mul i64 %m.number, %wide
  %m.place = add i64 %m.begin, %b
  %m.value.at = getelementptr double, ptr %rows.p, i64 %m.place
  %m.value = load <8 x double>, ptr %m.value.at, align 8
  %is.greater = fcmp ogt <8 x double> %m.value, %so.far
  %greater = select <8 x i1> %is.greater, <8 x double> %m.value, <8 x double> %so.far
  br label %most
mean.in:
  %share0 = load double, ptr %w.row
  %share0.one = insertelement <8 x double> poison, double %share0, i64 0
  %share0.all = shufflevector <8 x double> %share0.one, <8 x double> poison, <8 x i32> zeroinitializer
  %product0 = fmul <8 x double> %share0.all, %first.value
  br label %sum
sum:
  %n = phi i64 [ 1, %mean.in ], [ %n.next, %sum.in ]
  %total = phi <8 x double> [ %product0, %mean.in ], [ %more, %sum.in ]
  %n.over = icmp uge i64 %n, %count
  br i1 %n.over, label %block.done, label %sum.in
sum.in:
  %n.next = add i64 %n, 1
  %n.at = getelementptr i32, ptr %values, i64 %n
  %n.number32 = load i32, ptr %n.at
  %n.number = zext i32 %n.number32 to i64
  %n.begin = mul i64 %n.number, %wide
  %n.place = add i64 %n.begin, %b
  %n.value.at = getelementptr double, ptr %rows.p, i64 %n.place
  %n.value = load <8 x double>, ptr %n.value.at, align 8
  %share.at = getelementptr double, ptr %w.row, i64 %n
  %share = load double, ptr %share.at
  %share.one = insertelement <8 x double> poison, double %share, i64 0
  %share.all = shufflevector <8 x double> %share.one, <8 x double> poison, <8 x i32> zeroinitializer
  %product = fmul <8 x double> %share.all, %n.value
  %more = fadd <8 x double> %total, %product
  br label %sum
block.done:
  %result = phi <8 x double> [ %so.far, %most ], [ %total, %sum ]
  %b.place = getelementptr double, ptr %s.row, i64 %b
  store <8 x double> %result, ptr %b.place, align 8
  br label %block
step.done:
  br label %step

done:
  ret i32 0
}}
"""

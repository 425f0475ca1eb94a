"""The function that improves bounds of positions once: `rulewright.improve (table)`, the meaning of `play.solving.induction`.

`table` has the words of `TABLE`: how many positions are improved, and addresses: of their numbers; of a byte for each position of the graph, 1 if its player wants
the value high; of choices, edges, positions that follow, places of probabilities, and probabilities, as `PositionGraph` has them; of bounds and best choices, which
it writes; and the number that is lost in an operation at most. It returns the widest distance of two bounds that is left.
"""

from __future__ import annotations

TABLE = (
    "many", "numbers", "raises", "choices", "edges", "after", "places", "weights", "low", "high", "best", "slack",
)  # fmt: skip
"""The words of the table, in order."""

_FIELDS = "\n".join(
    f"  %{name}.at = getelementptr i64, ptr %table, i64 {number}\n  %{name}.word = load i64, ptr %{name}.at\n"
    f"  %{name} = inttoptr i64 %{name}.word to ptr"
    for number, name in enumerate(TABLE)
)
_GRAPH = "ptr %edges, ptr %after, ptr %places, ptr %weights"

TEXT = f"""
define internal {{ double, i64 }} @of(i64 %first, i64 %last, i1 %raises, {_GRAPH}, ptr %bounds, double %slack, i64 %outwards) alwaysinline {{
entry:
  %worst = select i1 %raises, double 0xFFF0000000000000, double 0x7FF0000000000000
  br label %choice
choice:
  %c = phi i64 [ %first, %entry ], [ %c.next, %judged ]
  %best = phi double [ %worst, %entry ], [ %best.next, %judged ]
  %which = phi i64 [ -1, %entry ], [ %which.next, %judged ]
  %over = icmp sge i64 %c, %last
  br i1 %over, label %done, label %in
in:
  %c.next = add i64 %c, 1
  %begin.at = getelementptr i64, ptr %edges, i64 %c
  %begin = load i64, ptr %begin.at
  %end.at = getelementptr i64, ptr %edges, i64 %c.next
  %end = load i64, ptr %end.at
  %count = sub i64 %end, %begin
  %single = icmp eq i64 %count, 1
  br i1 %single, label %one, label %several
one:
  %one.at = getelementptr i32, ptr %after, i64 %begin
  %one.number32 = load i32, ptr %one.at
  %one.number = zext i32 %one.number32 to i64
  %one.value.at = getelementptr double, ptr %bounds, i64 %one.number
  %one.value = load double, ptr %one.value.at
  br label %judged
several:
  %three = add i64 %count, 3
  %lost.many = mul i64 %three, %outwards
  %lost.float = sitofp i64 %lost.many to double
  %lost = fmul double %lost.float, %slack
  br label %edge
edge:
  %e = phi i64 [ %begin, %several ], [ %e.next, %edge.in ]
  %sum = phi double [ %lost, %several ], [ %more, %edge.in ]
  %e.over = icmp sge i64 %e, %end
  br i1 %e.over, label %judged, label %edge.in
edge.in:
  %e.next = add i64 %e, 1
  %place.at = getelementptr i32, ptr %places, i64 %e
  %place32 = load i32, ptr %place.at
  %place = zext i32 %place32 to i64
  %weight.at = getelementptr double, ptr %weights, i64 %place
  %weight = load double, ptr %weight.at
  %number.at = getelementptr i32, ptr %after, i64 %e
  %number32 = load i32, ptr %number.at
  %number = zext i32 %number32 to i64
  %value.at = getelementptr double, ptr %bounds, i64 %number
  %value = load double, ptr %value.at
  %product = fmul double %weight, %value
  %more = fadd double %sum, %product
  br label %edge
judged:
  %worth = phi double [ %one.value, %one ], [ %sum, %edge ]
  %greater = fcmp ogt double %worth, %best
  %less = fcmp olt double %worth, %best
  %better = select i1 %raises, i1 %greater, i1 %less
  %best.next = select i1 %better, double %worth, double %best
  %which.next = select i1 %better, i64 %c, i64 %which
  br label %choice
done:
  %half = insertvalue {{ double, i64 }} undef, double %best, 0
  %whole = insertvalue {{ double, i64 }} %half, i64 %which, 1
  ret {{ double, i64 }} %whole
}}

define double @"rulewright.improve"(ptr %table) {{
entry:
{_FIELDS}
  %slack.value = bitcast i64 %slack.word to double
  br label %position
position:
  %p = phi i64 [ 0, %entry ], [ %p.next, %measured ]
  %widest = phi double [ 0.0, %entry ], [ %widest.next, %measured ]
  %over = icmp uge i64 %p, %many.word
  br i1 %over, label %done, label %in
in:
  %p.next = add i64 %p, 1
  %n.at = getelementptr i64, ptr %numbers, i64 %p
  %n = load i64, ptr %n.at
  %n.next = add i64 %n, 1
  %first.at = getelementptr i64, ptr %choices, i64 %n
  %first = load i64, ptr %first.at
  %last.at = getelementptr i64, ptr %choices, i64 %n.next
  %last = load i64, ptr %last.at
  %raises.byte.at = getelementptr i8, ptr %raises, i64 %n
  %raises.byte = load i8, ptr %raises.byte.at
  %wants = icmp ne i8 %raises.byte, 0
  %low.n = getelementptr double, ptr %low, i64 %n
  %high.n = getelementptr double, ptr %high, i64 %n
  %best.n = getelementptr i64, ptr %best, i64 %n
  %l = call {{ double, i64 }} @of(i64 %first, i64 %last, i1 %wants, {_GRAPH}, ptr %low, double %slack.value, i64 -1)
  %h = call {{ double, i64 }} @of(i64 %first, i64 %last, i1 %wants, {_GRAPH}, ptr %high, double %slack.value, i64 1)
  %low.new = extractvalue {{ double, i64 }} %l, 0
  %high.new = extractvalue {{ double, i64 }} %h, 0
  %low.old = load double, ptr %low.n
  %high.old = load double, ptr %high.n
  %best.old = load i64, ptr %best.n
  %by.low = extractvalue {{ double, i64 }} %l, 1
  %by.high = extractvalue {{ double, i64 }} %h, 1
  %low.more = fcmp ogt double %low.new, %low.old
  %high.less = fcmp olt double %high.new, %high.old
  %low.now = select i1 %low.more, double %low.new, double %low.old
  %high.now = select i1 %high.less, double %high.new, double %high.old
  %lows = and i1 %low.more, %wants
  %wants.not = xor i1 %wants, true
  %highs = and i1 %high.less, %wants.not
  %best.low = select i1 %lows, i64 %by.low, i64 %best.old
  %best.now = select i1 %highs, i64 %by.high, i64 %best.low
  store double %low.now, ptr %low.n
  store double %high.now, ptr %high.n
  store i64 %best.now, ptr %best.n
  %wide = fsub double %high.now, %low.now
  %wider = fcmp ogt double %wide, %widest
  %widest.next = select i1 %wider, double %wide, double %widest
  br label %measured
measured:
  br label %position
done:
  ret double %widest
}}
"""

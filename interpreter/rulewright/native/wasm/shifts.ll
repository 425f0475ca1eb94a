define i128 @__ashlti3(i128 %number, i32 %by) nounwind {
  %low = trunc i128 %number to i64
  %above = lshr i128 %number, 64
  %high = trunc i128 %above to i64
  %bits = zext i32 %by to i64
  %within = and i64 %bits, 63
  %rest = xor i64 %within, 63
  %far = icmp ugt i32 %by, 63
  %low.moved = shl i64 %low, %within
  %high.moved = shl i64 %high, %within
  %half = lshr i64 %low, 1
  %carried = lshr i64 %half, %rest
  %joined = or i64 %high.moved, %carried
  %low.new = select i1 %far, i64 0, i64 %low.moved
  %high.new = select i1 %far, i64 %low.moved, i64 %joined
  %low.wide = zext i64 %low.new to i128
  %high.wide = zext i64 %high.new to i128
  %high.up = shl i128 %high.wide, 64
  %result = or i128 %high.up, %low.wide
  ret i128 %result
}
define i128 @__lshrti3(i128 %number, i32 %by) nounwind {
  %low = trunc i128 %number to i64
  %above = lshr i128 %number, 64
  %high = trunc i128 %above to i64
  %bits = zext i32 %by to i64
  %within = and i64 %bits, 63
  %rest = xor i64 %within, 63
  %far = icmp ugt i32 %by, 63
  %low.moved = lshr i64 %low, %within
  %high.moved = lshr i64 %high, %within
  %half = shl i64 %high, 1
  %carried = shl i64 %half, %rest
  %joined = or i64 %low.moved, %carried
  %low.new = select i1 %far, i64 %high.moved, i64 %joined
  %high.new = select i1 %far, i64 0, i64 %high.moved
  %low.wide = zext i64 %low.new to i128
  %high.wide = zext i64 %high.new to i128
  %high.up = shl i128 %high.wide, 64
  %result = or i128 %high.up, %low.wide
  ret i128 %result
}

; Advances `places` to the next set of a size. `after` gives for each index that of the next different piece.
define internal fastcc i1 @"next_set"(ptr %pool, i32 %count, ptr %after, ptr %places, i32 %size) nounwind {
entry:
  br label %search
search:
  %p = phi i32 [%size, %entry], [%at, %further]
  %some = icmp sgt i32 %p, 0
  br i1 %some, label %further, label %none
further:
  %at = sub i32 %p, 1
  %place_address = getelementptr inbounds i32, ptr %places, i32 %at
  %place = load i32, ptr %place_address
  %after_address = getelementptr inbounds i32, ptr %after, i32 %place
  %other = load i32, ptr %after_address
  %rest = sub i32 %size, %p
  %last = add i32 %other, %rest
  %fits = icmp slt i32 %last, %count
  br i1 %fits, label %fill, label %search, !llvm.loop !2
fill:
  %q = phi i32 [%at, %further], [%q_next, %fill]
  %value = phi i32 [%other, %further], [%value_next, %fill]
  %address = getelementptr inbounds i32, ptr %places, i32 %q
  store i32 %value, ptr %address
  %q_next = add i32 %q, 1
  %value_next = add i32 %value, 1
  %more = icmp slt i32 %q_next, %size
  br i1 %more, label %fill, label %found, !llvm.loop !2
found:
  ret i1 true
none:
  ret i1 false
}

; Sorts a row in place, in ascending order: by insertion, since rows are short and mostly sorted already.
define internal fastcc void @"sort"(ptr noalias nonnull %numbers, i32 %count) nounwind {
entry:
  br label %outer
outer:
  %i = phi i32 [1, %entry], [%next, %placed]
  %more = icmp slt i32 %i, %count
  br i1 %more, label %take, label %done
take:
  %taken = getelementptr inbounds i32, ptr %numbers, i32 %i
  %held = load i32, ptr %taken
  br label %inner
inner:
  %j = phi i32 [%i, %take], [%below, %shift]
  %left = icmp sgt i32 %j, 0
  br i1 %left, label %compare, label %placed
compare:
  %below = sub i32 %j, 1
  %under = getelementptr inbounds i32, ptr %numbers, i32 %below
  %other = load i32, ptr %under
  %greater = icmp sgt i32 %other, %held
  br i1 %greater, label %shift, label %placed
shift:
  %over = getelementptr inbounds i32, ptr %numbers, i32 %j
  store i32 %other, ptr %over
  br label %inner, !llvm.loop !2
placed:
  %into = getelementptr inbounds i32, ptr %numbers, i32 %j
  store i32 %held, ptr %into
  %next = add i32 %i, 1
  br label %outer, !llvm.loop !2
done:
  ret void
}

"""What a guarded module has beside its functions, as LLVM reads it (`guarded`).

guard.at     (place, address, size, begin, end)     the address, or that of spare memory where it strays
guard.size   (place, address, size, begin, end)     the size, or 0 where that strays
guard.begin, guard.end (address)                    the room of a buffer of the caller, by the book: [how many, begin, end, begin, ...]
guard.open   (book)                                 says where the book lies
guard.strays ()                                     where something strayed first since it was asked last; 0: nowhere
"""

from __future__ import annotations

GIVEN = 'getelementptr (i64, ptr @"guard.given", i64 {})'
"""Where a caller leaves the rooms of the addresses that it hands on."""

GUARD = """
@"guard.given" = internal global [4096 x i64] zeroinitializer
@"guard.spare" = internal global [512 x i64] zeroinitializer, align 64
@"guard.strayed" = internal global i32 0
@"guard.book" = internal global ptr null
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)

define internal i1 @"guard.inside"(i32 %place, ptr %address, i64 %size, i64 %begin, i64 %end) noinline {
  %at = ptrtoint ptr %address to i64
  %behind = icmp uge i64 %at, %begin
  %before = icmp ule i64 %at, %end
  %left = sub i64 %end, %at
  %fits = icmp ule i64 %size, %left
  %between = and i1 %behind, %before
  %inside = and i1 %between, %fits
  br i1 %inside, label %done, label %far
far:
  %first = load i32, ptr @"guard.strayed"
  %none = icmp eq i32 %first, 0
  %noted = select i1 %none, i32 %place, i32 %first
  store i32 %noted, ptr @"guard.strayed"
  br label %done
done:
  ret i1 %inside
}

define internal ptr @"guard.at"(i32 %place, ptr %address, i64 %size, i64 %begin, i64 %end) {
  %inside = call i1 @"guard.inside"(i32 %place, ptr %address, i64 %size, i64 %begin, i64 %end)
  %safe = select i1 %inside, ptr %address, ptr @"guard.spare"
  ret ptr %safe
}

define internal i64 @"guard.size"(i32 %place, ptr %address, i64 %size, i64 %begin, i64 %end) {
  %inside = call i1 @"guard.inside"(i32 %place, ptr %address, i64 %size, i64 %begin, i64 %end)
  %safe = select i1 %inside, i64 %size, i64 0
  ret i64 %safe
}

define internal i64 @"guard.entry"(ptr %address) noinline {
entry:
  %book = load ptr, ptr @"guard.book"
  %many = load i64, ptr %book
  %at = ptrtoint ptr %address to i64
  br label %look
look:
  %number = phi i64 [%many, %entry], [%next, %here]
  %some = icmp ne i64 %number, 0
  br i1 %some, label %here, label %done
here:
  %next = sub i64 %number, 1
  %double = mul i64 %next, 2
  %begin_place = add i64 %double, 1
  %end_place = add i64 %double, 2
  %begin_at = getelementptr i64, ptr %book, i64 %begin_place
  %end_at = getelementptr i64, ptr %book, i64 %end_place
  %begin = load i64, ptr %begin_at
  %end = load i64, ptr %end_at
  %behind = icmp uge i64 %at, %begin
  %before = icmp ult i64 %at, %end
  %this = and i1 %behind, %before
  br i1 %this, label %done, label %look
done:
  ret i64 %number
}

define internal i64 @"guard.side"(ptr %address, i64 %side) noinline {
  %number = call i64 @"guard.entry"(ptr %address)
  %known = icmp ne i64 %number, 0
  br i1 %known, label %found, label %unknown
found:
  %book = load ptr, ptr @"guard.book"
  %next = sub i64 %number, 1
  %double = mul i64 %next, 2
  %place = add i64 %double, %side
  %at = getelementptr i64, ptr %book, i64 %place
  %bound = load i64, ptr %at
  ret i64 %bound
unknown:
  ret i64 0
}

define internal i64 @"guard.begin"(ptr %address) {
  %begin = call i64 @"guard.side"(ptr %address, i64 1)
  ret i64 %begin
}

define internal i64 @"guard.end"(ptr %address) {
  %end = call i64 @"guard.side"(ptr %address, i64 2)
  ret i64 %end
}

define i32 @"guard.open"(ptr %book) {
  store ptr %book, ptr @"guard.book"
  ret i32 0
}

define i32 @"guard.strays"() {
  %place = load i32, ptr @"guard.strayed"
  store i32 0, ptr @"guard.strayed"
  ret i32 %place
}
"""

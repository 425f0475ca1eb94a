define internal { i32, i1 } @checked.sadd(i32 %one, i32 %other) alwaysinline nounwind {
  %result = add i32 %one, %other
  %turned = xor i32 %one, %result
  %turned.too = xor i32 %other, %result
  %both = and i32 %turned, %turned.too
  %over = icmp slt i32 %both, 0
  %pair = insertvalue { i32, i1 } poison, i32 %result, 0
  %whole = insertvalue { i32, i1 } %pair, i1 %over, 1
  ret { i32, i1 } %whole
}
define internal { i32, i1 } @checked.ssub(i32 %one, i32 %other) alwaysinline nounwind {
  %result = sub i32 %one, %other
  %turned = xor i32 %one, %result
  %differ = xor i32 %one, %other
  %both = and i32 %turned, %differ
  %over = icmp slt i32 %both, 0
  %pair = insertvalue { i32, i1 } poison, i32 %result, 0
  %whole = insertvalue { i32, i1 } %pair, i1 %over, 1
  ret { i32, i1 } %whole
}

// Part of the kernel (kernel.ts).

/**
 * Address of the first of some ascending words that is not below a target. Galloping search: steps that double, then
 * binary search.
 */
export function gallop(values: usize, valuesEnd: usize, target: u32): usize {
  let low = values;
  let step: usize = 4;
  while (low + step <= valuesEnd && load<u32>(low + step - 4) < target) {
    low += step;
    step <<= 1;
  }
  let high = min(valuesEnd, low + step - 4);
  while (low < high) {
    const middle = low + (((high - low) >>> 3) << 2);
    if (load<u32>(middle) < target) low = middle + 4;
    else high = middle;
  }
  return low;
}

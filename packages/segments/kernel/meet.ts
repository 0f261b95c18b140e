// Part of the kernel (kernel.ts).

/**
 * Lists where two lists meet: leaps over the second one, which may be much longer.
 *
 * @param values, valuesEnd ascending words
 * @param targets, targetsEnd ascending words
 * @param into gets a word for each value that is a target: which one, from 0
 * @returns the place behind them
 */
export function meet(values: usize, valuesEnd: usize, targets: usize, targetsEnd: usize, into: usize): usize {
  let to = into;
  let at = targets;
  for (let from = values; from < valuesEnd; from += 4) {
    const value = load<u32>(from);
    let step: usize = 4;
    while (at + step <= targetsEnd && load<u32>(at + step - 4) < value) {
      at += step;
      step <<= 1;
    }
    let high = min(targetsEnd, at + step - 4);
    while (at < high) {
      const middle = at + (((high - at) >>> 3) << 2);
      if (load<u32>(middle) < value) at = middle + 4;
      else high = middle;
    }
    if (at == targetsEnd) break;
    if (load<u32>(at) != value) continue;
    store<u32>(to, <u32>((at - targets) >>> 2));
    to += 4;
  }
  return to;
}

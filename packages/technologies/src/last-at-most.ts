/** The index of the last of `count` increasing numbers that is at most `limit`; -1 if there is none. */
export function lastAtMost(count: number, numberAt: (index: number) => number, limit: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

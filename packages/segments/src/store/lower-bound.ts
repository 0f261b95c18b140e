/**
 * The first place, not before `from`, whose value is not below `value`; the length if there is none. Values ascend.
 * Steps grow from `from` on, so that looking for ascending values one after the other costs little.
 */
export function lowerBound(values: Float64Array, value: number, from = 0): number {
  let low = from;
  let step = 1;
  while (low + step <= values.length && (values[low + step - 1] ?? value) < value) {
    low += step;
    step *= 2;
  }
  let high = Math.min(values.length, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Part of the kernel (kernel.ts).
import { gallop } from './gallop';

/** Of a cursor, in bytes: where its value is, where its values end, how far from a hit it has to be. */
const AT: usize = 0;
const END: usize = 4;
const OFFSET: usize = 8;
const CURSOR_BYTES: usize = 12;

/** Of what a leap says, in bytes: the cursor that is missing values, or 0; the address behind what it listed. */
const MISSING: usize = 0;
const LISTED: usize = 4;

/**
 * Lists the positions at which all cursors agree, as long as their values last.
 *
 * @param cursors, cursorsEnd each with a range of ascending words, none if it has to get some first
 * @param position from here on
 * @param end and not up to here
 * @param into, intoEnd gets the positions, until it is full
 * @param said gets what stopped it, and the address behind the last position
 * @returns a position, before which are no others: the end or behind it, unless a cursor is missing values or all is full
 */
export function leapfrog(
  cursors: usize,
  cursorsEnd: usize,
  position: u32,
  end: u32,
  into: usize,
  intoEnd: usize,
  result: usize,
): u32 {
  let reached = position;
  let to = into;
  let cursor = cursors;
  store<u32>(result, 0, MISSING);
  while (reached < end && to < intoEnd) {
    const offset = load<u32>(cursor, OFFSET);
    const target = reached + offset;
    const valuesEnd = load<usize>(cursor, END);
    const at = gallop(load<usize>(cursor, AT), valuesEnd, target);
    store<usize>(cursor, at, AT);
    if (at == valuesEnd) {
      store<u32>(result, <u32>cursor, MISSING);
      break;
    }
    const value = load<u32>(at);
    if (value != target) {
      reached = value - offset;
      cursor = cursors;
      continue;
    }
    cursor += CURSOR_BYTES;
    if (cursor < cursorsEnd) continue;
    store<u32>(to, reached++);
    to += 4;
    cursor = cursors;
  }
  store<usize>(result, to, LISTED);
  return reached;
}

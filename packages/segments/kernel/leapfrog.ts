// Part of the kernel (kernel.ts).
import { gallop } from './gallop';

/**
 * Layout of a cursor, in bytes: address of its current value, address after its last value, offset from the start of
 * a hit.
 */
const AT: usize = 0;
const END: usize = 4;
const OFFSET: usize = 8;
const CURSOR_BYTES: usize = 12;

/** Layout of the result, in bytes: the cursor that lacks values, or 0; the address after the listed positions. */
const MISSING: usize = 0;
const LISTED: usize = 4;

/**
 * Lists the positions at which all cursors agree, as long as their values last.
 *
 * @param cursors, cursorsEnd addresses of the cursors, each over ascending words; one without values has to be given
 * some first
 * @param position the first position to look at
 * @param end the position before which it stops
 * @param into, intoEnd addresses for the positions; it stops when they are full
 * @param result gets what stopped it, and the address after the last position
 * @returns a position before which they agree nowhere else; below `end` only if a cursor lacks values or the list is
 * full
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

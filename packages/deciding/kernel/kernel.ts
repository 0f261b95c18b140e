// The loops over each unit of a text in AssemblyScript: `npm run kernel:compile` compiles them into src/window.wasm.
// src/text-window.ts says what they are for. An address is a byte offset in the memory.

const MULTIPLIER: u32 = 0x9e37_79b1;

/** Folds UTF-16 units to a byte each, eight at a time where all are of ASCII. @param folds address of the byte of each unit */
export function fold(units: usize, count: u32, folds: usize, into: usize): void {
  let at: u32 = 0;
  for (; at + 8 <= count; at += 8) {
    const eight = v128.load(units + (at << 1));
    if (v128.any_true(v128.and(eight, i16x8.splat(<i16>0xff80)))) {
      foldEach(units, at, at + 8, folds, into);
      continue;
    }
    // The 26 capitals start at 0x41.
    const capitals = i16x8.lt_u(i16x8.sub(eight, i16x8.splat(0x41)), i16x8.splat(26));
    const small = v128.or(eight, v128.and(capitals, i16x8.splat(0x20)));
    v128.store64_lane(into + at, i8x16.narrow_i16x8_u(small, small), 0);
  }
  foldEach(units, at, count, folds, into);
}

function foldEach(units: usize, from: u32, to: u32, folds: usize, into: usize): void {
  for (let at = from; at < to; at++) store<u8>(into + at, load<u8>(folds + load<u16>(units + (at << 1))));
}

/**
 * Marks the hashes of all grams of some bytes, of which three more can be read.
 *
 * @param unread bits of a word that are no part of a gram
 * @param marks address of a byte for each hash
 */
export function mark(bytes: usize, count: u32, unread: u32, hashShift: u32, marks: usize, number: u32): void {
  const end = bytes + count;
  for (let at = bytes; at < end; at++)
    store<u8>(marks + (((load<u32>(at) << unread) * MULTIPLIER) >>> hashShift), number);
}

/**
 * The first position from `from` on with a gram that is looked for, and the slot of its hash above 17 bits of it; -1: there is none.
 *
 * @param slots address of a word for each hash, 0 if it is not looked for
 */
export function next(bytes: usize, from: u32, count: u32, unread: u32, hashShift: u32, slots: usize): i32 {
  for (let at = from; at < count; at++) {
    const slot = ((load<u32>(bytes + at) << unread) * MULTIPLIER) >>> hashShift;
    if (load<u32>(slots + (slot << 2)) != 0) return at | (slot << 17);
  }
  return -1;
}

// The inner loop of looking for literals, in AssemblyScript: compiled into src/scan.wasm by `npm run kernel:compile`.
// src/scan.ts says how it works; all that is called a place is a byte offset in the memory.

/** As src/scan.ts has them. */
const MULTIPLIER: u32 = 0x9e37_79b1;
const IS_LAST: u32 = 1;

/** A walk over a text for the literals of one stride: words of 32 bits in this order. */
@unmanaged
class Pass {
  bitmap: usize;
  bitmapShift: u32;
  slots: usize;
  slotShift: u32;
  entries: usize;
  /** Of the literals: where each begins among their bytes, and these. */
  starts: usize;
  bytes: usize;
  step: u32;
  mask: u32;
}

/**
 * Finds the literals that one of the words from `from` up to `to` leads to.
 *
 * @param text the place of the whole text, with room for a literal behind it
 * @param candidates a place for as many words as are looked at
 * @param into where the number of a literal and its position are written, for each that is found
 * @returns the end of what was written
 */
export function scan(
  pass: Pass,
  text: usize,
  length: u32,
  from: u32,
  to: u32,
  candidates: usize,
  into: usize,
): usize {
  const end = collect(pass, text, from, to, candidates);
  for (let candidate = candidates; candidate < end; candidate += 4)
    into = compareAt(pass, text, length, load<u32>(candidate), into);
  return into;
}

/** Without bit 8, and with bit 6 set, ASCII letters are alike in both cases; what else becomes alike is compared later. */
function wordAt(place: usize, mask: u32): u32 {
  return ((load<u32>(place) & 0x7f7f_7f7f) | 0x2020_2020) & mask;
}

/** Positions of words whose two bits are set: one flat loop, with no branch on what most, but not all, words do. */
function collect(pass: Pass, text: usize, from: u32, to: u32, into: usize): usize {
  const bitmap = pass.bitmap;
  const shift = pass.bitmapShift;
  const step = pass.step;
  const mask = pass.mask;
  for (let at = from; at < to; at += step) {
    const hash = wordAt(text + at, mask) * MULTIPLIER;
    const bits = load<u32>(bitmap + ((hash >>> (shift + 5)) << 2));
    store<u32>(into, at);
    into += ((bits >>> ((hash >>> shift) & 31)) & (bits >>> ((hash >>> (shift - 5)) & 31)) & 1) << 2;
  }
  return into;
}

/** Slots tell by half of a key's hash only; where another key's agrees, its literals don't stand here. */
function compareAt(pass: Pass, text: usize, length: u32, at: u32, into: usize): usize {
  const hash = wordAt(text + at, pass.mask) * MULTIPLIER;
  const tag = (hash >>> 2) & 0xffff;
  const lastSlot: u32 = ((<u32>1) << (32 - pass.slotShift)) - 1;
  let slot = hash >>> pass.slotShift;
  let found = load<u32>(pass.slots + (slot << 2));
  while (found != 0) {
    if ((found & 0xffff) == tag) into = compareEntries(pass, text, length, at, (found >>> 16) - 1, into);
    slot = (slot + 1) & lastSlot;
    found = load<u32>(pass.slots + (slot << 2));
  }
  return into;
}

function compareEntries(pass: Pass, text: usize, length: u32, at: u32, first: u32, into: usize): usize {
  let entry = pass.entries + (first << 3);
  let packed: u32;
  do {
    packed = load<u32>(entry);
    const offset = (packed >>> 7) & 0x3f;
    const count = (packed >>> 1) & 0x3f;
    if (at >= offset) {
      const position = at - offset;
      const isShort = count < 4;
      const check = isShort || offset >= 4 ? position : position + count - 4;
      const literal = packed >>> 13;
      if (
        wordAt(text + check, isShort ? pass.mask : -1) == load<u32>(entry, 4) &&
        position + count <= length &&
        standsAt(text + position, pass.bytes + load<u32>(pass.starts + (literal << 2)), count)
      ) {
        store<u32>(into, literal);
        store<u32>(into, position, 4);
        into += 8;
      }
    }
    entry += 8;
  } while ((packed & IS_LAST) == 0);
  return into;
}

/** Whether the bytes are those of a literal, with ASCII letters in lower case. */
function standsAt(place: usize, literal: usize, count: u32): bool {
  for (let index: u32 = 0; index < count; index++) {
    const byte: u32 = load<u8>(place + index);
    // Capitals are 26 from 0x41 on.
    const folded = byte - 0x41 < 26 ? byte | 0x20 : byte;
    if (folded != load<u8>(literal + index)) return false;
  }
  return true;
}

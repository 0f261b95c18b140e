// The inner loop of the search for literals, in AssemblyScript: `npm run kernel:compile` compiles it into src/scan.wasm.
// src/literal-scan.ts describes the algorithm. An address is a byte offset in the memory.

/** Constants of src/literal-scan.ts. */
const MULTIPLIER: u32 = 0x9e37_79b1;
const IS_LAST: u32 = 1;

/** A pass over a text for the literals of one stride: 32-bit words in this order. */
@unmanaged
class Pass {
  /** Bits of hashes of whole words; bytes of those of shorter ones. */
  filter: usize;
  filterShift: u32;
  slots: usize;
  slotShift: u32;
  entries: usize;
  /** Start of each literal among the bytes of all, and these bytes. */
  starts: usize;
  bytes: usize;
  step: u32;
  mask: u32;
}

/**
 * Finds the literals with a key among the words from `from` up to `to`.
 *
 * @param text address of the complete text, with space for a literal after it
 * @param candidates address of a buffer for all words
 * @param into address for the results: the number of each literal that is found, and its position
 * @returns the end of the results
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

/** A word with bit 6 set, in which ASCII letters are equal in both cases; other collisions are compared later. */
function wordAt(address: usize, mask: u32): u32 {
  return (load<u32>(address) | 0x2020_2020) & mask;
}

/** Collects the positions of words that pass the filter: flat loops without an unpredictable branch. */
function collect(pass: Pass, text: usize, from: u32, to: u32, into: usize): usize {
  const filter = pass.filter;
  const shift = pass.filterShift;
  const step = pass.step;
  const mask = pass.mask;
  if (mask == 0xffff_ffff) {
    for (let at = from; at < to; at += 4) {
      store<u32>(into, at);
      into += isSet(filter, shift, (load<u32>(text + at) | 0x2020_2020) * MULTIPLIER) << 2;
    }
    return into;
  }
  for (let at = from; at < to; at += step) {
    store<u32>(into, at);
    into += load<u8>(filter + ((wordAt(text + at, mask) * MULTIPLIER) >>> shift));
  }
  return into;
}

/** 1 if both bits of a hash are set, else 0. */
function isSet(bitmap: usize, shift: u32, hash: u32): u32 {
  const bits = load<u32>(bitmap + ((hash >>> (shift + 5)) << 2));
  return (bits >>> ((hash >>> shift) & 31)) & (bits >>> ((hash >>> (shift - 5)) & 31)) & 1;
}

/** Compares the literals of the word at a position. Slots have half of a key's hash; those of other keys with the same half do not match. */
function compareAt(pass: Pass, text: usize, length: u32, at: u32, into: usize): usize {
  const hash = wordAt(text + at, pass.mask) * MULTIPLIER;
  const tag = (hash >>> 2) & 0xffff;
  const lastSlot: u32 = ((<u32>1) << (32 - pass.slotShift)) - 1;
  let slot = hash >>> pass.slotShift;
  let found = load<u32>(pass.slots + (slot << 2));
  while (found != 0) {
    if ((found & 0xffff) == tag) return compareEntries(pass, text, length, at, (found >>> 16) - 1, into);
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
        occursAt(text + position, pass.bytes + load<u32>(pass.starts + (literal << 2)), count)
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
function occursAt(address: usize, literal: usize, count: u32): bool {
  for (let index: u32 = 0; index < count; index++) {
    const byte: u32 = load<u8>(address + index);
    // The 26 capitals start at 0x41.
    const folded = byte - 0x41 < 26 ? byte | 0x20 : byte;
    if (folded != load<u8>(literal + index)) return false;
  }
  return true;
}

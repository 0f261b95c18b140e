// Part of the kernel (kernel.ts).
import { impliedBytes, joinDocIds, PART_BYTES } from './join-doc-ids';
import { endHead, MAX_BITS } from './fourgrams';
import { readEnd, readVarint, writeVarint } from './varint';

const SYMBOLS: u32 = 256;

/**
 * Bytes of a source, three words: documents of the trigram in a segment, address of its 4-grams or 0, number of
 * unlisted documents.
 */
const SOURCE_BYTES: usize = 12;

/**
 * Writes the 4-grams that several segments have of a trigram as one: the head to one address, the lists to another.
 * The documents of a segment that does not list them become unlisted.
 *
 * @param sources, sourcesEnd addresses of the sources (`SOURCE_BYTES`)
 * @param rows space for 257 times as many parts as there are sources: those of each fourth byte, and the unlisted
 * documents
 * @param ends 257 words and 256 more, as working memory
 * @returns the address after the lists
 */
export function joinFourgrams(
  sources: usize,
  sourcesEnd: usize,
  rows: usize,
  ends: usize,
  head: usize,
  lists: usize,
): usize {
  const rowBytes = ((sourcesEnd - sources) / SOURCE_BYTES) * PART_BYTES;
  let row = rows;
  for (let fourth: u32 = 0; fourth <= SYMBOLS; fourth++, row += rowBytes)
    store<u32>(ends + (fourth << 2), <u32>row);
  const added = ends + ((SYMBOLS + 1) << 2);
  let all: u32 = 0;
  for (let source = sources; source < sourcesEnd; source += SOURCE_BYTES) {
    const documents = load<u32>(source);
    addSource(documents, load<u32>(source, 4), load<u32>(source, 8), all, ends, added);
    all += documents;
  }

  row = rows + <usize>SYMBOLS * rowBytes;
  let end: usize = load<u32>(ends + (SYMBOLS << 2));
  const unlisted = countOf(row, end);
  let to = joinDocIds(row, end, unlisted, all, lists);
  let headTo = head;
  if (impliedBytes(unlisted, all) < 0) headTo = writeVarint(<u32>(to - lists), headTo);
  let fourths: u32 = 0;
  row = rows;
  for (let fourth: u32 = 0; fourth < SYMBOLS; fourth++, row += rowBytes)
    if (<usize>load<u32>(ends + (fourth << 2)) > row) fourths++;
  headTo = writeVarint(fourths, headTo);
  row = rows;
  for (let fourth: u32 = 0; fourth < SYMBOLS; fourth++, row += rowBytes) {
    end = load<u32>(ends + (fourth << 2));
    if (end == row) continue;
    headTo = writeVarint(fourth, headTo);
    const count = countOf(row, end);
    const listEnd = joinDocIds(row, end, count, all, to);
    if (all <= MAX_BITS) {
      headTo = writeVarint(listEnd > to ? load<u8>(to) : (1 << count) - 1, headTo);
      continue;
    }
    headTo = writeVarint(count, headTo);
    if (impliedBytes(count, all) < 0) headTo = writeVarint(<u32>(listEnd - to), headTo);
    to = listEnd;
  }
  endHead(headTo);
  return to;
}

/** Adds a segment's lists to the rows. */
function addSource(
  documents: u32,
  fourgrams: usize,
  unlisted: u32,
  first: u32,
  ends: usize,
  added: usize,
): void {
  if (fourgrams == 0) {
    addPart(ends, SYMBOLS, 0, documents, documents, first);
    return;
  }
  let at = fourgrams;
  let offset = impliedBytes(unlisted, documents);
  if (offset < 0) {
    offset = readVarint(at);
    at = readEnd;
  }
  const areBits = documents <= MAX_BITS;
  const fourths = readVarint(at);
  at = readEnd;
  let addedTo = added;
  for (let index: u32 = 0; index < fourths; index++) {
    const fourth = readVarint(at) & 0xff;
    at = readEnd;
    let count = readVarint(at);
    let address = <u32>at;
    at = readEnd;
    if (areBits) count = popcnt(count);
    else {
      address = offset;
      let bytes = impliedBytes(count, documents);
      if (bytes < 0) {
        bytes = readVarint(at);
        at = readEnd;
      }
      offset += bytes;
    }
    store<u32>(addedTo, <u32>addPart(ends, fourth, address, count, documents, first));
    addedTo += 4;
  }
  // Lists follow the head, whose end is known only now.
  if (!areBits) {
    for (let part = added; part < addedTo; part += 4) {
      const address = load<u32>(part);
      store<u32>(address, load<u32>(address) + <u32>at);
    }
  }
  if (unlisted > 0) addPart(ends, SYMBOLS, <u32>at, unlisted, documents, first);
}

/** @returns the address of the part */
function addPart(ends: usize, row: u32, address: u32, count: u32, documents: u32, first: u32): usize {
  const end = ends + (row << 2);
  const part: usize = load<u32>(end);
  store<u32>(part, address);
  store<u32>(part, count, 4);
  store<u32>(part, documents, 8);
  store<u32>(part, first, 12);
  store<u32>(end, <u32>(part + PART_BYTES));
  return part;
}

function countOf(parts: usize, partsEnd: usize): u32 {
  let count: u32 = 0;
  for (let part = parts; part < partsEnd; part += PART_BYTES) count += load<u32>(part, 4);
  return count;
}

// Part of the kernel (kernel.ts).
import { SEPARATOR, TRIPLE } from './layout';
import { oddKey } from './odd-keys';

/**
 * Counts the even positions of a document's triples, and the odd ones that are listed, and adds those triples whose last
 * document is another one. Those at the end of a part are of its last two bytes, and of its last one, and separators.
 *
 * @param from, to places of the document's text; its first byte counts as even
 * @param positions, lastDocuments a word a triple
 * @param into gets triples
 * @returns the place behind them
 */
export function countTriples(
  from: usize,
  to: usize,
  positions: usize,
  lastDocuments: usize,
  document: u32,
  into: usize,
): usize {
  let end = into;
  let at = from;
  while (at < to) {
    // The start of a part.
    let triple: u32 = load<u8>(at);
    if (triple == SEPARATOR) {
      at += 2;
      continue;
    }
    let byte: u32 = load<u8>(at, 1);
    triple = (triple << 8) | byte;
    if (byte == SEPARATOR) {
      end = noteTriple((triple << 8) | SEPARATOR, lastDocuments, document, end);
      at += 4;
      continue;
    }
    while (true) {
      byte = load<u8>(at, 2);
      triple = ((triple << 8) | byte) & TRIPLE;
      countPosition(triple, positions);
      end = noteTriple(triple, lastDocuments, document, end);
      if (byte == SEPARATOR) {
        at += 4;
        break;
      }
      byte = load<u8>(at, 3);
      triple = ((triple << 8) | byte) & TRIPLE;
      const key = oddKey(triple);
      if (key != 0) countPosition(key, positions);
      end = noteTriple(triple, lastDocuments, document, end);
      if (byte == SEPARATOR) {
        at += 6;
        break;
      }
      at += 2;
    }
    end = noteTriple(((triple << 8) | SEPARATOR) & TRIPLE, lastDocuments, document, end);
  }
  return end;
}

function countPosition(triple: u32, positions: usize): void {
  const place = positions + (triple << 2);
  store<u32>(place, load<u32>(place) + 1);
}

function noteTriple(triple: u32, lastDocuments: usize, document: u32, end: usize): usize {
  const place = lastDocuments + (triple << 2);
  if (load<u32>(place) == document) return end;
  store<u32>(place, document);
  store<u32>(end, triple);
  return end + 4;
}

/**
 * Lists the triples with so many documents at least, but for those that end in a separator.
 *
 * @param blocks numbers of pairs, a word each
 * @param ends a word a triple: where its documents end, those of the next one beginning there
 * @param most so many are listed at most
 * @returns the place behind them
 */
export function listFrequent(
  blocks: usize,
  blocksEnd: usize,
  ends: usize,
  least: u32,
  into: usize,
  most: u32,
): usize {
  let to = into;
  let start: u32 = 0;
  for (let block = blocks; block < blocksEnd; block += 4) {
    const first = load<u32>(block) << 8;
    for (let triple = first; triple < first + SEPARATOR; triple++) {
      const end = load<u32>(ends + (triple << 2));
      if (end - start >= least && end > start) {
        if ((to - into) >>> 2 == most) return to;
        store<u32>(to, triple);
        to += 4;
      }
      start = end;
    }
    start = load<u32>(ends + ((first + SEPARATOR) << 2));
  }
  return to;
}

/** How far a list of quads grows by one that is new. */
const ENTRY: u32 = 4;

/**
 * Adds the quads of a document that were not seen before.
 *
 * @param numbers half a word a triple, its bytes backwards: its number among the frequent ones, or 0
 * @param offsets a word a number of a triple: what makes a key of the number of the next triple
 * @param steps a byte a key: `ENTRY` if the quad was not seen, else 0, as of key 0, which no quad has
 * @param into gets keys; room for one more is needed
 * @returns the place behind them
 */
export function findQuads(
  from: usize,
  to: usize,
  numbers: usize,
  offsets: usize,
  steps: usize,
  into: usize,
): usize {
  let end = into;
  let last: u32 = 0;
  for (let at = from; at + 2 < to; at++) {
    const number: u32 = load<u16>(numbers + ((load<u32>(at) & TRIPLE) << 1));
    // Without branches: which quads are listed, and new, is hard to predict.
    const isQuad = (<u32>(last != 0)) & (<u32>(number != 0));
    const key = (load<u32>(offsets + (last << 2)) + number) & (0 - isQuad);
    const step: u32 = load<u8>(steps + key);
    store<u8>(steps + key, 0);
    store<u32>(end, key);
    end += step;
    last = number;
  }
  return end;
}

/** Makes some quads new again. */
export function forgetQuads(keys: usize, end: usize, steps: usize): void {
  for (let at = keys; at < end; at += 4) store<u8>(steps + load<u32>(at), <u8>ENTRY);
}

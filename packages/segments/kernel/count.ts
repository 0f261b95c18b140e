// Part of the kernel (kernel.ts).
import { SEPARATOR, TRIGRAM } from './layout';
import { oddAlias } from './odd-aliases';

/**
 * Counts the even positions of a document's trigrams, and the odd-offset ones that are listed. Lists the trigrams
 * that it sees for the first time in this document. The end of a part counts as the trigram of its last two bytes and
 * a separator, and as that of its last byte and two separators.
 *
 * @param from, to addresses of the document's text; its first byte is at an even offset
 * @param positions a word for each trigram: its count
 * @param lastDocuments a word for each trigram: the last document that has it
 * @param into address for the list of trigrams
 * @returns the address after the list
 */
export function countTrigrams(
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
    let trigram: u32 = load<u8>(at);
    if (trigram == SEPARATOR) {
      at += 2;
      continue;
    }
    let byte: u32 = load<u8>(at, 1);
    trigram = (trigram << 8) | byte;
    if (byte == SEPARATOR) {
      end = noteTrigram((trigram << 8) | SEPARATOR, lastDocuments, document, end);
      at += 4;
      continue;
    }
    while (true) {
      byte = load<u8>(at, 2);
      trigram = ((trigram << 8) | byte) & TRIGRAM;
      countPosition(trigram, positions);
      end = noteTrigram(trigram, lastDocuments, document, end);
      if (byte == SEPARATOR) {
        at += 4;
        break;
      }
      byte = load<u8>(at, 3);
      trigram = ((trigram << 8) | byte) & TRIGRAM;
      const key = oddAlias(trigram);
      if (key != 0) countPosition(key, positions);
      end = noteTrigram(trigram, lastDocuments, document, end);
      if (byte == SEPARATOR) {
        at += 6;
        break;
      }
      at += 2;
    }
    end = noteTrigram(((trigram << 8) | SEPARATOR) & TRIGRAM, lastDocuments, document, end);
  }
  return end;
}

function countPosition(trigram: u32, positions: usize): void {
  const address = positions + (trigram << 2);
  store<u32>(address, load<u32>(address) + 1);
}

function noteTrigram(trigram: u32, lastDocuments: usize, document: u32, end: usize): usize {
  const address = lastDocuments + (trigram << 2);
  if (load<u32>(address) == document) return end;
  store<u32>(address, document);
  store<u32>(end, trigram);
  return end + 4;
}

/**
 * Lists the trigrams that stand in at least `least` documents, except those that end in a separator.
 *
 * @param blocks numbers of pairs, a word each
 * @param ends a word for each trigram: where its documents end, which is where those of the next one begin
 * @param most maximum length of the list
 * @returns the address after the list
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
    for (let trigram = first; trigram < first + SEPARATOR; trigram++) {
      const end = load<u32>(ends + (trigram << 2));
      if (end - start >= least && end > start) {
        if ((to - into) >>> 2 == most) return to;
        store<u32>(to, trigram);
        to += 4;
      }
      start = end;
    }
    start = load<u32>(ends + ((first + SEPARATOR) << 2));
  }
  return to;
}

/** Bytes by which a list of 4-grams grows with a new one. */
const ENTRY: u32 = 4;

/**
 * Adds the 4-grams of a document that it has not been seen to have.
 *
 * @param numbers half a word for each trigram, indexed by its bytes in reverse: its number among the frequent ones,
 * or 0
 * @param offsets a word for each number of a trigram: added to the number of the next trigram, it gives the key of
 * the 4-gram
 * @param steps a byte for each key: `ENTRY` if the 4-gram is new, else 0; key 0 belongs to no 4-gram
 * @param into address for the keys; one more than there are is written
 * @returns the address after the keys
 */
export function findFourgrams(
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
    const number: u32 = load<u16>(numbers + ((load<u32>(at) & TRIGRAM) << 1));
    // Without branches, as it is hard to predict which 4-grams are listed and new.
    const isFourgram = (<u32>(last != 0)) & (<u32>(number != 0));
    const key = (load<u32>(offsets + (last << 2)) + number) & (0 - isFourgram);
    const step: u32 = load<u8>(steps + key);
    store<u8>(steps + key, 0);
    store<u32>(end, key);
    end += step;
    last = number;
  }
  return end;
}

/** Marks some 4-grams as new again. */
export function forgetFourgrams(keys: usize, end: usize, steps: usize): void {
  for (let at = keys; at < end; at += 4) store<u8>(steps + load<u32>(at), <u8>ENTRY);
}

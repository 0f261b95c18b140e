// Part of the kernel (kernel.ts).
import { SEPARATOR, TRIGRAM } from './layout';
import { oddAlias } from './odd-aliases';

/**
 * Counts the even positions of a document's trigrams, and the odd ones that are listed, and adds those trigrams whose last
 * document is another one. Those at the end of a part are of its last two bytes, and of its last one, and separators.
 *
 * @param from, to addresses of the document's text; its first byte counts as even
 * @param positions, lastDocuments a word a trigram
 * @param into gets trigrams
 * @returns the address behind them
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
 * Lists the trigrams with so many documents at least, but for those that end in a separator.
 *
 * @param blocks numbers of pairs, a word each
 * @param ends a word a trigram: where its documents end, those of the next one beginning there
 * @param most so many are listed at most
 * @returns the address behind them
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

/** How far a list of 4-grams grows by one that is new. */
const ENTRY: u32 = 4;

/**
 * Adds the 4-grams of a document that were not seen before.
 *
 * @param numbers half a word a trigram, its bytes backwards: its number among the frequent ones, or 0
 * @param offsets a word a number of a trigram: what makes a key of the number of the next trigram
 * @param steps a byte a key: `ENTRY` if the 4-gram was not seen, else 0, as of key 0, which no 4-gram has
 * @param into gets keys; room for one more is needed
 * @returns the address behind them
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
    // Without branches: which 4-grams are listed, and new, is hard to predict.
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

/** Makes some 4-grams new again. */
export function forgetFourgrams(keys: usize, end: usize, steps: usize): void {
  for (let at = keys; at < end; at += 4) store<u8>(steps + load<u32>(at), <u8>ENTRY);
}

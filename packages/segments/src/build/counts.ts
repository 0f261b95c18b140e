import { SEPARATOR } from '../segment/format.ts';
import { eachPart } from './document-text.ts';
import type { Scratch } from './scratch.ts';

/** Three bytes as a number, the first one highest. */
const TRIPLES = 2 ** 24;

/** What a text holds: all documents one behind the other. */
export interface Text {
  readonly bytes: Uint8Array;
  /** Half offsets at which documents begin, and where the last one ends. */
  readonly starts: Uint32Array;
}

export interface Counts {
  /** Even positions of each triple; the third byte may be a separator. */
  readonly positions: Uint32Array;
  /**
   * The triples of each document, each once, in the order of documents: from all positions. A separator as third, or
   * second and third byte stands for the end of a part.
   */
  readonly triples: Uint32Array;
  /** Where the triples of each document begin, and where the last ones end. */
  readonly tripleStarts: Uint32Array;
}

/** Memory of the tables here, by which a thread goes from text to text. */
export interface CountTables {
  readonly positions: Uint32Array;
  /** The last document with each triple, plus one. */
  readonly lastDocument: Uint32Array;
}

export function countTables(): CountTables {
  return { positions: new Uint32Array(TRIPLES), lastDocument: new Uint32Array(TRIPLES) };
}

const END = SEPARATOR;

/**
 * @param tables all zero
 * @param scratch holds the triples
 */
export function countTriples(text: Text, { positions, lastDocument }: CountTables, scratch: Scratch): Counts {
  const { bytes, starts } = text;
  const documents = starts.length - 1;
  const tripleStarts = new Uint32Array(documents + 1);
  let { words: triples } = scratch;
  let found = 0;

  const note = (triple: number, mark: number): void => {
    if (lastDocument[triple] !== mark) {
      lastDocument[triple] = mark;
      triples[found++] = triple;
    }
  };
  for (let document = 0; document < documents; document++) {
    const mark = document + 1;
    tripleStarts[document] = found;
    const from = 2 * (starts[document] ?? 0);
    const to = 2 * (starts[document + 1] ?? 0);
    // A document has no more triples than bytes.
    triples = scratch.reserve(found + Math.min(to - from, TRIPLES), found);

    eachPart(bytes, from, to, (start, end) => {
      found = addTriples(bytes, start, end, positions, lastDocument, mark, triples, found);
      const last = end - 2;
      if (last >= start) {
        const ending = ((bytes[last] ?? 0) << 16) | ((bytes[last + 1] ?? 0) << 8) | END;
        if ((last & 1) === 0) positions[ending] = (positions[ending] ?? 0) + 1;
        note(ending, mark);
      }
      if (end > start) note(((bytes[end - 1] ?? 0) << 16) | (END << 8) | END, mark);
    });
  }
  tripleStarts[documents] = found;
  return { positions, triples: triples.subarray(0, found), tripleStarts };
}

/**
 * Counts the even positions of a part's triples, and adds those triples whose last document is another than `mark`; what
 * stands at its end is left to the caller. (A function of its own, which keeps what it counts in registers.)
 *
 * @returns how many triples there are then
 */
function addTriples(
  bytes: Uint8Array,
  start: number,
  end: number,
  positions: Uint32Array,
  lastDocument: Uint32Array,
  mark: number,
  triples: Uint32Array,
  count: number,
): number {
  let found = count;
  const last = end - 2;
  let at = start;
  let triple = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  while (at < last) {
    triple = ((triple << 8) | (bytes[at + 2] ?? 0)) & 0xff_ffff;
    positions[triple] = (positions[triple] ?? 0) + 1;
    if (lastDocument[triple] !== mark) {
      lastDocument[triple] = mark;
      triples[found++] = triple;
    }
    if (at + 1 === last) break;
    triple = ((triple << 8) | (bytes[at + 3] ?? 0)) & 0xff_ffff;
    if (lastDocument[triple] !== mark) {
      lastDocument[triple] = mark;
      triples[found++] = triple;
    }
    at += 2;
  }
  return found;
}

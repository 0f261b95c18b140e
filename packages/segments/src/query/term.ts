import { u8 } from '../elements.ts';
import { NO_ALIAS, oddAlias } from '../segment/format.ts';

/** A trigram that a term has at an offset, in half positions from that of the hit. */
interface Gram {
  /** The trigram, or its odd-offset alias if its position is odd. */
  readonly trigram: number;
  readonly offset: number;
  /** Number of times that it stands there, each a half position after the last: `    ` is one gram in a row. */
  readonly run: number;
}

/**
 * An end of a term that no gram covers, with one byte open: two bytes are known of the trigram there. The trigram of
 * the term that begins or ends with these two is its neighbour.
 */
export interface OpenEnd {
  /** `pair first`: the pair, and any byte after it; `pair last`: any byte, and the pair after it. */
  readonly kind: 'pair first' | 'pair last';
  readonly pair: number;
  readonly offset: number;
  /** Null if the term is only these two bytes. */
  readonly neighbour: number | null;
}

/**
 * Grams and open ends of a hit that begins at an even, or at an odd offset of the text. Half position h stands for
 * offset 2h; offsets count from the half position of the hit's first byte, rounded down.
 */
export interface Alignment {
  /** Offset of the hit from the half position that it counts from, in bytes. */
  readonly start: 0 | 1;
  readonly grams: readonly Gram[];
  readonly openEnds: readonly OpenEnd[];
}

/** Four bytes in a row: their first three, their last three. */
interface Fourgram {
  readonly first: number;
  readonly second: number;
}

/** A term of four bytes or more: the documents of all its trigrams hold it, if one of the alignments matches. */
export interface AlignedTerm extends Alignments {
  readonly kind: 'aligned';
  readonly bytes: Uint8Array;
  /** Each once. */
  readonly trigrams: readonly number[];
  /** Each once. */
  readonly fourgrams: readonly Fourgram[];
}

/** A term that may stand anywhere in a document. */
export type UnzonedTerm =
  /** One, two or three bytes: their documents are listed. */
  { readonly kind: 'listed'; readonly bytes: Uint8Array } | AlignedTerm;

/** How a term is looked up, the same for all segments. */
export type Term = UnzonedTerm | ZonedTerm;

/** A term that has to stand in one of the ranges that a document has of a zone. */
export interface ZonedTerm {
  readonly kind: 'zoned';
  readonly zone: number;
  readonly term: UnzonedTerm;
  /** Null for a single byte. Of two bytes, and of three at an odd offset, all is open. */
  readonly alignments: Alignments | null;
}

/** Alignments of a hit at an even, and at an odd offset. */
export interface Alignments {
  readonly even: Alignment;
  readonly odd: Alignment;
}

/** A term as a caller gives it: folded UTF-8 of one byte or more, and the zone in which it has to stand; null: anywhere. */
export interface SoughtTerm {
  readonly bytes: Uint8Array;
  readonly zone: number | null;
}

const MAX_LISTED_BYTES = 3;

export function termOf({ bytes, zone }: SoughtTerm): Term {
  const term = unzonedTermOf(bytes);
  if (zone === null) return term;
  return { kind: 'zoned', zone, term, alignments: bytes.length === 1 ? null : alignmentsOf(bytes) };
}

/** A term without the zone in which it has to stand. */
export function unzoned(term: Term): UnzonedTerm {
  return term.kind === 'zoned' ? term.term : term;
}

/** @param bytes of folded UTF-8, at least one */
export function unzonedTermOf(bytes: Uint8Array): UnzonedTerm {
  if (bytes.length <= MAX_LISTED_BYTES) return { kind: 'listed', bytes };
  const trigrams = new Set<number>();
  for (let at = 0; at + 2 < bytes.length; at++) trigrams.add(trigramAt(bytes, at));
  const fourgrams = new Map<number, Fourgram>();
  for (let at = 0; at + 3 < bytes.length; at++) {
    const fourgram = { first: trigramAt(bytes, at), second: trigramAt(bytes, at + 1) };
    fourgrams.set(fourgram.first * 256 + (fourgram.second & 0xff), fourgram);
  }
  return {
    kind: 'aligned',
    bytes,
    trigrams: [...trigrams],
    fourgrams: [...fourgrams.values()],
    ...alignmentsOf(bytes),
  };
}

/** @param bytes two or more */
function alignmentsOf(bytes: Uint8Array): Alignments {
  return { even: alignmentOf(bytes, 0), odd: alignmentOf(bytes, 1) };
}

/** @param first offset in the term that is an even offset in the text: 0 or 1 */
function alignmentOf(bytes: Uint8Array, first: 0 | 1): Alignment {
  // A hit at an odd offset has its second byte at the next half position.
  const offsetOf = (at: number): number => (at + first) >> 1;
  const last = bytes.length - 3;
  const oddAt = (at: number): number => (at < 0 || at > last ? NO_ALIAS : oddAlias(trigramAt(bytes, at)));
  const neighbourAt = (at: number): number | null => (last < 0 ? null : trigramAt(bytes, at));
  const [even, odd] = [new Grams(), new Grams()];
  for (let at = 0; at <= last; at++) {
    const isEven = at % 2 === first;
    // A gram is left out if the two beside it cover its bytes.
    const areBeside = isEven && oddAt(at - 1) !== NO_ALIAS && oddAt(at + 1) !== NO_ALIAS;
    if (isEven && !areBeside) even.add(trigramAt(bytes, at), offsetOf(at));
    if (!isEven && oddAt(at) !== NO_ALIAS) odd.add(oddAt(at), offsetOf(at));
  }
  const openEnds: OpenEnd[] = [];
  if (first === 1 && oddAt(0) === NO_ALIAS)
    openEnds.push({ kind: 'pair last', pair: pairAt(bytes, 0), offset: 0, neighbour: neighbourAt(0) });
  if ((last & 1) !== first && oddAt(last) === NO_ALIAS) {
    const [pair, neighbour] = [pairAt(bytes, last + 1), neighbourAt(last)];
    openEnds.push({ kind: 'pair first', pair, offset: offsetOf(last + 1), neighbour });
  }
  return { start: first, grams: [...even.list, ...odd.list], openEnds };
}

/** Joins grams that stand in a row. */
class Grams {
  readonly list: Gram[] = [];

  /** @param offset above those before */
  add(trigram: number, offset: number): void {
    const last = this.list.at(-1);
    if (last?.trigram === trigram && last.offset + last.run === offset)
      this.list[this.list.length - 1] = { ...last, run: last.run + 1 };
    else this.list.push({ trigram, offset, run: 1 });
  }
}

function trigramAt(bytes: Uint8Array, at: number): number {
  return (pairAt(bytes, at) << 8) | u8(bytes, at + 2);
}

function pairAt(bytes: Uint8Array, at: number): number {
  return (u8(bytes, at) << 8) | u8(bytes, at + 1);
}

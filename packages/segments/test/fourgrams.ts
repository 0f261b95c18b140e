// The 4-grams of a segment, beside those of its documents.
import { readFourgrams, type Fourgrams } from '../src/segment/fourgrams.ts';
import type { GranuleCache } from '../src/segment/granule-cache.ts';
import type { Segment } from '../src/segment/segment.ts';
import type { Document } from './workbench.ts';

const END = 0xff;

type Ids = ReadonlySet<number>;

/** Ids of the documents with each `length` bytes in a row, by these bytes as a number. */
function gramsOf(documents: readonly Document[], length: 3 | 4): ReadonlyMap<number, Ids> {
  const found = new Map<number, Set<number>>();
  for (const { id, parts } of documents) {
    for (const part of parts) {
      for (let at = 0; at + length <= part.length; at++) {
        const gram = Buffer.from(part).readUIntBE(at, length);
        found.set(gram, (found.get(gram) ?? new Set()).add(id));
      }
    }
  }
  return found;
}

interface Frequent {
  readonly ids: readonly number[];
  readonly fourgrams: Fourgrams;
}

/** Documents and 4-grams of each trigram whose 4-grams are listed. */
function frequentOf(segment: Segment, cache: GranuleCache): ReadonlyMap<number, Frequent> {
  const found = new Map<number, Frequent>();
  const list = new Uint32Array(segment.ids.length);
  for (const pair of segment.dictionary.pairs) {
    for (const trigram of segment.dictionary.trigrams(cache, pair, 0, END)) {
      const fourgrams = readFourgrams(cache, segment.file, trigram);
      if (fourgrams === null) continue;
      segment.readDocuments(cache, trigram.documents, list);
      const ids = Array.from(list.subarray(0, trigram.documents.count), (docId) => segment.ids[docId] ?? -1);
      found.set(pair * 256 + trigram.third, { ids, fourgrams });
    }
  }
  return found;
}

/** Faults of the 4-grams of a segment, a line each. */
export function wrongFourgrams(
  segment: Segment,
  cache: GranuleCache,
  documents: readonly Document[],
): string[] {
  const problems: string[] = [];
  const frequent = frequentOf(segment, cache);
  const ranks = new Uint32Array(segment.ids.length);
  const idsIn = ({ ids }: Frequent, list: Fourgrams['unlisted']): number[] => {
    segment.readDocuments(cache, list, ranks, ids.length);
    return Array.from(ranks.subarray(0, list.count), (rank) => ids[rank] ?? -1);
  };
  for (const [fourgram, holding] of gramsOf(documents, 4)) {
    const [first, second] = [frequent.get(fourgram >>> 8), frequent.get(fourgram & 0xff_ffff)];
    if (first === undefined || second === undefined) continue;
    const listed = first.fourgrams.fourths.find(({ fourth }) => fourth === (fourgram & 0xff));
    const named = new Set([
      ...idsIn(first, first.fourgrams.unlisted),
      ...idsIn(second, second.fourgrams.unlisted),
      ...(listed === undefined ? [] : idsIn(first, listed.documents)),
    ]);
    const missing = [...holding].filter((id) => !named.has(id));
    if (missing.length > 0) problems.push(`${fourgram.toString(16)} lacks ${missing.join()}`);
  }
  const fourgrams = gramsOf(documents, 4);
  for (const [trigram, of] of frequent) {
    for (const { fourth, documents: list } of of.fourgrams.fourths) {
      const fourgram = trigram * 256 + fourth;
      const wrong = idsIn(of, list).filter((id) => fourgrams.get(fourgram)?.has(id) !== true);
      if (wrong.length > 0) problems.push(`${fourgram.toString(16)} names ${wrong.join()}`);
    }
  }
  return problems;
}

/** The trigrams whose 4-grams are listed, ascending, and how many documents are unlisted in all of them. */
export function listedTrigrams(
  segment: Segment,
  cache: GranuleCache,
): { readonly trigrams: readonly number[]; readonly unlisted: number } {
  const frequent = [...frequentOf(segment, cache)];
  return {
    trigrams: frequent.map(([trigram]) => trigram).sort((a, b) => a - b),
    unlisted: frequent.reduce((sum, [, { fourgrams }]) => sum + fourgrams.unlisted.count, 0),
  };
}

/** The trigrams in a 48th of the documents; if these are more than `most`, in a 32nd, and so on. */
export function frequentTrigrams(documents: readonly Document[], most: number): readonly number[] {
  const grams = [...gramsOf(documents, 3)].sort(([a], [b]) => a - b);
  for (const share of [48, 32, 16, 8, 4, 2, 1]) {
    const frequent = grams.filter(([, ids]) => ids.size >= Math.ceil(documents.length / share));
    if (frequent.length <= most) return frequent.map(([trigram]) => trigram);
  }
  return [];
}

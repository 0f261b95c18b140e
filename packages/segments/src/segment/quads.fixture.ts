// The quads of a segment, beside those of its documents.
import { readQuads, type Quads } from './quads.ts';
import type { GranuleCache } from './granule-cache.ts';
import type { Document } from './segment.fixture.ts';
import type { Segment } from './segment.ts';

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
  readonly quads: Quads;
}

/** Of each triple whose quads are listed, its documents and these. */
function frequentOf(segment: Segment, cache: GranuleCache): ReadonlyMap<number, Frequent> {
  const found = new Map<number, Frequent>();
  const list = new Uint32Array(segment.ids.length);
  for (const pair of segment.dictionary.pairs) {
    for (const triple of segment.dictionary.triples(cache, pair, 0, END)) {
      const quads = readQuads(cache, segment.file, triple);
      if (quads === null) continue;
      segment.readDocuments(cache, triple.documents, list);
      const ids = Array.from(
        list.subarray(0, triple.documents.count),
        (ordinal) => segment.ids[ordinal] ?? -1,
      );
      found.set(pair * 256 + triple.third, { ids, quads });
    }
  }
  return found;
}

/** What is wrong with the quads of a segment, a line each. */
export function wrongQuads(segment: Segment, cache: GranuleCache, documents: readonly Document[]): string[] {
  const problems: string[] = [];
  const frequent = frequentOf(segment, cache);
  const places = new Uint32Array(segment.ids.length);
  const idsIn = ({ ids }: Frequent, list: Quads['unlisted']): number[] => {
    segment.readDocuments(cache, list, places, ids.length);
    return Array.from(places.subarray(0, list.count), (place) => ids[place] ?? -1);
  };
  for (const [quad, holding] of gramsOf(documents, 4)) {
    const [first, second] = [frequent.get(quad >>> 8), frequent.get(quad & 0xff_ffff)];
    if (first === undefined || second === undefined) continue;
    const listed = first.quads.fourths.find(({ fourth }) => fourth === (quad & 0xff));
    const named = new Set([
      ...idsIn(first, first.quads.unlisted),
      ...idsIn(second, second.quads.unlisted),
      ...(listed === undefined ? [] : idsIn(first, listed.documents)),
    ]);
    const missing = [...holding].filter((id) => !named.has(id));
    if (missing.length > 0) problems.push(`${quad.toString(16)} lacks ${missing.join()}`);
  }
  const quads = gramsOf(documents, 4);
  for (const [triple, of] of frequent) {
    for (const { fourth, documents: list } of of.quads.fourths) {
      const quad = triple * 256 + fourth;
      const wrong = idsIn(of, list).filter((id) => quads.get(quad)?.has(id) !== true);
      if (wrong.length > 0) problems.push(`${quad.toString(16)} names ${wrong.join()}`);
    }
  }
  return problems;
}

/** The triples whose quads are listed, ascending, and how many documents are unlisted in all of them. */
export function listedTriples(
  segment: Segment,
  cache: GranuleCache,
): { readonly triples: readonly number[]; readonly unlisted: number } {
  const frequent = [...frequentOf(segment, cache)];
  return {
    triples: frequent.map(([triple]) => triple).sort((a, b) => a - b),
    unlisted: frequent.reduce((sum, [, { quads }]) => sum + quads.unlisted.count, 0),
  };
}

/** The triples in a 48th of the documents; if these are more than `most`, in a 32nd, and so on. */
export function frequentTriples(documents: readonly Document[], most: number): readonly number[] {
  const grams = [...gramsOf(documents, 3)].sort(([a], [b]) => a - b);
  for (const share of [48, 32, 16, 8, 4, 2, 1]) {
    const frequent = grams.filter(([, ids]) => ids.size >= Math.ceil(documents.length / share));
    if (frequent.length <= most) return frequent.map(([triple]) => triple);
  }
  return [];
}

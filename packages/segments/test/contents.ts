// All lists of a segment, as lines, from its file and worked out from its documents.
import type { DocumentList } from '../src/segment/dictionary-entry.ts';
import type { GranuleCache } from '../src/segment/granule-cache.ts';
import type { Segment } from '../src/segment/segment.ts';
import { eachPosition } from '../src/verify/verify-lists.ts';
import { textOf, type Document } from './workbench.ts';

const SYMBOLS = 256;

/** Ids of the documents and half positions of one, two or three bytes; the last of three may be a separator. */
interface Lists {
  readonly documents: Set<number>;
  readonly positions: number[];
}

function lineOf(bytes: readonly number[], documents: Iterable<number>, positions: readonly number[]): string {
  return `${Buffer.from(bytes).toString('hex')} in ${[...documents].join()} at ${positions.join()}`;
}

/** A line for each single byte, pair and trigram that a segment has, sorted. */
export function contentsOf(segment: Segment, cache: GranuleCache): readonly string[] {
  const list = new Uint32Array(segment.ids.length);
  const idsOf = (documents: DocumentList): number[] => {
    segment.readDocuments(cache, documents, list);
    return Array.from(list.subarray(0, documents.count), (docId) => segment.ids[docId] ?? -1);
  };
  const lines: string[] = [];
  for (let symbol = 0; symbol < SYMBOLS; symbol++) {
    const documents = segment.symbol(symbol);
    if (documents.count > 0) lines.push(lineOf([symbol], idsOf(documents), []));
  }
  for (const pair of segment.dictionary.pairs) {
    const bytes = [pair >>> 8, pair & 0xff];
    const documents = segment.dictionary.pair(cache, pair);
    if (documents !== null) lines.push(lineOf(bytes, idsOf(documents), []));
    for (const { third, documents, positions } of segment.dictionary.trigrams(cache, pair, 0, 0xff)) {
      const found: number[] = [];
      const take = (position: number): unknown => found.push(position);
      if (positions.count > 0)
        eachPosition(cache, segment.file, positions, take, (problem) => new Error(problem));
      lines.push(lineOf([...bytes, third], idsOf(documents), found));
    }
  }
  return lines.sort();
}

/** The same lines for documents that are in one segment. */
export function expectedContents(documents: readonly Document[]): readonly string[] {
  const { starts } = textOf(documents);
  const all = new Map<string, Lists>();
  const listsOf = (bytes: readonly number[]): Lists => {
    const name = Buffer.from(bytes).toString('hex');
    const lists = all.get(name) ?? { documents: new Set(), positions: [] };
    all.set(name, lists);
    return lists;
  };
  for (const [docId, { id, parts }] of documents.entries()) {
    let start = 2 * (starts[docId] ?? 0);
    for (const part of parts) {
      for (const [index, byte] of part.entries()) {
        const second = part[index + 1];
        const third = part[index + 2];
        const isEven = (start + index) % 2 === 0;
        listsOf([byte]).documents.add(id);
        if (second === undefined) continue;
        listsOf([byte, second]).documents.add(id);
        if (third !== undefined) listsOf([byte, second, third]).documents.add(id);
        if (isEven) listsOf([byte, second, third ?? 0xff]).positions.push((start + index) / 2);
        const isOdd = !isEven && third !== undefined;
        const listed = isOdd ? listedOdd(byte, second, third) : null;
        if (listed !== null) listsOf([byte, second, listed]).positions.push((start + index - 1) / 2);
      }
      start += part.length + (part.length % 2 === 0 ? 2 : 3);
    }
  }
  return [...all]
    .map(([name, { documents, positions }]) => lineOf([...Buffer.from(name, 'hex')], documents, positions))
    .sort();
}

/** The third byte under which an odd-offset position is listed. */
function listedOdd(first: number, second: number, third: number): number | null {
  const letters = Buffer.of(first, second, third).toString();
  // A letter of two bytes decodes to one, of Greek (U+0380) or after it.
  if (letters.length === 2 && letters.charCodeAt(1) >= 0x380 && letters.charCodeAt(1) < 0x800)
    return third % 64;
  const isLetter = letters.length === 2 && letters.charCodeAt(0) >= 0x380 && letters.charCodeAt(0) < 0x800;
  return isLetter && third >= 0x20 && third <= 0x3f ? third + 0x80 : null;
}

// Segments of documents that a test names, and searches of them.
import { join } from 'node:path';
import { type DocumentNames, SegmentBuilder } from '../src/build/build-segment.ts';
import type { Text } from '../src/build/counting-sort.ts';
import { nodeDisk, type Disk } from '../src/disk.ts';
import { mergeSegments } from '../src/merge/merge-segments.ts';
import { CursorPool } from '../src/query/search-context.ts';
import { searchSegment } from '../src/query/search-segment.ts';
import { termOf, type SoughtTerm } from '../src/query/term.ts';
import { GranuleCache } from '../src/segment/granule-cache.ts';
import { Segment } from '../src/segment/segment.ts';
import { encodeZones, NO_ZONES, type Zones } from '../src/segment/zones.ts';
import { textBytes, textChunks } from '../src/store/log-format.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Document {
  readonly id: number;
  readonly parts: readonly Uint8Array[];
  readonly zones: Zones;
}

/** The owner of a document of a test: three neighbours have one in common. */
export function ownerOf(id: number): number {
  return (Math.floor(id / 3) % 1_000) * 1_000;
}

/** A document of text without zones. */
export function documentOf(id: number, ...parts: readonly string[]): Document {
  return { id, parts: parts.map((part) => Buffer.from(part)), zones: [] };
}

/**
 * A document of one part, whose zones are what stands between marks: `<1>` begins a range of zone 1, and `</1>` ends it.
 * The marks are not part of the text.
 */
export function markedDocument(id: number, marked: string): Document {
  const ranges = new Map<number, number[]>();
  let text = '';
  let length = 0;
  for (const piece of marked.split(/(<\/?\d>)/)) {
    const mark = /^<\/?(\d)>$/.exec(piece)?.[1];
    if (mark === undefined) {
      text += piece;
      length += Buffer.byteLength(piece);
      continue;
    }
    const bounds = ranges.get(Number(mark)) ?? [];
    bounds.push(length);
    ranges.set(Number(mark), bounds);
  }
  const zones = Array.from({ length: Math.max(-1, ...ranges.keys()) + 1 }, (_, zone) =>
    Uint32Array.from(ranges.get(zone) ?? []),
  );
  return { ...documentOf(id, text), zones };
}

/** Zones of a document without marks, if it has a single part: every other five bytes, and its second half. */
export function zonesOf(parts: readonly Uint8Array[]): Zones {
  const [part, other] = parts;
  if (part === undefined || other !== undefined) return [];
  const fives = Array.from({ length: 2 * Math.floor(part.length / 10) }, (_, index) => 5 * index);
  return [Uint32Array.from(fives), Uint32Array.of(Math.floor(part.length / 2), part.length)];
}

/** A term that may stand anywhere, or only in a zone. */
export function soughtTerm(text: string, zone: number | null = null): SoughtTerm {
  return { bytes: Buffer.from(text), zone };
}

/** So many letters of an alphabet, chosen by a `seededRandom`. */
export function randomLetters(random: (below: number) => number, alphabet: string, count: number): string {
  const letters = Array.from(alphabet);
  return Array.from({ length: count }, () => letters[random(letters.length)]).join('');
}

export interface Query {
  readonly terms: readonly SoughtTerm[];
  readonly excluded: readonly SoughtTerm[];
}

/** @param zone in which all terms have to stand; null: anywhere */
export function queryOf(
  terms: readonly string[],
  excluded: readonly string[] = [],
  zone: number | null = null,
): Query {
  const sought = (term: string): SoughtTerm => soughtTerm(term, zone);
  return { terms: terms.map(sought), excluded: excluded.map(sought) };
}

/** No test here is about a loss of power. */
const disk: Disk = { ...nodeDisk, sync: () => {} };

export function textOf(documents: readonly Document[]): Text {
  const starts = new Uint32Array(documents.length + 1);
  for (const [index, { parts }] of documents.entries())
    starts[index + 1] = (starts[index] ?? 0) + textBytes(parts) / 2;
  const write = (into: Uint8Array): void => {
    let at = 0;
    for (const chunk of documents.flatMap(({ parts }) => [...textChunks(parts)])) {
      into.set(chunk, at);
      at += chunk.length;
    }
  };
  return { starts, write };
}

export function namesOf(documents: readonly Document[]): DocumentNames {
  const ids = Float64Array.from(documents, ({ id }) => id);
  const zones = documents.map(({ parts: [part], zones }) =>
    part === undefined ? NO_ZONES : encodeZones(zones, part),
  );
  return { ids, owners: Uint32Array.from(ids, ownerOf), zones };
}

/** Has memory for all positions of a test's text, and is used from test to test, as a thread uses it. */
const plenty = new SegmentBuilder({ positionBytes: 1 << 20 });

function buildFile(path: string, documents: readonly Document[], builder = plenty): void {
  builder.build(disk, path, textOf(documents), namesOf(documents));
}

/** Builds, merges and opens segments in a folder of its own; they share a cache, the smallest possible. */
export class Workbench {
  readonly cache = new GranuleCache(disk, 0);
  readonly #pool = new CursorPool(this.cache);
  readonly #open: Segment[] = [];
  readonly #folder = temporaryFolder();
  readonly #paths: string[] = [];
  #files = 0;

  newPath(): string {
    const path = join(this.#folder, `${++this.#files}.segment`);
    this.#paths.push(path);
    return path;
  }

  open(path: string): Segment {
    const segment = new Segment(disk, path);
    this.#open.push(segment);
    return segment;
  }

  build(documents: readonly Document[], builder = plenty): Segment {
    const path = this.newPath();
    buildFile(path, documents, builder);
    return this.open(path);
  }

  /** Merges the live documents of segments, which are in the order of their ids. */
  merge(segments: readonly Segment[], isLive: (id: number) => boolean = () => true): Segment {
    const path = this.newPath();
    // The granules of a segment that is open belong to one cache.
    const again = segments.map((segment) => new Segment(disk, segment.path));
    try {
      const inputs = again.map((segment) => ({ segment, isLive }));
      mergeSegments(disk, inputs, path, () => {});
    } finally {
      for (const segment of again) disk.close(segment.file.file);
    }
    return this.open(path);
  }

  /** Ids of the documents of a segment that a search finds. */
  search(
    segment: Segment,
    { terms, excluded }: Query,
    isLive: ((id: number) => boolean) | null = null,
  ): number[] {
    const found = searchSegment({
      segment,
      terms: terms.map(termOf),
      excluded: excluded.map(termOf),
      isLive: isLive === null ? null : (docId) => isLive(segment.ids[docId] ?? 0),
      pool: this.#pool,
      checkpoint: () => {},
    });
    return Array.from(found, (docId) => segment.ids[docId] ?? -1);
  }

  /** Closes all segments. */
  close(): void {
    for (const segment of this.#open) segment.close(this.cache);
    this.#open.length = 0;
  }

  /** Closes all segments, and removes those that were made here. */
  clear(): void {
    this.close();
    for (const path of this.#paths) disk.remove(path);
    this.#paths.length = 0;
  }
}

/** Ids of the documents that hold all terms, and none of the excluded ones. */
export function scan(documents: readonly Document[], { terms, excluded }: Query): number[] {
  return documents
    .filter((document) => {
      const holds = (term: SoughtTerm): boolean => holdsTerm(document, term);
      return terms.every(holds) && !excluded.some(holds);
    })
    .map(({ id }) => id);
}

/** Tells whether a part of a document, or a range of the zone, holds a term. */
function holdsTerm(
  { parts, zones }: Pick<Document, 'parts' | 'zones'>,
  { bytes, zone }: SoughtTerm,
): boolean {
  if (zone === null) return parts.some((part) => Buffer.from(part).includes(bytes));
  const ranges = zones[zone] ?? [];
  for (let at = 0; at < ranges.length; at += 2) {
    const range = parts[0]?.subarray(ranges[at], ranges[at + 1]) ?? [];
    if (Buffer.from(range).includes(bytes)) return true;
  }
  return false;
}

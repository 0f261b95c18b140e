// Segments of documents that a test names, and searches of them.
import { join } from 'node:path';
import { type DocumentNames, SegmentBuilder } from '../src/build/build-segment.ts';
import type { Text } from '../src/build/counting-sort.ts';
import { nodeDisk, type Disk } from '../src/disk.ts';
import { mergeSegments } from '../src/merge/merge-segments.ts';
import { CursorPool } from '../src/query/search-context.ts';
import { searchSegment } from '../src/query/search-segment.ts';
import { termOf } from '../src/query/term.ts';
import { GranuleCache } from '../src/segment/granule-cache.ts';
import { Segment } from '../src/segment/segment.ts';
import { textBytes, textChunks } from '../src/store/log-format.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Document {
  readonly id: number;
  readonly parts: readonly Uint8Array[];
}

/** The owner of a document of a test: three neighbours have one in common. */
export function ownerOf(id: number): number {
  return (Math.floor(id / 3) % 1_000) * 1_000;
}

/** A document of text. */
export function documentOf(id: number, ...parts: readonly string[]): Document {
  return { id, parts: parts.map((part) => Buffer.from(part)) };
}

/** So many letters of an alphabet, chosen by a `seededRandom`. */
export function randomLetters(random: (below: number) => number, alphabet: string, count: number): string {
  const letters = Array.from(alphabet);
  return Array.from({ length: count }, () => letters[random(letters.length)]).join('');
}

export interface Query {
  readonly terms: readonly Uint8Array[];
  readonly excluded: readonly Uint8Array[];
}

export function queryOf(terms: readonly string[], excluded: readonly string[] = []): Query {
  const bytes = (term: string): Uint8Array => Buffer.from(term);
  return { terms: terms.map(bytes), excluded: excluded.map(bytes) };
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

export function namesOf(documents: readonly Pick<Document, 'id'>[]): DocumentNames {
  const ids = Float64Array.from(documents, ({ id }) => id);
  return { ids, owners: Uint32Array.from(ids, ownerOf) };
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

/** Ids of the documents that hold all terms, each in one of their parts, and none of the excluded ones. */
export function scan(documents: readonly Document[], { terms, excluded }: Query): number[] {
  return documents
    .filter(({ parts }) => {
      const holds = (term: Uint8Array): boolean => parts.some((part) => Buffer.from(part).includes(term));
      return terms.every(holds) && !excluded.some(holds);
    })
    .map(({ id }) => id);
}

// Searches an index: its segments, and the logs that are not built yet. A reader follows the files that the store
// writes, so it may be in any thread or process. It sees exactly the operations up to the sequence number that it is
// given.
import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { element, f64, u32 } from '../elements.ts';
import { SegmentsCorrupt } from '../errors.ts';
import { CursorPool } from '../query/search-context.ts';
import { mostHolding, searchSegment } from '../query/search-segment.ts';
import { termOf, unzonedTermOf, type SoughtTerm } from '../query/term.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { earlierOf, type LoggedOperation, type LoggedPut } from './log-format.ts';
import { LogReader, LogTexts } from './log-reader.ts';
import { KnownTerms, searchLog } from './log-search.ts';
import { fileName, filesOf, FIRST_MANIFEST, MANIFEST_NAME, readManifest, type Manifest } from './manifest.ts';
import { lowerBound } from './sorted-ids.ts';
import { OpenSegment } from './tombstones.ts';

interface ReaderOptions {
  /** Maximum bytes of memory for what was read of segments and of logged texts. */
  readonly cacheBytes: number;
}

/** Terms of which a document must hold all of the first, and none of the second. */
export interface Terms {
  readonly all: readonly SoughtTerm[];
  readonly none: readonly SoughtTerm[];
}

/** Owners of documents. */
export interface Owners {
  readonly has: (owner: number) => boolean;
}

/** Ids of the documents that match, ascending, as of an operation. */
export interface Matches {
  readonly ids: Float64Array<ArrayBuffer>;
  readonly sequence: number;
}

interface OpenLog {
  readonly reader: LogReader;
  readonly operations: LoggedOperation[];
  readonly known: KnownTerms;
  readonly texts: LogTexts;
}

/** Bytes of memory for answers about terms in the documents of a log. */
const KNOWN_BYTES = 4 << 20;

/** Times that the files may change while they are opened; more is reported as damage. */
const ATTEMPTS = 100;

export class SegmentsReader {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #cache: GranuleCache;
  readonly #pool: CursorPool;
  #manifest: Manifest = FIRST_MANIFEST;
  /** The manifest's file, which stays open so that no other file can be mistaken for it. */
  #manifestFile: number | null = null;
  #version = '';
  /** Sequence number that the last `refresh` reached. */
  #committed = 0;
  #segments = new Map<number, OpenSegment>();
  #logs = new Map<number, OpenLog>();
  /** Dead documents of logs. */
  #removed = new Set<number>();

  constructor(disk: Disk, folder: string, { cacheBytes }: ReaderOptions) {
    this.#disk = disk;
    this.#folder = folder;
    this.#cache = new GranuleCache(disk, cacheBytes);
    this.#pool = new CursorPool(this.#cache);
  }

  /**
   * Brings the reader to what was committed up to a sequence number, which rises from call to call.
   *
   * @returns false if the files are ahead of it: then it needs a newer number
   * @throws SegmentsCorrupt, SegmentsUnsupported; errors of the disk
   */
  refresh(committed: number): boolean {
    for (let attempt = 1; ; attempt++) {
      this.#follow(attempt);
      if (this.#manifest.sequence > committed) return false;
      try {
        this.#tail(committed);
        this.#committed = committed;
        return true;
      } catch (error) {
        // A file that a newer manifest no longer names may be gone.
        if (attempt === ATTEMPTS || this.#isCurrent()) throw error;
      }
    }
  }

  /**
   * Finds the documents that hold all terms and none of the excluded ones, as of the last `refresh`.
   *
   * @param checkpoint called now and then; ends the search by throwing
   * @param earlier matches of the same terms before: then only what was written since is searched
   * @param among owners whose documents are searched; null: all are
   * @throws RangeError if `earlier` is of a later state
   */
  search(
    terms: Terms,
    checkpoint: () => void,
    earlier: Matches | null = null,
    among: Owners | null = null,
  ): Matches {
    const since = earlier?.sequence ?? 0;
    const sequence = this.#committed;
    if (since > sequence)
      throw new RangeError(`matches as of operation ${since}, not of ${sequence} or before`);
    const found: Float64Array[] = earlier === null ? [] : this.#alive(earlier);
    const [all, none] = [terms.all.map(termOf), terms.none.map(termOf)];
    for (const open of this.#segments.values()) {
      checkpoint();
      const { segment } = open;
      if (f64(segment.ids, segment.ids.length - 1) <= since) continue;
      const isLive = ofOwners(segment, open.liveAfter(since), among);
      const search = { segment, terms: all, excluded: none, isLive, pool: this.#pool, checkpoint };
      found.push(idsOf(segment, searchSegment(search)));
    }
    const isSearched = ({ sequence: id, owner }: LoggedPut): boolean =>
      id > since && !this.#removed.has(id) && (among === null || among.has(owner));
    for (const { reader, ...log } of this.#logs.values()) {
      if (reader.lastSequence <= since) continue;
      const search = { ...log, terms, isSearched, checkpoint };
      found.push(Float64Array.from(searchLog(search)));
    }
    return { ids: joined(found), sequence };
  }

  /** The number of documents that may hold a term, dead ones included: at least that of those that do. */
  mostHolding(bytes: Uint8Array): number {
    const term = unzonedTermOf(bytes);
    let most = 0;
    for (const { segment } of this.#segments.values()) most += mostHolding(segment, this.#pool, term);
    for (const { operations } of this.#logs.values()) most += operations.length;
    return most;
  }

  /**
   * Owners of documents, in their order.
   *
   * @param ids ascending, of documents that a search found
   * @throws RangeError if a document is not stored
   */
  ownersOf(ids: Float64Array): Uint32Array<ArrayBuffer> {
    const owners = new Uint32Array(ids.length);
    let at = 0;
    for (const { segment } of this.#segments.values()) at = takeOwners(segment, ids, at, owners);
    for (const { operations } of this.#logs.values()) {
      let from = 0;
      for (; at < ids.length; at++) {
        from = firstOperation(operations, f64(ids, at), from);
        const operation = operations[from];
        if (operation?.kind !== 'put' || operation.sequence !== ids[at]) break;
        owners[at] = operation.owner;
      }
    }
    if (at < ids.length) throw new RangeError(`document ${ids[at]} is not stored`);
    return owners;
  }

  /** Sequence number of the last `refresh`; 0: there was none. */
  get committed(): number {
    return this.#committed;
  }

  /** Names of the files, besides the manifest, that existed at the last `refresh`. */
  get fileNames(): readonly string[] {
    return filesOf(this.#manifest);
  }

  /** Bytes that tables of segments and logs hold in memory, without the cache. */
  get memoryBytes(): number {
    let bytes = 0;
    for (const { segment } of this.#segments.values()) bytes += segment.memoryBytes;
    for (const { operations } of this.#logs.values()) {
      for (const operation of operations) if (operation.kind === 'put') bytes += operation.filter.length;
    }
    return bytes;
  }

  /** Closes all files, and drops what was read of them. A later `refresh` opens them anew, in the same memory. */
  close(): void {
    this.#open(FIRST_MANIFEST);
    if (this.#manifestFile !== null) this.#disk.close(this.#manifestFile);
    this.#manifestFile = null;
    this.#version = '';
    this.#committed = 0;
  }

  /** Those of earlier matches that are still alive, in parts. */
  #alive({ ids }: Matches): Float64Array[] {
    const alive: Float64Array[] = [];
    for (const open of this.#segments.values()) alive.push(open.alive(ids));
    const logged = ids.subarray(lowerBound(ids, this.#manifest.sequence + 1));
    alive.push(logged.filter((id) => !this.#removed.has(id)));
    return alive;
  }

  #isCurrent(): boolean {
    return (this.#disk.stat(join(this.#folder, MANIFEST_NAME))?.version ?? '') === this.#version;
  }

  /** Takes over the newest manifest. */
  #follow(firstAttempt: number): void {
    for (let attempt = firstAttempt; !this.#isCurrent(); attempt++) {
      const path = join(this.#folder, MANIFEST_NAME);
      const version = this.#disk.stat(path)?.version ?? '';
      const file = version === '' ? null : this.#disk.open(path, 'read');
      try {
        this.#open(readManifest(this.#disk, this.#folder) ?? FIRST_MANIFEST);
      } catch (error) {
        if (file !== null) this.#disk.close(file);
        const isStale = (this.#disk.stat(path)?.version ?? '') !== version;
        if (attempt >= ATTEMPTS || !isStale) throw error;
        continue;
      }
      if (this.#manifestFile !== null) this.#disk.close(this.#manifestFile);
      this.#manifestFile = file;
      this.#version = version;
    }
  }

  /**
   * Opens the files that a manifest names, and closes those that it no longer names; if it fails, everything is as
   * before.
   */
  #open(manifest: Manifest): void {
    const segments = new Map<number, OpenSegment>();
    const logs = new Map<number, OpenLog>();
    try {
      for (const entry of manifest.segments) {
        const before = this.#segments.get(entry.number);
        segments.set(entry.number, new OpenSegment(this.#disk, this.#folder, entry, before));
      }
      for (const number of manifest.logs) logs.set(number, this.#logs.get(number) ?? this.#openLog(number));
    } catch (error) {
      for (const [number, open] of segments) if (!this.#segments.has(number)) open.close(this.#cache);
      for (const [number, { reader }] of logs) if (!this.#logs.has(number)) reader.close();
      throw error;
    }
    for (const [number, open] of this.#segments) if (!segments.has(number)) open.close(this.#cache);
    for (const [number, { reader, texts }] of this.#logs) {
      if (logs.has(number)) continue;
      texts.close();
      reader.close();
    }
    this.#manifest = manifest;
    this.#segments = segments;
    this.#logs = logs;
    this.#removed = new Set();
    for (const { operations } of logs.values()) this.#apply(operations);
  }

  #openLog(number: number): OpenLog {
    const reader = LogReader.open(this.#disk, join(this.#folder, fileName(number, 'log')));
    const texts = new LogTexts(reader, this.#cache);
    return { reader, operations: [], known: new KnownTerms(KNOWN_BYTES), texts };
  }

  /** Reads the logs up to `committed`. */
  #tail(committed: number): void {
    const logs = [...this.#logs.values()];
    for (const [at, { reader, operations }] of logs.entries()) {
      const end = Math.min(committed, logs[at + 1]?.reader.after ?? Infinity);
      const read = reader.read(end);
      // Not as arguments of one call: a log may hold more than the stack.
      for (const operation of read) operations.push(operation);
      this.#apply(read);
    }
    const last = logs.at(-1)?.reader;
    const reached = Math.max(this.#manifest.sequence, last?.lastSequence ?? 0);
    if (reached < committed) {
      const problem = `ends at operation ${reached}, but those up to ${committed} were committed`;
      throw new SegmentsCorrupt(last?.path ?? this.#folder, 'log', problem);
    }
  }

  /** Marks the documents that operations replace or remove as dead. */
  #apply(operations: readonly LoggedOperation[]): void {
    for (const operation of operations) {
      const id = earlierOf(operation);
      if (id === null) continue;
      const entry = this.#manifest.segments.find(({ firstId, lastId }) => id >= firstId && id <= lastId);
      const isInSegment = entry !== undefined && this.#segments.get(entry.number)?.remove(id) === true;
      if (!isInSegment) this.#removed.add(id);
    }
  }
}

/** A loop, as a typed array that is made by a function of each element takes ten times as long. */
function idsOf({ ids }: OpenSegment['segment'], docIds: Uint32Array): Float64Array {
  const found = new Float64Array(docIds.length);
  for (let at = 0; at < found.length; at++) found[at] = f64(ids, u32(docIds, at));
  return found;
}

/** A test of the documents of a segment for their owners too; null: all are wanted. */
function ofOwners(
  { owners }: Segment,
  isLive: ((docId: number) => boolean) | null,
  among: Owners | null,
): ((docId: number) => boolean) | null {
  if (among === null) return isLive;
  const isOwned = (docId: number): boolean => among.has(u32(owners, docId));
  return isLive === null ? isOwned : (docId) => isLive(docId) && isOwned(docId);
}

/** Ids of a segment that are passed one by one in about the time in which one is sought. */
const PASSED_A_SEARCH = 16;

/**
 * Writes the owners of those ids from an index on that a segment has.
 *
 * @returns index of the first id that it does not have
 */
function takeOwners(segment: Segment, ids: Float64Array, from: number, into: Uint32Array): number {
  const { ids: own, owners } = segment;
  const end = lowerBound(ids, f64(own, own.length - 1) + 1, from);
  const isDense = (end - from) * PASSED_A_SEARCH > own.length;
  let docId = 0;
  for (let at = from; at < end; at++) {
    const id = f64(ids, at);
    if (isDense) while (docId < own.length && f64(own, docId) < id) docId++;
    else docId = lowerBound(own, id, docId);
    if (own[docId] !== id) return at;
    into[at] = u32(owners, docId);
  }
  return end;
}

/** Index of the first operation, from `from` on, that does not come before a sequence number. */
function firstOperation(operations: readonly LoggedOperation[], sequence: number, from: number): number {
  let [low, high] = [from, operations.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (element(operations, middle).sequence < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

function joined(parts: readonly Float64Array[]): Float64Array<ArrayBuffer> {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

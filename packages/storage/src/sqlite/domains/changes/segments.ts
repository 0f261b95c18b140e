import type { DatabaseSync } from 'node:sqlite';
import { lowerBound } from '@sitegrep/segments';
import { RECORD_REASONS } from '@sitegrep/site';
import { LRUCache } from 'lru-cache';
import { damagedIndex } from '../../failure.ts';
import { type LabelChunk, packLabelChunk, packList, unpackLabelChunk } from '../labels/label-chunk.ts';
import { type LabelRun, labelRuns } from '../labels/label-runs.ts';
import type { State } from '../state.ts';
import { allBits, type Bits, clearBit, countBits } from './bits.ts';
import {
  CHANGES,
  changeRows,
  DOMAINS,
  goneCheck,
  type ListedChange,
  REASONS,
  SUMMARY,
  summaryOf,
  TIMES,
} from './change-rows.ts';

/** Records of changes that are looked at together: those of a run, or those that are in none yet. */
export interface Segment {
  /** Number of its records, and the positions of those that are still there. */
  readonly items: number;
  readonly alive: Bits;
  /** Numbers between which those of its records are. */
  readonly from: number;
  readonly to: number;
  /** The first and the last time. */
  readonly first: number;
  readonly last: number;
  /** Number of the records of each reason, in the order of `RECORD_REASONS`. */
  readonly byReason: readonly number[];
  /** Values of each record: its number (also by itself), its time, the id of its domain, and its reason as a position in `RECORD_REASONS`. */
  readonly numbers: () => Float64Array<ArrayBuffer>;
  readonly numberAt: (position: number) => number;
  readonly times: () => Uint32Array<ArrayBuffer>;
  readonly domains: () => Uint32Array<ArrayBuffer>;
  readonly reasons: () => Uint8Array<ArrayBuffer>;
  /** Chunks of the lists of records by labels of a kind, from `low` on. */
  readonly chunks: (kind: number, low: Buffer) => Iterable<LabelChunk>;
}

/** All records of a state. */
export interface Changes {
  /** Number that no other state has with other records. */
  readonly version: number;
  readonly segments: readonly Segment[];
  readonly total: number;
}

/** Memory for what was read of the records of runs, in bytes: times and domains of twelve million. */
const ARRAY_BYTES = 96 << 20;

/**
 * Reads the records of changes as of the current transaction.
 *
 * @throws StorageCorrupt if some are missing, or are others than were written
 */
export function openChanges(db: DatabaseSync, state: () => State): () => Changes {
  const rows = changeRows(db);
  const runs = labelRuns(db, CHANGES);
  const arrays = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: ARRAY_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength + 100,
  });
  const same = new Map<number, Uint8Array<ArrayBuffer>>();
  const sql = {
    alive: db.prepare('SELECT number, alive FROM change_run'),
    gone: db.prepare('SELECT removal, number, crc FROM change_gone WHERE removal > ? ORDER BY removal'),
  };
  /** Runs by their numbers. */
  let known = new Map<number, { readonly run: LabelRun; readonly segment: Segment }>();
  /** Number up to which removals are known. */
  let removals = 0;
  let found: Changes | null = null;
  let key = '';

  function arrayOf(run: LabelRun, part: number): Uint8Array<ArrayBuffer> {
    const own = `${run.number} ${part}`;
    const array = arrays.get(own) ?? runs.packed(run, part);
    arrays.set(own, array);
    return array;
  }

  /** So many times one reason, or more: most runs have no other one. */
  function reasonsOf(only: number, items: number): Uint8Array<ArrayBuffer> {
    const known = same.get(only);
    if (known !== undefined && known.length >= items) return known;
    const reasons = new Uint8Array(items).fill(only);
    same.set(only, reasons);
    return reasons;
  }

  function segmentOf(run: LabelRun): Segment {
    const [first = 0, last = 0, ...byReason] = new Uint32Array(runs.packed(run, SUMMARY).buffer);
    const words = (part: number) => (): Uint32Array<ArrayBuffer> =>
      new Uint32Array(arrayOf(run, part).buffer);
    const isGapless = run.items === run.last - run.first + 1;
    const only = byReason.indexOf(run.items);
    return {
      items: run.items,
      alive: allBits(run.items),
      from: run.first,
      to: run.last,
      first,
      last,
      byReason,
      numbers: () => runs.numbers(run),
      numberAt: (position) => (isGapless ? run.first + position : (runs.numbers(run)[position] ?? 0)),
      times: words(TIMES),
      domains: words(DOMAINS),
      reasons: () => (only === -1 ? arrayOf(run, REASONS) : reasonsOf(only, run.items)),
      chunks: (kind, low) => runs.chunks(run, kind, low),
    };
  }

  /** Takes over the runs that there are, and what was removed from them. */
  function followRuns(listed: number): readonly Segment[] {
    const before = known;
    known = new Map();
    for (const run of runs.all(listed))
      known.set(run.number, before.get(run.number) ?? { run, segment: segmentOf(run) });
    takeGone();
    let all = 0;
    for (const { number, alive } of sql.alive.iterate()) {
      const count = countBits(known.get(Number(number))?.segment.alive ?? allBits(0));
      if (count !== alive) {
        throw damagedIndex(
          db,
          `run ${Number(number)} in table change_run has ${Number(alive)} records, and ${count} by table change_gone`,
        );
      }
      all++;
    }
    if (all !== known.size) throw damagedIndex(db, 'table change_run has fewer runs by their numbers');
    return Array.from(known.values(), ({ segment }) => segment);
  }

  function takeGone(): void {
    const gone: number[] = [];
    for (const row of sql.gone.iterate(removals)) {
      const [removal, number] = [Number(row['removal']), Number(row['number'])];
      if (goneCheck(removal, number) !== row['crc']) {
        throw damagedIndex(db, `the checksum of removal ${removal} in table change_gone is wrong`);
      }
      removals = removal;
      gone.push(number);
    }
    gone.sort((a, b) => a - b);
    let at = 0;
    for (const { run, segment } of known.values()) {
      if (at === gone.length || (gone[at] ?? 0) > run.last) continue;
      const numbers = runs.numbers(run);
      for (; at < gone.length && (gone[at] ?? 0) <= run.last; at++) {
        const number = gone[at] ?? 0;
        const position = lowerBound(numbers, number);
        // A run that was built after the removal does not have the record.
        if (numbers[position] === number) clearBit(segment.alive, position);
      }
    }
  }

  function read(now: State): Changes {
    const segments = [...followRuns(now.listedChanges)];
    const rest = [...rows.between(now.listedChanges + 1, now.lastChange)];
    if (rest.length !== now.unlistedChanges) {
      throw damagedIndex(
        db,
        `table change has ${rest.length} rows after number ${now.listedChanges}, and should have ${now.unlistedChanges}`,
      );
    }
    if (rest.length > 0) segments.push(segmentOfRows(rest));
    const total = segments.reduce((sum, { alive }) => sum + countBits(alive), 0);
    if (total !== now.changes) {
      throw damagedIndex(db, `there are ${total} records of changes, and should be ${now.changes}`);
    }
    return { version: now.lastChange, segments, total };
  }

  return () => {
    const now = state();
    const own = `${now.listedChanges} ${now.lastChange}`;
    if (found === null || own !== key) {
      try {
        found = read(now);
        key = own;
      } catch (error) {
        [known, removals, found] = [new Map(), 0, null];
        throw error;
      }
    }
    return found;
  };
}

/** The segment of records that are in no run yet. */
function segmentOfRows(rows: readonly ListedChange[]): Segment {
  const numbers = Float64Array.from(rows, ({ number }) => number);
  const times = Uint32Array.from(rows, ({ at }) => at);
  const domains = Uint32Array.from(rows, ({ domain }) => domain);
  const reasons = Uint8Array.from(rows, ({ by }) => RECORD_REASONS.indexOf(by));
  const [first = 0, last = 0, ...byReason] = summaryOf(times, reasons);
  const chunks = new Map<number, LabelChunk>();
  return {
    items: rows.length,
    alive: allBits(rows.length),
    from: numbers[0] ?? 0,
    to: numbers.at(-1) ?? 0,
    first,
    last,
    byReason,
    numbers: () => numbers,
    numberAt: (position) => numbers[position] ?? 0,
    times: () => times,
    domains: () => domains,
    reasons: () => reasons,
    chunks(kind) {
      const chunk = chunks.get(kind) ?? chunkOf(rows, kind);
      chunks.set(kind, chunk);
      return [chunk];
    },
  };
}

/** The lists by the labels of a kind, as a run would have them. */
function chunkOf(rows: readonly ListedChange[], kind: number): LabelChunk {
  const lists = new Map<string, number[]>();
  for (const [docId, { labels }] of rows.entries()) {
    for (const label of labels[kind] ?? []) {
      const list = lists.get(label);
      if (list === undefined) lists.set(label, [docId]);
      else list.push(docId);
    }
  }
  const entries = Array.from(lists, ([label, docIds]) => ({ label: Buffer.from(label), docIds }))
    .sort((a, b) => Buffer.compare(a.label, b.label))
    .map(({ label, docIds }) => packList(label, docIds));
  const owner = { run: 0, kind };
  const packed = packLabelChunk(owner, 0, { low: Buffer.alloc(0), high: null }, entries);
  const chunk = unpackLabelChunk(owner, 0, packed);
  if (chunk === null) throw new TypeError('a chunk is not as it was packed');
  return chunk;
}

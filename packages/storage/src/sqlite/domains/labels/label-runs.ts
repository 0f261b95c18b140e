import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { VarintReader, VarintWriter } from '@sitegrep/segments';
import { LRUCache } from 'lru-cache';
import { damagedIndex } from '../../failure.ts';
import { type LabelChunk, unpackBlock, unpackLabelChunk } from './label-chunk.ts';
import type { LabelledItem, ListLayout } from './layout.ts';

/** Lists of the items of a range of numbers by their labels. It never changes, and is replaced as a whole. */
export interface LabelRun {
  readonly number: number;
  /** Numbers that it covers. */
  readonly first: number;
  readonly last: number;
  /** Number of its items; some may have been replaced or removed since. */
  readonly items: number;
}

/** Reads the runs of the current transaction. */
export interface LabelRuns {
  /** All runs by their numbers, which leave no gap up to `listed`. */
  all(listed: number): readonly LabelRun[];
  /** Numbers of the items of a run, ascending. A list has indexes into this. */
  numbers(run: LabelRun): Float64Array<ArrayBuffer>;
  /** The chunks of a kind that have labels from `low` on, in order, while they are asked for. */
  chunks(run: LabelRun, kind: number, low: Buffer): Generator<LabelChunk>;
  /** Bytes that a run keeps of its items besides lists. @param index in `packed` of the layout */
  packed(run: LabelRun, index: number): Uint8Array<ArrayBuffer>;
}

/** Memory for numbers that were read, in bytes: about a million items. */
const NUMBER_BYTES = 8 << 20;
/** Approximate size of known numbers besides these, in bytes. */
const ENTRY_BYTES = 200;

/** @param layout of the lists */
export function labelRuns(db: DatabaseSync, layout: ListLayout<never>): LabelRuns {
  const { runs: table, kinds } = layout;
  /** The runs that there are: a number is used once, and what it stands for never changes. */
  let known = new Map<number, LabelRun>();
  const knownNumbers = new LRUCache<number, Float64Array<ArrayBuffer>>({
    maxSize: NUMBER_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength + ENTRY_BYTES,
  });
  const sql = {
    runs: db.prepare(`SELECT number, first, last FROM ${table} ORDER BY first`),
    run: db.prepare(`SELECT first, last, numbers, crc FROM ${table} WHERE first = ?`),
    holding: db.prepare(
      `SELECT number, (SELECT lists FROM ${layout.lists} l WHERE l.number = c.number) AS lists
       FROM ${layout.chunks} c WHERE run = ? AND kind = ? AND low <= ? ORDER BY low DESC LIMIT 1`,
    ),
  };

  /** The numbers of a run as they are stored. */
  function read(bounds: Omit<LabelRun, 'items'>): Uint8Array {
    const { first, last, numbers, crc } = sql.run.get(bounds.first) ?? {};
    if (
      first !== bounds.first ||
      last !== bounds.last ||
      !(numbers instanceof Uint8Array) ||
      runCheck(bounds, numbers) !== crc
    ) {
      throw damagedIndex(db, `the checksum of run ${bounds.number} in table ${table} is wrong`);
    }
    return numbers;
  }

  /** The stored bytes of a run of a kind from a label on, with their number. */
  function stored(run: LabelRun, kind: number, low: Buffer): { number: number; bytes: Uint8Array } | null {
    const { number, lists } = sql.holding.get(run.number, kind, low) ?? {};
    return typeof number === 'number' && lists instanceof Uint8Array ? { number, bytes: lists } : null;
  }

  function chunkHolding(run: LabelRun, kind: number, label: Buffer): LabelChunk {
    const owner = { run: run.number, kind };
    const found = stored(run, kind, label);
    const chunk = found === null ? null : unpackLabelChunk(owner, found.number, found.bytes);
    if (chunk === null) {
      throw damagedIndex(
        db,
        `a chunk of label lists of run ${run.number}, kind ${kind}, is missing or wrong`,
      );
    }
    if (Buffer.compare(chunk.low, label) > 0 || !isBelow(label, chunk.high)) {
      throw damagedIndex(db, `the label lists of run ${run.number}, kind ${kind}, have a gap`);
    }
    return chunk;
  }

  return {
    all(listed) {
      const before = known;
      known = new Map();
      let end = 0;
      for (const row of sql.runs.all()) {
        const bounds = {
          number: Number(row['number']),
          first: Number(row['first']),
          last: Number(row['last']),
        };
        const run = before.get(bounds.number) ?? { ...bounds, items: countIn(read(bounds)) };
        if (run.first !== bounds.first || run.last !== bounds.last) {
          throw damagedIndex(db, `run ${bounds.number} in table ${table} has other bounds than it had`);
        }
        if (run.first !== end + 1)
          throw damagedIndex(db, `the runs in table ${table} have a gap at run ${run.number}`);
        end = run.last;
        known.set(run.number, run);
      }
      if (end !== listed) {
        throw damagedIndex(
          db,
          `table ${table} ends at ${layout.items.number} ${end}, and should end at ${listed}`,
        );
      }
      return [...known.values()];
    },
    numbers(run) {
      const numbers = knownNumbers.get(run.number) ?? unpackNumbers(read(run));
      knownNumbers.set(run.number, numbers);
      return numbers;
    },
    *chunks(run, kind, low) {
      for (let at: Buffer | null = low; at !== null;) {
        const chunk = chunkHolding(run, kind, at);
        yield chunk;
        at = chunk.high;
      }
    },
    packed(run, index) {
      const kind = kinds.length + index;
      const found = stored(run, kind, Buffer.alloc(0));
      const bytes = found === null ? null : unpackBlock({ run: run.number, kind }, found.number, found.bytes);
      if (bytes === null) {
        throw damagedIndex(
          db,
          `what run ${run.number} in table ${table} keeps of its items is missing or wrong`,
        );
      }
      return bytes;
    },
  };
}

function isBelow(label: Buffer, high: Buffer | null): boolean {
  return high === null || Buffer.compare(label, high) < 0;
}

/** CRC-32 of a row of a table of runs. */
export function runCheck({ number, first, last }: Omit<LabelRun, 'items'>, numbers: Uint8Array): number {
  return crc32(numbers, crc32(`run ${number} ${first} ${last}`));
}

/** Packs the ascending numbers of items: how many there are, then the gaps between them. */
export function packNumbers(items: readonly Pick<LabelledItem, 'number'>[]): Buffer {
  const packed = new VarintWriter();
  packed.push(items.length);
  let last = 0;
  for (const { number } of items) {
    packed.push(number - last);
    last = number;
  }
  return Buffer.from(packed.bytes());
}

function countIn(packed: Uint8Array): number {
  return new VarintReader(packed, 0).next();
}

function unpackNumbers(packed: Uint8Array): Float64Array<ArrayBuffer> {
  const reader = new VarintReader(packed, 0);
  const numbers = new Float64Array(reader.next());
  let last = 0;
  for (let index = 0; index < numbers.length; index++) numbers[index] = last += reader.next();
  return numbers;
}

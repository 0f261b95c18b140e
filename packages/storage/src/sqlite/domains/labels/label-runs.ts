import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { VarintReader, VarintWriter } from '@sitegrep/segments';
import { LRUCache } from 'lru-cache';
import { damagedIndex } from '../../failure.ts';
import { unpackLabelChunk, type LabelChunk } from './label-chunk.ts';

/** Lists of the documents of a range of revisions by their labels. It never changes, and is replaced as a whole. */
export interface LabelRun {
  readonly number: number;
  /** Revisions that it covers. */
  readonly first: number;
  readonly last: number;
  /** Revisions of its documents, ascending; some may have been replaced or removed since. A list has indexes into this. */
  readonly revisions: Float64Array<ArrayBuffer>;
}

/** Reads the runs of the current transaction. */
export interface LabelRuns {
  /** All runs by their revisions, which leave no gap up to `labelled`. */
  all(labelled: number): readonly LabelRun[];
  /** The chunks of a kind that have labels from `low` on, in order, while they are asked for. */
  chunks(run: LabelRun, kind: number, low: Buffer): Generator<LabelChunk>;
}

/** Memory for runs that were read, in bytes: about a million documents. */
const RUN_BYTES = 8 << 20;
/** Approximate size of a known run besides its revisions, in bytes. */
const ENTRY_BYTES = 200;

export function labelRuns(db: DatabaseSync): LabelRuns {
  /** Runs that were read: a number is used once, and what it stands for never changes. */
  const known = new LRUCache<number, LabelRun>({
    maxSize: RUN_BYTES,
    sizeCalculation: ({ revisions }) => revisions.byteLength + ENTRY_BYTES,
  });
  const sql = {
    runs: db.prepare('SELECT number, first, last FROM label_run ORDER BY first'),
    run: db.prepare('SELECT first, last, revisions, crc FROM label_run WHERE number = ?'),
    holding: db.prepare(
      'SELECT number FROM label_chunk WHERE run = ? AND kind = ? AND low <= ? ORDER BY low DESC LIMIT 1',
    ),
    lists: db.prepare('SELECT lists FROM label_list WHERE number = ?'),
  };

  function read(number: number): LabelRun {
    const { first, last, revisions, crc } = sql.run.get(number) ?? {};
    const bounds = { number, first: Number(first), last: Number(last) };
    if (!(revisions instanceof Uint8Array) || runCheck(bounds, revisions) !== crc) {
      throw damagedIndex(db, `the checksum of run ${number} in table label_run is wrong`);
    }
    const run = { ...bounds, revisions: unpackRevisions(revisions) };
    known.set(number, run);
    return run;
  }

  function chunkHolding(run: LabelRun, kind: number, label: Buffer): LabelChunk {
    const number = sql.holding.get(run.number, kind, label)?.['number'];
    const owner = { run: run.number, kind };
    const lists = typeof number === 'number' ? sql.lists.get(number)?.['lists'] : undefined;
    const chunk =
      lists instanceof Uint8Array && typeof number === 'number'
        ? unpackLabelChunk(owner, number, lists)
        : null;
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
    all(labelled) {
      const runs = sql.runs.all().map(({ number, first, last }) => {
        const bounds = { number: Number(number), first: Number(first), last: Number(last) };
        const run = known.get(bounds.number) ?? read(bounds.number);
        if (run.first !== first || run.last !== last) {
          throw damagedIndex(db, `run ${bounds.number} in table label_run has other bounds than it had`);
        }
        return run;
      });
      let end = 0;
      for (const { number, first, last } of runs) {
        if (first !== end + 1)
          throw damagedIndex(db, `the runs in table label_run have a gap at run ${number}`);
        end = last;
      }
      if (end !== labelled) {
        throw damagedIndex(db, `table label_run ends at revision ${end}, and should end at ${labelled}`);
      }
      return runs;
    },
    *chunks(run, kind, low) {
      for (let at: Buffer | null = low; at !== null;) {
        const chunk = chunkHolding(run, kind, at);
        yield chunk;
        at = chunk.high;
      }
    },
  };
}

function isBelow(label: Buffer, high: Buffer | null): boolean {
  return high === null || Buffer.compare(label, high) < 0;
}

/** CRC-32 of a row of table `label_run`. */
export function runCheck(
  { number, first, last }: Pick<LabelRun, 'number' | 'first' | 'last'>,
  revisions: Uint8Array,
): number {
  return crc32(revisions, crc32(`run ${number} ${first} ${last}`));
}

/** Packs ascending revisions: their number, then the gaps between them. */
export function packRevisions(revisions: readonly number[]): Buffer {
  const packed = new VarintWriter();
  packed.push(revisions.length);
  let last = 0;
  for (const revision of revisions) {
    packed.push(revision - last);
    last = revision;
  }
  return Buffer.from(packed.bytes());
}

function unpackRevisions(packed: Uint8Array): Float64Array<ArrayBuffer> {
  const reader = new VarintReader(packed, 0);
  const revisions = new Float64Array(reader.next());
  let last = 0;
  for (let index = 0; index < revisions.length; index++) revisions[index] = last += reader.next();
  return revisions;
}

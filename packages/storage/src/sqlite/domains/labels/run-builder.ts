import type { DatabaseSync } from 'node:sqlite';
import { LABELS } from '@sitegrep/site';
import { damagedIndex } from '../../failure.ts';
import type { StateKeeper } from '../state.ts';
import { packLabelChunk, packList } from './label-chunk.ts';
import type { LabelRows } from './label-rows.ts';
import { packRevisions, runCheck } from './label-runs.ts';

/** Bytes of the lists in a chunk, but for the last one. */
const CHUNK_BYTES = 32 << 10;

/** Documents of which a run is built. */
interface RunContents {
  /** Revisions that it covers. */
  readonly first: number;
  readonly last: number;
  /** Number of its documents. */
  readonly documents: number;
}

/**
 * Builds a run, in place of the runs with these numbers, which cover it.
 *
 * @throws StorageCorrupt if the rows have more or fewer documents
 */
export type BuildRun = (contents: RunContents, replaced: readonly number[]) => void;

export function runBuilder(db: DatabaseSync, rows: LabelRows, state: StateKeeper): BuildRun {
  const sql = {
    insertRun: db.prepare(
      'INSERT INTO label_run (number, first, last, revisions, crc, documents, alive) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    removeRun: db.prepare('DELETE FROM label_run WHERE number = ?'),
    insertChunk: db.prepare('INSERT INTO label_chunk (run, kind, low, number) VALUES (?, ?, ?, ?)'),
    insertLists: db.prepare('INSERT INTO label_list (number, lists) VALUES (?, ?)'),
    removeLists: db.prepare(
      'DELETE FROM label_list WHERE number IN (SELECT number FROM label_chunk WHERE run = ?)',
    ),
    removeChunks: db.prepare('DELETE FROM label_chunk WHERE run = ?'),
  };

  /** Number of a run or chunk; none is used twice. */
  function newNumber(): number {
    const lastLabelNumber = state.get().lastLabelNumber + 1;
    state.change({ lastLabelNumber });
    return lastLabelNumber;
  }

  function removeRun(number: number): void {
    sql.removeLists.run(number);
    sql.removeChunks.run(number);
    sql.removeRun.run(number);
  }

  function writeLists(run: number, kind: number, lists: ReadonlyMap<string, readonly number[]>): void {
    const sorted = Array.from(lists, ([label, docIds]) => ({ label: Buffer.from(label), docIds })).sort(
      (a, b) => Buffer.compare(a.label, b.label),
    );
    let entries: Buffer[] = [];
    let bytes = 0;
    let low: Buffer = Buffer.alloc(0);
    const writeChunk = (high: Buffer | null): void => {
      const number = newNumber();
      sql.insertLists.run(number, packLabelChunk({ run, kind }, number, { low, high }, entries));
      sql.insertChunk.run(run, kind, low, number);
    };
    for (const { label, docIds } of sorted) {
      if (bytes >= CHUNK_BYTES) {
        writeChunk(label);
        [low, entries, bytes] = [label, [], 0];
      }
      const entry = packList(label, docIds);
      entries.push(entry);
      bytes += entry.length;
    }
    writeChunk(null);
  }

  return ({ first, last, documents }, replaced) => {
    const revisions: number[] = [];
    const lists = LABELS.map(() => new Map<string, number[]>());
    for (const { revision, labels } of rows.between(first, last)) {
      const docId = revisions.push(revision) - 1;
      for (const [kind, own] of lists.entries()) {
        for (const label of labels[kind] ?? []) {
          const list = own.get(label);
          if (list === undefined) own.set(label, [docId]);
          else list.push(docId);
        }
      }
    }
    if (revisions.length !== documents) {
      throw damagedIndex(
        db,
        `table label has ${revisions.length} rows of revisions ${first} to ${last}, and should have ${documents}`,
      );
    }
    for (const run of replaced) removeRun(run);
    const number = newNumber();
    const packed = packRevisions(revisions);
    const crc = runCheck({ number, first, last }, packed);
    sql.insertRun.run(number, first, last, packed, crc, documents, documents);
    for (const [kind, own] of lists.entries()) writeLists(number, kind, own);
  };
}

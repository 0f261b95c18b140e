import type { DatabaseSync } from 'node:sqlite';
import { damagedIndex } from '../../failure.ts';
import type { StateKeeper } from '../state.ts';
import { packBlock, packLabelChunk, packList } from './label-chunk.ts';
import { packNumbers, runCheck } from './label-runs.ts';
import type { LabelledItem, LabelledItems, ListLayout } from './layout.ts';

/** Bytes of the lists in a chunk, but for the last one. */
const CHUNK_BYTES = 32 << 10;

/** Items of which a run is built. */
interface RunContents {
  /** Numbers that it covers. */
  readonly first: number;
  readonly last: number;
  /** Number of its items. */
  readonly items: number;
}

/**
 * Builds a run, in place of the runs with these numbers, which cover it.
 *
 * @throws StorageCorrupt if the rows have more or fewer items
 */
export type BuildRun = (contents: RunContents, replaced: readonly number[]) => void;

export function runBuilder<Item extends LabelledItem>(
  db: DatabaseSync,
  layout: ListLayout<Item>,
  rows: LabelledItems<Item>,
  state: StateKeeper,
): BuildRun {
  const { runs: runTable, chunks: chunkTable, lists: listTable, gone, kinds } = layout;
  const sql = {
    insertRun: db.prepare(
      `INSERT INTO ${runTable} (number, first, last, numbers, crc, items, alive) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    removeRun: db.prepare(`DELETE FROM ${runTable} WHERE number = ?`),
    insertChunk: db.prepare(`INSERT INTO ${chunkTable} (run, kind, low, number) VALUES (?, ?, ?, ?)`),
    insertLists: db.prepare(`INSERT INTO ${listTable} (number, lists) VALUES (?, ?)`),
    removeLists: db.prepare(
      `DELETE FROM ${listTable} WHERE number IN (SELECT number FROM ${chunkTable} WHERE run = ?)`,
    ),
    removeChunks: db.prepare(`DELETE FROM ${chunkTable} WHERE run = ?`),
    removeGone: gone === null ? null : db.prepare(`DELETE FROM ${gone} WHERE number BETWEEN ? AND ?`),
  };

  /** Number of a run or chunk, of whatever items; none is used twice. */
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

  return ({ first, last, items }, replaced) => {
    const read: Item[] = [];
    const lists = kinds.map(() => new Map<string, number[]>());
    for (const item of rows.between(first, last)) {
      const docId = read.push(item) - 1;
      for (const [kind, own] of lists.entries()) {
        for (const label of item.labels[kind] ?? []) {
          const list = own.get(label);
          if (list === undefined) own.set(label, [docId]);
          else list.push(docId);
        }
      }
    }
    if (read.length !== items) {
      throw damagedIndex(
        db,
        `table ${layout.items.table} has ${read.length} rows of ${layout.items.number} ${first} to ${last}, and should have ${items}`,
      );
    }
    for (const run of replaced) removeRun(run);
    if (replaced.length > 0) sql.removeGone?.run(first, last);
    const number = newNumber();
    const packed = packNumbers(read);
    const crc = runCheck({ number, first, last }, packed);
    sql.insertRun.run(number, first, last, packed, crc, items, items);
    for (const [kind, own] of lists.entries()) writeLists(number, kind, own);
    for (const [index, bytes] of layout.packed(read).entries()) {
      const owner = { run: number, kind: kinds.length + index };
      const block = newNumber();
      sql.insertLists.run(block, packBlock(owner, block, bytes));
      sql.insertChunk.run(number, owner.kind, Buffer.alloc(0), block);
    }
  };
}

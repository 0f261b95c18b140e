// Makes the index of the past anew: from what is kept of pages, and the sources of versions.
import type { DatabaseSync } from 'node:sqlite';
import { NO_PAST } from '../../past/past.ts';
import { inTransaction } from '../connection.ts';
import { pagesAt } from '../domains/page-changes.ts';
import type { PageRow } from '../domains/page-rows.ts';
import { allDomains, type DomainRow, rowReader } from '../domains/rows.ts';
import { nextNumber, type StateKeeper } from '../domains/state.ts';
import type { TextWriter } from '../domains/text-writer.ts';
import { pastIndex } from '../domains/versions/past-index.ts';
import { seenRows, seenWriter } from '../domains/versions/seen-rows.ts';
import { type StoredPast, versionRows } from '../domains/versions/version-rows.ts';
import { damaged } from '../failure.ts';

/** Pages of one transaction. */
const BATCH = 50;

interface PastOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: {
    readonly step: 'indexing';
    readonly items: 'version';
    readonly done: number;
    readonly of: number;
  }) => void;
}

interface PastOfDomain extends StoredPast {
  readonly row: DomainRow;
}

/** Indexes all versions, under new numbers, in a folder and a table that are empty. */
export async function indexPasts(
  db: DatabaseSync,
  state: StateKeeper,
  texts: TextWriter,
  { signal, onProgress }: PastOptions,
): Promise<void> {
  const rows = rowReader(db);
  const versions = versionRows(db);
  const seen = { ...seenRows(db), ...seenWriter(db) };
  const index = pastIndex({ texts, seen, nextId: () => nextNumber(state, 'lastPage') });
  const { versions: of } = state.get();
  let done = 0;

  async function indexSome(some: readonly PastOfDomain[]): Promise<void> {
    signal.throwIfAborted();
    await texts.ready();
    try {
      inTransaction(db, () => {
        for (const { row, url, past } of some) {
          const page = (): PageRow | null => pagesAt(rows, row, [url])[0] ?? null;
          index.change({ domain: row.id, url }, NO_PAST, past, versions.reader(row.id, past, page));
          done += past.versions.length;
        }
        texts.prepare();
        state.write();
      });
    } catch (error) {
      state.discard();
      texts.rolledBack();
      throw error;
    }
    texts.committed();
    if (of > 0) onProgress({ step: 'indexing', items: 'version', done, of });
    await new Promise((resolve) => setImmediate(resolve));
  }

  let batch: PastOfDomain[] = [];
  for (const row of allDomains(db)) {
    for (const stored of versions.pasts(row.id)) {
      batch.push({ ...stored, row });
      if (batch.length < BATCH) continue;
      await indexSome(batch);
      batch = [];
    }
  }
  if (batch.length > 0) await indexSome(batch);
  if (done !== of) throw damaged(db, `table past has ${done} versions, and should have ${of}`);
}

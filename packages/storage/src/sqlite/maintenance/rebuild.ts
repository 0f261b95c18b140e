import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../connection.ts';
import { fts5Texts } from '../domains/fts5-texts.ts';
import { buildLists } from '../domains/order/build.ts';
import { rankBy } from '../domains/ranked-rows.ts';
import { rebuildReferrals } from '../domains/recount-referrals.ts';
import { allDomains, domainCheck, domainValues, rowReader } from '../domains/rows.ts';
import { segmentsTexts } from '../domains/segments-texts.ts';
import { unpackUtf8 } from '../domains/source.ts';
import { stateKeeper, writeState, type StateKeeper } from '../domains/state.ts';
import type { TextIndex, TextIndexKind } from '../domains/text-index.ts';
import { maintained } from './open.ts';
import { requireDomains } from './verify-rows.ts';

export interface RebuildOptions {
  readonly dataDir: string;
  /** What is to hold the texts; null: what holds them now, or was to hold them when a rebuild broke off. */
  readonly kind: TextIndexKind | null;
  /** See `SegmentsOptions`. */
  readonly buildBytes: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

export type RebuildProgress =
  | { readonly step: 'indexing'; readonly domains: number; readonly ofDomains: number }
  | { readonly step: 'merging' }
  | { readonly step: 'shrinking the database' };

/** Domains of a transaction. */
const BATCH = 100;

/**
 * Makes the index of texts anew from the stored sources, e.g. because it is damaged, or to change its kind. The caller has
 * locked the folder. An index of the other kind stays in use until the new one is whole; one of the same kind is
 * gone, and if the rebuild breaks off, the folder can't be opened until it was rebuilt.
 *
 * @returns the kind
 * @throws storage errors; what `signal` was aborted with
 */
export function rebuildTextIndex(options: RebuildOptions): Promise<TextIndexKind> {
  return maintained(options.dataDir, options.buildBytes, async ({ db, segments, texts: textOptions }) => {
    const state = stateKeeper(db);
    const before = state.get().kind;
    // Before anything is given up.
    if (existsSync(segments)) accessSync(segments, constants.W_OK);
    const kind = options.kind ?? (before.endsWith('fts5') ? 'fts5' : 'segments');
    inTransaction(db, () => {
      const meanwhile = before === 'fts5' && kind === 'segments' ? before : `rebuilding ${kind}`;
      rebuildReferrals(db);
      const ranks = rebuildRanks(db);
      const lastStretch = rebuildLists(db, state);
      writeState(db, { ...state.get(), kind: meanwhile, sequence: 0, ranks, lastStretch });
      if (kind === 'fts5') emptyFts5(db);
    });
    if (kind === 'segments') rmSync(segments, { recursive: true, force: true });
    const texts =
      kind === 'fts5' ? fts5Texts(db) : segmentsTexts(state, { ...textOptions, folder: segments });
    try {
      await indexAll(db, state, texts, options);
      options.onProgress({ step: 'merging' });
      await texts.merge();
    } finally {
      await texts.close();
    }
    inTransaction(db, () => {
      writeState(db, { ...state.get(), kind });
      if (kind === 'segments') emptyFts5(db);
    });
    if (kind === 'fts5') rmSync(segments, { recursive: true, force: true });
    else if (before.endsWith('fts5')) {
      options.onProgress({ step: 'shrinking the database' });
      db.exec('VACUUM');
    }
    return kind;
  });
}

/**
 * Makes the order lists anew, once every row they are made from was seen to be sound.
 *
 * @returns number of the last stretch
 */
function rebuildLists(db: DatabaseSync, state: StateKeeper): number {
  requireDomains(
    db,
    Iterator.from(allDomains(db)).reduce((count) => count + 1, 0),
    state.get().domains,
  );
  return buildLists(db, state.get().lastStretch);
}

/**
 * Gives domains the ranks that the lists and the counts make, which may have lost rows.
 *
 * @returns how many domains lists give a rank
 */
function rebuildRanks(db: DatabaseSync): number {
  const rows = rowReader(db);
  const update = db.prepare('UPDATE domain SET rank = ?, crc = ? WHERE id = ?');
  for (const row of allDomains(db)) {
    const rank = rankBy(rows, row.domain);
    if (rank !== row.rank) update.run(rank, domainCheck(domainValues({ ...row, rank })), row.id);
  }
  return Number(db.prepare('SELECT count(*) AS count FROM rank').get()?.['count']);
}

function emptyFts5(db: DatabaseSync): void {
  for (const table of ['page_text', 'page_gram']) {
    db.exec(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`);
  }
}

async function indexAll(
  db: DatabaseSync,
  state: StateKeeper,
  texts: TextIndex,
  { signal, onProgress }: RebuildOptions,
): Promise<void> {
  const rows = rowReader(db);
  const ofDomains = state.get().domains;
  let domains = 0;
  for (let last = 0; ;) {
    signal.throwIfAborted();
    await texts.ready();
    const batch = rows.following(last, BATCH);
    const end = batch.at(-1);
    if (end === undefined) break;
    try {
      inTransaction(db, () => {
        for (const row of batch) {
          const sources = Array.from(rows.pages(row), (page) => unpackUtf8(page[7]));
          texts.change(row.revision, null, { firstPageId: row.id, sources });
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
    last = end.revision;
    domains += batch.length;
    onProgress({ step: 'indexing', domains, ofDomains });
    await new Promise((resolve) => setImmediate(resolve));
  }
  requireDomains(db, domains, ofDomains);
}

import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../connection.ts';
import { fts5Texts } from '../domains/fts5-texts.ts';
import { blockSize } from '../domains/ids.ts';
import { kindOf } from '../domains/options.ts';
import { segmentsTexts } from '../domains/segments-texts.ts';
import { unpackSource } from '../domains/source.ts';
import type { TextIndex, TextIndexKind } from '../domains/text-index.ts';
import { maintained } from './open.ts';

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
    const before = kindOf(db);
    const kind = options.kind ?? (before.endsWith('fts5') ? 'fts5' : 'segments');
    inTransaction(db, () => {
      const meanwhile = before === 'fts5' && kind === 'segments' ? before : `rebuilding ${kind}`;
      db.prepare('UPDATE text_index SET kind = ?, sequence = 0').run(meanwhile);
      if (kind === 'fts5') emptyFts5(db);
    });
    if (kind === 'segments') rmSync(segments, { recursive: true, force: true });
    const texts = kind === 'fts5' ? fts5Texts(db) : segmentsTexts(db, { ...textOptions, folder: segments });
    try {
      await indexAll(db, texts, options);
      options.onProgress({ step: 'merging' });
      await texts.merge();
    } finally {
      await texts.close();
    }
    inTransaction(db, () => {
      db.prepare('UPDATE text_index SET kind = ?').run(kind);
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

function emptyFts5(db: DatabaseSync): void {
  for (const table of ['page_text', 'page_gram']) {
    db.exec(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`);
  }
}

async function indexAll(
  db: DatabaseSync,
  texts: TextIndex,
  { signal, onProgress }: RebuildOptions,
): Promise<void> {
  const next = db.prepare('SELECT id, revision FROM domain WHERE revision > ? ORDER BY revision LIMIT ?');
  const pages = db.prepare('SELECT source FROM page WHERE id >= ? AND id < ? ORDER BY id');
  const ofDomains = Number(db.prepare('SELECT domains FROM total').get()?.['domains']);
  let domains = 0;
  for (let last = 0; ;) {
    signal.throwIfAborted();
    await texts.ready();
    const batch = next
      .all(last, BATCH)
      .map((row) => ({ id: Number(row['id']), revision: Number(row['revision']) }));
    const end = batch.at(-1);
    if (end === undefined) return;
    try {
      inTransaction(db, () => {
        for (const { id, revision } of batch) {
          const sources = pages.all(id, id + blockSize(id)).map((page) => unpackSource(page['source']));
          texts.change(revision, null, { firstPageId: id, texts: sources });
        }
        texts.prepare();
      });
    } catch (error) {
      texts.rolledBack();
      throw error;
    }
    texts.committed();
    last = end.revision;
    domains += batch.length;
    onProgress({ step: 'indexing', domains, ofDomains });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

import {
  describeIndex,
  nodeDisk,
  verifyIndex,
  type IndexDescription,
  type VerifiedIndex,
} from '@sitegrep/segments';
import { chooseTextIndex, wholeKind } from '../domains/choose-text-index.ts';
import { stateKeeper, stateReader } from '../domains/state.ts';
import { maintained } from './open.ts';
import { verifyRows, type VerifiedRows } from './verify-rows.ts';

/** What holds the texts of a data folder; `segments` is null if tables of FTS5 do. */
export interface TextIndexDescription {
  readonly kind: string;
  readonly segments: IndexDescription | null;
}

/** Runs beside other processes on the same folder. @throws storage errors */
export function describeTextIndex(dataDir: string): Promise<TextIndexDescription> {
  return maintained(dataDir, 0, async ({ db, segments }) => {
    const { kind } = stateReader(db)();
    return { kind, segments: kind === 'segments' ? describeIndex(nodeDisk, segments) : null };
  });
}

/** What the index was made of, and is. */
export interface MergedTextIndex {
  readonly before: IndexDescription;
  readonly after: IndexDescription;
}

/**
 * Builds and merges what is to be built and merged. The caller has locked the folder.
 *
 * @returns null if tables of FTS5 hold the texts
 * @throws storage errors
 */
export function mergeTextIndex(dataDir: string, buildBytes: number): Promise<MergedTextIndex | null> {
  return maintained(dataDir, buildBytes, async ({ db, segments, texts: options }) => {
    const state = stateKeeper(db);
    const texts = chooseTextIndex(db, state, null, { ...options, folder: segments });
    const describe = (): IndexDescription | null =>
      wholeKind(state.get().kind) === 'segments' ? describeIndex(nodeDisk, segments) : null;
    let before: IndexDescription | null = null;
    try {
      before = describe();
      await texts.merge();
    } finally {
      await texts.close();
    }
    const after = describe();
    return before === null || after === null ? null : { before, after };
  });
}

/** What was found to be whole. */
export interface VerifiedFolder {
  readonly rows: VerifiedRows;
  /** Null if tables of FTS5 hold the texts, of which SQLite checked the structure. */
  readonly segments: VerifiedIndex | null;
}

/**
 * Reads all of the index, and of the rows and sources beside it. The caller has locked the folder.
 *
 * @param report how much was read of what there is, in bytes: first of the database, then of the segments
 * @throws StorageCorrupt at the first fault; StorageMisconfigured if a rebuild was broken off; other storage errors; what
 * `report` throws
 */
export function verifyTextIndex(
  dataDir: string,
  report: (done: number, of: number) => void,
): Promise<VerifiedFolder> {
  return maintained(dataDir, 0, async ({ db, segments }) => {
    const rows = verifyRows(db, report);
    const { kind, sequence } = stateReader(db)();
    if (wholeKind(kind) === 'segments')
      return { rows, segments: verifyIndex(nodeDisk, segments, sequence, report) };
    for (const table of ['page_text', 'page_gram']) {
      db.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
    }
    return { rows, segments: null };
  });
}

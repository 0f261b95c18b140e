import {
  describeIndex,
  nodeDisk,
  verifyIndex,
  type IndexDescription,
  type VerifiedIndex,
} from '@sitegrep/segments';
import { chooseTextIndex } from '../domains/choose-text-index.ts';
import { kindOf, sequenceReader } from '../domains/options.ts';
import { maintained } from './open.ts';

/** What holds the texts of a data folder; `segments` is null if tables of FTS5 do. */
export interface TextIndexDescription {
  readonly kind: string;
  readonly segments: IndexDescription | null;
}

/** Runs beside other processes on the same folder. @throws storage errors */
export function describeTextIndex(dataDir: string): Promise<TextIndexDescription> {
  return maintained(dataDir, 0, async ({ db, segments }) => {
    const kind = kindOf(db);
    return { kind, segments: kind === 'segments' ? describeIndex(nodeDisk, segments) : null };
  });
}

/** Builds and merges what is to be built and merged. The caller has locked the folder. @throws storage errors */
export function mergeTextIndex(dataDir: string, buildBytes: number): Promise<void> {
  return maintained(dataDir, buildBytes, async ({ db, segments, texts: options }) => {
    const texts = chooseTextIndex(db, null, { ...options, folder: segments });
    try {
      await texts.merge();
    } finally {
      await texts.close();
    }
  });
}

/**
 * Reads all of the index. The caller has locked the folder.
 *
 * @param report see `verifyIndex`
 * @returns null if tables of FTS5 hold the texts, of which SQLite checked the structure
 * @throws StorageCorrupt at the first fault; other storage errors; what `report` throws
 */
export function verifyTextIndex(
  dataDir: string,
  report: (done: number, of: number) => void,
): Promise<VerifiedIndex | null> {
  return maintained(dataDir, 0, async ({ db, segments }) => {
    if (kindOf(db) !== 'segments') {
      for (const table of ['page_text', 'page_gram']) {
        db.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
      }
      return null;
    }
    return verifyIndex(nodeDisk, segments, sequenceReader(db)(), report);
  });
}

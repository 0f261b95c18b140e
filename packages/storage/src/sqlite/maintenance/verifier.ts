import { nodeDisk, verifyIndex, type VerifiedIndex } from '@sitegrep/segments';
import { openDomainsFor } from '../domains/database.ts';
import { pastSegmentsFolder, segmentsFolder } from '../domains/options.ts';
import type { RevisionRange } from '../domains/rows.ts';
import { requireBuilt, stateReader } from '../domains/state.ts';
import type { Service } from '../serve.ts';
import { type DomainSums, verifyDomains } from './verify-domains.ts';
import { verifyDatabasePages, verifyTables } from './verify-tables.ts';
import { type EntrySum, storedSum, type WordIndex, type WordRange } from './word-sums.ts';

/** Parts of the check of a data folder; each can be done by another thread. All throw StorageCorrupt at the first fault. */
export type VerifierCalls = {
  readonly domains: (range: RevisionRange) => DomainSums;
  readonly words: (index: WordIndex, range: WordRange) => EntrySum;
  readonly tables: () => null;
  readonly databasePages: () => null;
  readonly segments: () => VerifiedIndex;
  /** The segments of versions. */
  readonly pastSegments: () => VerifiedIndex;
};

/**
 * Opens a data folder to check it. Nobody writes to it meanwhile.
 *
 * @param file domains.sqlite
 */
export function openVerifier(file: string): Service & { readonly calls: VerifierCalls } {
  const { db, requireUnchanged } = openDomainsFor(file);
  const state = stateReader(db)();
  try {
    requireBuilt(state);
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    db,
    requireUnchanged,
    kinds: {
      domains: 'read',
      words: 'read',
      tables: 'read',
      databasePages: 'read',
      segments: 'read',
      pastSegments: 'read',
    },
    calls: {
      domains: (range) => verifyDomains(db, range, state.hasFullText),
      words: (index, range) => storedSum(db, index, range),
      tables: () => {
        verifyTables(db, state);
        return null;
      },
      databasePages: () => {
        verifyDatabasePages(db);
        return null;
      },
      segments: () => verifyIndex(nodeDisk, segmentsFolder(file), state.sequence, () => {}),
      pastSegments: () => verifyIndex(nodeDisk, pastSegmentsFolder(file), state.pastSequence, () => {}),
    },
  };
}

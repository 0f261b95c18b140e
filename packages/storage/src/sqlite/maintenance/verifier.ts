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

export interface VerifyThreadData {
  /** Path of domains.sqlite. */
  readonly file: string;
  /** Shared between the threads: not 0 after a fault was found. */
  readonly unwanted: Int32Array;
}

/** @throws Error if another thread has found a fault */
export function requireWanted(unwanted: Int32Array): void {
  if (Atomics.load(unwanted, 0) !== 0) throw new Error('a fault was found meanwhile');
}

/**
 * Opens a data folder to check it. Nobody writes to it meanwhile.
 *
 * @param file domains.sqlite
 * @param goOn called between the parts of what takes long; ends the check by what it throws
 */
export function openVerifier(file: string, goOn: () => void): Service & { readonly calls: VerifierCalls } {
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
      domains: (range) => verifyDomains(db, range, { hasFullText: state.hasFullText, goOn }),
      words: (index, range) => storedSum(db, index, range, goOn),
      tables: () => {
        verifyTables(db, state);
        return null;
      },
      databasePages: () => {
        verifyDatabasePages(db);
        return null;
      },
      segments: () => verifyIndex(nodeDisk, segmentsFolder(file), state.sequence, goOn),
      pastSegments: () => verifyIndex(nodeDisk, pastSegmentsFolder(file), state.pastSequence, goOn),
    },
  };
}

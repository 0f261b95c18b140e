import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { StorageMisconfigured } from '../../errors.ts';
import { damaged } from '../failure.ts';

/** State of the whole index, which changes in the transactions that change the index: one row of JSON with a checksum. */
export interface State {
  /** Whether the index of texts is being rebuilt: it does not count until that has ended. */
  readonly isRebuilding: boolean;
  /** Number of the last operation that the index of texts must have. */
  readonly sequence: number;
  /** Number of the last operation that the index of the past must have. */
  readonly pastSequence: number;
  readonly lastRevision: number;
  /** Id of the last domain, and number of the last page or version, or of the removal of one: none is used twice. */
  readonly lastDomain: number;
  readonly lastPage: number;
  /** Number of the names that a list got last; none is used twice. */
  readonly lastList: number;
  /** Number of saved searches, and the number that one of them, or of its matches, got last; none is used twice. */
  readonly searches: number;
  readonly lastSearch: number;
  /** Number of rows that say that a domain fulfils a saved search, and of changes of them without a revision of the domain. */
  readonly fulfilled: number;
  readonly refilled: number;
  /** Number of events of saved searches, and of the last one; none is used twice. */
  readonly searchEvents: number;
  readonly lastSearchEvent: number;
  readonly domains: number;
  /** Sums of the ids and revisions of all domains, modulo `SUM_MODULUS`: what a reader knows of them is checked by them. */
  readonly idSum: number;
  readonly revisionSum: number;
  readonly pages: number;
  readonly sourceBytes: number;
  readonly compressedBytes: number;
  /** Number of domains that lists give a rank, indexed or not. */
  readonly ranks: number;
  /** Number of the last chunk that was written; none is used twice. */
  readonly lastChunk: number;
  /** Revision up to which documents are in lists by label; the labels of later ones are in rows alone. */
  readonly labelled: number;
  /** Number of these later documents. */
  readonly unlisted: number;
  /** Number of the last record of changes, or of the last removal of one; none is used twice. */
  readonly lastChange: number;
  /** Number of pages of which something is kept besides the page itself, of versions, and of the bytes of their packed sources. */
  readonly pasts: number;
  readonly versions: number;
  readonly versionBytes: number;
  /** Number of the records of changes, and the sum of their numbers modulo `SUM_MODULUS`. */
  readonly changes: number;
  readonly changeSum: number;
  /** Number up to which records of changes are in lists by label. */
  readonly listedChanges: number;
  /** Number of the later ones. */
  readonly unlistedChanges: number;
  /** Number of the last run or chunk of label lists that was written; none is used twice. */
  readonly lastLabelNumber: number;
  /** Whether there is full text of all documents; otherwise of none. */
  readonly hasFullText: boolean;
  /** Number of the last pointer of full text that was written; none is used twice. */
  readonly lastPointer: number;
  /** Checksum of the means by which results of full text are ordered (see full-text/means.ts). */
  readonly wordMeans: number;
  /** Number of transactions that changed anything. */
  readonly commits: number;
}

/** Sums stay below this, and so exact. */
export const SUM_MODULUS = 2 ** 48;

export const EMPTY_STATE: State = {
  isRebuilding: false,
  sequence: 0,
  pastSequence: 0,
  lastRevision: 0,
  lastDomain: 0,
  lastPage: 0,
  lastList: 0,
  searches: 0,
  lastSearch: 0,
  fulfilled: 0,
  refilled: 0,
  searchEvents: 0,
  lastSearchEvent: 0,
  domains: 0,
  idSum: 0,
  revisionSum: 0,
  pages: 0,
  sourceBytes: 0,
  compressedBytes: 0,
  ranks: 0,
  lastChunk: 0,
  labelled: 0,
  unlisted: 0,
  lastChange: 0,
  pasts: 0,
  versions: 0,
  versionBytes: 0,
  changes: 0,
  changeSum: 0,
  listedChanges: 0,
  unlistedChanges: 0,
  lastLabelNumber: 0,
  hasFullText: true,
  lastPointer: 0,
  wordMeans: 0,
  commits: 0,
};

/** Reads the state as the current transaction sees it. */
export function stateReader(db: DatabaseSync): () => State {
  const sql = db.prepare('SELECT body, crc FROM state');
  return () => {
    const { body, crc } = sql.get() ?? {};
    if (typeof body !== 'string' || crc32(body) !== crc) {
      throw damaged(db, 'the checksum of the row of table state is wrong');
    }
    return JSON.parse(body) as State;
  };
}

/** @throws StorageMisconfigured if a rebuild was interrupted */
export function requireBuilt({ isRebuilding }: State): void {
  if (!isRebuilding) return;
  throw new StorageMisconfigured(
    'a rebuild of the index in the data folder was interrupted: run "sitegrep index rebuild" again',
  );
}

/** Replaces the stored state. */
export function writeState(db: DatabaseSync, state: State): void {
  const body = JSON.stringify(state);
  db.exec('DELETE FROM state');
  db.prepare('INSERT INTO state (body, crc) VALUES (?, ?)').run(body, crc32(body));
}

/** The state inside a write transaction: changes are collected, and written once. */
export interface StateKeeper {
  get(): State;
  change(changes: Partial<State>): void;
  /** Writes what was changed, if anything was. @returns the number of this commit, or null */
  write(): number | null;
  /** Forgets what was not written. */
  discard(): void;
}

export function stateKeeper(db: DatabaseSync): StateKeeper {
  const read = stateReader(db);
  let changed: State | null = null;
  return {
    get: () => changed ?? read(),
    change(changes) {
      changed = { ...(changed ?? read()), ...changes };
    },
    write() {
      if (changed === null) return null;
      const commits = changed.commits + 1;
      writeState(db, { ...changed, commits });
      changed = null;
      return commits;
    },
    discard() {
      changed = null;
    },
  };
}

/** Takes the next of some numbers, which is never used again. */
export function nextNumber(
  state: StateKeeper,
  name: 'lastRevision' | 'lastDomain' | 'lastPage' | 'lastList' | 'lastSearch' | 'refilled',
): number {
  const number = state.get()[name] + 1;
  state.change({ [name]: number });
  return number;
}

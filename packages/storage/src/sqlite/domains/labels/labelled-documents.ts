import type { DatabaseSync } from 'node:sqlite';
import { lowerBound } from '@sitegrep/segments';
import { damagedIndex } from '../../failure.ts';
import type { State } from '../state.ts';
import type { Matches } from '../sites.ts';
import { labelRows } from './label-rows.ts';
import type { LabelRun, LabelRuns } from './label-runs.ts';
import type { LabelledItem } from './layout.ts';

export interface LabelListsParts {
  readonly db: DatabaseSync;
  readonly state: () => State;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Documents with their labels, as of the current transaction. */
export interface LabelledDocuments {
  /** The runs, and the documents that are in none yet. */
  everything(): { readonly runs: readonly LabelRun[]; readonly rest: readonly LabelledItem[] };
  /**
   * Visits some documents: in their rows if they are few, else in runs, and in rows where they are in no run yet.
   *
   * @param among ascending
   * @param ofRun is called with flags of the documents of a run: 1 for each that is one of these
   */
  visit(
    among: Matches,
    ofRun: (run: LabelRun, flags: Uint8Array) => void,
    ofRow: (row: LabelledItem) => void,
  ): void;
}

/** Documents in a list that are passed in about the time in which a row of labels is read. */
const LISTED_A_ROW = 512;
/** Documents whose labels are kept in memory. */
const MAX_KNOWN = 2_000;
/** Rows that are read between two checks whether the search was aborted. */
const ROWS_AT_A_TIME = 256;

export function labelledDocuments(
  { db, state, checkpoint }: LabelListsParts,
  stored: LabelRuns,
): LabelledDocuments {
  const rows = labelRows(db);
  /** Labels of documents that were read: those of a revision never change. */
  const known = new Map<number, LabelledItem>();
  let rest: { readonly of: string; readonly documents: readonly LabelledItem[] } | null = null;
  let members: {
    readonly among: Matches | null;
    readonly byRun: Map<number, Uint8Array | null>;
  } = { among: null, byRun: new Map() };

  /** The runs, and the documents that are in none yet. */
  function everything(): { readonly runs: readonly LabelRun[]; readonly rest: readonly LabelledItem[] } {
    const { labelled, unlisted, lastRevision } = state();
    // Each put and each removal has a revision.
    const of = `${labelled} ${lastRevision}`;
    if (rest?.of !== of) rest = { of, documents: [...rows.between(labelled + 1, lastRevision)] };
    if (rest.documents.length !== unlisted) {
      throw damagedIndex(
        db,
        `table label has ${rest.documents.length} rows after revision ${labelled}, and should have ${unlisted}`,
      );
    }
    return { runs: stored.all(labelled), rest: rest.documents };
  }

  /** Flags of the documents of a run: 1 if it is one of some. The facets of a search have the same documents. */
  function membersOf(run: LabelRun, among: Matches): Uint8Array | null {
    if (members.among !== among) members = { among, byRun: new Map() };
    let known = members.byRun.get(run.number);
    if (known === undefined) {
      known = flagsOf(stored.numbers(run), among);
      members.byRun.set(run.number, known);
    }
    return known;
  }

  /** The labels of documents, read one by one. */
  function* rowsOf(among: Matches): Generator<LabelledItem> {
    for (const [index, revision] of among.entries()) {
      if (index % ROWS_AT_A_TIME === 0) checkpoint();
      const labels = known.get(revision) ?? rows.of(revision);
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(revision, labels);
      yield labels;
    }
  }

  return {
    everything,
    visit(among, ofRun, ofRow) {
      if (among.length * LISTED_A_ROW < state().domains) {
        for (const row of rowsOf(among)) ofRow(row);
        return;
      }
      const { runs, rest } = everything();
      for (const run of runs) {
        const flags = membersOf(run, among);
        if (flags !== null) ofRun(run, flags);
      }
      let at = 0;
      for (const row of rest) {
        at = lowerBound(among, row.number, at);
        if (among[at] === row.number) ofRow(row);
      }
    },
  };
}

/** Flags of the documents of a run: 1 if it is one of some, else 0. Null: none is. */
function flagsOf(revisions: Float64Array, among: Matches): Uint8Array | null {
  const first = revisions[0];
  if (first === undefined) return null;
  const members = new Uint8Array(revisions.length);
  let [at, found] = [lowerBound(among, first), 0];
  for (const [docId, revision] of revisions.entries()) {
    at = lowerBound(among, revision, at);
    if (at === among.length) break;
    if (among[at] !== revision) continue;
    members[docId] = 1;
    found++;
  }
  return found === 0 ? null : members;
}

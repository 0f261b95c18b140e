import type { DatabaseSync } from 'node:sqlite';
import { LABELS, type Label } from '@sitegrep/site';
import { lowerBound } from '@sitegrep/segments';
import { facetKey } from '../../../facets/top-values.ts';
import type { State } from '../state.ts';
import { type Matches } from '../text-matches.ts';
import { type LabelChunk, type LabelList, readDocIds, visitLists } from './label-chunk.ts';
import { type DocumentLabels, labelRows } from './label-rows.ts';
import { type LabelRun, labelRuns } from './label-runs.ts';

export interface LabelListsParts {
  readonly db: DatabaseSync;
  readonly state: () => State;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Documents by their labels, as of the current transaction. */
export interface LabelLists {
  /** Those of some documents that have one of these labels of a kind. @param among ascending */
  having(kind: Label, labels: readonly string[], among: Matches): Matches;
  /** All labels of a kind that begin with a text, each once. */
  beginningWith(kind: Label, prefix: string): ReadonlySet<string>;
  /** Counts the labels of a kind that begin with a text. @param among ascending */
  count(kind: Label, prefix: string, among: Matches): LabelCounts;
}

export interface LabelCounts {
  /** Number of documents of each label, by its `facetKey`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Documents without any of these labels. */
  readonly without: number;
}

/** Documents in a list that are passed in about the time in which a row of labels is read. */
const LISTED_A_ROW = 512;
/** Documents whose labels are kept in memory. */
const MAX_KNOWN = 2_000;
/** Rows, or chunks, that are read between two checks whether the search was aborted. */
const ROWS_AT_A_TIME = 256;
const CHUNKS_AT_A_TIME = 16;

export function openLabelLists({ db, state, checkpoint }: LabelListsParts): LabelLists {
  const rows = labelRows(db);
  const stored = labelRuns(db);
  /** Labels of documents that were read: those of a revision never change. */
  const known = new Map<number, DocumentLabels>();
  let rest: { readonly of: string; readonly documents: readonly DocumentLabels[] } | null = null;
  let members: {
    readonly among: Matches | null;
    readonly byRun: Map<number, Uint8Array | null>;
  } = { among: null, byRun: new Map() };
  let chunksRead = 0;

  /** The runs, and the documents that are in none yet. */
  function everything(): { readonly runs: readonly LabelRun[]; readonly rest: readonly DocumentLabels[] } {
    const { labelled, lastRevision } = state();
    // Each put and each removal has a revision.
    const of = `${labelled} ${lastRevision}`;
    if (rest?.of !== of) rest = { of, documents: [...rows.between(labelled + 1, lastRevision)] };
    return { runs: stored.all(labelled), rest: rest.documents };
  }

  /** Visits the lists of a run of the labels that begin with a prefix, in order, until `visit` returns false. */
  function visitListsOf(
    run: LabelRun,
    kind: number,
    prefix: Buffer,
    visit: (chunk: LabelChunk, list: LabelList) => boolean,
  ): void {
    for (const chunk of stored.chunks(run, kind, prefix)) {
      if (++chunksRead % CHUNKS_AT_A_TIME === 0) checkpoint();
      const goesOn = visitLists(chunk, (list) => {
        const order = prefix.length === 0 ? 0 : compareStart(chunk.bytes, list, prefix);
        return order < 0 || (order === 0 && visit(chunk, list));
      });
      if (!goesOn) return;
    }
  }

  /** Flags of the documents of a run: 1 if it is one of some. The facets of a search have the same documents. */
  function membersOf(run: LabelRun, among: Matches): Uint8Array | null {
    if (members.among !== among) members = { among, byRun: new Map() };
    let known = members.byRun.get(run.number);
    if (known === undefined) {
      known = flagsOf(run, among);
      members.byRun.set(run.number, known);
    }
    return known;
  }

  /** The labels of documents, read one by one. */
  function* rowsOf(among: Matches): Generator<DocumentLabels> {
    for (const [index, revision] of among.entries()) {
      if (index % ROWS_AT_A_TIME === 0) checkpoint();
      const labels = known.get(revision) ?? rows.of(revision);
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(revision, labels);
      yield labels;
    }
  }

  function isFew(among: Matches): boolean {
    return among.length * LISTED_A_ROW < state().domains;
  }

  return {
    having(kind, labels, among) {
      if (labels.length === 0 || among.length === 0) return new Float64Array();
      const number = LABELS.indexOf(kind);
      const wanted = new Set(labels);
      const has = ({ labels: own }: DocumentLabels): boolean =>
        own[number]?.some((label) => wanted.has(label)) ?? false;
      if (isFew(among)) {
        const found = rowsOf(among).filter(has);
        return Float64Array.from(found, ({ revision }) => revision);
      }
      const { runs, rest } = everything();
      const found: number[] = [];
      for (const run of runs) {
        const flags = membersOf(run, among);
        if (flags === null) continue;
        const hits = new Uint8Array(flags.length);
        const docIds = new Uint32Array(flags.length);
        for (const label of wanted) {
          const bytes = Buffer.from(label);
          visitListsOf(run, number, bytes, (chunk, list) => {
            // The label itself comes before all that begin with it.
            if (list.labelEnd - list.labelStart === bytes.length) {
              markMembers(chunk, list, { flags, seen: hits, docIds });
            }
            return false;
          });
        }
        for (const [docId, hit] of hits.entries()) if (hit === 1) found.push(run.revisions[docId] ?? 0);
      }
      const isAmong = memberTest(among);
      for (const row of rest) if (isAmong(row.revision) && has(row)) found.push(row.revision);
      return Float64Array.from(found);
    },

    beginningWith(kind, prefix) {
      const number = LABELS.indexOf(kind);
      const bytes = Buffer.from(prefix);
      const { runs, rest } = everything();
      const found = new Set<string>();
      for (const run of runs) {
        visitListsOf(run, number, bytes, ({ bytes: from }, { labelStart, labelEnd }) => {
          found.add(from.toString('utf8', labelStart, labelEnd));
          return true;
        });
      }
      for (const { labels } of rest)
        for (const label of labels[number] ?? []) if (label.startsWith(prefix)) found.add(label);
      return found;
    },

    count(kind, prefix, among) {
      const number = LABELS.indexOf(kind);
      const counts = new Map<string, number>();
      let labelledDocuments = 0;
      const add = (key: string, documents: number): void => {
        counts.set(key, (counts.get(key) ?? 0) + documents);
      };
      const countRow = ({ labels }: DocumentLabels): void => {
        const own = (labels[number] ?? []).filter((label) => label.startsWith(prefix));
        for (const label of own) add(facetKey(label), 1);
        if (own.length > 0) labelledDocuments++;
      };
      if (isFew(among)) {
        for (const row of rowsOf(among)) countRow(row);
        return { counts, without: among.length - labelledDocuments };
      }
      const { runs, rest } = everything();
      const bytes = Buffer.from(prefix);
      for (const run of runs) {
        const flags = membersOf(run, among);
        if (flags === null) continue;
        const seen = new Uint8Array(flags.length);
        const docIds = new Uint32Array(flags.length);
        visitListsOf(run, number, bytes, (chunk, list) => {
          const documents = markMembers(chunk, list, { flags, seen, docIds });
          if (documents > 0) add(chunk.bytes.toString('latin1', list.labelStart, list.labelEnd), documents);
          return true;
        });
        for (const flag of seen) labelledDocuments += flag;
      }
      const isAmong = memberTest(among);
      for (const row of rest) if (isAmong(row.revision)) countRow(row);
      return { counts, without: among.length - labelledDocuments };
    },
  };
}

/** Flags of the documents of a run: 1 if it is one of some, else 0. Null: none is. */
function flagsOf({ revisions }: LabelRun, among: Matches): Uint8Array | null {
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

interface Marking {
  /** Flags of the documents of the run, 1 for each member. */
  readonly flags: Uint8Array;
  /** Gets 1 for each member that is found. */
  readonly seen: Uint8Array;
  /** Memory for the ids of a list. */
  readonly docIds: Uint32Array<ArrayBuffer>;
}

/** Marks the members in a list as seen. @returns how many there are */
function markMembers(chunk: LabelChunk, list: LabelList, { flags, seen, docIds }: Marking): number {
  readDocIds(chunk, list, docIds);
  let count = 0;
  for (let index = 0; index < list.documents; index++) {
    const docId = docIds[index] ?? 0;
    if (flags[docId] !== 1) continue;
    seen[docId] = 1;
    count++;
  }
  return count;
}

/** Tells of ascending revisions whether each is one of some. */
function memberTest(among: Matches): (revision: number) => boolean {
  let at = 0;
  return (revision) => {
    at = lowerBound(among, revision, at);
    return among[at] === revision;
  };
}

/** Compares the beginning of a label with a prefix. */
function compareStart(bytes: Buffer, { labelStart, labelEnd }: LabelList, prefix: Buffer): number {
  return bytes.compare(prefix, 0, prefix.length, labelStart, Math.min(labelEnd, labelStart + prefix.length));
}

import type { DatabaseSync } from 'node:sqlite';
import { type Label, LABELS, type Labels } from '@sitegrep/site';
import type { StateKeeper } from '../state.ts';
import { labelRows } from './label-rows.ts';
import { runBuilder } from './run-builder.ts';

/** Documents whose labels are in rows alone, until a run is built of them. */
const NEW_DOCUMENTS = 256;
/** Neighbouring runs of a level that become one of the next. */
const FAN_OUT = 8;
/** Documents from which a run is not joined with others any more; building one takes half a second. */
const MAX_DOCUMENTS = NEW_DOCUMENTS * FAN_OUT ** 2;
/** Keeps the labels of documents and the lists of documents by label, inside a write transaction. */
export interface LabelWriter {
  add(revision: number, labels: Labels): void;
  remove(revision: number): void;
  /** Looks for a label of a document. @throws StorageCorrupt if there is no such document */
  has(revision: number, kind: Label, label: string): boolean;
  /** Builds a run once enough documents have none; must be called before each commit. */
  write(): void;
  /** Builds the lists of all documents, after `clearLabels` and as many `add`. */
  rebuild(): void;
}

interface StoredRun {
  readonly number: number;
  readonly first: number;
  readonly last: number;
  /** Documents that it was built of, and how many of them still are there. */
  readonly documents: number;
  readonly alive: number;
}

export function labelWriter(db: DatabaseSync, state: StateKeeper): LabelWriter {
  const rows = labelRows(db);
  const build = runBuilder(db, rows, state);
  const sql = {
    runs: db.prepare('SELECT number, first, last, documents, alive FROM label_run ORDER BY first'),
    outlive: db.prepare('UPDATE label_run SET alive = alive - 1 WHERE first <= ? AND last >= ?'),
    /** The last revision of each full run. */
    ends: db.prepare(
      `SELECT revision FROM (SELECT revision, row_number() OVER (ORDER BY revision) AS number FROM label)
       WHERE number % ? = 0`,
    ),
  };

  function storedRuns(): readonly StoredRun[] {
    return sql.runs.all().map((row) => ({
      number: Number(row['number']),
      first: Number(row['first']),
      last: Number(row['last']),
      documents: Number(row['documents']),
      alive: Number(row['alive']),
    }));
  }

  /** Joins the last runs while there are enough of a level. */
  function joinLast(): void {
    for (;;) {
      const runs = storedRuns();
      const last = runs.at(-1);
      if (last === undefined || last.documents >= MAX_DOCUMENTS) return;
      const level = levelOf(last);
      const from = runs.findLastIndex((run) => levelOf(run) !== level) + 1;
      const joined = runs.slice(from);
      const first = joined[0];
      if (joined.length < FAN_OUT || first === undefined) return;
      build({ first: first.first, last: last.last, documents: aliveIn(joined) }, numbersOf(joined));
    }
  }

  /** Builds one run anew of which most documents are gone, with the next one if there are few left of both. */
  function dropDead(): void {
    const runs = storedRuns();
    const index = runs.findIndex(({ documents, alive }) => 2 * alive < documents);
    const [dead, next] = runs.slice(index, index + 2);
    if (index === -1 || dead === undefined) return;
    const replaced = next !== undefined && dead.alive + next.alive <= MAX_DOCUMENTS ? [dead, next] : [dead];
    const last = replaced.at(-1)?.last ?? dead.last;
    build({ first: dead.first, last, documents: aliveIn(replaced) }, numbersOf(replaced));
  }

  return {
    add(revision, labels) {
      rows.add(revision, labels);
      state.change({ unlisted: state.get().unlisted + 1 });
    },
    remove(revision) {
      rows.remove(revision);
      const { labelled, unlisted } = state.get();
      if (revision > labelled) state.change({ unlisted: unlisted - 1 });
      else sql.outlive.run(revision, revision);
    },
    has: (revision, kind, label) => rows.of(revision).labels[LABELS.indexOf(kind)]?.includes(label) ?? false,
    write() {
      const { labelled, unlisted, lastRevision } = state.get();
      if (unlisted < NEW_DOCUMENTS) return;
      build({ first: labelled + 1, last: lastRevision, documents: unlisted }, []);
      state.change({ labelled: lastRevision, unlisted: 0 });
      joinLast();
      dropDead();
    },
    rebuild() {
      const { lastRevision, domains } = state.get();
      const ends = sql.ends.all(MAX_DOCUMENTS).map(({ revision }) => Number(revision));
      let [first, left] = [1, domains];
      for (const last of [...ends, lastRevision]) {
        const documents = Math.min(left, MAX_DOCUMENTS);
        if (last >= first) build({ first, last, documents }, []);
        [first, left] = [last + 1, left - documents];
      }
      state.change({ labelled: lastRevision, unlisted: 0 });
    },
  };
}

/** Number of the documents of some runs that are neither replaced nor removed. */
function aliveIn(runs: readonly StoredRun[]): number {
  return runs.reduce((sum, { alive }) => sum + alive, 0);
}

function numbersOf(runs: readonly StoredRun[]): readonly number[] {
  return runs.map(({ number }) => number);
}

/** Removes all labels and lists. The state has to say so, too. */
export function clearLabels(db: DatabaseSync): void {
  db.exec('DELETE FROM label; DELETE FROM label_list; DELETE FROM label_chunk; DELETE FROM label_run;');
}

/** Level of a run: 0 for one that was just built, one higher for each time that `FAN_OUT` were joined. */
function levelOf({ documents }: StoredRun): number {
  return Math.floor(Math.log(Math.max(1, documents / NEW_DOCUMENTS)) / Math.log(FAN_OUT) + 0.2);
}

import type { DatabaseSync } from 'node:sqlite';
import { type Label, LABELS, type Labels } from '@sitegrep/site';
import type { StateKeeper } from '../state.ts';
import { DOCUMENTS, labelRows } from './label-rows.ts';
import type { LabelledItem } from './layout.ts';
import { clearRuns, type RunWriter, runWriter } from './run-writer.ts';

/** Keeps the labels of documents and the lists of documents by label, inside a write transaction. */
export interface LabelWriter extends Pick<RunWriter, 'write'> {
  add(revision: number, labels: Labels): void;
  remove(revision: number): void;
  /** The labels of a document. @throws StorageCorrupt if there is no such document */
  of(revision: number): LabelledItem;
  /** Looks for a label of a document. @throws StorageCorrupt if there is no such document */
  has(revision: number, kind: Label, label: string): boolean;
  /** Builds the lists of all documents, after `clearLabels` and as many `add`. */
  rebuild(): void;
}

export function labelWriter(db: DatabaseSync, state: StateKeeper): LabelWriter {
  const rows = labelRows(db);
  const runs = runWriter(db, DOCUMENTS, rows, state);
  return {
    add(revision, labels) {
      rows.add(revision, labels);
      runs.added();
    },
    remove(revision) {
      rows.remove(revision);
      runs.removed(revision);
    },
    of: (revision) => rows.of(revision),
    has: (revision, kind, label) => rows.of(revision).labels[LABELS.indexOf(kind)]?.includes(label) ?? false,
    write: () => runs.write(),
    rebuild: () => runs.rebuild(),
  };
}

/** Removes all labels and lists. The state has to say so, too. */
export function clearLabels(db: DatabaseSync): void {
  db.exec('DELETE FROM label');
  clearRuns(db, DOCUMENTS);
}

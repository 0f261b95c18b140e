import type { DatabaseSync } from 'node:sqlite';
import { kindedLabels, LABELS, labelsOf, type LabelledDocument } from '@sitegrep/site';
import { withFirstVisit } from '../../histories.ts';
import { historyRows } from '../domains/history-rows.ts';
import { readDocIds, visitLists } from '../domains/labels/label-chunk.ts';
import { labelRows } from '../domains/labels/label-rows.ts';
import { labelRuns } from '../domains/labels/label-runs.ts';
import type { LabelledItem, LabelledItems, ListLayout } from '../domains/labels/layout.ts';
import type { DomainRow } from '../domains/rows.ts';
import { damagedIndex } from '../failure.ts';

/** Compares the rows of labels with the facts that they follow from. */
export function openLabelCheck(db: DatabaseSync): {
  /** @throws StorageCorrupt if the labels of a document are missing, or others than its facts have */
  check(row: DomainRow, document: LabelledDocument): void;
} {
  const rows = labelRows(db);
  const histories = historyRows(db);
  return {
    check({ id, domain, revision }, document) {
      const { labels } = rows.of(revision);
      const own = labelsOf(document);
      const { facts } = document;
      const expected = withFirstVisit(own, histories.of(id, kindedLabels(own, facts)), facts.lastVisited);
      if (JSON.stringify(labels) !== JSON.stringify(LABELS.map((kind) => expected[kind]))) {
        throw damagedIndex(db, `the labels of ${domain} are not those of its facts`);
      }
    },
  };
}

/**
 * Compares the lists of items by label with the rows of the items.
 *
 * @param listed number up to which one items are in lists
 * @throws StorageCorrupt if a list has an item without the label, or lacks one, or labels are not in order
 */
export function verifyLabelLists<Item extends LabelledItem>(
  db: DatabaseSync,
  layout: ListLayout<Item>,
  items: LabelledItems<Item>,
  listed: number,
): void {
  const runs = labelRuns(db, layout);
  for (const run of runs.all(listed)) {
    const stored = new Map(
      Array.from(items.between(run.first, run.last), (item) => [item.number, item.labels]),
    );
    const numbers = runs.numbers(run);
    const docIds = new Uint32Array(numbers.length);
    for (const [number, kind] of layout.kinds.entries()) {
      let left = 0;
      for (const labels of stored.values()) left += labels[number]?.length ?? 0;
      let last: Buffer | null = null;
      for (const chunk of runs.chunks(run, number, Buffer.alloc(0))) {
        visitLists(chunk, (list) => {
          const bytes = chunk.bytes.subarray(list.labelStart, list.labelEnd);
          if (last !== null && Buffer.compare(last, bytes) >= 0) {
            throw damagedIndex(db, `the lists by ${kind} of run ${run.number} are not in order`);
          }
          last = bytes;
          const label = bytes.toString();
          readDocIds(chunk, list, docIds);
          for (const docId of docIds.subarray(0, list.documents)) {
            const labels = stored.get(numbers[docId] ?? -1);
            // Others of the run have been replaced or removed since.
            if (labels === undefined) continue;
            if (labels[number]?.includes(label) !== true) {
              throw damagedIndex(
                db,
                `the list of ${kind} ${label} in run ${run.number} has another document`,
              );
            }
            left--;
          }
          return true;
        });
      }
      if (left !== 0) {
        throw damagedIndex(db, `the lists by ${kind} of run ${run.number} lack ${left} entries`);
      }
    }
  }
}

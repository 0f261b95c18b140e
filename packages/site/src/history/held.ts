import { intervalsOf } from './changes.ts';
import type { History } from './history.ts';
import { type KindedLabel, partsOfKinded, RECORDED_LABELS } from './kinds.ts';

/**
 * Labels that are there though the stored document lacks them: only one visit missed them, or the last ones did not look at the
 * page that has them.
 *
 * @param stored labels of the document
 */
export function heldOf(history: History, stored: Iterable<KindedLabel>): readonly KindedLabel[] {
  const has = new Set(stored);
  const held: KindedLabel[] = [];
  for (const label of history.labels.keys()) {
    if (has.has(label) || !OF_DOCUMENTS.has(partsOfKinded(label).kind)) continue;
    if (intervalsOf(history, label).at(-1)?.end === null) held.push(label);
  }
  return held;
}

const OF_DOCUMENTS: ReadonlySet<string> = new Set(RECORDED_LABELS);

/** The labels that the last visit which found a page showed. */
export function lastShown({ visits, labels }: History): readonly KindedLabel[] {
  const last = visits.findLastIndex(({ pages }) => pages.length > 0);
  return Array.from(labels).flatMap(([label, sightings]) =>
    sightings.some(({ from, to }) => from <= last && last <= to) ? [label] : [],
  );
}

import { kindedLabels, type KindedLabel, type Labels, LABELS } from '@sitegrep/site';
import type { LabelledItem } from './labels/layout.ts';
import { type DomainRow, type RowReader, siteFactsIn } from './rows.ts';

/** The labels of a stored document that its history is written with. */
export function storedLabels(
  rows: Pick<RowReader, 'facts'>,
  row: DomainRow,
  { labels }: LabelledItem,
): readonly KindedLabel[] {
  const byKind = Object.fromEntries(LABELS.map((kind, number) => [kind, labels[number] ?? []])) as Labels;
  return kindedLabels(byKind, siteFactsIn(rows.facts(row)));
}

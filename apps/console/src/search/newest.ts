// What the last change of a domain brought and took away, as the chips of a result show it.
import type { LatestChange } from '@sitegrep/client';
import { changedLabels, type ChangedLabel } from './result-facts.ts';

export interface NewestLabel extends ChangedLabel {
  readonly side: 'added' | 'removed';
}

/** Kinds that a row has room for, those that say the most of a site first. The history of the domain has all. */
const SHOWN: readonly ChangedLabel['kind'][] = [
  'outcome',
  'moved_to',
  'tech',
  'tech_version',
  'plugin',
  'theme',
  'host',
  'email',
];

/** The labels of a change that a row shows, by kind, and of each what is new before what is gone. */
export function newestOf(change: LatestChange | null): readonly NewestLabel[] {
  if (change === null) return [];
  const sides = ['added', 'removed'] as const;
  return sides
    .flatMap((side) => changedLabels(change[side]).map((one): NewestLabel => ({ ...one, side })))
    .filter(({ kind }) => SHOWN.includes(kind))
    .toSorted((a, b) => SHOWN.indexOf(a.kind) - SHOWN.indexOf(b.kind));
}

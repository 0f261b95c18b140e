// Facets of changes: what they added or removed, when they were, and what they are by. They count changes.
import { CHANGE_KINDS, type ChangeKind } from '@sitegrep/site';
import { invalid, type Parsed } from './invalid-input.ts';
import { didYouMeanField, shown } from './nearest.ts';

/** Steps of time by which changes are counted. */
const TIME_STEPS = ['month', 'week', 'day'] as const;
export type TimeStep = (typeof TIME_STEPS)[number];

/**
 * A property that the changes that match are counted by, at the level of changes.
 *
 * - `changed`: by the labels of a kind that they added, or removed, as `shownLabel` shows them
 * - `times`: by their times, as `timeStepOf` names them
 * - `causes`: by what they are by
 */
export type ChangeFacetKind =
  | { readonly kind: 'changed'; readonly side: 'added' | 'removed'; readonly of: ChangeKind }
  | { readonly kind: 'times'; readonly step: TimeStep }
  | { readonly kind: 'causes' };

/** Names of these facets in requests. */
export const CHANGE_FACETS = ['added', 'removed', ...TIME_STEPS, 'by'] as const;
export type ChangeFacetField = (typeof CHANGE_FACETS)[number];

export function isChangeFacet(field: string): field is ChangeFacetField {
  return CHANGE_FACETS.some((name) => name === field);
}

/** @param of kind of labels, of what was added or removed */
export function parseChangeFacet(
  field: ChangeFacetField,
  of: string | undefined,
  path: string,
): Parsed<ChangeFacetKind> {
  if (field !== 'added' && field !== 'removed') {
    if (of !== undefined)
      return invalid(
        `${path}.of`,
        `is given with ${field}`,
        'leave it out: only added and removed are of a kind',
      );
    return { ok: true, value: field === 'by' ? { kind: 'causes' } : { kind: 'times', step: field } };
  }
  const kind = CHANGE_KINDS.find((one) => one === of);
  if (kind !== undefined) return { ok: true, value: { kind: 'changed', side: field, of: kind } };
  const choices = `use one of ${CHANGE_KINDS.join(', ')}`;
  return of === undefined
    ? invalid(`${path}.of`, 'is missing', `name the kind of labels that are counted: ${choices}`)
    : invalid(
        `${path}.of`,
        `is ${shown(of)}, which is not a kind of labels whose changes are recorded`,
        `${didYouMeanField(of, CHANGE_KINDS)}${choices}`,
      );
}

const DAY_MS = 86_400_000;
/** The first day of the epoch was a Thursday. */
const DAYS_AFTER_MONDAY = 3;

/** The step of a time: its month `2026-03`, its day `2026-03-31`, or the Monday of its week; UTC. @param at seconds since the epoch */
export function timeStepOf(step: TimeStep, at: number): string {
  const day = Math.floor((at * 1_000) / DAY_MS);
  switch (step) {
    case 'month':
      return dayText(day).slice(0, 7);
    case 'week':
      return dayText(day - ((((day + DAYS_AFTER_MONDAY) % 7) + 7) % 7));
    case 'day':
      return dayText(day);
  }
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

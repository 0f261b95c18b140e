// The request that saves a search, from its form, and the name that the form proposes.
import type { PutSavedSearchRequest, SavedSearchItem } from '@sitegrep/client';
import { MAX_LIST_NAME } from '@sitegrep/search/list-names';
import { textIn } from '../parts/form.ts';
import { technologyOf } from './kept-parts.ts';
import { type ReportDraft, reportIn } from './report-draft.ts';

export const SAVED_LEVELS = ['domain', 'page', 'change'] as const;
export const EVENT_KINDS = ['appeared', 'disappeared', 'changed'] as const;
export const TEMPLATES = ['standard', 'slack', 'teams'] as const;
export const PERIODS = ['hour', 'day'] as const;

/** Names of the boxes of events, before the kind. */
export const ON = 'on-';

type Notify = NonNullable<PutSavedSearchRequest['notify']>;

/** A name for a query: `tech:WordPress country:DE` is `tech-wordpress-country-de`. */
export function nameFor(query: string): string {
  const words = query
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .slice(0, MAX_LIST_NAME)
    .replaceAll(/^-+|-+$/g, '');
  return words === '' ? 'search' : words;
}

/** @param given the search that the form changes; null: it makes a new one */
export function requestIn(
  data: FormData,
  draft: ReportDraft,
  given: SavedSearchItem | null,
): PutSavedSearchRequest {
  const label = textIn(data, 'label');
  const notify = notifyIn(data);
  const report = reportIn(draft);
  return {
    ...(given !== null && given.q === null ? { query: given.query } : { q: textIn(data, 'q') }),
    level: chosen(SAVED_LEVELS, textIn(data, 'level')),
    ...(label !== '' && { label }),
    ...(data.has('shared') && { shared: true }),
    ...(notify !== null && { notify }),
    ...(report !== undefined && { report }),
    // The form does not change it.
    ...(given !== null && given.technology !== null && { technology: technologyOf(given.technology) }),
  };
}

/** Receivers, and what they are told; null: there is neither. */
function notifyIn(data: FormData): Notify | null {
  const [url, to, count] = [textIn(data, 'webhook'), textIn(data, 'mail'), textIn(data, 'count')];
  if (url === '' && to === '' && count === '') return null;
  return {
    ...(url !== '' && { webhook: { url, template: chosen(TEMPLATES, textIn(data, 'template')) } }),
    ...(to !== '' && {
      mail: {
        to: to.split(/[\s,;]+/).filter((address) => address !== ''),
        every: chosen(PERIODS, textIn(data, 'every')),
      },
    }),
    on: EVENT_KINDS.filter((kind) => data.has(ON + kind)),
    ...(count !== '' && { count: Number(count) }),
  };
}

function chosen<Value extends string>(values: readonly [Value, ...Value[]], value: string): Value {
  return values.find((one) => one === value) ?? values[0];
}

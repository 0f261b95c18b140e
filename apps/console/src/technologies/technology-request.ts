// The saved search that a technology becomes.
import type { PutSavedSearchRequest, SavedSearchItem } from '@sitegrep/client';
import { notifyOf, reportOf } from '../saved/kept-parts.ts';

/** A technology as the editor has it. */
export interface TechnologyDraft {
  readonly q: string;
  readonly name: string;
  readonly categories: readonly string[];
  readonly website: string;
  readonly version: string;
}

export const NO_DRAFT: TechnologyDraft = { q: '', name: '', categories: [], website: '', version: '' };

/** The draft of a saved search. */
export function draftOf({ q, technology }: Pick<SavedSearchItem, 'q' | 'technology'>): TechnologyDraft {
  return {
    q: q ?? '',
    name: technology?.name ?? '',
    categories: technology?.categories ?? [],
    website: technology?.website ?? '',
    version: technology?.version ?? '',
  };
}

/** @param given the saved search that is changed: what it tells and reports stays as it is; null: it is a new one */
export function requestOf(
  { q, name, categories, website, version }: TechnologyDraft,
  given: Pick<SavedSearchItem, 'label' | 'notify' | 'report'> | null,
): PutSavedSearchRequest {
  const notify = given === null || given.notify === null ? undefined : notifyOf(given.notify);
  return {
    q: q.trim(),
    level: 'page',
    shared: true,
    ...(given !== null && given.label !== null && { label: given.label }),
    ...(notify !== undefined && { notify }),
    ...(given !== null && given.report !== null && { report: reportOf(given.report) }),
    technology: {
      name: name.trim(),
      categories,
      ...(website.trim() !== '' && { website: website.trim() }),
      ...(version.trim() !== '' && { version: version.trim() }),
    },
  };
}

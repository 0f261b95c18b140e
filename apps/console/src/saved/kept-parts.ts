// Parts of a saved search as a request gives them again, so that it keeps them: a search is saved as a whole.
import type { PutSavedSearchRequest, SavedSearchItem } from '@sitegrep/client';

type Part<Name extends keyof SavedSearchItem> = NonNullable<SavedSearchItem[Name]>;

/** The receivers of a search; undefined: it has none. */
export function notifyOf({ webhook, mail, on, count }: Part<'notify'>): PutSavedSearchRequest['notify'] {
  if (webhook === null && mail === null) return undefined;
  return {
    ...(webhook !== null && { webhook }),
    ...(mail !== null && { mail }),
    on,
    ...(count !== null && { count }),
  };
}

export function reportOf({
  pattern,
  time_zone: zone,
  every_seconds: seconds,
  format,
  facets,
  limit,
}: Part<'report'>): PutSavedSearchRequest['report'] {
  return {
    ...(pattern !== null && { pattern }),
    ...(zone !== null && { time_zone: zone }),
    ...(seconds !== null && { every_seconds: seconds }),
    format,
    facets,
    limit,
  };
}

export function technologyOf({
  name,
  categories,
  website,
  version,
}: Part<'technology'>): PutSavedSearchRequest['technology'] {
  return {
    name,
    categories,
    ...(website !== null && { website }),
    ...(version !== null && { version }),
  };
}

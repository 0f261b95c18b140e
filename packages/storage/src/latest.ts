import type { ChangeRecord } from '@sitegrep/site';

/** A domain, or a page of it, of which is read what happened last. */
export interface LatestWish {
  readonly domain: string;
  /** Null: the domain itself. */
  readonly url: string | null;
}

/** The last change of a domain, and the number of versions of a page of it. */
export interface Latest {
  /** The last change that a visit found; null: none did, or the domain is not stored. */
  readonly change: LatestChange | null;
  /** Number of earlier versions of the page that are kept; 0 of a domain. */
  readonly earlierVersions: number;
}

export type LatestChange = Pick<ChangeRecord, 'at' | 'previousAt' | 'added' | 'removed'>;

export const NOTHING_LATEST: Latest = { change: null, earlierVersions: 0 };

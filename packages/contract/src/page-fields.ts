/** Fields of a page in answers, in their order. */
export const PAGE_FIELDS = [
  'domain',
  'url',
  'title',
  'domain_rank',
  'fetched_at',
  'charset',
  'truncated',
] as const;

export type PageField = (typeof PAGE_FIELDS)[number];

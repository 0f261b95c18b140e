import type { Level } from '@sitegrep/search';
import { DOMAIN_FIELD_NAMES, type DomainField } from '@sitegrep/site';

const PAGE_FIELDS = ['domain', 'url', 'title', 'rank', 'fetched_at', 'charset', 'truncated'] as const;
export type PageField = (typeof PAGE_FIELDS)[number];

const VERSION_FIELDS = [
  'domain',
  'url',
  'id',
  'title',
  'rank',
  'first_seen',
  'last_seen',
  'gone_at',
  'charset',
  'truncated',
] as const;
export type VersionField = (typeof VERSION_FIELDS)[number];

const CHANGE_FIELDS = ['domain', 'rank', 'at', 'previous_at', 'recorded', 'by', 'added', 'removed'] as const;
export type ChangeItemField = (typeof CHANGE_FIELDS)[number];

/** Fields of the items of each level in answers, in their order. */
export const ITEM_FIELDS: { readonly [L in Level]: readonly string[] } = {
  domain: DOMAIN_FIELD_NAMES,
  page: PAGE_FIELDS,
  version: VERSION_FIELDS,
  change: CHANGE_FIELDS,
};

/** Fields of the items of any level. */
export const ITEM_FIELD_NAMES: readonly (DomainField | PageField | VersionField | ChangeItemField)[] = [
  ...new Set([...DOMAIN_FIELD_NAMES, ...PAGE_FIELDS, ...VERSION_FIELDS, ...CHANGE_FIELDS]),
];

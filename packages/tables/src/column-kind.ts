// What the columns of exports hold, for formats whose cells have types.
import type { ChangeItemField, PageField, VersionField } from '@sitegrep/contract/item-fields';
import { DOMAIN_FIELDS, fieldOfName, type FieldKind } from '@sitegrep/site';
import { type Column, columnsOf, type ExportLayout } from './format.ts';

export type ColumnKind =
  'text' | 'texts' | 'technologies' | 'integer' | 'count' | 'time' | 'boolean' | 'json';

/** A column with what it holds. */
export interface TypedColumn {
  readonly name: Column;
  readonly kind: ColumnKind;
}

const FIELD_KINDS: { readonly [Kind in FieldKind]: ColumnKind } = {
  host: 'text',
  text: 'text',
  texts: 'texts',
  rank: 'integer',
  time: 'time',
  country: 'text',
  language: 'text',
  technologies: 'technologies',
  stated_text: 'text',
  country_evidence: 'json',
  emails: 'texts',
  email_addresses: 'json',
  profiles: 'texts',
  social_profiles: 'json',
  phone_numbers: 'json',
  postal_addresses: 'json',
  feeds: 'json',
  images: 'json',
  legal_links: 'json',
  app_links: 'json',
  payment_marks: 'json',
  registration_numbers: 'json',
  opening_hours: 'json',
};

const PAGE_KINDS: { readonly [Field in PageField]: ColumnKind } = {
  domain: 'text',
  url: 'text',
  title: 'text',
  rank: 'integer',
  fetched_at: 'time',
  charset: 'text',
  truncated: 'boolean',
};

const VERSION_KINDS: { readonly [Field in VersionField]: ColumnKind } = {
  domain: 'text',
  url: 'text',
  id: 'text',
  title: 'text',
  rank: 'integer',
  first_seen: 'time',
  last_seen: 'time',
  gone_at: 'time',
  charset: 'text',
  truncated: 'boolean',
};

const CHANGE_KINDS: { readonly [Field in ChangeItemField]: ColumnKind } = {
  domain: 'text',
  rank: 'integer',
  at: 'time',
  previous_at: 'time',
  recorded: 'count',
  by: 'text',
  added: 'json',
  removed: 'json',
};

/** A layout of any format. */
export type TableLayout = Omit<ExportLayout, 'format' | 'bom'>;

/** The columns of a table with types: those of CSV without `type` and `offset_token`. */
export function typedColumnsOf(layout: TableLayout): readonly TypedColumn[] {
  return columnsOf(layout)
    .filter((name) => name !== 'type' && name !== 'offset_token')
    .map((name) => ({ name, kind: kindOf(name, layout) }));
}

/** Kind of a column that may be a field of a domain. */
export function domainColumnKind(name: Column): ColumnKind {
  const field = fieldOfName(name);
  return field === undefined ? 'text' : FIELD_KINDS[DOMAIN_FIELDS[field].kind];
}

function kindOf(name: Column, { level, values = [], lists = [] }: TableLayout): ColumnKind {
  if (name === 'matches') return 'json';
  if (values.includes(name)) return lists.includes(name) ? 'texts' : 'text';
  switch (level) {
    case 'page':
      return isPageField(name) ? PAGE_KINDS[name] : 'text';
    case 'version':
      return isVersionField(name) ? VERSION_KINDS[name] : 'text';
    case 'change':
      return isChangeField(name) ? CHANGE_KINDS[name] : 'text';
    case 'domain':
      return domainColumnKind(name);
  }
}

function isChangeField(name: string): name is ChangeItemField {
  return Object.hasOwn(CHANGE_KINDS, name);
}

function isVersionField(name: string): name is VersionField {
  return Object.hasOwn(VERSION_KINDS, name);
}

function isPageField(name: string): name is PageField {
  return Object.hasOwn(PAGE_KINDS, name);
}

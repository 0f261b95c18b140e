import {
  FILE_NAMES,
  HAS,
  KNOWN_AGENTS,
  ROBOTS_VERDICTS,
  STAND_INS,
  type Label,
  type OrderField,
} from '@sitegrep/site';
import type { MatchField } from './label-match.ts';

/** Fields of conditions that are fulfilled by a label of the domain, each with the kinds of labels that it looks at. */
export const LABEL_FIELDS = {
  tech: ['tech', 'category'],
  tech_seen: ['tech_seen', 'category_seen'],
  plugin: ['plugin'],
  theme: ['theme'],
  email: ['email'],
  email_domain: ['email_domain'],
  file: ['file'],
  agent: ['agent'],
  tls: ['tls'],
  icon: ['icon', 'icon_hash'],
  has: ['has'],
  kind: ['kind'],
  facts_version: ['facts_version'],
} as const satisfies Readonly<Record<string, readonly Label[]>>;
export type LabelField = keyof typeof LABEL_FIELDS;

/** Kinds of labels of the versions of a value, for each field whose values have versions. */
export const VERSION_LABELS = {
  tech: 'tech_version',
  plugin: 'plugin_version',
  theme: 'theme_version',
} as const satisfies { readonly [Field in LabelField]?: Label };
export type VersionedField = keyof typeof VERSION_LABELS;

/** A field whose conditions name values as they are stored. */
export type ValuedField = OrderField | LabelField;

/** Fields of conditions on what users keep in the index under a name: lists that a domain is in, and saved searches that it fulfils. */
export const LIST_FIELDS = ['list', 'saved'] as const;
export type ListField = (typeof LIST_FIELDS)[number];

/** A field that conditions may name. */
export type FilterField = ValuedField | MatchField | ListField;

/** Names of the label fields. A literal has no keys besides those of its type. */
export const LABEL_FIELD_NAMES = Object.keys(LABEL_FIELDS) as readonly LabelField[];

/** All values of label fields of closed sets that are the same in every index. */
export const FIXED_LABELS: { readonly [Field in LabelField]?: readonly string[] } = {
  file: FILE_NAMES,
  agent: KNOWN_AGENTS.flatMap(({ name }) => ROBOTS_VERDICTS.map((verdict) => `${name}=${verdict}`)),
  has: HAS,
  kind: STAND_INS,
};

export function isLabelField(field: FilterField): field is LabelField {
  return Object.hasOwn(LABEL_FIELDS, field);
}

export function isListField(field: FilterField): field is ListField {
  return LIST_FIELDS.some((known) => known === field);
}

export function isVersionedField(field: FilterField): field is VersionedField {
  return Object.hasOwn(VERSION_LABELS, field);
}

/** A value as labels have it: those of open sets are stored in lower case. */
export function labelOf(field: LabelField, value: string): string {
  switch (field) {
    case 'tech':
    case 'tech_seen':
    case 'has':
    case 'kind':
    case 'agent':
    case 'tls':
    case 'facts_version':
      return value;
    case 'plugin':
    case 'theme':
    case 'email':
    case 'email_domain':
    case 'file':
    case 'icon':
      return value.toLowerCase();
  }
}

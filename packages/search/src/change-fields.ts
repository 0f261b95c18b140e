// Conditions on the labels that a change added or removed.
import {
  CHANGE_KINDS,
  type ChangeKind,
  HOST_KINDS,
  HOST_KIND_NAMES,
  type HostKind,
  hostOfLabel,
} from '@sitegrep/site';
import { labelChoice } from './filter.ts';
import type { VersionedField } from './label-fields.ts';
import { isMatchField, type MatchField } from './label-match.ts';
import { type LabelChoice, passing } from './match-rule.ts';

/**
 * Fields whose changes are recorded, each with the kinds of labels that its values are; the first one is what the field without a
 * value stands for. Fields that choose among labels (`MatchField`) are some, too.
 */
export const CHANGE_FIELDS = {
  tech: ['tech', 'category'],
  category: ['category'],
  plugin: ['plugin'],
  theme: ['theme'],
  country: ['country'],
  language: ['language'],
  content_language: ['content_language'],
  generator: ['generator'],
  charset: ['charset'],
  email: ['email'],
  email_domain: ['email'],
  header: ['header'],
  header_value: ['header_value'],
  cookie: ['cookie'],
  file: ['file'],
  agent: ['agent'],
  tls: ['tls'],
  icon: ['icon', 'icon_hash'],
  kind: ['kind'],
  title: ['title'],
  description: ['description'],
  rank: ['rank'],
  outcome: ['outcome'],
  moved_to: ['moved_to'],
} as const satisfies Readonly<Record<string, readonly [ChangeKind, ...ChangeKind[]]>>;
export type ChangeField = keyof typeof CHANGE_FIELDS;
/** Fields that choose among labels whose changes are recorded. */
export type ChangeMatchField = Exclude<MatchField, 'first_visited'>;

/** A condition on labels, as `LabelCondition` has them, or on any label of a field. */
export type ChangeCondition =
  | { readonly kind: 'any'; readonly field: ChangeField | ChangeMatchField }
  | { readonly kind: 'any_of'; readonly field: ChangeField; readonly values: readonly string[] }
  | {
      readonly kind: 'versions';
      readonly field: VersionedField;
      /** The technology, or the slug of the plugin or theme. */
      readonly of: string;
      /** Range in the form of `readRange`. */
      readonly range: string;
    }
  | {
      readonly kind: 'matching';
      readonly field: ChangeMatchField;
      /** The value in the canonical form that `readMatch` gives it. */
      readonly value: string;
    };

/** Labels of a kind that fulfil a condition on changes: some by name, those of a prefix that are chosen, or all. */
export type ChangeChoice =
  | { readonly kind: ChangeKind; readonly labels: readonly string[] }
  | (Pick<LabelChoice, 'prefix' | 'among'> & { readonly kind: ChangeKind })
  | { readonly kind: ChangeKind; readonly all: true };

export function isChangeMatchField(field: string): field is ChangeMatchField {
  return isMatchField(field) && field !== 'first_visited';
}

export function isChangeField(field: string): field is ChangeField {
  return Object.hasOwn(CHANGE_FIELDS, field);
}

/** The labels that fulfil a condition: of any of these choices. */
export function changeChoices(condition: ChangeCondition): readonly ChangeChoice[] {
  switch (condition.kind) {
    case 'any':
      return [anyOf(condition.field)];
    case 'any_of': {
      const { field, values } = condition;
      if (field !== 'email_domain') return CHANGE_FIELDS[field].map((kind) => ({ kind, labels: values }));
      const domains = new Set(values);
      const isOfDomain = (email: string): boolean => domains.has(email.slice(email.lastIndexOf('@') + 1));
      return [{ kind: 'email', prefix: '', among: passing(isOfDomain) }];
    }
    case 'versions':
    case 'matching': {
      const negated = false;
      const choice = labelChoice(condition.kind === 'matching' ? { ...condition, negated } : condition);
      const kind = CHANGE_KINDS.find((one) => one === choice.kind);
      if (kind === undefined) throw new TypeError(`changes of ${choice.kind} are not recorded`);
      return [{ ...choice, kind }];
    }
  }
}

/** The labels of a field, whatever they are. */
function anyOf(field: ChangeField | ChangeMatchField): ChangeChoice {
  if (isChangeField(field)) return { kind: CHANGE_FIELDS[field][0], all: true };
  switch (field) {
    case 'host':
    case 'cert_issuer':
    case 'cert_name':
    case 'cert_expires':
      return { kind: field, all: true };
    case 'icon_like':
      return { kind: 'icon_hash', all: true };
    case 'script_host':
    case 'style_host':
    case 'image_host':
    case 'frame_host':
    case 'form_host':
    case 'font_host':
    case 'link_host':
    case 'request_host': {
      const kind = HOST_KIND_NAMES.find((name) => field === `${name}_host`);
      return { kind: 'host', prefix: '', among: passing((label) => isOfKind(label, kind)) };
    }
  }
}

function isOfKind(label: string, kind: HostKind | undefined): boolean {
  return kind !== undefined && hostOfLabel(label).kinds.includes(HOST_KINDS[kind]);
}

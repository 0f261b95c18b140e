import { HAS, isOrderField, STAND_INS, type Label, type OrderField } from '@sitegrep/site';

/** Fields of conditions that are fulfilled by a label of the domain, each with the kinds of labels that it looks at. */
export const LABEL_FIELDS = {
  technologies: ['technology', 'category'],
  emails: ['email'],
  email_domains: ['email_domain'],
  has: ['has'],
  kind: ['kind'],
} as const satisfies Readonly<Record<string, readonly Label[]>>;
export type LabelField = keyof typeof LABEL_FIELDS;

/** A field that conditions may name. */
export type FilterField = OrderField | LabelField;

/** Names of the label fields. A literal has no keys besides those of its type. */
export const LABEL_FIELD_NAMES = Object.keys(LABEL_FIELDS) as readonly LabelField[];

/** All values of label fields of closed sets that are the same in every index. */
export const FIXED_LABELS: { readonly [Field in LabelField]?: readonly string[] } = {
  has: HAS,
  kind: STAND_INS,
};

export function isLabelField(field: FilterField): field is LabelField {
  return !isOrderField(field);
}

/** A value as labels have it: addresses are stored in lower case. */
export function labelOf(field: LabelField, value: string): string {
  return field === 'emails' || field === 'email_domains' ? value.toLowerCase() : value;
}

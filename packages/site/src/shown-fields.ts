// Fields of a domain as answers have them: by the names and in the form that the API shows.
import {
  DOMAIN_FIELDS,
  type DomainField,
  type FieldKind,
  fieldValue,
  type FieldValues,
  type KnownDomain,
} from './domain-fields.ts';
import type { FieldNaming } from './specified-names.ts';
import { formatTimestamp } from './timestamp.ts';

/** Values of each kind of field as answers have them: JSON, whose times are texts. */
export interface ShownValues extends Omit<FieldValues, 'emails' | 'profiles' | 'time'> {
  readonly emails: readonly string[];
  readonly profiles: readonly string[];
  readonly time: string | null;
}

/** Makes the values of each kind that answers have. */
export const SHOWN_VALUES: {
  readonly [Kind in FieldKind]: (value: FieldValues[Kind]) => ShownValues[Kind];
} = {
  host: unchanged,
  text: unchanged,
  texts: unchanged,
  rank: unchanged,
  time: (milliseconds) => (milliseconds === null ? null : formatTimestamp(milliseconds)),
  country: unchanged,
  language: unchanged,
  technologies: unchanged,
  country_evidence: unchanged,
  emails: (emails) => emails.map(({ email }) => email),
  email_addresses: unchanged,
  profiles: (profiles) => profiles.map(({ profile }) => profile),
  social_profiles: unchanged,
  phone_numbers: unchanged,
  postal_addresses: unchanged,
  stated_text: unchanged,
  feeds: unchanged,
  images: unchanged,
  legal_links: unchanged,
  app_links: unchanged,
  payment_marks: unchanged,
  registration_numbers: unchanged,
  opening_hours: unchanged,
};

function unchanged<Value>(value: Value): Value {
  return value;
}

function shownValue<Kind extends FieldKind>(kind: Kind, value: FieldValues[Kind]): ShownValues[Kind] {
  return SHOWN_VALUES[kind](value);
}

/** Fields of a domain, in the order of their list. */
export function shownFields(
  fields: readonly DomainField[],
  nameOf: FieldNaming,
  known: KnownDomain,
): Record<string, ShownValues[FieldKind]> {
  const shown: Record<string, ShownValues[FieldKind]> = {};
  for (const field of fields) {
    shown[nameOf(field)] = shownValue(DOMAIN_FIELDS[field].kind, fieldValue(field, known));
  }
  return shown;
}

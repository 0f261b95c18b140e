import { formatTimestamp } from '@sitegrep/contract';
import {
  DOMAIN_FIELDS,
  fieldValue,
  type DomainField,
  type FieldKind,
  type FieldValues,
  type KnownDomain,
} from '@sitegrep/site';

/** Values of each kind of field as one line of text; empty if unknown. */
const TEXTS: { readonly [Kind in FieldKind]: (value: FieldValues[Kind]) => string } = {
  host: (name) => name,
  text: (text) => text ?? '',
  texts: (texts) => texts.join(', '),
  rank: String,
  time: (milliseconds) => (milliseconds === null ? '' : formatTimestamp(milliseconds)),
  country: (code) => code ?? '',
  language: (code) => code ?? '',
  technologies: (groups) => {
    const names = Object.values(groups).flatMap((categories) => Object.values(categories).flat());
    return [...new Set(names)].toSorted().join(', ');
  },
  country_evidence: (evidence) =>
    evidence.map(({ source, value, country }) => `${country} by ${source} (${value})`).join(', '),
  phone_numbers: (numbers) =>
    numbers.map(({ number, kind }) => (kind === 'phone' ? number : `${number} (${kind})`)).join(', '),
  postal_addresses: (addresses) =>
    addresses.map(({ text, country }) => (country === null ? text : `${text} (${country})`)).join('; '),
};

/** A field of a domain as tables show it. */
export function fieldText(field: DomainField, known: KnownDomain): string {
  return textOf(DOMAIN_FIELDS[field].kind, fieldValue(field, known));
}

function textOf<Kind extends FieldKind>(kind: Kind, value: FieldValues[Kind]): string {
  return TEXTS[kind](value);
}

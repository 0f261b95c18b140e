// Fields of a domain as tables and CSV show them.
import { DOMAIN_FIELDS, type DomainField, type FieldKind } from '@sitegrep/site';
import type { DomainRecord } from './domains.ts';

/** A field's value in an answer of the API, for each kind of field. */
type AnswerValues = {
  readonly [Kind in FieldKind]: DomainRecord[Extract<FieldOfKind<Kind>, keyof DomainRecord>];
};
type FieldOfKind<Kind extends FieldKind> = {
  [Field in DomainField]: (typeof DOMAIN_FIELDS)[Field]['kind'] extends Kind ? Field : never;
}[DomainField];

/** Values of each kind of field as a text; empty if unknown. */
const TEXTS: { readonly [Kind in FieldKind]: (value: AnswerValues[Kind]) => string } = {
  host: (name) => name,
  text: (text) => text ?? '',
  texts: (texts) => texts.join('; '),
  rank: String,
  time: (timestamp) => timestamp ?? '',
  country: (code) => code ?? '',
  language: (code) => code ?? '',
  technologies: (groups) => technologyNames(groups).join('; '),
  country_evidence: (evidence) =>
    evidence.map(({ source, value, country }) => `${country} by ${source} (${value})`).join('; '),
  emails: (emails) => emails.join('; '),
  email_addresses: (emails) =>
    emails.map(({ email, source, written }) => `${email} by ${source} (${written})`).join('; '),
  profiles: (urls) => urls.join('; '),
  social_profiles: (profiles) =>
    profiles.map(({ profile, source, written }) => `${profile} by ${source} (${written})`).join('; '),
  phone_numbers: (numbers) =>
    numbers.map(({ number, kind }) => (kind === 'phone' ? number : `${number} (${kind})`)).join('; '),
  postal_addresses: (addresses) =>
    addresses.map(({ text, country }) => (country === null ? text : `${text} (${country})`)).join('; '),
  stated_text: (text) => (text === null ? '' : `${text.value} (${text.source})`),
  feeds: (feeds) =>
    feeds.map(({ url, type, title }) => `${url} (${type}${title === null ? '' : `, ${title}`})`).join('; '),
  images: (images) => images.map(({ kind, url }) => `${url} (${kind})`).join('; '),
  legal_links: (links) => links.map(({ kind, url }) => `${url} (${kind})`).join('; '),
  app_links: (apps) => apps.map(({ store, id }) => `${id} (${store})`).join('; '),
  payment_marks: (marks) => marks.map(({ name }) => name).join('; '),
  registration_numbers: (numbers) =>
    numbers.map(({ kind, number, country }) => [kind, number, country ?? ''].join(' ').trimEnd()).join('; '),
  opening_hours: (hours) => hours.map(({ day, from, to }) => `${day} ${from}–${to}`).join('; '),
};

/** Names of technologies, each once, in order. */
export function technologyNames(groups: DomainRecord['tech']): readonly string[] {
  const names = Object.values(groups).flatMap((categories) => Object.values(categories).flat());
  return [...new Set(names)].toSorted();
}

/** A field of a domain as a text for people: lists are joined by `; `, of technologies only the names are there. */
export function fieldText<Field extends DomainField>(field: Field, value: DomainRecord[Field]): string {
  // The compiler cannot see that a field's value is of the field's kind.
  const textOf = TEXTS[DOMAIN_FIELDS[field].kind] as (value: DomainRecord[Field]) => string;
  return textOf(value);
}

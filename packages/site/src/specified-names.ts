// Names of fields that a specification fixes: POST /html-source-code-search, its export, and the operations of DataForSEO's API
// have them. Everything else has the names of DOMAIN_FIELDS.
import { DOMAIN_FIELD_NAMES, type DomainField } from './domain-fields.ts';

/** Specified names of the fields that have another one everywhere else. */
const SPECIFIED = {
  rank: 'domain_rank',
  visited: 'last_visited',
  country: 'country_iso_code',
  language: 'language_code',
  content_language: 'content_language_code',
  email: 'emails',
  tech: 'technologies',
  tech_seen: 'technologies_seen',
  implied_tech: 'implied_technologies',
  plugin: 'plugins',
  theme: 'themes',
  email_domain: 'email_domains',
} as const satisfies { readonly [Field in DomainField | 'email_domain' | 'tech_seen']?: string };

export type SpecifiedName<Field extends string> = Field extends keyof typeof SPECIFIED
  ? (typeof SPECIFIED)[Field]
  : Field;

/** Names that a request has for fields. */
export type FieldNaming = (field: string) => string;

export const ownName: FieldNaming = (field) => field;

export function specifiedName<Field extends string>(field: Field): SpecifiedName<Field> {
  const names: Readonly<Record<string, string>> = SPECIFIED;
  const name = Object.hasOwn(names, field) ? names[field] : field;
  // The type says of each field what the table has.
  return name as SpecifiedName<Field>;
}

/** Fields by each of their names. */
const FIELDS = new Map<string, DomainField>(
  DOMAIN_FIELD_NAMES.flatMap((field) => [
    [field, field],
    [specifiedName(field), field],
  ]),
);

/** The field that has this name, be it its own or the specified one; undefined: there is none. */
export function fieldOfName(name: string): DomainField | undefined {
  return FIELDS.get(name);
}

// Codes and domains as people read them. Programs get codes and A-labels, as the API has them.
import { domainToUnicode } from 'node:url';
import { DOMAIN_FIELDS, type DomainField } from '@sitegrep/site';

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' });
const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' });

/** A country by its code: `Germany (DE)`. */
export function countryName(code: string): string {
  return named(COUNTRIES, code);
}

/** A language by its code: `German (de)`. */
export function languageName(code: string): string {
  return named(LANGUAGES, code);
}

function named(names: Intl.DisplayNames, code: string): string {
  if (code === '') return '';
  try {
    const name = names.of(code) ?? code;
    return name === code ? code : `${name} (${code})`;
  } catch (error) {
    // What does not have the form of a code.
    if (error instanceof RangeError) return code;
    throw error;
  }
}

/** A domain in its script, with its A-labels beside: `bücher.example (xn--bcher-kva.example)`. Scripts have letters that look alike. */
export function domainName(domain: string): string {
  if (!domain.includes('xn--')) return domain;
  const written = domainToUnicode(domain);
  return written === '' || written === domain ? domain : `${written} (${domain})`;
}

/** The text of a field as people read it. */
export function shownValue(field: DomainField, text: string): string {
  const { kind } = DOMAIN_FIELDS[field];
  if (kind === 'country') return countryName(text);
  if (kind === 'language') return languageName(text);
  return kind === 'host' ? domainName(text) : text;
}

// Finds the city of an address after its postcode, and its country: as it is named, or by the form of the postcode and the language
// of the street.
import { countryNamed } from '../countries/countries.ts';
import { POSTCODE_FORMS, type PostcodeFormName } from './postcodes.ts';
import type { StreetLanguage } from './street-words.ts';

/** A city: words with capitals, particles between them, the number of a district. */
const CITY = new RegExp(
  String.raw`^\p{Lu}[\p{L}\p{M}.'’/-]*(?:[ \u00a0](?:\p{Lu}[\p{L}\p{M}.'’/-]*|\(\p{Lu}\p{Ll}{2,20}\)|a\.?[md]\.?|am|an|der|die|den|im|in|bei|ob|sur|sous|lès|les|la|le|de|du|del|della|di|do|da|dos|das|aan|upon|nad|pod|i|y|et|v|\d{1,2}(?:e|er)?(?![\p{L}\d]))){0,5}`,
  'u',
);
/** Words after a city that do not belong to it. */
const NOT_CITY =
  /[\s(]*(?<![\p{L}\p{M}])(?:tel|telefon|telefono|teléfono|téléphone|tél|telefone|telephone|phone|ph|fax|mobil|mobile|mob|call|e-?mail|mail|web|www|internet|p|t|f|m|email|kontakt|contact|contatti|öffnungszeiten|ust|steuernr|p\.?\s?iva|partita|cif|nif|siret|rcs|vat|kvk|cvr|org|nip|ičo|ico|dič|copyright|all|we|to|get|map|directions|google|route|anfahrt|view|show|open|hours|cedex)(?![\p{L}\p{M}])[^]*$/iu;

/** The city at the start of a text; empty if there is none. */
export function cityIn(text: string): string {
  return (CITY.exec(text)?.[0] ?? '')
    .replace(NOT_CITY, '')
    .replace(SENTENCE_END, '')
    .replace(/(?:\s(?:an|am|in|im|der|die|den|de|la|le|y|et|i|v|di|do|da|en))*[\s.,/(-]*$/, '');
}
const SENTENCE_END = /(?<=\p{L}{4})\.\s[^]*$/u;

/** A city without the country that is written after it. */
export function withoutCountry(written: string): { readonly city: string; readonly country: string | null } {
  const words = written.split(/[ \u00a0]/);
  for (const count of [1, 2]) {
    if (words.length <= count) break;
    const country = countryNamed(words.slice(-count).join(' ').replaceAll(/[()]/g, ''));
    if (country !== null && words.at(-1)?.length !== 2)
      return { city: words.slice(0, -count).join(' '), country };
  }
  return { city: written, country: null };
}

/** A country if it has postcodes of a form. */
export function countryOfThat(form: PostcodeFormName, country: string | null): string | null {
  return POSTCODE_FORMS[form].countries.some(([other]) => other === country) ? country : null;
}

/** The country that the next part of a text names: `Berlin, Germany`. */
export function countryAfter(lines: string, at: number): string | null {
  const next =
    /^(?:\s*\([A-Z]{2}\))?\s*[\u2028,;|·•/–-]?\s*\(?([\p{L}][\p{L}\s.]{1,40})/u.exec(
      lines.slice(at, at + 60),
    )?.[1] ?? '';
  const part = next.split(/[\u2028,;|]/, 1)[0]?.replace(/[\s.]+$/, '') ?? '';
  const words = part.split(/\s+/);
  for (const count of [3, 2, 1]) {
    const text = words.slice(0, count).join(' ');
    if (text.length > 2 || text === 'UK') {
      const country = countryNamed(text);
      if (country !== null) return country;
    }
  }
  return null;
}

/** Country by the form of a postcode and the language of the street; null if several are possible. */
export function countryOfForm(
  form: PostcodeFormName,
  postcode: string,
  languages: ReadonlySet<StreetLanguage>,
  home: string | null,
): string | null {
  const all: readonly (readonly [string, readonly StreetLanguage[]])[] = POSTCODE_FORMS[form].countries;
  if (languages.size > 0 && languages.isSubsetOf(ENGLISH)) return null;
  const spoken = all.filter(([, own]) => own.some((language) => languages.has(language)));
  const of = (country: string): boolean => spoken.some(([other]) => other === country);
  if (home !== null && all.some(([country]) => country === home) && (spoken.length === 0 || of(home)))
    return home;
  if (form === 'split' && languages.has('cs')) return /^[1-7]/.test(postcode) ? 'CZ' : 'SK';
  const foreign = spoken.filter(([country]) => !UNLIKELY.has(country));
  return foreign.length === 1 ? (foreign[0]?.[0] ?? null) : null;
}

const ENGLISH: ReadonlySet<StreetLanguage> = new Set(['en']);

/** Countries that share form and language with a larger one, and count only where something else names them. */
const UNLIKELY: ReadonlySet<string> = new Set(['MC', 'SM', 'LI', 'MX', 'CY', 'RS', 'BG', 'UA']);

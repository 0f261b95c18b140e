import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { PhoneNumber as PhoneFact } from '@sitegrep/site';
import { ISO_COUNTRIES } from './countries.ts';
import { percentDecoded } from './links.ts';
import { copied } from './text.ts';

/** A valid phone number. */
export interface Phone extends PhoneFact {
  /**
   * Country of the calling code as ISO 3166-1 alpha-2. Null if several countries are possible, for
   * international numbers such as `+800`, and for numbers without a calling code.
   */
  readonly country: string | null;
}

/** Countries by calling code. */
const COUNTRIES: ReadonlyMap<string, readonly CountryCode[]> = Map.groupBy(getCountries(), (country) =>
  getCountryCallingCode(country),
);

/**
 * Territories that share the numbering plan of a larger country. Some numbers can be of either: mobile numbers
 * of Norway and Svalbard, for example. They count as the larger country's, which has a hundred times as many.
 */
const SMALL_PARTS: ReadonlySet<string> = new Set('AX BL BQ CC CX EH GG IM JE MF SJ VA'.split(' '));

const MAX_PHONES = 100;
/** Maximum candidates per page. */
const MAX_CANDIDATES = 300;
/** Maximum length of a number as written; the library accepts 250 characters. */
const MAX_WRITTEN = 100;

/** Links to call, message or chat with a number. */
const DIALLING =
  /^(?:(?:tel|callto|sms):|(?:https?:)?\/\/(?:(?:www\.)?wa\.me\/\+?(?=\d)|(?:api|web|www)\.whatsapp\.com\/send\/?\?)|whatsapp:\/\/send\/?\?)/i;

/**
 * Numbers of a page: those of links to call or to chat, then those that are written out. Unique, at most 100,
 * in that order.
 *
 * @param country as in `readPhone`
 */
export function pagePhones(
  hrefs: Iterable<string>,
  written: readonly string[],
  country: string | null,
): readonly Phone[] {
  const candidates = new Map<string, Pick<PhoneFact, 'kind' | 'source'>>();
  for (const href of hrefs) {
    const text = dialledIn(href);
    if (text === null || candidates.has(text)) continue;
    candidates.set(text, { kind: /whatsapp|wa\.me/i.test(href) ? 'whatsapp' : 'phone', source: 'link' });
    if (candidates.size === MAX_CANDIDATES) break;
  }
  for (const text of written.slice(0, MAX_CANDIDATES))
    if (!candidates.has(text)) candidates.set(text, { kind: 'phone', source: 'structured_data' });
  const phones = new Map<string, Phone>();
  for (const [text, fact] of candidates) {
    if (phones.size === MAX_PHONES) break;
    const read = readPhone(text, country);
    const first = read === null ? undefined : phones.get(read.number);
    if (read === null || (first !== undefined && first.country !== null)) continue;
    phones.set(read.number, { ...fact, ...first, ...read });
  }
  return [...phones.values()];
}

function dialledIn(href: string): string | null {
  const link = DIALLING.exec(href)?.[0];
  if (link === undefined) return null;
  const rest = href.slice(link.length);
  if (link.endsWith(':')) return rest.split('?', 1)[0] ?? '';
  // Links to chats have the calling code, with or without the plus.
  const number = link.endsWith('?') ? (new URLSearchParams(rest).get('phone') ?? '') : rest;
  return `+${/^[\s+]*(\d*)/.exec(number)?.[1] ?? ''}`;
}

/**
 * Reads the number of a `tel:` link, or one that is written out.
 *
 * @param written entities are decoded, percent-encoding is not
 * @param country country of numbers without a calling code; null: such a number is refused, unless it has the
 *   form that only North America uses
 * @returns null if the numbering plan of its country has no such number, or if it is a placeholder of a
 *   template
 */
export function readPhone(written: string, country: string | null): Pick<Phone, 'number' | 'country'> | null {
  if (written.length > MAX_WRITTEN) return null;
  const text = toDial(written);
  if (/^(?:tele)?fax/i.test(written)) return null;
  const home = country ?? (NORTH_AMERICAN.test(text) ? 'US' : null);
  const phone = parsePhoneNumberFromString(text, {
    extract: false,
    ...(home !== null && isSupportedCountry(home) && { defaultCountry: home }),
  });
  if (phone === undefined || !phone.isValid() || isMadeUp(phone)) return null;
  return { number: copied(phone.number), country: text.startsWith('+') ? countryOfPhone(phone) : null };
}

/** Groups of three, three and four digits, `(505) 326-1111`: the form of North America. */
const NORTH_AMERICAN = /^(?:1[\s.-]?)?(?:\([2-9]\d\d\)\s?|[2-9]\d\d[.-])[2-9]\d\d[.-]\d{4}$/;
/** A number of North America with words for digits: `+1-800-FLOWERS`. */
const IN_WORDS = /^\+1[\s.-]?\(?8\d\d\)?[\s.-]?[A-Z][A-Z\d-]{4,}[A-Z\d]$/;
/** Letters of the keys 2 to 9. */
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/**
 * The dialled characters: full-width forms as ASCII, without a word before them, without parameters, pauses,
 * extensions and codes after them, and with a plus for `00`, as most of the world writes it. A link's
 * `phone-context` goes before the number (RFC 3966, 5.1.5).
 */
function toDial(written: string): string {
  const [number = '', ...parameters] = percentDecoded(written).normalize('NFKC').split(';');
  const digits = withoutWords((number.split(/[,*#]/, 1)[0] ?? '').replace(/^[\s/]+/, '').trim());
  const context = parameters.map((parameter) => /^\s*phone-context=(\+[\d\s.()-]+)$/i.exec(parameter)?.[1]);
  const code = context.find((value) => value !== undefined) ?? '';
  return (digits.startsWith('+') ? digits : code + digits).replace(/^00(?=[\s()./-]*[1-9])/, '+');
}

/** `Tel.: +49 30 123 ext. 9` → `+49 30 123` */
function withoutWords(text: string): string {
  if (IN_WORDS.test(text))
    return text.replaceAll(/[A-Z]/g, (letter) => String(2 + KEYS.findIndex((key) => key.includes(letter))));
  return text
    .replace(/^[\p{L}\s.:-]{2,30}(?=[+(]?\d)/u, '')
    .replace(/\s?(?:ext|extn|extension|x|p|w)\.?\s?\d{1,6}$/i, '');
}

/**
 * Whether a number is invented: consecutive digits, one repeated digit, or one of films and templates
 * (555-01xx).
 */
function isMadeUp({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
  return (
    /(\d)\1{6}|1234567|2345678|9876543/.test(nationalNumber) ||
    (countryCallingCode === '1' && /^\d{3}55501\d\d$/.test(nationalNumber))
  );
}

/**
 * The only country that a number can belong to. The library gives the main country of a calling code, so each
 * country is tried.
 */
function countryOfPhone(phone: PhoneNumber): string | null {
  const countries = (COUNTRIES.get(phone.countryCallingCode) ?? []).filter((country) => {
    phone.country = country;
    return phone.isValid();
  });
  const [country, ...others] =
    countries.length === 1 ? countries : countries.filter((code) => !SMALL_PARTS.has(code));
  return country !== undefined && others.length === 0 && ISO_COUNTRIES.has(country) ? country : null;
}

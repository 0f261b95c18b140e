import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { ISO_COUNTRIES } from './countries.ts';
import { percentDecoded } from './links.ts';
import { copied } from './text.ts';

/** A number somebody could call. */
export interface Phone {
  /** E.164, without an extension: `+493012345678`. */
  readonly number: string;
  /**
   * ISO 3166-1 alpha-2, as the calling code tells it; null if the number could be of several countries, or of none as an
   * international one of `+800`, or if it was written without a calling code.
   */
  readonly country: string | null;
}

/** Countries by calling code. */
const COUNTRIES: ReadonlyMap<string, readonly CountryCode[]> = Map.groupBy(getCountries(), (country) =>
  getCountryCallingCode(country),
);

/**
 * Territories that are in the numbering plan of a larger country, with numbers that may be of either: Norway's mobile
 * ones are Svalbard's, too. Such a number is the larger country's, which has a hundred times as many.
 */
const SMALL_PARTS: ReadonlySet<string> = new Set('AX BL BQ CC CX EH GG IM JE MF SJ VA'.split(' '));

const MAX_PHONES = 100;
/** Links and texts of a page that are looked at. */
const MAX_CANDIDATES = 300;
/** Longer texts are no numbers; the library takes 250 characters. */
const MAX_WRITTEN = 100;

/** Links to call, to write to or to chat with a number. */
const DIALLING =
  /^(?:(?:tel|callto|sms):|(?:https?:)?\/\/(?:(?:www\.)?wa\.me\/\+?(?=\d)|(?:api|web|www)\.whatsapp\.com\/send\/?\?)|whatsapp:\/\/send\/?\?)/i;

/**
 * The numbers of a page: those of links to call or to chat with one, then those that are written out. Unique, at most
 * 100, in that order.
 *
 * @param country as in `readPhone`
 */
export function pagePhones(
  hrefs: Iterable<string>,
  written: readonly string[],
  country: string | null,
): readonly Phone[] {
  const candidates = new Set<string>();
  for (const href of hrefs) {
    const text = dialledIn(href);
    if (text !== null) candidates.add(text);
    if (candidates.size === MAX_CANDIDATES) break;
  }
  for (const text of written.slice(0, MAX_CANDIDATES)) candidates.add(text);
  const phones = new Map<string, Phone>();
  for (const text of candidates) {
    if (phones.size === MAX_PHONES) break;
    const phone = readPhone(text, country);
    if (phone !== null && phones.get(phone.number)?.country == null) phones.set(phone.number, phone);
  }
  return [...phones.values()];
}

function dialledIn(href: string): string | null {
  const link = DIALLING.exec(href)?.[0];
  if (link === undefined) return null;
  const rest = href.slice(link.length);
  if (link.endsWith(':')) return rest.split('?', 1)[0] ?? '';
  // Chats know numbers by their calling code, with or without the plus.
  const number = link.endsWith('?') ? (new URLSearchParams(rest).get('phone') ?? '') : rest;
  return `+${/^[\s+]*(\d*)/.exec(number)?.[1] ?? ''}`;
}

/**
 * The number behind `tel:` in a link, or one that is written out.
 *
 * @param written entities decoded, percent-encoding not
 * @param country whose number it is if no calling code says so; null: then it is none, unless it is written as only
 *   North America writes numbers
 * @returns null if no one could be reached under it by the plan of its country, or it was made up to fill a template
 */
export function readPhone(written: string, country: string | null): Phone | null {
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

/** Three digits, three and four, `(505) 326-1111`: so grouped it is of North America, if its plan has such a number. */
const NORTH_AMERICAN = /^(?:1[\s.-]?)?(?:\([2-9]\d\d\)\s?|[2-9]\d\d[.-])[2-9]\d\d[.-]\d{4}$/;
/** A number of North America with words for digits: `+1-800-FLOWERS`. */
const IN_WORDS = /^\+1[\s.-]?\(?8\d\d\)?[\s.-]?[A-Z][A-Z\d-]{4,}[A-Z\d]$/;
/** Letters of the keys 2 to 9. */
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/**
 * What is dialled: in ASCII where it was typed in full width, without a word before it, and without parameters, pauses,
 * extensions and codes behind it, and with a plus for `00`, which is how most of the world writes it. A link's
 * `phone-context` is put before the number (RFC 3966, 5.1.5).
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

/** Runs along the keys, one digit over and over, and the numbers that films and templates use (555-01xx). */
function isMadeUp({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
  return (
    /(\d)\1{6}|1234567|2345678|9876543/.test(nationalNumber) ||
    (countryCallingCode === '1' && /^\d{3}55501\d\d$/.test(nationalNumber))
  );
}

/**
 * The library names the main country of a calling code where a number could be of several, so each is asked whether it
 * could be its own.
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

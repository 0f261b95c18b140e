import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { ISO_COUNTRIES } from './iso-countries.ts';
import { percentDecoded } from './percent-encoding.ts';
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

/**
 * The numbers of a page: those of `tel:` links, then those that are written out. Unique, at most 100, in that order.
 *
 * @param country as in `readPhone`
 */
export function pagePhones(
  hrefs: Iterable<string>,
  written: readonly string[],
  country: string | null,
): readonly Phone[] {
  const dialled = Iterator.from(hrefs)
    .filter((href) => /^tel:/i.test(href))
    .map((href) => href.slice('tel:'.length));
  const phones = new Map<string, Phone>();
  for (const text of new Set([...dialled.take(MAX_CANDIDATES), ...written.slice(0, MAX_CANDIDATES)])) {
    if (phones.size === MAX_PHONES) break;
    const phone = readPhone(text, country);
    if (phone !== null && phones.get(phone.number)?.country == null) phones.set(phone.number, phone);
  }
  return [...phones.values()];
}

/**
 * The number behind `tel:` in a link, or one that is written out.
 *
 * @param written entities decoded, percent-encoding not
 * @param country whose number it is if no calling code says so; null: then it is none
 * @returns null if no one could be reached under it by the plan of its country, or it was made up to fill a template
 */
export function readPhone(written: string, country: string | null): Phone | null {
  if (written.length > MAX_WRITTEN) return null;
  const text = toDial(written);
  const phone = parsePhoneNumberFromString(text, {
    extract: false,
    ...(country !== null && isSupportedCountry(country) && { defaultCountry: country }),
  });
  if (phone === undefined || !phone.isValid() || isMadeUp(phone)) return null;
  return { number: copied(phone.number), country: text.startsWith('+') ? countryOfPhone(phone) : null };
}

/**
 * What is dialled: in ASCII where it was typed in full width, without parameters, pauses and codes behind it, and with a plus for `00`, which is how most of the
 * world writes it. A link's `phone-context` is put before the number (RFC 3966, 5.1.5).
 */
function toDial(written: string): string {
  const [number = '', ...parameters] = percentDecoded(written).normalize('NFKC').split(';');
  const digits = (number.split(/[,*#]/, 1)[0] ?? '').replace(/^[\s/]+/, '').trim();
  const context = parameters.map((parameter) => /^\s*phone-context=(\+[\d\s.()-]+)$/i.exec(parameter)?.[1]);
  const code = context.find((value) => value !== undefined) ?? '';
  return (digits.startsWith('+') ? digits : code + digits).replace(/^00(?=[\s()./-]*[1-9])/, '+');
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

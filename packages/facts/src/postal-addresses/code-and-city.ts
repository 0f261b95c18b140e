// Reads addresses whose city follows the postcode, as in most of Europe and in Japan.
import { LINE_END } from '@sitegrep/html';
import { addressAt, AFTER, type Candidate, type FoundAddress } from './address.ts';
import { cityIn, countryAfter, countryOfForm, countryOfThat, withoutCountry } from './cities.ts';
import { partsOf, type Street, streetAfter, streetBefore } from './streets.ts';
import { COUNTRY_LETTERS } from './postcodes.ts';
import { mayNameStreet, streetLanguages } from './street-words.ts';

/** `Hauptstraße 1, 12345 Berlin`, and `12345 Berlin, Hauptstraße 1`. */
export function codeAndCity(candidate: Candidate): FoundAddress | null {
  const { lines, at, end, start, form, postcode, home } = candidate;
  if (form === 'five' && postcode.length > 5) return null;
  const after = lines.slice(end, end + AFTER);
  const gap =
    (form === 'six'
      ? /^\s?,?\s*(?:Россия,?\s*)?(?:(?:г\.|город|гор\.|м\.)\s?)?/u
      : /^\s{1,3}(?:[A-Z]{1,2}-(?=\p{Lu}))?/u
    ).exec(after)?.[0] ?? '';
  const stated = candidate.stated ?? COUNTRY_LETTERS[/[A-Z]+/.exec(gap)?.[0] ?? ''] ?? null;
  if (isNoCapital(after.charCodeAt(gap.length))) return null;
  // Years are followed by words with capitals in every list of dates.
  if (isYear(postcode) && stated === null && countryOfThat(form, home) === null && !/[\u2028,;]/.test(after))
    return null;
  if (!/\d/.test(lines.slice(Math.max(start, at - 60), at)) && !/^[^\u2028]{0,80}\d/.test(after)) return null;
  const written = cityIn(after.slice(gap.length));
  const { city, country: afterCity } = withoutCountry(written);
  if (city.length < 2) return null;
  const cityEnd = end + gap.length + written.length;
  const named = countryOfThat(form, stated ?? afterCity ?? countryAfter(lines, cityEnd));
  const ofHome = countryOfThat(form, home) !== null;
  if (gap.includes(LINE_END) && named === null && !ofHome) return null;
  if (isYear(postcode) && named === null && !ofHome) return null;
  const isSure = named !== null || (ofHome && !isYear(postcode));
  const before = lines.slice(start, at);
  // Without a stated country, only the word of a street tells whose postcode it is.
  const street = isSure || mayNameStreet(before) ? streetBefore(before, isSure) : null;
  const { region, length } = regionAfter(lines, cityEnd);
  if (street !== null) {
    const country = named ?? countryOfForm(form, postcode, street.languages, home);
    if (country === null || (street.languages.size === 0 && isYear(postcode))) return null;
    if (isOnlyVia(street) && home !== 'IT') return null;
    return addressAt(lines, start + street.at, cityEnd + length, {
      street: street.text,
      postcode,
      city,
      region,
      country,
    });
  }
  if (isYear(postcode) && named === null) return null;
  const later = streetAfter(lines, cityEnd + length);
  if (later === null) return null;
  const country = named ?? countryOfForm(form, postcode, streetLanguages(later.text), home);
  if (country === null) return null;
  return addressAt(lines, at, later.end, { street: later.text, postcode, city, region, country });
}

/** Tells whether a street has no other word for one than the English `via`: `via SMS to 40404`. */
function isOnlyVia({ text, languages }: Street): boolean {
  return languages.size === 1 && languages.has('it') && /(?<![\p{L}])via\s/u.test(text);
}

/** `Narva mnt 13, Tallinn 10151, Estonia`: the city before the code, where the country is named after it or the form is of one alone. */
export function cityAndCode(candidate: Candidate): FoundAddress | null {
  const { lines, start, at, end, form, postcode } = candidate;
  // Nearly all numbers have no word before them and no name after them, which costs less to tell than a country.
  if (
    !/\p{L}\s$/u.test(lines.slice(at - 2, at)) ||
    (form !== 'nl' && !/^[\s,|(-]{1,4}\p{Lu}/u.test(lines.slice(end, end + 5)))
  )
    return null;
  const country = countryAfter(lines, end) ?? (form === 'nl' ? 'NL' : null);
  if (country === null || isYear(postcode)) return null;
  const before = lines.slice(start, at);
  const town = partsOf(before).at(-1);
  if (town === undefined || !/^\p{Lu}[\p{L}\p{M}.'’ -]{1,30}$/u.test(town.text)) return null;
  const street = streetBefore(before.slice(0, town.at), form !== 'nl');
  if (street === null) return null;
  return addressAt(lines, start + street.at, end, {
    street: street.text,
    postcode,
    city: town.text,
    region: '',
    country,
  });
}

/** Whether no city can begin here: a character of ASCII other than a capital, or the end of the text. */
function isNoCapital(unit: number): boolean {
  return Number.isNaN(unit) || (unit < 0x80 && (unit < 0x41 || unit > 0x5a));
}

/** Whether a number is more often a year than a postcode. */
function isYear(postcode: string): boolean {
  return /^(?:19|20)\d\d$/.test(postcode);
}

/** `Milano (MI)` */
function regionAfter(lines: string, at: number): { readonly region: string; readonly length: number } {
  const match = /^[\s,]{0,2}(?:\(([A-Z]{2})\)|-\s([A-Z]{2})(?![\p{L}\d]))/u.exec(lines.slice(at, at + 10));
  return { region: match?.[1] ?? match?.[2] ?? '', length: match?.[0].length ?? 0 };
}

const PREFECTURE = /^(?:日本国?\s*)?((?:東京都|北海道|大阪府|京都府|[\u4e00-\u9fff]{2,3}県)?)/;
const JAPANESE =
  /^[\s\u2028:：]*((?:[\u3005-\u30ff\u4e00-\u9fff]+[市区町村郡][\u3005-\u30ff\u4e00-\u9fff]*|(?:東京都|北海道|大阪府|京都府|[\u4e00-\u9fff]{2,3}県)[\u3005-\u30ff\u4e00-\u9fff]+)[\u3005-\u30ff\u4e00-\u9fff\d０-９a-zA-Zａ-ｚＡ-Ｚ－‐−ー―-]*(?:[ 　][\u3005-\u30ff\u4e00-\u9fff\d０-９a-zA-ZＡ-Ｚａ-ｚ－‐ー-]{2,30}(?=[ 　\u2028]|$))?)/;

/** 〒100-0001 東京都千代田区千代田1-1 */
export function japanese({ lines, at, end, postcode }: Candidate): FoundAddress | null {
  const match = JAPANESE.exec(lines.slice(end, end + AFTER));
  if (match === null) return null;
  const whole = (match[1] ?? '').replace(/\s?(?:TEL|FAX|Tel|Fax|電話)[^]*$/, '');
  const region = PREFECTURE.exec(whole)?.[1] ?? '';
  const rest = whole.slice(whole.indexOf(region) + region.length);
  const city = /^.{0,12}?郡.{1,8}?[町村]|^.{1,10}?市(?:.{1,4}?区)?|^.{1,8}?[区町村]/.exec(rest)?.[0] ?? '';
  return addressAt(lines, at, end + match[0].indexOf(whole) + whole.length, {
    street: rest.slice(city.length),
    postcode: postcode.replace(/[－‐]/, '-'),
    city,
    region,
    country: 'JP',
  });
}

import { copied, type VisibleText } from '@sitegrep/html';
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { PhoneKind, PhoneNumber as PhoneFact } from '@sitegrep/site';
import { ISO_COUNTRIES } from '../countries/countries.ts';
import type { DiallingLink } from '../document/document-parts.ts';
import { percentDecoded } from '../links/links.ts';
import { isOfNamedCountry } from './named-plans.ts';
import { phoneCue } from './phone-cues.ts';
import type { FoundAddress } from '../postal-addresses/address.ts';
import type { SiteOwner } from '../ownership/site-owner.ts';
import { ZONES, type Zones } from '../ownership/zones.ts';
import { textPhones, type WrittenPhone } from './text-phones.ts';
import { digitsOfKeys } from './vanity-phones.ts';

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

/** Whether a link calls, messages or chats with a number. */
export function isDialling(href: string): boolean {
  return DIALLING.test(href);
}

/** Maximum numbers in the body of a page that is not about its owner; a list of firms has more. */
const MAX_IN_BODY = 8;

/** Material that the numbers of a page are read from. */
export interface PhoneMaterial {
  readonly links: ReadonlyMap<string, DiallingLink>;
  /** Numbers of structured data. */
  readonly stated: readonly string[];
  /** Fax numbers of structured data. */
  readonly faxNumbers: readonly string[];
  readonly visible: VisibleText;
  /** Addresses of the owner in the text. */
  readonly addresses: readonly FoundAddress[];
  readonly owner: SiteOwner;
  readonly zones: Zones;
  /** True if the page reports on another party, so that only its head and foot are about the owner. */
  readonly isReport: boolean;
}

/**
 * Numbers of the owner of a page: those of links to call or to chat, then those of structured data, then those in text.
 * Unique, at most 100, in that order.
 *
 * @param country as in `readPhone`
 * @param likely the same, if neither that nor the calling codes of the page tell it
 */
export function pagePhones(
  { links, stated, faxNumbers, visible, addresses, owner, zones, isReport }: PhoneMaterial,
  country: string | null,
  likely: string | null,
): readonly Phone[] {
  const inText = textPhones(visible, addresses, owner, zones);
  const hrefs = [...links].slice(0, MAX_CANDIDATES);
  const facts = isReport
    ? []
    : [
        ...stated
          .slice(0, MAX_CANDIDATES)
          .map((text) => [text, /^\s*(?:tele)?fax/i.test(text) ? 'fax' : 'phone'] as const),
        ...faxNumbers.slice(0, MAX_CANDIDATES).map((text) => [text, 'fax'] as const),
      ];
  const home =
    country ??
    planOf([...hrefs.map(([href]) => dialledIn(href) ?? ''), ...inText.map(({ text }) => text)]) ??
    likely;
  const found = [
    ...hrefs.flatMap(([href, link]) => linkedPhone(href, link, zones, home)),
    ...facts.flatMap(([text, kind]) => statedPhone(text, kind, home)),
    ...writtenPhones(inText, visible, zones, home),
  ];
  const phones = new Map<string, Phone>();
  for (const { isInBody, ...phone } of withoutLists(found, owner)) {
    if (isReport && isInBody) continue;
    const first = phones.get(phone.number);
    if (first === undefined && phones.size === MAX_PHONES) break;
    phones.set(phone.number, {
      ...(first ?? phone),
      country: first?.country ?? phone.country,
      kind: first === undefined || first.kind === 'phone' ? phone.kind : first.kind,
    });
  }
  return [...phones.values()];
}

/** The country of all numbers with a calling code: numbers without one are of its plan. Null if they are of several, or if there are none. */
function planOf(written: readonly string[]): string | null {
  let only: string | null = null;
  for (const text of written) {
    if (!/^\s*\(?(?:\+|00)/.test(text)) continue;
    const country = readPhone(text, null)?.country ?? null;
    if (country === null) continue;
    if (only !== null && only !== country) return null;
    only = country;
  }
  return only;
}

function statedPhone(text: string, kind: PhoneKind, country: string | null): readonly FoundPhone[] {
  const read = readPhone(text, country) ?? (country === null ? readBare(digitsOf(text)) : null);
  return read === null
    ? []
    : [{ ...read, kind, source: 'structured_data', written: writtenAs(text), isInBody: true }];
}

/** Maximum characters of a number as answers show it. */
const MAX_SHOWN = 200;

function writtenAs(text: string): string {
  return copied(text.trim().slice(0, MAX_SHOWN).toWellFormed());
}

interface FoundPhone extends Phone {
  /** Whether it is neither in the head nor in the foot of the page. */
  readonly isInBody: boolean;
}

function isInBody(element: number, zones: Zones): boolean {
  return (zones.of(element) & ZONES.ends) === 0;
}

/** Numbers without those of lists: many numbers in the body of a page that is not about its owner are those of others. */
function withoutLists(found: readonly FoundPhone[], { pageKind }: SiteOwner): readonly FoundPhone[] {
  const inBody = new Set(found.filter(({ isInBody }) => isInBody).map(({ number }) => number));
  return pageKind === 'other' && inBody.size > MAX_IN_BODY
    ? found.filter(({ isInBody }) => !isInBody)
    : found;
}

function writtenPhones(
  written: readonly WrittenPhone[],
  { lines, elementAt }: VisibleText,
  zones: Zones,
  country: string | null,
): readonly FoundPhone[] {
  const found: FoundPhone[] = [];
  let previous: ReadPhone | null = null;
  for (const { text, inWords = text, at, kind, isAnnounced, follows, countryBefore } of written) {
    const read: ReadPhone | null =
      ofNamedCountry(text, lines) ??
      readWritten(text, countryBefore ?? country, isAnnounced) ??
      (follows && previous !== null ? readEnd(text, previous.number) : null);
    previous = read;
    if (read !== null)
      found.push({
        ...read,
        kind,
        source: 'text',
        written: writtenAs(inWords),
        isInBody: isInBody(elementAt(at), zones),
      });
  }
  return found;
}

/** A number that is written with the calling code of a country that the text names, but without the plus. */
function ofNamedCountry(written: string, lines: string): ReadPhone | null {
  const digits = digitsOf(written);
  return digits.length === 10 && isOfNamedCountry(digits, lines) ? readPhone(`+${digits}`, null) : null;
}

/** A number and its country. */
type ReadPhone = Pick<Phone, 'number' | 'country'>;

/** The number of a link. Digits without a calling code are read as the text of the link writes them. */
function linkedPhone(
  href: string,
  { text, element }: DiallingLink,
  zones: Zones,
  country: string | null,
): readonly FoundPhone[] {
  const dialled = dialledIn(href);
  // After commas, a phone dials the code of a meeting.
  if (dialled === null || /,,\d{6}/.test(percentDecoded(href))) return [];
  const digits = digitsOf(toDial(dialled));
  const isSame = digits.length >= 6 && digitsOf(text).endsWith(digits.replace(/^[01]/, ''));
  const read =
    readPhone(dialled, country) ??
    (isSame ? readPhone(text, country) : null) ??
    (country === null || isSame ? readBare(digits) : null);
  const kind = phoneCue(text.slice(0, 30).replace(/\d[^]*$/, ''), '')?.kind ?? 'phone';
  if (read === null) return [];
  const isChat = /whatsapp|wa\.me/i.test(href);
  return [
    {
      ...read,
      kind: isChat ? 'whatsapp' : kind,
      source: 'link',
      written: writtenAs(href),
      isInBody: isInBody(element, zones),
    },
  ];
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Ten digits that are a number of North America. */
function readBare(digits: string): ReadPhone | null {
  return /^1?[2-9]\d\d[2-9]\d{6}$/.test(digits) ? readPhone(digits, 'US') : null;
}

/** The number in a piece of text; without the first or last group of digits where they do not belong to it. */
function readWritten(written: string, country: string | null, isAnnounced: boolean): ReadPhone | null {
  const text = written
    .trim()
    .replace(/^\((\+[^()]*)\)?/, '$1 ')
    .replace(/^\((?=[^)]*$)/, '');
  for (const piece of piecesOf(text)) {
    if (digitsOf(piece).length < 7) continue;
    const read = readPhone(piece, country) ?? (isAnnounced ? readAnnounced(piece, country) : null);
    if (read !== null) return read;
  }
  return null;
}

/** A text, and the same without groups at its start or end. */
function* piecesOf(text: string): Generator<string> {
  yield text;
  yield text.replace(/[-–]\d{1,4}$/, '');
  const groups = text.split(/\s+/);
  for (const count of [1, 2]) {
    yield groups.slice(count).join(' ');
    yield groups.slice(0, -count).join(' ');
  }
}

/** The number of which only the end is written, because it begins as the one before it: `593 8413, 593 8415`. */
function readEnd(written: string, previous: string): ReadPhone | null {
  const digits = digitsOf(written);
  return digits.length > 8 ? null : readPhone(previous.slice(0, -digits.length) + digits, null);
}

/** A number that is written with its calling code, but without the plus: `86-10-87826688`; or ten digits in a row. */
function readAnnounced(piece: string, country: string | null): ReadPhone | null {
  const code = /^\d{1,3}(?=[\s.-])/.exec(piece)?.[0];
  const home = country !== null && isSupportedCountry(country) ? getCountryCallingCode(country) : null;
  if (code !== undefined && COUNTRIES.has(code) && (home === null || home === code)) {
    const read = readPhone(`+${piece}`, null);
    if (read !== null) return read;
  }
  // Hardly any other plan has numbers of the British lengths after a zero.
  if (country === null) return piece.startsWith('0') ? readPhone(piece, 'GB') : readBare(digitsOf(piece));
  // In some countries the trunk prefix was abolished, and people still write it.
  return piece.startsWith('0') ? readPhone(piece.slice(1), country) : null;
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
export function readPhone(written: string, country: string | null): ReadPhone | null {
  if (written.length > MAX_WRITTEN) return null;
  const key = `${country ?? ''} ${written}`;
  const known = KNOWN.get(key);
  if (known !== undefined) return known;
  if (KNOWN.size === MAX_KNOWN) KNOWN.clear();
  const read = numberIn(written, country);
  KNOWN.set(copied(key), read);
  return read;
}

/** Numbers by how those read last are written: a page has most of its numbers several times, and those of its site. */
const KNOWN = new Map<string, ReadPhone | null>();
const MAX_KNOWN = 500;

function numberIn(written: string, country: string | null): ReadPhone | null {
  const text = toDial(written);
  const isAmerican = NORTH_AMERICAN.test(text);
  const phone =
    parsedPhone(text, country ?? (isAmerican ? 'US' : null)) ?? (isAmerican ? parsedPhone(text, 'US') : null);
  if (phone === null || isMadeUp(phone)) return null;
  return { number: copied(phone.number), country: text.startsWith('+') ? onlyCountryOf(phone) : null };
}

/** A number that the numbering plan of its country has. @param home country of a number without a calling code */
function parsedPhone(text: string, home: string | null): PhoneNumber | null {
  // The library refuses these too, but makes an error for each.
  if (home === null && !text.includes('+')) return null;
  const phone = parsePhoneNumberFromString(text, {
    extract: false,
    ...(home !== null && isSupportedCountry(home) && { defaultCountry: home }),
  });
  return phone?.isValid() === true ? phone : null;
}

/** Groups of three, three and four digits, `(505) 326-1111`: the form of North America. */
const NORTH_AMERICAN = /^(?:1[\s.-]?)?(?:\([2-9]\d\d\)\s?|[2-9]\d\d[.-])[2-9]\d\d[.-]\d{4}$/;
/** A number of North America with words for digits: `+1-800-FLOWERS`. */
const IN_WORDS = /^\+1[\s.-]?\(?8\d\d\)?[\s.-]?[A-Z][A-Z\d-]{4,}[A-Z\d]$/;

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
  if (IN_WORDS.test(text)) return digitsOfKeys(text);
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
function onlyCountryOf(phone: PhoneNumber): string | null {
  const countries = (COUNTRIES.get(phone.countryCallingCode) ?? []).filter((country) => {
    phone.country = country;
    return phone.isValid();
  });
  const [country, ...others] =
    countries.length === 1 ? countries : countries.filter((code) => !SMALL_PARTS.has(code));
  return country !== undefined && others.length === 0 && ISO_COUNTRIES.has(country) ? country : null;
}

// Finds postal addresses in visible text: a postcode beside a city, with a street before or after it.
import { countryNamed } from '../countries.ts';
import { copied, foldWhiteSpace } from '../text.ts';
import { LINE_END } from '../visible-text.ts';
import { COUNTRY_LETTERS, POSTCODE_FORMS, type PostcodeFormName, STATES } from './postcodes.ts';
import { streetAtEnd, type StreetLanguage, streetLanguages } from './street-words.ts';

/** A postal address as a page writes it; parts that it does not state are null. */
interface WrittenAddress {
  /** The address as written on one line, its lines separated by `, `. */
  readonly text: string;
  /** Street with house number, or a post office box. */
  readonly street: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  /** State, province or prefecture as written. */
  readonly region: string | null;
  /** ISO 3166-1 alpha-2, as the address states it or as its form shows it. */
  readonly country: string | null;
}

/** An address in a text. */
export interface FoundAddress extends WrittenAddress {
  /** Offset of its first character. */
  readonly at: number;
  /** Offset after its last character. */
  readonly end: number;
}

/** Maximum postcodes per page that are examined, and addresses that are returned. */
const MAX_CANDIDATES = 2_000;
const MAX_ADDRESSES = 100;
/** Maximum characters of an address before and after its postcode. */
const BEFORE = 180;
const AFTER = 120;

const FORM_NAMES = Object.keys(POSTCODE_FORMS) as readonly PostcodeFormName[];
const CANDIDATE = new RegExp(
  String.raw`(?:(?<letters>[A-Z]{1,3})\s?[-–—]\s?)?(?:${FORM_NAMES.map(
    (name) => `(?<${name}>${POSTCODE_FORMS[name].pattern})`,
  ).join('|')})(?![\p{L}\d€$£%/]|[.,:-]\d)`,
  'uy',
);
/** The start of a number, with up to three capitals before it; a postcode begins there. */
const RUN = /(?:\b[A-Z]{1,3}(?:\s?[-–—]\s?)?)?\d[A-Z\d–—-]*|〒/g;
/** Characters that do not precede a postcode. */
const NO_CODE_AFTER = /[\p{L}\d.,/€$£#+-]/u;

/** Postcodes, and what looks like one, in the order of a text. */
function* postcodesIn(lines: string): Generator<RegExpExecArray> {
  let end = 0;
  for (const { 0: run, index } of lines.matchAll(RUN)) {
    if (index < end) continue;
    const match =
      postcodeAt(lines, index) ?? (/^[A-Z]/.test(run) ? postcodeAt(lines, index + run.search(/\d/)) : null);
    if (match === null) continue;
    end = match.index + match[0].length;
    yield match;
  }
}

function postcodeAt(lines: string, at: number): RegExpExecArray | null {
  if (at > 0 && NO_CODE_AFTER.test(lines[at - 1] ?? '')) return null;
  CANDIDATE.lastIndex = at;
  return CANDIDATE.exec(lines);
}

/** Parts of a text between separators. */
const SEPARATOR = /\s*(?:[\u2028,;|:·•∙▪»>…*]|(?![°+#&№])\p{So}|\s?\/\/|\s[-–—/]\s|[-–—]\s|\s{3,})\s*/u;
/** Texts that announce a part of an address. */
const FIRM =
  /^.*(?<![\p{L}])(?:GmbH|AG|KG|OHG|UG|e\.\s?[VK]\.|Ltd\.?|Limited|Inc\.?|LLC|S\.?r\.?l\.?|S\.?p\.?A\.?|B\.?V\.?|Sp\. z o\.\s?o\.|SARL|SAS|ApS|A\/S|Oy|AB)(?:\s&\sCo\.?(?:\sKG)?)?\s+(?=\S)/u;
const LABEL = /^(?:\p{L}[\p{L}\s-]{2,30}|〒)\s?[:：]\s*/u;

/**
 * Postal addresses in a text, in the order of the text.
 *
 * @param lines visible text as in `VisibleText`
 * @param home country that an address of an ambiguous form has, such as a postcode of four digits; null if none is known
 */
export function readAddresses(lines: string, home: string | null): readonly FoundAddress[] {
  const found: FoundAddress[] = [];
  let candidates = 0;
  for (const match of postcodesIn(lines)) {
    if (++candidates > MAX_CANDIDATES || found.length === MAX_ADDRESSES) break;
    const at = match.index;
    if (at < (found.at(-1)?.end ?? 0)) continue;
    const form = FORM_NAMES.find((name) => match.groups?.[name] !== undefined);
    if (form === undefined) continue;
    const candidate: Candidate = {
      lines,
      at,
      end: at + match[0].length,
      start: Math.max(found.at(-1)?.end ?? 0, at - BEFORE),
      form,
      postcode: foldWhiteSpace(match.groups?.[form] ?? '').replace(/^〒\s?/, ''),
      stated: COUNTRY_LETTERS[match.groups?.['letters'] ?? ''] ?? null,
      home,
    };
    const address =
      READERS[readerOf(form)].map((read) => read(candidate)).find((each) => each !== null) ?? null;
    if (address !== null) found.push(address);
  }
  return found;
}

interface Candidate {
  readonly lines: string;
  /** Start and end of the postcode, with letters of the country before it. */
  readonly at: number;
  readonly end: number;
  /** Start of the text that an address can begin in. */
  readonly start: number;
  readonly form: PostcodeFormName;
  readonly postcode: string;
  /** Country by the letters before the postcode. */
  readonly stated: string | null;
  readonly home: string | null;
}

type Reader = (candidate: Candidate) => FoundAddress | null;

const READERS: Readonly<Record<'japan' | 'city first' | 'digits', readonly Reader[]>> = {
  japan: [japanese],
  'city first': [cityFirst],
  digits: [stateAndCode, codeAndCity],
};

function readerOf(form: PostcodeFormName): keyof typeof READERS {
  if (form === 'jp') return 'japan';
  return POSTCODE_FORMS[form].position === 'after city' ? 'city first' : 'digits';
}

const PREFECTURE = /^(?:日本国?\s*)?((?:東京都|北海道|大阪府|京都府|[\u4e00-\u9fff]{2,3}県)?)/;
const JAPANESE =
  /^[\s\u2028:：]*((?:[\u3005-\u30ff\u4e00-\u9fff]+[市区町村郡][\u3005-\u30ff\u4e00-\u9fff]*|(?:東京都|北海道|大阪府|京都府|[\u4e00-\u9fff]{2,3}県)[\u3005-\u30ff\u4e00-\u9fff]+)[\u3005-\u30ff\u4e00-\u9fff\d０-９a-zA-Zａ-ｚＡ-Ｚ－‐−ー―-]*(?:[ 　][\u3005-\u30ff\u4e00-\u9fff\d０-９a-zA-ZＡ-Ｚａ-ｚ－‐ー-]{2,30}(?=[ 　\u2028]|$))?)/;

/** 〒100-0001 東京都千代田区千代田1-1 */
function japanese({ lines, at, end, postcode }: Candidate): FoundAddress | null {
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

/** A city: words with capitals, particles between them, the number of a district. */
const CITY = new RegExp(
  String.raw`^\p{Lu}[\p{L}\p{M}.'’/-]*(?:[ \u00a0](?:\p{Lu}[\p{L}\p{M}.'’/-]*|\(\p{Lu}\p{Ll}{2,20}\)|a\.?[md]\.?|am|an|der|die|den|im|in|bei|ob|sur|sous|lès|les|la|le|de|du|del|della|di|do|da|dos|das|aan|upon|nad|pod|i|y|et|v|\d{1,2}(?:e|er)?(?![\p{L}\d]))){0,5}`,
  'u',
);
/** Words after a city that do not belong to it. */
const NOT_CITY =
  /[\s(]*(?<![\p{L}\p{M}])(?:tel|telefon|telefono|teléfono|téléphone|tél|telefone|telephone|phone|ph|fax|mobil|mobile|mob|call|e-?mail|mail|web|www|internet|p|t|f|m|email|kontakt|contact|contatti|öffnungszeiten|ust|steuernr|p\.?\s?iva|partita|cif|nif|siret|rcs|vat|kvk|cvr|org|nip|ičo|ico|dič|copyright|all|we|to|get|map|directions|google|route|anfahrt|view|show|open|hours|cedex)(?![\p{L}\p{M}])[^]*$/iu;

/** The city at the start of a text; empty if there is none. */
function cityIn(text: string): string {
  return (CITY.exec(text)?.[0] ?? '')
    .replace(NOT_CITY, '')
    .replace(SENTENCE_END, '')
    .replace(/(?:\s(?:an|am|in|im|der|die|den|de|la|le|y|et|i|v|di|do|da|en))*[\s.,/(-]*$/, '');
}
const SENTENCE_END = /(?<=\p{L}{4})\.\s[^]*$/u;

/** `Hauptstraße 1, 12345 Berlin`, and `12345 Berlin, Hauptstraße 1`. */
function codeAndCity(candidate: Candidate): FoundAddress | null {
  const { lines, at, end, start, form, postcode, stated, home } = candidate;
  if (form === 'five' && postcode.length > 5) return null;
  const after = lines.slice(end, end + AFTER);
  const gap =
    (form === 'six' ? /^\s?,?\s*(?:(?:г\.|город|гор\.|м\.)\s?)?/u : /^\s{1,3}/u).exec(after)?.[0] ?? '';
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
  const street = streetBefore(lines.slice(start, at), isSure);
  const { region, length } = regionAfter(lines, cityEnd);
  if (street !== null) {
    const country = named ?? countryOfForm(form, postcode, street.languages, home);
    if (country === null || (street.languages.size === 0 && isYear(postcode))) return null;
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

/** Whether a number is more often a year than a postcode. */
function isYear(postcode: string): boolean {
  return /^(?:19|20)\d\d$/.test(postcode);
}

/** A country if it has postcodes of a form. */
function countryOfThat(form: PostcodeFormName, country: string | null): string | null {
  return POSTCODE_FORMS[form].countries.some(([other]) => other === country) ? country : null;
}

/** `Milano (MI)` */
function regionAfter(lines: string, at: number): { readonly region: string; readonly length: number } {
  const match = /^[\s,]{0,2}(?:\(([A-Z]{2})\)|-\s([A-Z]{2})(?![\p{L}\d]))/u.exec(lines.slice(at, at + 10));
  return { region: match?.[1] ?? match?.[2] ?? '', length: match?.[0].length ?? 0 };
}

/** A city without the country that is written after it. */
function withoutCountry(written: string): { readonly city: string; readonly country: string | null } {
  const words = written.split(/[ \u00a0]/);
  for (const count of [1, 2]) {
    if (words.length <= count) break;
    const country = countryNamed(words.slice(-count).join(' ').replaceAll(/[()]/g, ''));
    if (country !== null && words.at(-1)?.length !== 2)
      return { city: words.slice(0, -count).join(' '), country };
  }
  return { city: written, country: null };
}

/** The country that the next part of a text names: `Berlin, Germany`. */
function countryAfter(lines: string, at: number): string | null {
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
function countryOfForm(
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

interface Street {
  readonly text: string;
  /** Offset in the text that was searched. */
  readonly at: number;
  readonly languages: ReadonlySet<StreetLanguage>;
}

const BOX =
  /(?:p\.?\s?o\.?\s?box|postfach|postbus|boîte postale|b\.?p\.?|apartado|apdo\.?|casella postale|caixa postal|box|postboks|c\.?s\.?)\s?(?:n[°º.]\s?)?\d[\d ]{0,8}$/iu;
const HOUSE_NUMBER = /(?<![\p{L}\d])\d{1,5}(?![\d])/u;
/** A name and a number: `Moosfeld 12a`; `12 High Holborn`. */
const NAME_AND_NUMBER =
  /^(?:\p{Lu}[\p{L}\p{M}.'’-]*(?:\s[\p{L}\p{M}.'’-]+){0,4}\s\d{1,4}\s?[a-z]?(?:\s?[-–/]\s?\d{1,4}\s?[a-z]?)?|\d{1,4}[a-z]?,?\s\p{Lu}[\p{L}\p{M}.'’-]*(?:\s[\p{L}\p{M}.'’-]+){1,4})$/u;
/** Parts between street and city: a floor, a suite, a building, a district. */
const FILLER =
  /^(?:[^\d\u2028]{2,40}|.{0,25}(?:suite|ste|floor|fl|unit|room|apt|building|bldg|stock|og|etage|étage|piso|planta|bâtiment|bât|lokal|p\.?o\.? box|bp|cs|b\.p\.|box|#).{0,25}|\d{1,3}(?:st|nd|rd|th|º|ª|\.|er|e|ème)?(?:\s\p{L}+){1,2}|[\p{L}\d/. -]{1,8})$/iu;

/** The street at the end of a text that a postcode or a city follows. @param isSure whether the country is stated */
function streetBefore(before: string, isSure: boolean): Street | null {
  const parts = partsOf(before);
  for (let back = 0; back < 3; back++) {
    const last = parts.at(-1 - back);
    if (last === undefined) return null;
    if (back > 0 && !parts.slice(parts.length - back).every(({ text }) => FILLER.test(text))) return null;
    const previous = parts.at(-2 - back);
    const joined = previous === undefined ? last.text : `${previous.text}, ${last.text}`;
    const tried = [
      // `Via Roma, 12` and `12, rue de Rome`
      ...(previous !== undefined &&
      ((/^(?:n[°º.]*\s?|nr\.?\s?)?\d{1,5}\s?[a-z]?(?:[-/]\d{1,5})?$/iu.test(last.text) &&
        !/\d/.test(previous.text)) ||
        (/^\d{1,4}(?:\s?(?:bis|ter|[a-z]))?$/i.test(previous.text) && !/\d/.test(last.text)))
        ? [{ text: joined, at: previous.at }]
        : []),
      last,
    ];
    for (const { text, at } of tried) {
      const street = streetOf(text, isSure && back === 0);
      if (street !== null)
        return {
          ...street,
          at: at + street.at,
          text: wholeStreet(street.text, parts.slice(parts.length - back)),
        };
    }
  }
  return null;
}

/** A street with floors and suites that are written after it. */
function wholeStreet(street: string, after: readonly Part[]): string {
  return [street, ...after.map(({ text }) => text).filter((text) => /\d/.test(text))].join(', ');
}

/** The street that a part of a text holds at its end. */
function streetOf(part: string, isSure: boolean): Street | null {
  const text = part.replace(LABEL, '').replace(FIRM, '');
  const at = part.length - text.length;
  const box = BOX.exec(text);
  if (box !== null) return { text: box[0], at: at + box.index, languages: streetLanguages(text) };
  if (text.length < 4 || !HOUSE_NUMBER.test(text)) return null;
  const languages = streetLanguages(text);
  if (languages.size > 0 && text.length <= 60 && (NAME_AND_NUMBER.test(text) || text.split(' ').length <= 5))
    return { text, at, languages };
  const end = streetAtEnd(text);
  if (end !== null) return { text: end, at: at + text.length - end.length, languages: streetLanguages(end) };
  if (languages.size > 0 && text.length <= 80) return { text, at, languages };
  return isSure && NAME_AND_NUMBER.test(text) ? { text, at, languages } : null;
}

/** A street after the city: `1051 Budapest, Fő utca 12.`, `123456, г. Москва, ул. Ленина, д. 12`. */
function streetAfter(lines: string, at: number): { readonly text: string; readonly end: number } | null {
  const after = lines.slice(at, at + AFTER);
  const separator = /^\s?[,.;]?[\s\u2028]*/u.exec(after)?.[0] ?? '';
  if (separator === '') return null;
  const [first = ''] = after
    .slice(separator.length)
    .split(/[\u2028;|•·]|\s[-–—]\s|(?<=\p{L}{4})\.\s(?=\p{Lu})/u, 1);
  const match =
    /^(?:[^,\d]{2,40}(?:обл|область|край|р-н|район)[^,]{0,20},\s?)?[^,\d]{2,45},?\s(?:д\.?\s?|дом\s|nr\.?\s?|no:?\s?|n[°º.]?\s?)?\d{1,4}(?:\s?[a-zа-я](?![\p{L}]))?(?:\s?[-–/]\s?\d{1,4})?\.?(?:,\s(?:корп|стр|оф|офис|кв|лит)[.\s]{1,2}[\p{L}\d]{1,5})*/iu.exec(
      first,
    )?.[0];
  if (match === undefined || streetLanguages(match).size === 0) return null;
  return { text: match.replace(/[.,\s]+$/, ''), end: at + separator.length + match.length };
}

const US_TAIL = new RegExp(String.raw`(?<![\p{L}])(${STATES.US}|[A-Z][a-z]\.?),?\.?\s{1,3}$`, 'u');
const US_CODES: ReadonlySet<string> = new Set(STATES.US.match(/\b[A-Z]{2}\b/g));
const AU_TAIL = new RegExp(String.raw`(?<![\p{L}])(${STATES.AU}),?\s{1,3}$`, 'u');

/** `123 Main St, Columbus, OH 43215` and `12 King St, Sydney NSW 2000` */
function stateAndCode(candidate: Candidate): FoundAddress | null {
  const { lines, at, start, form, end } = candidate;
  if (form !== 'five' && form !== 'four') return null;
  const before = lines.slice(start, at);
  const match = (form === 'five' ? US_TAIL : AU_TAIL).exec(before);
  if (match === null) return null;
  const state = match[1] ?? '';
  if (/^[A-Z][a-z]\.?$/.test(state) && !US_CODES.has(state.slice(0, 2).toUpperCase())) return null;
  return beforeCity(
    candidate,
    before.slice(0, match.index),
    end,
    candidate.postcode,
    state,
    form === 'five' ? 'US' : 'AU',
  );
}

const CA_TAIL = new RegExp(String.raw`(?<![\p{L}])(${STATES.CA}),?\.?\s{0,3}$`, 'u');

/** `10 Downing St, London SW1A 2AA`, `1 King St, Toronto, ON M5H 1A1`, `Rua Augusta, 100 - Centro, São Paulo - SP, 01305-000` */
function cityFirst(candidate: Candidate): FoundAddress | null {
  const { lines, at, start, form, end, postcode } = candidate;
  const before = lines.slice(start, at);
  if (form === 'ca') {
    const match = CA_TAIL.exec(before);
    return beforeCity(
      candidate,
      before.slice(0, match?.index ?? before.length),
      end,
      postcode,
      match?.[1] ?? '',
      'CA',
    );
  }
  if (form === 'br') {
    const match = /([\p{L}\p{M} .'’]{3,40})\s?[,/–-]\s?([A-Z]{2})[\s,.–|-]*(?:CEP:?\s?)?$/u.exec(before);
    const later = /^[\s,–-]*([\p{L}\p{M} .'’]{3,40})\s?[,/–-]\s?([A-Z]{2})(?![\p{L}])/u.exec(
      lines.slice(end, end + AFTER),
    );
    const street = streetInBrazil(before);
    const [city, region] = match === null ? [later?.[1], later?.[2]] : [match[1], match[2]];
    if (street === null || city === undefined) return null;
    const last = match === null ? end + (later?.[0].length ?? 0) : end;
    return addressAt(lines, start + street.at, last, {
      street: street.text,
      postcode,
      city: city.trim(),
      region: region ?? '',
      country: 'BR',
    });
  }
  return beforeCity(candidate, before, end, postcode, '', form === 'ie' ? 'IE' : 'GB');
}

function streetInBrazil(before: string): { readonly text: string; readonly at: number } | null {
  const match =
    /(?<![\p{L}\p{M}.])(?:rua|r\.|avenida|av\.?|praça|pça\.?|alameda|al\.|travessa|rodovia|rod\.|estrada|largo|sh[ci]s|scs|sbs|sas|sgas)\s[^\u2028|]{3,60}?,?\s?(?:n[º°.]*\s?)?\d{1,5}(?![\d.])/iu.exec(
      before,
    );
  return match === null ? null : { text: match[0], at: match.index };
}

const ENGLISH_STREET =
  /^(?:(?:suite|ste|unit|level|floor|shop|flat|apt|office|studio|room)\.?\s[\w-]+,?\s|\d{1,4}\/)?\d{1,6}[A-Za-z]?(?:\s?[-–]\s?\d{1,5}[A-Za-z]?)?,?\s(?:[NSEW]\.?\s|[NS][EW]\s)?[\p{L}\d][^\u2028]{1,70}$/u;
/** `123 Main St Columbus` → street and city. */
const STREET_AND_CITY =
  /^(.*\b(?:street|st|road|rd|avenue|ave|boulevard|blvd|drive|dr|lane|ln|way|court|ct|place|pl|square|sq|parkway|pkwy|highway|hwy|terrace|circle|cir|plaza|broadway|crescent|close|quay)\b\.?(?:\s(?:[NSEW]|[NS][EW]|north|south|east|west)\b\.?)?(?:,?\s(?:suite|ste|unit|apt|floor|fl|room|rm|#)\.?\s?#?[\w-]+)?)\s(\p{Lu}[\p{L}.'’ -]{1,30})$/iu;
/** A line before the city that names a house or an estate, as in Britain. */
const HOUSE_NAME = /^(?:the\s)?\p{Lu}[\p{L}\p{M}\d.'’&() -]{2,60}$/u;

/** Reads city and street, in this order from the end of a text. */
function beforeCity(
  { lines, start }: Candidate,
  before: string,
  end: number,
  postcode: string,
  region: string,
  country: string,
): FoundAddress | null {
  const parts = partsOf(before);
  const last = parts.at(-1);
  if (last === undefined) return null;
  const split = STREET_AND_CITY.exec(last.text.replace(LABEL, ''));
  if (split !== null && HOUSE_NUMBER.test(split[1] ?? '')) {
    const [, street = '', city = ''] = split;
    const offset = last.at + last.text.length - split[0].length;
    const at = /^\D*(?=\d)/.exec(street)?.[0].length ?? 0;
    return addressAt(lines, start + offset + at, end, {
      street: street.slice(at),
      postcode,
      city,
      region,
      country,
    });
  }
  for (const back of [1, 2, 3]) {
    const part = parts.at(-1 - back);
    if (part === undefined) return null;
    const text = part.text.replace(LABEL, '');
    const street =
      ENGLISH_STREET.test(text) && !(/^(?:19|20)\d\d\s/.test(text) && text.length > 30)
        ? { text, at: part.at + part.text.length - text.length }
        : boxIn(part);
    if (street !== null) {
      const between = parts.slice(parts.length - back, -1);
      const [city, further] = cityAmong(last.text, between, country);
      if (city === null) return null;
      return addressAt(lines, start + street.at, end, {
        street: [street.text, ...further].join(', '),
        postcode,
        city,
        region,
        country,
      });
    }
    if (!HOUSE_NAME.test(text) && !FILLER.test(text)) return null;
  }
  return null;
}

function boxIn(part: Part): { readonly text: string; readonly at: number } | null {
  const box = BOX.exec(part.text);
  if (box !== null) return { text: box[0], at: part.at + box.index };
  const road =
    /\d{1,5}[A-Za-z]?(?:\s?[-–]\s?\d{1,5})?,?\s(?:\p{Lu}[\p{L}.'’-]*\s){1,4}(?:street|st|road|rd|avenue|ave|boulevard|blvd|drive|dr|lane|ln|way|court|place|square|parkway|pkwy|highway|hwy)\b\.?(?:\s(?:[NSEW]|[NS][EW])\b)?$/iu.exec(
      part.text,
    );
  return road === null ? null : { text: road[0], at: part.at + road.index };
}

/** The city of an address, and what is written between it and the street. */
function cityAmong(
  last: string,
  between: readonly Part[],
  country: string,
): readonly [city: string | null, further: readonly string[]] {
  const city = last.replace(/^[\s-]+|[\s-]+$/g, '');
  const texts = between.map(({ text }) => text);
  if (!/^\p{Lu}[\p{L}\p{M}.'’() -]{1,40}$/u.test(city)) return [null, texts];
  // In Britain a county can follow the city: `Guildford, Surrey`.
  const previous = texts.at(-1);
  if (
    country === 'GB' &&
    previous !== undefined &&
    /^\p{Lu}[\p{L}'’ -]{2,25}$/u.test(previous) &&
    COUNTY.test(city)
  )
    return [previous, texts.slice(0, -1)];
  return [city, texts];
}

const COUNTY =
  /shire$|^(?:surrey|kent|essex|sussex|(?:east|west) sussex|cornwall|devon|dorset|somerset|norfolk|suffolk|cumbria|middlesex|(?:greater|county|co\.?) .*|tyne and wear|west midlands|(?:west|south|north) yorkshire|merseyside|rutland|northumberland|isle of wight|uk|england|scotland|wales)$/i;

interface Part {
  readonly text: string;
  /** Offset in the text that was searched. */
  readonly at: number;
}

/** Parts of a text between separators, with blanks as one. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  const separator = new RegExp(SEPARATOR, 'gu');
  let at = 0;
  const add = (start: number, end: number): void => {
    const raw = text.slice(start, end);
    const folded = foldWhiteSpace(raw);
    if (folded !== '') parts.push({ text: folded, at: start + raw.length - raw.trimStart().length });
  };
  for (const match of text.matchAll(separator)) {
    add(at, match.index);
    at = match.index + match[0].length;
  }
  add(at, text.length);
  return parts;
}

function addressAt(
  lines: string,
  at: number,
  end: number,
  {
    street,
    postcode,
    city,
    region,
    country,
  }: Record<'street' | 'postcode' | 'city' | 'region', string> & {
    readonly country: string | null;
  },
): FoundAddress {
  const text = foldWhiteSpace(lines.slice(at, end).replaceAll(/\s*,?\s*\u2028\s*/g, ', '));
  return {
    at,
    end,
    text: copied(text),
    street: valueOf(street),
    postcode: valueOf(postcode),
    city: valueOf(city),
    region: valueOf(region),
    country,
  };
}

function valueOf(text: string): string | null {
  const folded = foldWhiteSpace(text).replace(/^[\s,.-]+|[\s,-]+$/g, '');
  return folded === '' ? null : copied(folded);
}

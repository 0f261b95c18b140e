// Finds the street of an address: beside its city or postcode, known by its words, its number or its box.
import { foldWhiteSpace } from '@sitegrep/html';
import { AFTER } from './address.ts';
import { mayNameStreet, streetAtEnd, type StreetLanguage, streetLanguages } from './street-words.ts';

/** Texts that announce a part of an address. */
export const FIRM =
  /^.*(?<![\p{L}])(?:GmbH|AG|KG|OHG|UG|e\.\s?[VK]\.|Ltd\.?|Limited|Inc\.?|Corp\.?|LLC|S\.?r\.?l\.?|S\.?p\.?A\.?|B\.?V\.?|Sp\. z o\.\s?o\.|SARL|SAS|ApS|[APK]\/S|Oy|AB)(?:\s&\sCo\.?(?:\sKG)?)?\s+(?=\S)/u;
export const LABEL = /^(?:\p{L}[\p{L}\s-]{2,30}|〒)\s?[:：]\s*/u;

export interface Street {
  readonly text: string;
  /** Offset in the text that was searched. */
  readonly at: number;
  readonly languages: ReadonlySet<StreetLanguage>;
}

export const BOX =
  /(?:p\.?\s?o\.?\s?box|postfach|postbus|boîte postale|b\.?p\.?|apartado|apdo\.?|casella postale|caixa postal|box|postboks|c\.?s\.?)\s?(?:n[°º.]\s?)?\d[\d ]{0,8}$/iu;
export const HOUSE_NUMBER = /(?<![\p{L}\d])\d{1,5}(?![\d])/u;
/** A name and a number: `Moosfeld 12a`; `12 High Holborn`. */
const NAME_AND_NUMBER =
  /^(?:\p{Lu}[\p{L}\p{M}.'’-]*(?:\s[\p{L}\p{M}.'’-]+){0,4}\s\d{1,4}\s?[a-z]?(?:\s?[-–/]\s?\d{1,4}\s?[a-z]?)?|\d{1,4}[a-z]?,?\s\p{Lu}[\p{L}\p{M}.'’-]*(?:\s[\p{L}\p{M}.'’-]+){1,4})$/u;
/** Parts between street and city: a floor, a suite, a building, a district. */
export const FILLER =
  /^(?:[^\d\u2028]{2,40}|.{0,25}(?:suite|ste|floor|fl|unit|room|apt|building|bldg|stock|og|etage|étage|piso|planta|bâtiment|bât|lokal|p\.?o\.? box|bp|cs|b\.p\.|box|#).{0,25}|\d{1,3}(?:st|nd|rd|th|º|ª|\.|er|e|ème)?(?:\s\p{L}+){1,2}|[\p{L}\d/. -]{1,8})$/iu;

/** The street at the end of a text that a postcode or a city follows. @param isSure whether the country is stated */
export function streetBefore(before: string, isSure: boolean): Street | null {
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
  if (!/\d/.test(part)) return null;
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
export function streetAfter(
  lines: string,
  at: number,
): { readonly text: string; readonly end: number } | null {
  const after = lines.slice(at, at + AFTER);
  const separator = /^\s?[,.;]?[\s\u2028]*/u.exec(after)?.[0] ?? '';
  if (separator === '') return null;
  const [first = ''] = after
    .slice(separator.length)
    .split(/[\u2028;|•·]|\s[-–—]\s|(?<=\p{L}{4})\.\s(?=\p{Lu})/u, 1);
  if (!mayNameStreet(first)) return null;
  const match =
    /^(?:[^,\d]{2,40}(?:обл|область|край|р-н|район)[^,]{0,20},\s?)?[^,\d]{2,45},?\s(?:д\.?\s?|дом\s|nr\.?\s?|no:?\s?|n[°º.]?\s?)?\d{1,4}(?:\s?[a-zа-я](?![\p{L}]))?(?:\s?[-–/]\s?\d{1,4})?\.?(?:,\s(?:корп|стр|оф|офис|кв|лит)[.\s]{1,2}[\p{L}\d]{1,5})*/iu.exec(
      first,
    )?.[0];
  if (match === undefined || streetLanguages(match).size === 0) return null;
  return { text: match.replace(/[.,\s]+$/, ''), end: at + separator.length + match.length };
}

/** Parts of a text between separators. */
const SEPARATOR =
  /\s*(?:[\u2028,;|:·•∙▪»>…*]|(?![°+#&№])\p{So}|\s?\/\/|(?<!\d)\s[-–—/]\s|\s[-–—/]\s(?!\d)|(?<!\d\s)[-–—]\s(?!\d)|\s{3,})\s*/gu;

export interface Part {
  readonly text: string;
  /** Offset in the text that was searched. */
  readonly at: number;
}

/** Parts of a text between separators, with blanks as one. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const add = (start: number, end: number): void => {
    const raw = text.slice(start, end);
    const folded = foldWhiteSpace(raw);
    if (folded !== '') parts.push({ text: folded, at: start + raw.length - raw.trimStart().length });
  };
  SEPARATOR.lastIndex = 0;
  for (let match = SEPARATOR.exec(text); match !== null; match = SEPARATOR.exec(text)) {
    add(at, match.index);
    at = SEPARATOR.lastIndex;
  }
  add(at, text.length);
  return parts;
}

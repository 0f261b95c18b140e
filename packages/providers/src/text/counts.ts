/*
 * How a language writes numbers, taken from what Node knows of it (CLDR), not from tables of our own.
 */
import { LRUCache } from 'lru-cache';

/** Maximum cached locales; requests could name tens of thousands. */
const MAX_LOCALES = 64;

/** A word or letter for a power of ten, as one language writes it beside a number. */
interface Magnitude {
  readonly word: string;
  readonly factor: number;
}

/** Letters that sites use in every language. */
const LATIN: readonly Magnitude[] = [
  { word: 'k', factor: 1e3 },
  { word: 'm', factor: 1e6 },
  { word: 'b', factor: 1e9 },
];

/** The longest word first, so that none hides another. */
const magnitudesOf = perLocale((locale): readonly Magnitude[] => {
  const found = new Map(LATIN.map(({ word, factor }) => [word, factor]));
  for (const compactDisplay of ['short', 'long'] as const) {
    const format = new Intl.NumberFormat(locale, {
      notation: 'compact',
      compactDisplay,
      maximumFractionDigits: 0,
      numberingSystem: 'latn',
    });
    for (let power = 3; power <= 12; power++) {
      const parts = format.formatToParts(10 ** power);
      const of = (wanted: string): string =>
        parts.map(({ type, value }) => (type === wanted ? value : '')).join('');
      const word = folded(of('compact'));
      if (word !== '') found.set(word, 10 ** power / Number(of('integer')));
    }
  }
  const list = Array.from(found, ([word, factor]) => ({ word, factor }));
  return list.sort((a, b) => b.word.length - a.word.length);
});

function folded(word: string): string {
  return word.toLowerCase().replaceAll('.', '').replace(/\s+/g, ' ').trim();
}

const NUMBER = /\d(?:[\d.,٬٫'’\s]*\d)?/;

/** Scripts that put no space between words. */
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Characters of a text that are examined. */
const MAX_CHARACTERS = 200;

/** English texts for 0; those of other languages are not known. */
const NONE = /^no (?:views|subscribers|comments|likes)\b/i;

/**
 * A count as it is displayed: `7.09K`, `1,234 views`, `1,2 Mio. Abonnenten`, `3.4万回視聴`, `No views`.
 *
 * @param locale the language that the text is written in, e.g. `de`
 * @returns a whole number; null if the text gives none
 */
export function displayedCount(text: string, locale: string): number | null {
  const plain = text.slice(0, MAX_CHARACTERS);
  if (NONE.test(plain.trim())) return 0;
  const digits = asciiDigits(plain);
  const match = NUMBER.exec(digits);
  if (match === null) return null;
  const after = folded(digits.slice(match.index + match[0].length));
  const before = folded(digits.slice(0, match.index));
  const magnitude = magnitudesOf(locale).find(({ word }) => before === word || beginsWith(after, word));
  // `7.09K` is written in German texts too.
  const number = localNumber(match[0], locale) ?? localNumber(match[0], 'en');
  // A fraction of an unknown magnitude.
  if (number === null || (magnitude === undefined && !Number.isInteger(number))) return null;
  const count = Math.round(number * (magnitude?.factor ?? 1));
  return Number.isSafeInteger(count) ? count : null;
}

/** Whether a text begins with a complete word: `members` does not begin with `m`. */
function beginsWith(text: string, word: string): boolean {
  return text.startsWith(word) && (UNSPACED.test(word) || !/^\p{L}/u.test(text.slice(word.length)));
}

interface NumberSigns {
  /** Sign between the thousands. */
  readonly group: string;
  /** Sign before a fraction. */
  readonly decimal: string;
}

/** Signs between thousands in any language, besides that of the language itself. */
const SPACES = /[\s'’٬]/g;

const numberSigns = perLocale((locale): NumberSigns => {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', numberingSystem: 'latn' });
  const parts = format.formatToParts(1_234_567.8);
  const of = (type: string): string | undefined => parts.find((part) => part.type === type)?.value;
  return { group: of('group') ?? ',', decimal: of('decimal') ?? '.' };
});

let digits: ReadonlyMap<string, number> | null = null;

/** Digits of any script as 0–9. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    digits ??= digitValues();
    return String(digits.get(digit) ?? digit);
  });
}

/**
 * Values of all decimal digits. They can't be computed from code points, since the digits of some scripts follow those
 * of another.
 */
function digitValues(): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
    const format = new Intl.NumberFormat('en', { numberingSystem });
    for (let value = 0; value < 10; value++) values.set(format.format(value), value);
  }
  return values;
}

/**
 * `1,234.5`, `1.234,5`, `1 234,5` → 1234.5, as the language writes them.
 *
 * @param locale of a language that Node knows; for others it reads as for English
 * @returns null if it is no such number: the last group of thousands has three digits
 */
function localNumber(text: string, locale: string): number | null {
  const { group, decimal } = numberSigns(locale);
  const [integer = '', fraction, ...more] = asciiDigits(text)
    .replace(SPACES, '')
    .replaceAll('٫', decimal)
    .split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d{1,9}$/.test(fraction))) return null;
  const groups = /^\s$/.test(group) ? [integer] : integer.split(group);
  const [first = '', ...rest] = groups;
  if (!/^\d{1,15}$/.test(first) || !rest.every((part) => /^\d{2,3}$/.test(part))) return null;
  if (rest.length > 0 && (first.length > 3 || rest.at(-1)?.length !== 3)) return null;
  return Number(`${groups.join('')}.${fraction ?? '0'}`);
}

/** Caches a value per locale, for the most recently used locales. */
export function perLocale<Value extends object>(make: (locale: string) => Value): (locale: string) => Value {
  const made = new LRUCache<string, Value>({ max: MAX_LOCALES });
  return (locale) => {
    const known = made.get(locale);
    if (known !== undefined) return known;
    const value = make(locale);
    made.set(locale, value);
    return value;
  };
}

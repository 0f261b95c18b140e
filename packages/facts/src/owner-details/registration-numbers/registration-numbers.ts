// Reads the numbers under which registers and tax offices know the owner of a site, from a page's text:
//   european-schemes.ts, other-schemes.ts   words, forms and check digits of each register
//   vat-ids.ts                              VAT ids with the letters of their country
import { Literals } from '../../literals.ts';
import { EUROPEAN_SCHEMES } from './european-schemes.ts';
import { OTHER_SCHEMES } from './other-schemes.ts';
import type { RegistrationScheme } from './scheme.ts';
import { BEFORE_VAT_DIGITS, VAT_ID, vatIdOf } from './vat-ids.ts';

/** A number of a register or a tax office as a page states it. */
export interface WrittenRegistration {
  /** Kind of number: `vat`, `hrb`, `icp`, `abn` … */
  readonly kind: string;
  /** Number without separators, unless they are part of it; a VAT id with the letters of its country. */
  readonly number: string;
  /** ISO 3166-1 alpha-2; null if several countries have this kind. */
  readonly country: string | null;
  /** The words and the number as they are written, at most 100 characters. */
  readonly written: string;
}

/** Maximum numbers of a page. */
const MAX_NUMBERS = 20;
/** Numbers of one kind above which a page is a list of other firms. */
const MAX_OF_KIND = 3;
/** Maximum runs of digits that are looked at. */
const MAX_RUNS = 3_000;
/** Characters before and after the beginning of a run of digits in which words and number must be. */
const BEFORE = 90;
const AFTER = 40;
const MAX_WRITTEN = 100;

/** Words before a VAT id that begins with the letters of its country. */
const VAT_WORDS =
  'vat|v.a.t|tva|t.v.a|btw|b.t.w|ust|umsatzsteuer|mwst|uid|iva|i.v.a|nif|cif|n.i.f|c.i.f|αφμ|α.φ.μ|dič|dic|dph|nip|adósz|adosz|cui|c.u.i|' +
  'pvn|pvm|kmkr|kmk|alv|moms|vsk|ддс|еик|ddv|oib|pdv|tax|steuernummer|steuer-nr|fiscal|eori';

/** Signs and short words between the words and the number: `Nr.:`, `n°`, `No (`, the name of a country's letters. */
const BETWEEN = String.raw`(?:[\s:.,#°º№()/–-]|Nr|No|N°|nº|num(?:ber|[ée]ro)?|Nummer|numer|number|is|ist|in|an|das|der|code|ID|号|：|/VAT|/MF)*`;

interface Reader {
  readonly pattern: RegExp;
  /** Null: VAT ids with the letters of their country. */
  readonly scheme: RegistrationScheme | null;
  /** End of the text before the digits of its numbers, a test that costs less than the pattern; null for any end. */
  readonly before: RegExp | null;
}

const VAT_IDS: Reader = {
  pattern: new RegExp(
    `(?:${VAT_WORDS.split('|').map(escaped).join('|')})[^]{0,80}?(?<number>${VAT_ID})`,
    'giu',
  ),
  scheme: null,
  before: BEFORE_VAT_DIGITS,
};

/** Readers of the numbers after each word. */
const READERS: ReadonlyMap<string, readonly Reader[]> = readersByWord();
/** Any of the words, without their limits. */
const ANY_WORD = new Literals(READERS.keys());

function readersByWord(): ReadonlyMap<string, readonly Reader[]> {
  const readers = new Map<string, Reader[]>(VAT_WORDS.split('|').map((word) => [word, [VAT_IDS]]));
  for (const scheme of [...EUROPEAN_SCHEMES, ...OTHER_SCHEMES]) {
    const reader = { pattern: patternOf(scheme), scheme, before: null };
    for (const word of scheme.words) readers.set(word, [...(readers.get(word) ?? []), reader]);
  }
  return readers;
}

function patternOf({ cue, number }: RegistrationScheme): RegExp {
  const announced = cue === '' ? '' : `(?<![\\p{L}\\p{N}])(?:${cue})(?![\\p{L}])${BETWEEN}`;
  return new RegExp(`${announced}(?<number>(?<![\\p{L}\\p{N}])(?:${number}))(?!\\d)`, 'giu');
}

function escaped(text: string): string {
  return text.replaceAll('.', String.raw`\.`);
}

/** A year alone, which is the most frequent run of digits. */
const YEAR = /^(?:19|20)\d\d$/;

/** A run of digits with separators; the years and prices among them have none of the words in front. */
const DIGITS = /\d(?:[ \u00a0.\-/–]?\d){3,}/g;

/**
 * The registration numbers in a text, unique, at most 20. A number counts only after the words for it, and with the right
 * check digits where its register has them. If a page has more than three of a kind, it lists other firms, and none of them
 * counts.
 *
 * @param country ISO 3166-1 alpha-2 of the site's domain, which decides between registers of the same form; null if unknown
 * @param isOthers whether what stands at an offset of the text is of another party; absent: nothing is
 */
export function registrationNumbers(
  text: string,
  country: string | null,
  isOthers?: (at: number) => boolean,
): readonly WrittenRegistration[] {
  const found = new Map<string, WrittenRegistration>();
  for (const { index, 0: digits } of text.matchAll(DIGITS).take(MAX_RUNS)) {
    if (YEAR.test(digits)) continue;
    const start = Math.max(0, index - BEFORE);
    const readers = readersOf(text.slice(start, index));
    if (readers.size === 0 || isOthers?.(index) === true) continue;
    const window = text.slice(start, index + Math.max(AFTER, digits.length + 1));
    for (const registration of numbersIn(window, index - start, readers)) {
      const key = `${registration.kind} ${registration.number}`;
      if (!found.has(key))
        found.set(key, { ...registration, country: registration.country ?? sharedBy(country) });
    }
  }
  // Scotland numbers companies and charities alike; the words tell which.
  const charities = new Set(
    [...found.values()].filter(({ kind }) => kind === 'charity').map(({ number }) => number),
  );
  const numbers = [...found.values()].filter(
    ({ kind, number }) => kind !== 'company_number' || !charities.has(number),
  );
  return [...Map.groupBy(numbers, ({ kind }) => kind).values()]
    .filter((some) => some.length <= MAX_OF_KIND)
    .flat()
    .slice(0, MAX_NUMBERS);
}

/** The country of a register whose form two countries share, if the domain is of one of them. */
function sharedBy(country: string | null): string | null {
  return country === 'CZ' || country === 'SK' ? country : null;
}

/** Readers of numbers that may stand after this text. */
function readersOf(before: string): ReadonlySet<Reader> {
  const readers = new Set<Reader>();
  const text = before.toLowerCase();
  for (let at = ANY_WORD.next(text); at !== -1; at = ANY_WORD.next(text, at + ANY_WORD.found.length)) {
    // Words of two letters are within many others, and begin what announces a number.
    if (ANY_WORD.found.length < 3 && /[a-z]/.test(text.charAt(at - 1))) continue;
    for (const reader of READERS.get(ANY_WORD.found) ?? [])
      if (reader.before?.test(before) !== false) readers.add(reader);
  }
  return readers;
}

/** The numbers around a position in a part of the text. */
function* numbersIn(
  window: string,
  at: number,
  readers: ReadonlySet<Reader>,
): Generator<WrittenRegistration> {
  for (const { pattern, scheme } of readers) {
    for (const match of matchesAt(pattern, window, at)) {
      const read = scheme === null ? vatId(match) : numberOf(scheme, match);
      if (read !== null) yield read;
    }
  }
}

function vatId({ written, number }: Match): WrittenRegistration | null {
  const id = vatIdOf(number);
  if (id === null) return null;
  const end = written.length - number.length + id.length;
  return { kind: 'vat', number: id.number, country: id.country, written: foldedWords(written.slice(0, end)) };
}

function numberOf(scheme: RegistrationScheme, { written, number }: Match): WrittenRegistration | null {
  const { kind, country, keepsSeparators, prefix = '', isValid } = scheme;
  const plain = keepsSeparators === true ? number.replaceAll(/\s+/g, ' ').trim() : compactOf(number);
  const bare = plain.startsWith(prefix) ? plain.slice(prefix.length) : plain;
  if (isValid?.(bare) === false) return null;
  return { kind, number: prefix + bare, country, written: foldedWords(written) };
}

interface Match {
  /** Words and number. */
  readonly written: string;
  /** The end of `written`. */
  readonly number: string;
}

/** Matches whose number is around a position. */
function* matchesAt(pattern: RegExp, window: string, at: number): Generator<Match> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(window); match !== null; match = pattern.exec(window)) {
    const { index, 0: written, groups } = match;
    const number = groups?.['number'] ?? '';
    const end = index + written.length;
    if (end - number.length <= at && at < end) yield { written, number };
  }
}

function compactOf(raw: string): string {
  return raw.toUpperCase().replaceAll(/[^\p{L}\p{N}&]/gu, '');
}

function foldedWords(written: string): string {
  return written.replaceAll(/\s+/g, ' ').trim().slice(-MAX_WRITTEN).trim();
}

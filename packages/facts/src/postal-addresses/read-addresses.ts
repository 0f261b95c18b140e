// Finds postal addresses in visible text: a postcode beside a city, with a street before or after it.
import { foldWhiteSpace } from '@sitegrep/html';
import { BEFORE, type Candidate, type FoundAddress } from './address.ts';
import { cityFirst, stateAndCode } from './city-and-code.ts';
import { chinese, indian } from './asian-addresses.ts';
import { cityAndCode, codeAndCity, japanese } from './code-and-city.ts';
import { COUNTRY_LETTERS, POSTCODE_FORMS, type PostcodeFormName } from './postcodes.ts';

/** Maximum postcodes per page that are examined, and addresses that are returned. */
const MAX_CANDIDATES = 2_000;
const MAX_ADDRESSES = 100;

const FORM_NAMES = Object.keys(POSTCODE_FORMS) as readonly PostcodeFormName[];
const CANDIDATE = new RegExp(
  String.raw`(?:(?<letters>[A-Z]{1,3})\s?[-–—]\s?)?(?:${FORM_NAMES.map(
    (name) => `(?<${name}>${POSTCODE_FORMS[name].pattern})`,
  ).join('|')})(?![\p{L}\d€$£%/]|[.,:-]\d)`,
  'uy',
);
/** Start of a postcode, without letters before it. */
const RUN = /\d[A-Z\d–—-]*|〒/g;
/** Up to three capitals before a number, which can be part of the postcode. */
const LETTERS = /\b[A-Z]{1,3}(?:\s?[-–—]\s?)?$/;
/** Maximum characters of them, with the one before. */
const MAX_LETTERS = 7;
/** Characters that do not precede a postcode. */
const NO_CODE_AFTER = /[\p{L}\d.,/€$£#+-]/u;

/** Postcodes, and what looks like one, in the order of a text. */
function* postcodesIn(lines: string): Generator<RegExpExecArray> {
  let end = 0;
  let runEnd = 0;
  for (;;) {
    RUN.lastIndex = runEnd;
    const run = RUN.exec(lines);
    if (run === null) return;
    const at = run.index;
    const start = lettersBefore(lines, at, runEnd);
    runEnd = at + run[0].length;
    // Counts and days have fewer digits than any postcode without letters.
    if (start < end || (start === at && run[0].length < 3 && run[0] !== '〒')) continue;
    const match = postcodeAt(lines, start) ?? (start < at ? postcodeAt(lines, at) : null);
    if (match === null) continue;
    end = match.index + match[0].length;
    yield match;
  }
}

/** Start of the capitals before a number that are not before `from`; the start of the number if there are none. */
function lettersBefore(lines: string, at: number, from: number): number {
  const previous = lines.charCodeAt(at - 1);
  const isLetter = previous >= 0x41 && previous <= 0x5a;
  if (!isLetter && !isDash(previous) && !isDash(lines.charCodeAt(at - 2))) return at;
  const first = Math.max(0, at - MAX_LETTERS);
  const found = LETTERS.exec(lines.slice(first, at));
  return found === null || first + found.index < from ? at : first + found.index;
}

function isDash(unit: number): boolean {
  return unit === 0x2d || unit === 0x2013 || unit === 0x2014;
}

function postcodeAt(lines: string, at: number): RegExpExecArray | null {
  if (at > 0 && NO_CODE_AFTER.test(lines[at - 1] ?? '')) return null;
  CANDIDATE.lastIndex = at;
  return CANDIDATE.exec(lines);
}

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
    for (const read of READERS[readerOf(form)]) {
      const address = read(candidate);
      if (address === null) continue;
      found.push(address);
      break;
    }
  }
  return found;
}

type Reader = (candidate: Candidate) => FoundAddress | null;

const READERS: Readonly<Record<'japan' | 'city first' | 'six' | 'digits', readonly Reader[]>> = {
  japan: [japanese],
  'city first': [cityFirst],
  six: [indian, chinese, codeAndCity],
  digits: [stateAndCode, codeAndCity, cityAndCode],
};

function readerOf(form: PostcodeFormName): keyof typeof READERS {
  if (form === 'jp') return 'japan';
  if (form === 'six') return 'six';
  return POSTCODE_FORMS[form].position === 'after city' ? 'city first' : 'digits';
}

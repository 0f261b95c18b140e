import { lastAtMost } from './last-at-most.ts';

/** How many tags are stepped over, one by one, before they are searched by halving. */
const NEAR = 8;

/**
 * The number of the start tag that a place of the source lies in; null if it lies in none.
 *
 * @param startTags start and end of each, in rising order
 */
function tagAt(startTags: Uint32Array, place: number): number | null {
  const tag = lastBefore(startTags, place, -1);
  return tag !== -1 && place < (startTags[tag * 2 + 1] ?? 0) ? tag : null;
}

/**
 * Numbers of the start tags that these places lie in, each once, rising.
 *
 * @param withContent takes the last tag before a place that lies in none
 */
export function tagsAt(
  startTags: Uint32Array,
  places: readonly number[],
  withContent: boolean,
): readonly number[] {
  const tags: number[] = [];
  let tag = -1;
  let highest = -1;
  let isRising = true;
  for (const place of places) {
    tag = lastBefore(startTags, place, tag);
    if (tag === -1 || tag === tags.at(-1)) continue;
    if (!withContent && place >= (startTags[tag * 2 + 1] ?? 0)) continue;
    tags.push(tag);
    if (tag < highest) isRising = false;
    else highest = tag;
  }
  return isRising ? tags : [...new Set(tags)].sort((a, b) => a - b);
}

/**
 * The number of the last start tag that begins at or before a place; -1 if none does.
 *
 * @param near a number that may be a little lower, as places mostly come in rising order
 */
function lastBefore(startTags: Uint32Array, place: number, near: number): number {
  const count = startTags.length / 2;
  let low = 0;
  if (near !== -1 && (startTags[near * 2] ?? 0) <= place) {
    for (let tag = near; tag < near + NEAR; tag++) {
      if (tag + 1 >= count || (startTags[tag * 2 + 2] ?? 0) > place) return tag;
    }
    low = near + NEAR;
  }
  return low + lastAtMost(count - low, (index) => startTags[(low + index) * 2] ?? 0, place);
}

const REFERENCE =
  /&(?:#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?|(sol|period|lowbar|UnderBar|colon);)|[\u212a\u0130]/g;
const NAMED: Readonly<Record<string, string>> = {
  sol: '/',
  period: '.',
  lowbar: '_',
  UnderBar: '_',
  colon: ':',
};
/** What stands behind the `&` of a reference that matters. */
const BEGINS = new Uint8Array(128);
for (const begin of ['#', ...Object.keys(NAMED)]) BEGINS[begin.charCodeAt(0)] = 1;

/** The Kelvin sign and the capital I with a dot: the characters beyond ASCII whose lower case begins with ASCII. */
const ODD_LETTERS = ['\u212a', '\u0130'] as const;

/** A start tag that says more than its source does. */
interface PlainTag {
  /** Where it begins in the source. */
  readonly start: number;
  readonly text: string;
}

/**
 * Start tags in which character references, or letters that lower case turns into ASCII, hide characters of literals
 * (see selectors.ts), with those characters in place.
 */
export function plainTags(html: string, startTags: Uint32Array): readonly PlainTag[] {
  const numbers = new Set<number>();
  const look = (place: number): void => {
    const number = tagAt(startTags, place);
    if (number !== null) numbers.add(number);
  };
  for (let at = html.indexOf('&'); at !== -1; at = html.indexOf('&', at + 1)) {
    if (BEGINS[html.charCodeAt(at + 1)] === 1) look(at);
  }
  for (const letter of ODD_LETTERS) {
    for (let at = html.indexOf(letter); at !== -1; at = html.indexOf(letter, at + 1)) look(at);
  }
  return [...numbers].flatMap((number) => {
    const start = startTags[number * 2] ?? 0;
    const source = html.slice(start, startTags[number * 2 + 1]);
    const text = plain(source);
    return text === source ? [] : [{ start, text }];
  });
}

/** A start tag as literals are to be looked for in it. */
export function plain(source: string): string {
  return source.replace(
    REFERENCE,
    (whole: string, hex?: string, decimal?: string, name?: string) =>
      characterOf(whole, hex, decimal, name) ?? whole,
  );
}

function characterOf(whole: string, hex?: string, decimal?: string, name?: string): string | null {
  if (whole === '\u212a') return 'k';
  if (whole === '\u0130') return 'i';
  if (name !== undefined) return NAMED[name] ?? null;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const character = code < 0x80 ? String.fromCharCode(code) : '';
  return /^[a-zA-Z0-9/._:-]$/.test(character) ? character : null;
}

// Looks for short texts where they stand in the source: pages have hundreds of tags, and a string of each would be most of
// what detection leaves to collect.
const AND = 0x26;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/** Whether a text in lower case stands at a place, its ASCII letters in any case. */
function standsAt(source: string, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (fold(source.charCodeAt(at + index)) !== text.charCodeAt(index)) return false;
  }
  return true;
}

/**
 * Whether a text in lower case stands from `start` on, up to `end`. Null where it does not, but might if the source said
 * what it says in other characters (see plain-tags.ts).
 */
export function standsIn(source: string, start: number, end: number, text: string): boolean | null {
  const first = text.charCodeAt(0);
  const last = end - text.length;
  let isPlain = true;
  for (let at = start; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (fold(unit) === first && at <= last && standsAt(source, at, text)) return true;
    if (mayHide(unit)) isPlain = false;
  }
  return isPlain ? false : null;
}

/** What an attribute must hold; both in lower case, neither empty. */
export interface AttributeNeed {
  readonly name: string;
  readonly value: string;
}

/**
 * False if what stands at a place is the name of an attribute of which it is certain that it does not hold the value, or
 * is not met, or a longer name. True where another name stands: something else led there.
 *
 * @param isMet asked of the whole value, if it holds what is needed
 */
export function mayHoldAt(
  source: string,
  place: number,
  { name, value }: AttributeNeed,
  isMet: (whole: string) => boolean,
): boolean {
  if (!standsAt(source, place, name)) return true;
  let at = behindSpace(source, place + name.length);
  if (source.charCodeAt(at) !== EQUALS) return false;
  at = behindSpace(source, at + 1);
  const quote = source.charCodeAt(at);
  const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE;
  const first = value.charCodeAt(0);
  const start = isQuoted ? at + 1 : at;
  let holds = false;
  for (let from = start; from < source.length; from++) {
    const unit = source.charCodeAt(from);
    if (isQuoted ? unit === quote : unit === GREATER || isSpace(unit))
      return holds && isMet(source.slice(start, from));
    if (mayHide(unit)) return true;
    if (!holds && fold(unit) === first) holds = standsAt(source, from, value);
  }
  return holds;
}

function behindSpace(source: string, at: number): number {
  while (isSpace(source.charCodeAt(at))) at++;
  return at;
}

export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0c || unit === 0x0d;
}

/** A character reference may begin here, or it is a letter that lower case turns into ASCII. */
function mayHide(unit: number): boolean {
  return unit === AND || unit === 0x212a || unit === 0x130;
}

function fold(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}

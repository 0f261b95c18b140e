import { tagAt } from './tags.ts';

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
export interface PlainTag {
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

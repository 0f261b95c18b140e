// Texts in quotes. What is not an escape stands for itself, since people paste sources that have backslashes.

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

const CODE_POINT = /\\u\{([0-9a-f]{1,6})\}/iy;

export interface QuotedText {
  readonly text: string;
  /** First backslash that begins no escape, as it is written with what follows; null: there is none. */
  readonly unknown: string | null;
}

/** The text that a quoted one stands for. @param quoted with its quotes */
export function readQuoted(quoted: string): QuotedText {
  const end = quoted.length - 1;
  if (!isStraight(quoted)) return { text: quoted.slice(1, end), unknown: null };
  let text = '';
  let unknown: string | null = null;
  for (let at = 1; at < end; at++) {
    const character = quoted[at] ?? '';
    const escaped = character === '\\' ? escapeAt(quoted, at) : null;
    if (escaped !== null) {
      text += escaped.text;
      at += escaped.length - 1;
    } else {
      if (character === '\\') unknown ??= quoted.slice(at, at + 2);
      text += character;
    }
  }
  return { text, unknown };
}

/** The text of a quoted one in which only the quote itself is escaped, as in a pattern. @param quoted with its quotes */
export function readRaw(quoted: string): string {
  const quote = quoted[0] ?? '';
  const inner = quoted.slice(1, -1);
  return isStraight(quoted) ? inner.replaceAll(`\\${quote}`, quote) : inner;
}

function isStraight(quoted: string): boolean {
  return quoted.startsWith('"') || quoted.startsWith("'");
}

function escapeAt(quoted: string, at: number): { readonly text: string; readonly length: number } | null {
  const simple = ESCAPES.get(quoted[at + 1] ?? '');
  if (simple !== undefined) return { text: simple, length: 2 };
  CODE_POINT.lastIndex = at;
  const match = CODE_POINT.exec(quoted);
  const code = Number.parseInt(match?.[1] ?? '', 16);
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return match === null || !isCharacter
    ? null
    : { text: String.fromCodePoint(code), length: match[0].length };
}

/** Matches a quote with the backslashes before it. */
const QUOTE = /(\\*)"/g;

/** A regular expression as `re:` has it in quotes. One that ends within an escape can't be written so. */
export function quotedPattern(pattern: string): string {
  // A quote that is escaped already is the same expression without its backslash.
  const escaped = pattern.replaceAll(QUOTE, (_, before: string) =>
    before.length % 2 === 0 ? String.raw`${before}\"` : `${before}"`,
  );
  return `"${escaped}"`;
}

/** A text as the language has it in quotes. */
export function quotedText(text: string): string {
  return `"${text.replaceAll(/["\\\n\r\t]/g, (character) => ESCAPED[character] ?? `\\${character}`)}"`;
}

const ESCAPED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

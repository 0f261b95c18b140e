// Tokens for terms that a phrase of 4-grams cannot find, or not fast enough: one and two characters, and long runs of
// one character. A run such as a thousand spaces would be a phrase of one 4-gram hundreds of times over, each to be
// followed through all of its positions in documents full of such runs.

const ASCII = 0x80;
const CODE_POINTS = 0x110000;

/**
 * Set of the one- and two-character grams of a text, as tokens separated by spaces: a character is its code point in
 * hexadecimal, a pair is two of them joined by `x`.
 */
export function gramTokens(text: string): string {
  const tokens: string[] = [];
  const seen = new Set<number>();
  const seenAscii = new Uint8Array(ASCII * ASCII);
  let previous = -1;
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at);
    if (code < ASCII && previous < ASCII) {
      // Nearly all pairs are ASCII; the array costs a fraction of the set.
      if (previous >= 0) {
        const pair = previous * ASCII + code;
        if (seenAscii[pair] === 0) {
          seenAscii[pair] = 1;
          seen.add(previous * CODE_POINTS + code);
        }
      }
    } else {
      if ((code & 0xfc00) === 0xd800) {
        code = text.codePointAt(at) ?? code;
        if (code > 0xffff) at++;
      }
      if (previous >= 0) seen.add(previous * CODE_POINTS + code);
    }
    previous = code;
  }
  const characters = new Set<number>();
  if (previous >= 0) characters.add(previous);
  for (const pair of seen) {
    const first = Math.floor(pair / CODE_POINTS);
    characters.add(first);
    tokens.push(`${first.toString(16)}x${(pair % CODE_POINTS).toString(16)}`);
  }
  for (const character of characters) tokens.push(character.toString(16));
  return tokens.join(' ');
}

/** Token of one or two characters. */
export function gramToken(first: string, second?: string): string {
  return second === undefined ? hexOf(first) : `${hexOf(first)}x${hexOf(second)}`;
}

function hexOf(character: string): string {
  const code = character.codePointAt(0);
  if (code === undefined) throw new RangeError('a gram is made of characters');
  return code.toString(16);
}

/** Lengths with a token, in characters: phrases get slow at 32, and no term is longer than 1,000. */
const MIN_RUN = 32;
const MAX_RUN = 1_000;

export interface Run {
  readonly codePoint: number;
  /** Length in characters. */
  readonly length: number;
}

/** The longest run of each character, if it has 32 characters or more. */
export function longRuns(text: string): readonly Run[] {
  const longest = new Map<number, number>();
  let previous = -1;
  let length = 0;
  const end = (): void => {
    if (length >= MIN_RUN && length > (longest.get(previous) ?? 0)) longest.set(previous, length);
  };
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at);
    if ((code & 0xfc00) === 0xd800) {
      code = text.codePointAt(at) ?? code;
      if (code > 0xffff) at++;
    }
    if (code === previous) {
      length += 1;
    } else {
      end();
      [previous, length] = [code, 1];
    }
  }
  end();
  return Array.from(longest, ([codePoint, characters]) => ({ codePoint, length: characters }));
}

/** Token of all texts with a run of this length, or of 1,000 if it is longer. The run has 32 characters or more. */
export function runToken({ codePoint, length }: Run): string {
  return `${codePoint.toString(16)}r${Math.min(length, MAX_RUN)}`;
}

/** Whether a text with the token is certain to contain the run. */
export const isExact = ({ length }: Run): boolean => length <= MAX_RUN;

/** Tokens of a text: for each character, those of all lengths up to its longest run. */
export function runTokens(text: string): readonly string[] {
  return longRuns(text).flatMap(({ codePoint, length }) =>
    Array.from({ length: Math.min(length, MAX_RUN) - MIN_RUN + 1 }, (_, more) =>
      runToken({ codePoint, length: MIN_RUN + more }),
    ),
  );
}

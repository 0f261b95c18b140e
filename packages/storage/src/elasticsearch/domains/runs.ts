/**
 * Runs of one character, e.g. a thousand spaces, have tokens of their own. As a phrase, such a run would be one
 * trigram hundreds of times over, each to be followed through all of its positions in documents full of such runs.
 */

/** Lengths with a token, in characters: phrases get slow at 32, and no term is longer than 1,000. */
const SHORTEST = 32;
const LONGEST = 1_000;

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
    if (length >= SHORTEST && length > (longest.get(previous) ?? 0)) longest.set(previous, length);
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
  return `${codePoint.toString(16)}r${Math.min(length, LONGEST)}`;
}

/** Whether a text with the token is certain to contain the run. */
export const isTold = ({ length }: Run): boolean => length <= LONGEST;

/** Tokens of a text: for each character, those of all lengths up to its longest run. */
export function runTokens(text: string): readonly string[] {
  return longRuns(text).flatMap(({ codePoint, length }) =>
    Array.from({ length: Math.min(length, LONGEST) - SHORTEST + 1 }, (_, more) =>
      runToken({ codePoint, length: SHORTEST + more }),
    ),
  );
}

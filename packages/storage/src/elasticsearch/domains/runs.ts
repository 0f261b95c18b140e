/**
 * Runs of one character, e.g. a thousand spaces, by tokens of their own: as a phrase they would be one trigram hundreds
 * of times over, each to be followed through all positions that it has in documents made of such runs.
 */

/** Lengths that have tokens, in characters: from where a phrase gets slow to the longest term there is. */
const SHORTEST = 32;
const LONGEST = 1_000;

export interface Run {
  readonly codePoint: number;
  /** In characters. */
  readonly length: number;
}

/** The longest run of each character that has one of 32 or more. */
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

/** The token of all texts with a run that is so long, or of 1,000 if that is less; for 32 characters or more. */
export function runToken({ codePoint, length }: Run): string {
  return `${codePoint.toString(16)}r${Math.min(length, LONGEST)}`;
}

/** Whether the token says all there is to say of a run. */
export const isTold = ({ length }: Run): boolean => length <= LONGEST;

/** The tokens of an index text: for each character those of all lengths up to its longest run. */
export function runTokens(text: string): readonly string[] {
  return longRuns(text).flatMap(({ codePoint, length }) =>
    Array.from({ length: Math.min(length, LONGEST) - SHORTEST + 1 }, (_, more) =>
      runToken({ codePoint, length: SHORTEST + more }),
    ),
  );
}

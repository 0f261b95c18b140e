import { foldCase } from '@sitegrep/fold';
import type { Sought } from '@sitegrep/search';
import type { SourceMatch } from '../domains.ts';

export interface PageSource {
  readonly url: string;
  /** Stored source: well-formed, without NUL. */
  readonly source: string;
}

/** Number of code points that are shown on either side. */
const AROUND = 80;

/** UTF-16 units that are folded and searched at a time: most matches are near the beginning of a page. */
const WINDOW = 1 << 17;

/**
 * The first occurrence of each sought text, in the first page that has it. Texts that no page has are left out.
 *
 * @param pages in the order in which they are looked through, read one by one as far as they are needed
 * @param checkpoint is called every few milliseconds, may throw
 */
export function findMatches(
  pages: Iterable<PageSource>,
  sought: readonly Sought[],
  checkpoint: () => void,
): readonly SourceMatch[] {
  const matches = new Map<string, Omit<SourceMatch, 'term'>>();
  let missing = [...new Set(sought.map(({ text }) => text))];
  checkpoint();
  for (const { url, source } of pages) {
    for (const [text, start] of firstPositions(source, missing, checkpoint))
      matches.set(text, { url, ...excerpt(source, start, start + text.length) });
    missing = missing.filter((text) => !matches.has(text));
    if (missing.length === 0) break;
    checkpoint();
  }
  return sought.flatMap(({ term, text }) => {
    const match = matches.get(text);
    return match === undefined ? [] : [{ term, ...match }];
  });
}

/**
 * The first position of each text in a source, in UTF-16 units. Folding leaves every character as long as it is in UTF-16,
 * so a position in the folded text is the same position in the source.
 *
 * @param texts folded, well-formed: so they begin and end between characters
 */
function firstPositions(
  source: string,
  texts: readonly string[],
  checkpoint: () => void,
): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  const overlap = texts.reduce((most, { length }) => Math.max(most, length), 1) - 1;
  let missing = texts;
  for (let from = 0; from < source.length && missing.length > 0; from += WINDOW) {
    const folded = foldCase(source.slice(from, from + WINDOW + overlap));
    for (const text of missing) {
      checkpoint();
      const at = folded.indexOf(text);
      // A text that begins in the overlap is found in the next window too.
      if (at !== -1 && at < WINDOW) positions.set(text, from + at);
    }
    missing = missing.filter((text) => !positions.has(text));
  }
  return positions;
}

function excerpt(source: string, start: number, end: number): Omit<SourceMatch, 'term' | 'url'> {
  let offset = 0;
  for (let at = 0; at < start; at++) if (!isLowSurrogate(source, at)) offset++;
  let first = start;
  for (let count = 0; count < AROUND && first > 0; count++)
    first -= isLowSurrogate(source, first - 1) ? 2 : 1;
  let last = end;
  for (let count = 0; count < AROUND && last < source.length; count++)
    last += isLowSurrogate(source, last + 1) ? 2 : 1;
  return {
    offset,
    before: ownCopy(source.slice(first, start)),
    match: ownCopy(source.slice(start, end)),
    after: ownCopy(source.slice(end, last)),
  };
}

/** Whether a position of well-formed text is the second unit of a character. */
function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

/** A copy of a part: the engine keeps the whole text in memory as long as one of its parts. */
function ownCopy(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

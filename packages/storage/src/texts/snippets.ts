import type { Sought, Snippets } from '@sitegrep/search';
import type { SourceMatch } from '../domains.ts';
import type { NeedleMatch, NeedleSearches } from './needle-search.ts';
import type { PageText } from './page-text.ts';

/**
 * The first matches of each sought text or pattern in the order of the pages, at most `perNeedle` of each. Those that no page
 * has are left out.
 *
 * @param pages in the order in which they are looked through, read one by one as far as they are needed
 * @param searches searches for what is sought
 * @param checkpoint is called every few milliseconds, may throw
 */
export function findMatches(
  pages: Iterable<PageText>,
  { sought, perNeedle, around }: Snippets,
  searches: NeedleSearches,
  checkpoint: () => void,
): readonly SourceMatch[] {
  const wanted = sought.map((one) => ({
    ...one,
    search: searches.of(one.needle),
    found: [] as SourceMatch[],
  }));
  checkpoint();
  for (const page of pages) {
    for (const { term, needle, search, found } of wanted) {
      if (found.length === perNeedle) continue;
      checkpoint();
      for (const match of search.matches(page)) {
        const whole = page.text(needle.scope);
        found.push({ term, url: page.url, scope: needle.scope, ...excerpt(whole, match, around) });
        if (found.length === perNeedle) break;
      }
    }
    if (wanted.every(({ found }) => found.length === perNeedle)) break;
    checkpoint();
  }
  return wanted.flatMap(({ found }) => found);
}

/** Whether matches are of all sought texts that every page or domain with a hit must have. */
export function hasAll(matches: readonly SourceMatch[], sought: readonly Sought[]): boolean {
  const terms = new Set(matches.map(({ term }) => term));
  return sought.every(({ term }) => terms.has(term));
}

function excerpt(
  text: string,
  { start, end, captures, names }: NeedleMatch,
  around: number,
): Omit<SourceMatch, 'term' | 'url' | 'scope'> {
  let [offset, line, lineStart] = [0, 1, 0];
  for (let at = 0; at < start; at++) {
    if (!isLowSurrogate(text, at)) offset++;
    if (text.charCodeAt(at) === LINE_FEED) [line, lineStart] = [line + 1, offset];
  }
  let first = start;
  for (let count = 0; count < around && first > 0; count++) first -= isLowSurrogate(text, first - 1) ? 2 : 1;
  let last = end;
  for (let count = 0; count < around && last < text.length; count++)
    last += isLowSurrogate(text, last + 1) ? 2 : 1;
  return {
    offset,
    line,
    column: offset - lineStart + 1,
    before: ownCopy(text.slice(first, start)),
    match: ownCopy(text.slice(start, end)),
    after: ownCopy(text.slice(end, last)),
    ...(captures === undefined
      ? {}
      : { captures: captures.map((one) => (one === null ? null : ownCopy(one))) }),
    ...(names === undefined
      ? {}
      : {
          names: Object.fromEntries(
            Object.entries(names).map(([name, one]) => [name, one === null ? null : ownCopy(one)]),
          ),
        }),
  };
}

const LINE_FEED = 0x0a;

/** Whether a position of well-formed text is the second unit of a character. */
function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

/** A copy of a part: the engine keeps the whole text in memory as long as one of its parts. */
export function ownCopy(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

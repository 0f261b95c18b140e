import type { Sought, Snippets } from '@sitegrep/search';
import type { SourceMatch } from './read-of-hit.ts';
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
  { sought, perNeedle, ...reach }: Snippets,
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
      let from = BEGINNING;
      for (const match of search.matches(page)) {
        const whole = page.text(needle.scope);
        // Matches follow each other, so each is counted from the one before it.
        const location = locate(whole, match.start, from);
        from = location;
        found.push({ term, url: page.url, scope: needle.scope, ...excerpt(whole, match, location, reach) });
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

/** A location in a text, in UTF-16 units and in characters; lines count from 1. */
interface Location {
  readonly at: number;
  readonly offset: number;
  readonly line: number;
  /** Offset of the line, in characters. */
  readonly lineStart: number;
}

const BEGINNING: Location = { at: 0, offset: 0, line: 1, lineStart: 0 };

/** @param before an earlier location in the same text */
function locate(text: string, start: number, before: Location): Location {
  let { offset, line, lineStart } = before;
  for (let at = before.at; at < start; at++) {
    const unit = text.charCodeAt(at);
    if ((unit & 0xfc00) !== 0xdc00) offset++;
    if (unit === LINE_FEED) {
      line++;
      lineStart = offset;
    }
  }
  return { at: start, offset, line, lineStart };
}

/** How much of the source is shown around a match. */
type Reach = Pick<Snippets, 'around' | 'lines'>;

function excerpt(
  text: string,
  { start, end, captures, names }: NeedleMatch,
  { offset, line, lineStart }: Location,
  reach: Reach,
): Omit<SourceMatch, 'term' | 'url' | 'scope'> {
  const first = startBefore(text, start, reach);
  const last = endAfter(text, end, reach);
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

/** Beginning of what is shown before a match: as many lines as are wanted, if they are not longer than what is wanted around it. */
function startBefore(text: string, start: number, { around, lines = Infinity }: Reach): number {
  let first = start;
  for (let count = 0, passed = 0; count < around && first > 0; count++) {
    if (text.charCodeAt(first - 1) === LINE_FEED && ++passed > lines) break;
    first -= isLowSurrogate(text, first - 1) ? 2 : 1;
  }
  return first;
}

/** End of what is shown after a match. */
function endAfter(text: string, end: number, { around, lines = Infinity }: Reach): number {
  let last = end;
  for (let count = 0, passed = 0; count < around && last < text.length; count++) {
    if (text.charCodeAt(last) === LINE_FEED && ++passed > lines) break;
    last += isLowSurrogate(text, last + 1) ? 2 : 1;
  }
  return last;
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

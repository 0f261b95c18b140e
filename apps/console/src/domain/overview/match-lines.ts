// The matches of a query at one domain: the query that finds them, and the lines that show them, one row each.
import type { FoundMatch } from '@sitegrep/client';
import { withCondition } from '../../query/language.ts';
import { type Excerpt, excerptsOf } from '../../search/excerpts.ts';
import type { Piece } from '../../search/long-excerpts.ts';

/** Lines that are shown. */
export const MAX_LINES = 4;
/** Characters that are shown around a match at most, and before the first one of a line. */
export const AROUND = 160;
const BEFORE = 24;

export interface MatchLine {
  readonly url: string;
  readonly scope: Excerpt['scope'];
  readonly number: number;
  /** Characters before its first match in the text. */
  readonly offset: number;
  /** Its first match is near the beginning. */
  readonly pieces: readonly Piece[];
}

/** A query for a domain alone, without those under it. */
export function atDomain(query: string, domain: string): string {
  return withCondition(withCondition(query, `site:${domain}`), `-site:*.${domain}`);
}

/** The first lines with matches, in the order of the matches. */
export function matchLines(matches: readonly FoundMatch[]): readonly MatchLine[] {
  return excerptsOf(matches, AROUND)
    .flatMap(({ url, scope, lines }) =>
      lines.flatMap(({ number, offset, pieces }) =>
        offset === null ? [] : [{ url, scope, number, offset, pieces: fromMatch(pieces) }],
      ),
    )
    .slice(0, MAX_LINES);
}

/** Leaves out what stands far before the first match, so that a row shows it, and white space at the beginning. */
function fromMatch(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex(({ kind }) => kind === 'match');
  const ahead = pieces.slice(0, first);
  const text = ahead
    .map((piece) => (piece.kind === 'gap' ? '' : piece.text))
    .join('')
    .trimStart();
  const shown = Array.from(text).slice(-BEFORE).join('');
  const isCut = shown.length < text.length || ahead.some(({ kind }) => kind === 'gap');
  return [
    ...(isCut ? [{ text: '…', kind: 'gap' } as const] : []),
    ...(shown === '' ? [] : [{ text: shown, kind: 'text' } as const]),
    ...pieces.slice(first),
  ];
}

// The state of the source of a page: as it stands in the address, and in words.
import { number } from '../format.ts';
import { SOURCE_TEXT as WORDS } from '../text/domain.ts';

export interface SourceParameters {
  readonly q?: string;
  readonly url?: string;
  readonly part?: string;
  /** Number of the match that is looked at, from 1. */
  readonly match?: string;
  /** Digest of the source that a link was made for, characters before its match in it, and a time at which it stood. */
  readonly digest?: string;
  readonly offset?: string;
  readonly at?: string;
}

export type Part = 'body' | 'rendered';

export function partIn({ part }: SourceParameters): Part {
  return part === 'rendered' ? 'rendered' : 'body';
}

/** The match that is looked at: its index, which may be beyond the last one, or the number of characters before it. */
export type LookedAt = { readonly index: number } | { readonly characters: number };

export function lookedAtIn({ match, offset }: SourceParameters): LookedAt {
  if (match === undefined && offset !== undefined) return { characters: Math.max(0, Number(offset)) || 0 };
  return { index: Math.max(0, Number(match ?? '1') - 1) || 0 };
}

/** Index of the match that a key leads to; behind the last one comes the first. @returns null: it leads to none */
export function matchAfter(key: string, current: number, count: number): number | null {
  const step = { n: 1, p: -1 }[key];
  return step === undefined || count === 0 ? null : (current + step + count) % count;
}

/** How many matches there are, and which of them is looked at. @param count null: they are being looked for */
export function matchesText(query: string, current: number, count: number | null): string {
  if (count !== null && count > 0) return WORDS.matches(number(current + 1), number(count));
  if (query === '') return '';
  return count === null ? WORDS.looking : WORDS.none;
}

/** Offset that a form names; null: it names none. */
export function offsetIn(data: FormData): number | null {
  const given = Number(data.get('offset'));
  return Number.isInteger(given) && given >= 0 ? given : null;
}

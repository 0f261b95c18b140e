import type { StatedText } from '../stated-facts.ts';

/** Pages with the name of the site in their titles, at least; a title alone is not a name. */
const MIN_TITLES = 3;
/** Titles are compared until they have so many UTF-16 code units together: some 350 titles. */
const ENOUGH = 20_000;
/** Characters that stand between the parts of a title. */
const SEPARATOR = /\s+[|\-–—·•»«:/]+\s+|\s*[|｜»«·•]\s*/;
const MAX_NAME = 60;

/** The different ones of some titles, in their order, until they are long enough together. */
export function differentTitles(titles: Iterable<string | null>): readonly string[] {
  const different = new Set<string>();
  let length = 0;
  for (const title of titles) {
    if (length >= ENOUGH) break;
    if (title === null || different.has(title)) continue;
    different.add(title);
    length += title.length;
  }
  return [...different];
}

/** The different titles of two ranges of pages. A title has fewer others before it in its range than among all. */
export function joinTitles(left: readonly string[], right: readonly string[]): readonly string[] {
  const isEnough = left.reduce((length, title) => length + title.length, 0) >= ENOUGH;
  return right.length === 0 || isEnough ? left : differentTitles([...left, ...right]);
}

/**
 * The name that most titles of a site end or begin with, after or before a separator: `Tea – Tea and Kettles`,
 * `Kettles | Tea and Kettles`. Null if fewer than three different titles, or fewer than half of them, have it.
 *
 * @param titles different ones, that of the home page first
 */
export function nameInTitles(titles: readonly string[]): StatedText | null {
  if (titles.length < MIN_TITLES) return null;
  const counts = new Map<string, { count: number; title: string }>();
  for (const title of titles) {
    const parts = title.split(SEPARATOR).filter((part) => part !== '' && part.length <= MAX_NAME);
    if (parts.length < 2) continue;
    for (const part of new Set([parts[0] ?? '', parts.at(-1) ?? ''])) {
      const counted = counts.get(part);
      if (counted === undefined) counts.set(part, { count: 1, title });
      else counted.count += 1;
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b.count - a.count);
  if (best === undefined) return null;
  const [value, { count, title }] = best;
  if (count < MIN_TITLES || count * 2 < titles.length) return null;
  return { value, source: 'title', written: title.slice(0, 200).toWellFormed() };
}

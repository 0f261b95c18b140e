import type { TextNeedle } from '@sitegrep/search';
import { expect, test } from 'vitest';
import { NeedleSearches } from './needle-search.ts';

const WORDS = ['Otter', 'ÖTTER', 'Σas', 'beaver', 'ß', 'K', 'vole', '-', ' '];

/** A page with some scripts, which have drawn words, and the same words around them. */
function pageWith(scripts: number): {
  readonly source: string;
  readonly ranges: readonly [number, number][];
} {
  let source = '<title>otter</title>';
  const ranges: [number, number][] = [];
  for (let number = 0; number < scripts; number++) {
    const words = Array.from({ length: 9 }, (_, at) => WORDS[(number * 7 + at * at) % WORDS.length]).join('');
    source += `<p>${words}</p><script>`;
    ranges.push([source.length, source.length + words.length]);
    source += `${words}</script>`;
  }
  return { source, ranges };
}

const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Starts of a text in the scripts, by a look at each position. */
function scanned(
  { source, ranges }: ReturnType<typeof pageWith>,
  text: string,
  wholeWord: boolean,
): number[] {
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, at) => from + at).filter((at) => {
      const end = at + text.length;
      if (end > to || fold(source.slice(at, end)) !== text) return false;
      const around = [source.slice(Math.max(from, at - 1), at), source.slice(end, Math.min(to, end + 1))];
      return !wholeWord || around.every((character) => !/[\p{L}\p{N}]/u.test(character));
    }),
  );
}

test.each([0, 1, 3, 64, 65, 300])('finds texts in %i scripts whatever their case', (scripts) => {
  const page = pageWith(scripts);
  const needles = ['otter', 'ötter', 'σas', 'beaver', 'k', 'ttersomething', 'r-', '</'].flatMap((text) =>
    [false, true].map((wholeWord): TextNeedle => {
      const needle = { kind: 'text', text, caseSensitive: false, scope: 'inline' } as const;
      return wholeWord ? { ...needle, wholeWord: true } : needle;
    }),
  );
  const searches = new NeedleSearches(needles, () => {});
  const prepared = searches.prepare({ url: 'https://a.test/', source: page.source, facts: { dns: [] } });
  const found = needles.map((needle) => {
    const search = searches.of(needle);
    const starts = Array.from(search.matches(prepared), ({ start }) => start);
    expect(search.isIn(prepared)).toBe(starts.length > 0);
    return starts;
  });
  expect(found).toEqual(needles.map(({ text, wholeWord }) => scanned(page, text, wholeWord === true)));
  expect(found.flat().length > 0).toBe(scripts > 0);
});

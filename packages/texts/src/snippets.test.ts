import { foldCase } from '@sitegrep/fold';
import { sourceText, type Snippets } from '@sitegrep/search';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { describe, expect, it } from 'vitest';
import { NeedleSearches } from './needle-search.ts';
import type { PageSource } from './page-text.ts';
import { findMatches } from './snippets.ts';

const seek = (...terms: readonly string[]): Snippets => ({
  sought: terms.map((term) => ({ term, needle: sourceText(foldCase(term)) })),
  perNeedle: 1,
  around: 80,
  isComplete: true,
});
const page = (source: string, url = 'https://a.test/') => ({ url, source, facts: NO_PAGE_FACTS });
const found = (source: string, ...terms: readonly string[]) => matchesIn([page(source)], seek(...terms));

/** Matches in pages. */
function matchesIn(pages: Iterable<PageSource>, snippets: Snippets, checkpoint = (): void => {}) {
  const searches = new NeedleSearches(
    snippets.sought.map(({ needle }) => needle),
    checkpoint,
  );
  const texts = Iterator.from(pages).map((one) => searches.prepare(one));
  return findMatches(texts, snippets, searches, checkpoint);
}

it('rests on this: no character is longer or shorter in UTF-16 for being folded', () => {
  const changed: number[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (foldCase(character).length !== character.length) changed.push(codePoint);
  }
  expect(changed).toEqual([]);
});

describe('a match', () => {
  it.each([['😀'], ['x'], ['é'], ['𐐨']])('is found at each end of ten megabytes of %s', (character) => {
    const size = 10_000_000 / character.length;
    const text = `Start${character.repeat(size)}END`;
    const side = character.repeat(80);
    expect(found(text, 'start', 'end', `${character.repeat(997)}end`)).toMatchObject([
      { term: 'start', url: 'https://a.test/', offset: 0, before: '', match: 'Start', after: side },
      { term: 'end', url: 'https://a.test/', offset: size + 5, before: side, match: 'END', after: '' },
      {
        term: `${character.repeat(997)}end`,
        url: 'https://a.test/',
        offset: size - 992,
        before: side,
        match: `${character.repeat(997)}END`,
        after: '',
      },
    ]);
  });

  it('begins between characters, at any edge of a window', () => {
    const at = 131_072;
    for (const length of [at - 2, at - 1, at, at + 1]) {
      const text = `${'.'.repeat(length)}😀😁K\u212a😀`;
      expect(found(text, '😁k', 'kK😀')).toMatchObject([
        { offset: length + 1, match: '😁K', after: '\u212a😀' },
        { offset: length + 2, match: 'K\u212a😀', before: `${'.'.repeat(78)}😀😁` },
      ]);
    }
  });

  it('of a term of a thousand characters of two units is complete', () => {
    const term = '𐐀'.repeat(1_000);
    expect(found(`${'.'.repeat(130_000)}${'𐐨'.repeat(1_000)}.`, term)).toMatchObject([
      { offset: 130_000, match: '𐐨'.repeat(1_000), after: '.' },
    ]);
  });

  it('has its location by characters and lines, wherever the ones before it are', () => {
    const matches = matchesIn([page('😀\na\n😀a a')], { ...seek('a'), perNeedle: 3 });
    expect(matches.map(({ offset, line, column }) => [offset, line, column])).toEqual([
      [2, 2, 1],
      [5, 3, 2],
      [7, 3, 4],
    ]);
  });

  it('is there for each text that any page has, in the order in which they were sought', () => {
    const pages = [page('one', 'https://a.test/1'), page('two one', 'https://a.test/2')];
    const matches = matchesIn(pages, seek('three', 'TWO', 'one', 'two', 'One'));
    expect(matches.map(({ term, url }) => `${term} ${url.slice(-1)}`)).toEqual([
      'TWO 2',
      'one 1',
      'two 2',
      'One 1',
    ]);
  });
});

it('reads no page after the one that has the last sought text', () => {
  function* pages() {
    yield page('one');
    yield page('two');
    throw new Error('one page too many');
  }
  expect(matchesIn(pages(), seek('one', 'two'))).toHaveLength(2);
});

it('checks many times during a long page whether the search was aborted', () => {
  let checks = 0;
  const checkpoint = () => {
    checks += 1;
    if (checks === 20) throw new Error('aborted');
  };
  // Each position of the page agrees with the term for half of its length.
  const term = `${'a'.repeat(500)}b${'a'.repeat(499)}`;
  expect(() => matchesIn([page('a'.repeat(10_000_000))], seek(term), checkpoint)).toThrow('aborted');
});

describe('whole lines around a match', () => {
  const source = 'one\n\ntwo\r\n😀 the needle here\nfive\nsix';
  /** Texts on either side of the needle. */
  const around = (lines: number, most = 80): readonly (string | undefined)[] => {
    const [match] = matchesIn([page(source)], { ...seek('needle'), lines, around: most });
    return [match?.before, match?.after];
  };

  it.each([
    [0, '😀 the ', ' here'],
    [1, 'two\r\n😀 the ', ' here\nfive'],
    [2, '\ntwo\r\n😀 the ', ' here\nfive\nsix'],
    [3, 'one\n\ntwo\r\n😀 the ', ' here\nfive\nsix'],
    [20, 'one\n\ntwo\r\n😀 the ', ' here\nfive\nsix'],
  ])('are as many as are wanted: %d', (lines, before, after) =>
    expect(around(lines)).toEqual([before, after]),
  );

  it('are cut where they are longer than what is wanted around it', () => {
    expect(around(2, 6)).toEqual(['😀 the ', ' here\n']);
    expect(around(2, 3)).toEqual(['he ', ' he']);
  });
});

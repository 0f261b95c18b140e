// A segment that was written once. If a test here fails, the format has changed: it needs a new number, and a new file.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { contentsOf, expectedContents } from '../../test/contents.ts';
import { wrongFourgrams } from '../../test/fourgrams.ts';
import { goldenDocuments } from '../../test/golden/documents.ts';
import { documentOf, markedDocument, queryOf, scan, Workbench } from '../../test/workbench.ts';
import { nodeDisk } from '../disk.ts';
import { verifySegment } from '../verify/verify-segment.ts';
import { SEGMENT_FORMAT } from './format.ts';

const PATH = fileURLToPath(new URL(`../../test/golden/${SEGMENT_FORMAT}.segment`, import.meta.url));

/** Ids of documents by their numbers. */
const numbered = (...numbers: readonly number[]): number[] => numbers.map((number) => 5 + 3 * number);

test('the golden segment is read', () => {
  const bench = new Workbench();
  const segment = bench.open(PATH);
  const find = (terms: readonly string[], excluded: readonly string[] = []): number[] =>
    bench.search(segment, queryOf(terms, excluded));
  expect(find(['the cooper of'])).toEqual(numbered(4, 5, 6, 7));
  expect(find(['京都'], ['er of'])).toEqual(numbered(27));
  expect(find(['京', 'class="mason old"'])).toEqual(numbered(27));
  expect(find(['call 1028'])).toEqual(numbered(16, 17, 18, 19));
  expect(find(['</p><p>'])).toEqual([]);
  expect(find(['x'.repeat(1_000)])).toEqual(numbered(42));
  expect(find([`${'ab'.repeat(400)}a`])).toEqual([]);
  expect(find(['i><i>'])).toEqual(numbered(44));
  expect(find(['    \n    '])).toEqual(numbered(45));
  expect(find(['😀'])).toEqual(numbered(49));
  expect(find(['😁', ' and '])).toEqual(numbered(49));
  expect(find(['\u{1f602}'])).toEqual([]);
  expect(find(['овар'])).toEqual(numbered(50));
  expect(find(['товар: 7'])).toEqual(numbered(50));
  expect(find(['από 1'])).toEqual(numbered(50));
  expect(find(['ров '])).toEqual([]);

  const findIn = (zone: number, term: string): number[] => bench.search(segment, queryOf([term], [], zone));
  expect(findIn(0, 'of a ')).toEqual(numbered(52));
  expect(findIn(0, 'turner')).toEqual(numbered(52));
  expect(findIn(0, 'of a turner')).toEqual([]);
  expect(findIn(2, 'of a turner')).toEqual(numbered(52));
  expect(findIn(0, 'd')).toEqual([]);
  expect(findIn(1, 'k')).toEqual(numbered(53));
  expect(findIn(1, 'smith')).toEqual(numbered(53));
  expect(findIn(1, 'smith,')).toEqual([]);
  expect(findIn(3, 'smith')).toEqual(numbered(53));
  expect(findIn(3, 'k')).toEqual([]);
  expect(findIn(0, 'ba')).toEqual(numbered(54));
  expect(findIn(0, 'aa')).toEqual([]);
  expect(findIn(4, 'год 5')).toEqual(numbered(55));
  expect(findIn(5, 'год 5')).toEqual([]);
});

test('the golden segment holds what a plain scan of its documents finds', () => {
  const bench = new Workbench();
  const segment = bench.open(PATH);
  const documents = goldenDocuments();
  const [, random = []] = documents.slice(46, 52).map(({ parts }) => parts);
  const terms = [
    'a',
    'é',
    'ab',
    'er',
    'bab',
    'é é',
    'abab',
    'aabba',
    'bé a',
    ' old"',
    'ridays</p>',
    '<p',
    'p>',
    'zz',
    'дия',
    'я 1ид',
    '<ия1',
    'иии',
  ];
  const cuts = [7, 100, 2_000].map((from) =>
    Buffer.from(random[0] ?? [])
      .subarray(from, from + 40)
      .toString('latin1'),
  );
  for (const term of [...terms, ...cuts.map((cut) => cut.slice(0, 3))]) {
    const query = queryOf([term]);
    expect(bench.search(segment, query), `term ${term}`).toEqual(scan(documents, query));
  }
  expect(verifySegment(nodeDisk, PATH)).toMatchObject({ documents: 56 });
});

test('a segment of the same documents is written today as it was then', () => {
  const bench = new Workbench();
  const golden = readFileSync(PATH);
  const built = bench.build(goldenDocuments());
  expect(readFileSync(built.path).equals(golden)).toBe(true);
  const merged = bench.merge([bench.open(PATH)]);
  expect(readFileSync(merged.path).equals(golden)).toBe(true);
});

test('the golden segment is merged with one that is written today, and without dead documents', () => {
  const bench = new Workbench();
  const later = [
    documentOf(900, '<p>the cooper of 京都, 25€ от продавца</p>'),
    documentOf(901, 'товар: 7', 'ab'.repeat(90)),
    documentOf(905, 'x'.repeat(700), 'каталог товаров, και από 1'),
    markedDocument(906, 'of a <2>of a turner</2>'),
  ];
  const segments = [bench.open(PATH), bench.build(later)];
  const documents = [...goldenDocuments(), ...later];
  for (const dead of [[], [5, 101, 161, 901], documents.slice(0, -1).map(({ id }) => id)]) {
    const isLive = (id: number): boolean => !dead.includes(id);
    const live = documents.filter(({ id }) => isLive(id));
    const merged = bench.merge(segments, isLive);
    expect(contentsOf(merged, bench.cache)).toEqual(expectedContents(live));
    expect(wrongFourgrams(merged, bench.cache, live)).toEqual([]);
    expect(verifySegment(nodeDisk, merged.path)).toMatchObject({ documents: live.length });
    for (const term of [
      'the cooper of',
      '京都',
      'x'.repeat(600),
      'товар: 7',
      'варов',
      'από 1',
      'ίδα',
      'abab',
    ]) {
      const query = queryOf([term], ['mason']);
      expect(bench.search(merged, query), `term ${term}`).toEqual(scan(live, query));
    }
    for (const zone of [0, 1, 2, 3, 4, 5])
      for (const term of ['of a turner', 'smith', 'k', 'ab', 'aba', 'год 5']) {
        const query = queryOf([term], [], zone);
        expect(bench.search(merged, query), `term ${term} in zone ${zone}`).toEqual(scan(live, query));
      }
  }
});

// Segments that were written by each version of the format. If a test here fails, the format has changed: it needs a new
// number, a golden file of its own, and readers that still read the ones here.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeDisk } from '../disk.ts';
import { verifySegment } from '../verify.ts';
import { SEGMENT_FORMAT } from './format.ts';
import { goldenDocuments } from './golden/documents.fixture.ts';
import { question, scan, Workbench } from './segment.fixture.ts';

const pathOf = (format: number): string =>
  fileURLToPath(new URL(`golden/${format}.segment`, import.meta.url));

/** Formats that are read. */
const FORMATS = [5];

/** Ids of documents by their numbers. */
const numbered = (...numbers: readonly number[]): number[] => numbers.map((number) => 5 + 3 * number);

test.each(FORMATS)('a segment of format %j is read', (format) => {
  const bench = new Workbench();
  const segment = bench.open(pathOf(format));
  const find = (terms: readonly string[], excluded: readonly string[] = []): number[] =>
    bench.search(segment, question(terms, excluded));
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
});

test.each(FORMATS)('a segment of format %j holds what a plain scan of its documents finds', (format) => {
  const bench = new Workbench();
  const path = pathOf(format);
  const segment = bench.open(path);
  const documents = goldenDocuments();
  const [, random = []] = documents.slice(46).map(({ parts }) => parts);
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
    const asked = question([term]);
    expect(bench.search(segment, asked), `term ${term}`).toEqual(scan(documents, asked));
  }
  expect(verifySegment(nodeDisk, path)).toMatchObject({ documents: 52 });
});

test('a segment of the same documents is written today as it was then', () => {
  const bench = new Workbench();
  const { path } = bench.build(goldenDocuments());
  expect(SEGMENT_FORMAT).toBe(FORMATS.at(-1));
  expect(readFileSync(path).equals(readFileSync(pathOf(SEGMENT_FORMAT)))).toBe(true);
});

// Segments that were written in each format that is read. If a test here fails, the format has changed: it needs a new
// number, a golden file of its own, and readers that still read the ones here.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeDisk } from '../disk.ts';
import { verifySegment } from '../verify.ts';
import { EVEN_FORMAT, NEWEST_FORMAT, OLDEST_FORMAT, SEGMENT_FORMAT } from './format.ts';
import { goldenDocuments } from './golden/documents.fixture.ts';
import { listedTriples, wrongQuads } from './quads.fixture.ts';
import { contentsOf, expectedContents } from './contents.fixture.ts';
import { documentOf, question, scan, Workbench } from './segment.fixture.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`golden/${name}.segment`, import.meta.url));

/**
 * Segments of the same documents, by the formats that are read. `4-merged` was merged of four of them and the others, so that
 * documents are unlisted; `6` of `4`.
 */
const GOLDEN = { '4': 4, '4-merged': 4, '5': 5, '6': 6 };
const NAMES = Object.keys(GOLDEN);

/** Ids of documents by their numbers. */
const numbered = (...numbers: readonly number[]): number[] => numbers.map((number) => 5 + 3 * number);

test.each(NAMES)('segment %s is read', (name) => {
  const bench = new Workbench();
  const segment = bench.open(pathOf(name));
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

test.each(NAMES)('segment %s holds what a plain scan of its documents finds', (name) => {
  const bench = new Workbench();
  const path = pathOf(name);
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
  const built = bench.build(goldenDocuments());
  expect(built.footer.format).toBe(SEGMENT_FORMAT);
  expect(readFileSync(built.path).equals(readFileSync(pathOf(`${SEGMENT_FORMAT}`)))).toBe(true);
  const merged = bench.merge([bench.open(pathOf('4'))]);
  expect(merged.footer.format).toBe(EVEN_FORMAT);
  expect(readFileSync(merged.path).equals(readFileSync(pathOf(`${EVEN_FORMAT}`)))).toBe(true);
});

test('there is a segment of each format that is read, and the one that its name says', () => {
  const bench = new Workbench();
  for (const [name, format] of Object.entries(GOLDEN))
    expect(bench.open(pathOf(name)).footer.format).toBe(format);
  expect(listedTriples(bench.open(pathOf('4-merged')), bench.cache).unlisted).toBe(224);
  const formats = Array.from({ length: NEWEST_FORMAT - OLDEST_FORMAT + 1 }, (_, at) => OLDEST_FORMAT + at);
  expect([...new Set(Object.values(GOLDEN))]).toEqual(formats);
});

test.each(Object.entries(GOLDEN))(
  'segment %s is merged with one that is written today, and without dead documents',
  (name, format) => {
    const bench = new Workbench();
    const later = [
      documentOf(900, '<p>the cooper of 京都, 25€ от продавца</p>'),
      documentOf(901, 'товар: 7', 'ab'.repeat(90)),
      documentOf(905, 'x'.repeat(700), 'каталог товаров, και από 1'),
    ];
    const segments = [bench.open(pathOf(name)), bench.build(later)];
    const documents = [...goldenDocuments(), ...later];
    for (const dead of [[], [5, 101, 901], documents.slice(0, -1).map(({ id }) => id)]) {
      const isLive = (id: number): boolean => !dead.includes(id);
      const live = documents.filter(({ id }) => isLive(id));
      const merged = bench.merge(segments, isLive);
      expect(merged.footer.format).toBe(format === SEGMENT_FORMAT ? SEGMENT_FORMAT : EVEN_FORMAT);
      expect(contentsOf(merged, bench.cache)).toEqual(expectedContents(live, merged.rules));
      expect(wrongQuads(merged, bench.cache, live)).toEqual([]);
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
        const asked = question([term], ['mason']);
        expect(bench.search(merged, asked), `term ${term}`).toEqual(scan(live, asked));
      }
    }
  },
);

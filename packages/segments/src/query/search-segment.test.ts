import { expect, test } from 'vitest';
import { checkSearches } from '../../test/check-searches.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { documentOf, markedDocument, queryOf, randomLetters, scan, Workbench } from '../../test/workbench.ts';
import { CursorPool } from './search-context.ts';
import { searchSegment } from './search-segment.ts';
import { termOf } from './term.ts';

test('every search finds what a plain scan finds: in one segment, in several, merged, and merged again', () => {
  // search-segment.slow.test.ts tries many more.
  expect(checkSearches(60)).toBe(60);
});

test('a search may be given up while it looks at documents and positions, and the next one is right', () => {
  const bench = new Workbench();
  const random = seededRandom(8);
  // Of the letters of the term, all trigrams stand everywhere.
  const term = randomLetters(random, 'ab', 30);
  const documents = Array.from({ length: 30 }, (_, index) =>
    documentOf(index + 1, randomLetters(random, 'ab', 2_000), 'x', index === 17 ? `x${term}` : ''),
  );
  const segment = bench.build(documents);
  const query = queryOf([term, 'x'], ['bx']);
  const pool = new CursorPool(bench.cache);
  let calls = 0;
  const search = (most: number): Uint32Array => {
    calls = 0;
    const checkpoint = (): void => {
      if (++calls > most) throw new Error('enough');
    };
    const [terms, excluded] = [query.terms.map(termOf), query.excluded.map(termOf)];
    return searchSegment({ segment, terms, excluded, isLive: null, pool, checkpoint });
  };
  expect([...search(Infinity)]).toEqual([17]);
  const all = calls;
  expect(all).toBeGreaterThan(3);
  for (let most = 0; most < all; most++) {
    expect(() => search(most)).toThrow('enough');
    expect([...search(Infinity)]).toEqual([17]);
  }
});

test('a search without terms finds all but the excluded, and a term of more bytes than any text finds nothing', () => {
  const bench = new Workbench();
  const segment = bench.build([documentOf(1, 'a'.repeat(100)), documentOf(2, 'b')]);
  expect(bench.search(segment, queryOf([]))).toEqual([1, 2]);
  expect(bench.search(segment, queryOf([], ['b']))).toEqual([1]);
  expect(bench.search(segment, queryOf(['a'.repeat(100)]))).toEqual([1]);
  for (const length of [101, 102, 199, 200, 201, 1_000, 100_000])
    expect(bench.search(segment, queryOf(['a'.repeat(length)]))).toEqual([]);
});

test('every trigram of a term counts, even if they are more than advance together', () => {
  const bench = new Workbench();
  const random = seededRandom(31);
  // Of few letters, so that all trigrams stand everywhere.
  const term = randomLetters(random, 'ab', 90);
  const other = (at: number): string =>
    `${term.slice(0, at)}${term[at] === 'a' ? 'b' : 'a'}${term.slice(at + 1)}`;
  const documents = Array.from({ length: 90 }, (_, at) =>
    documentOf(at, `${randomLetters(random, 'ab', 200)}${at % 2 === 0 ? 'a' : ''}${other(at)}b`, 'b'),
  );
  const holding = [100, 101].map((id) => documentOf(id, `${'x'.repeat(id)}${term}`));
  const segment = bench.build([...documents, ...holding]);
  expect(scan([...documents, ...holding], queryOf([term]))).toEqual([100, 101]);
  expect(bench.search(segment, queryOf([term]))).toEqual([100, 101]);
  expect(bench.search(segment, queryOf([other(70)]))).toEqual([70]);
});

test('a match does not go from a part into the next one, nor from a document', () => {
  const bench = new Workbench();
  const segment = bench.build([
    documentOf(1, 'one', 'two'),
    documentOf(2, 'three'),
    documentOf(3, 'even', 'odd', ''),
  ]);
  for (const term of ['onetwo', 'etwo', 'et', 'net', 'twothree', 'oth', 'evenodd', 'no', 'nod', 'enod'])
    expect(bench.search(segment, queryOf([term])), `term ${term}`).toEqual([]);
  expect(bench.search(segment, queryOf(['odd', 'even']))).toEqual([3]);
  expect(bench.search(segment, queryOf(['o'], ['even']))).toEqual([1]);
});

test('at an open end, different trigrams are looked at in each of many documents', () => {
  const bench = new Workbench();
  const random = seededRandom(29);
  let found = 0;
  for (const alphabet of ['abc', 'abcd', 'abcde', 'aé😀']) {
    // Some have a few of these letters among others, so that what is frequent elsewhere is rare there.
    const snippets = Array.from({ length: 16 }, () => randomLetters(random, alphabet, 9));
    const documents = Array.from({ length: 400 }, (_, index) =>
      documentOf(
        3 * index,
        `${randomLetters(random, 'klmnopqrstuvw', random(2))}${snippets[index - 20] ?? ''}`,
        snippets[index - 20] === undefined ? randomLetters(random, alphabet, 10 + random(150)) : '',
      ),
    );
    const whole = bench.build(documents);
    const merged = bench.merge(
      [documents.slice(0, 20), documents.slice(20, 36), documents.slice(36)].map((part) => bench.build(part)),
    );
    for (let query = 0; query < 150; query++) {
      const letters = query % 3 === 0 ? (snippets[random(16)] ?? '') : randomLetters(random, alphabet, 9);
      const from = random(3);
      const text = Array.from(letters)
        .slice(from, from + 4 + random(4))
        .join('');
      const term = queryOf([text], query % 5 === 0 ? ['abca'] : []);
      const expected = scan(documents, term);
      expect(bench.search(whole, term), `term ${text}`).toEqual(expected);
      expect(bench.search(merged, term), `term ${text}`).toEqual(expected);
      found += expected.length;
    }
    bench.clear();
  }
  expect(found).toBeGreaterThan(3_000);
});

test('a term in a zone lies completely in one of its ranges, whatever its length', () => {
  const bench = new Workbench();
  const documents = [
    markedDocument(1, '<0>abcdefgh</0>ijkl'),
    markedDocument(2, 'x<0>abcdefgh</0>ijkl'),
    markedDocument(3, '<0>abcd</0><0>efgh</0>ijkl<0>a</0>'),
    markedDocument(4, 'abcdefghijkl<1>abcdefghijkl</1>'),
    markedDocument(5, 'ab<0>cdefghijkl</0>'),
    markedDocument(6, 'abcdefghijkl'),
    markedDocument(7, '<0>l</0>'),
    documentOf(8, 'abcdefghijkl', 'abcdefghijkl'),
  ];
  const segment = bench.build(documents);
  const find = (zone: number, term: string): number[] => bench.search(segment, queryOf([term], [], zone));
  expect(find(0, 'a')).toEqual([1, 2, 3]);
  expect(find(0, 'l')).toEqual([5, 7]);
  expect(find(0, 'ab')).toEqual([1, 2, 3]);
  expect(find(0, 'hi')).toEqual([5]);
  expect(find(0, 'gh')).toEqual([1, 2, 3, 5]);
  expect(find(0, 'abc')).toEqual([1, 2, 3]);
  expect(find(0, 'fgh')).toEqual([1, 2, 3, 5]);
  expect(find(0, 'bcde')).toEqual([1, 2]);
  expect(find(0, 'defg')).toEqual([1, 2, 5]);
  expect(find(0, 'abcdefgh')).toEqual([1, 2]);
  expect(find(0, 'fghi')).toEqual([5]);
  expect(find(0, 'abcdefghi')).toEqual([]);
  expect(find(1, 'abcdefghi')).toEqual([4]);
  expect(find(2, 'abcdefghi')).toEqual([]);
  const excluding = { terms: queryOf(['l']).terms, excluded: queryOf(['ijkl'], [], 1).terms };
  expect(bench.search(segment, excluding)).toEqual([1, 2, 3, 5, 6, 7, 8]);
});

test('long documents with many hits outside of a zone, and many ranges, are searched as by a scan', () => {
  const bench = new Workbench();
  const random = seededRandom(57);
  let found = 0;
  for (const alphabet of ['ab', 'abc', 'abcdefgh <', 'дия 1<']) {
    const documents = Array.from({ length: 70 }, (_, index) => {
      const pieces = Array.from({ length: 400 }, () => {
        const [inside, outside] = [
          randomLetters(random, alphabet, random(12)),
          randomLetters(random, alphabet, random(90)),
        ];
        return `<${index % 2}>${inside}</${index % 2}>${outside}`;
      });
      return markedDocument(index, `${pieces.join('')}<2>${randomLetters(random, alphabet, 9)}</2>`);
    });
    const whole = bench.build(documents);
    const merged = bench.merge(
      [documents.slice(0, 30), documents.slice(30)].map((part) => bench.build(part)),
    );
    for (let length = 1; length <= 14; length++) {
      for (const zone of [0, 1, 2]) {
        const query = queryOf(
          [randomLetters(random, alphabet, length)],
          length % 4 === 0 ? ['aa'] : [],
          zone,
        );
        const expected = scan(documents, query);
        expect(bench.search(whole, query), `${length} letters in zone ${zone}`).toEqual(expected);
        expect(bench.search(merged, query), `${length} letters in zone ${zone}`).toEqual(expected);
        found += expected.length;
      }
    }
    bench.clear();
  }
  expect(found).toBeGreaterThan(1_000);
});

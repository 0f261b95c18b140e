import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { put, putMarked, remove } from '../../test/logs.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { queryOf, soughtTerm } from '../../test/workbench.ts';
import { nodeDisk, type Disk } from '../disk.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import type { SoughtTerm } from '../query/term.ts';
import type { Operation } from './log-format.ts';
import { LogReader, LogTexts } from './log-reader.ts';
import { KnownTerms, searchLog, type LogTerms } from './log-search.ts';
import { LogWriter } from './log-writer.ts';

interface Log {
  readonly path: string;
  readonly search: (all: readonly string[], none?: readonly string[], dead?: readonly number[]) => number[];
  readonly raw: (terms: LogTerms, checkpoint: () => void) => number[];
  /** Bytes of the log that were read by searches so far. */
  readonly bytesRead: () => number;
}

const sought = (term: string): SoughtTerm => ({ bytes: Buffer.from(term, 'latin1'), zone: null });

/** @param knownBytes for answers about terms @param cacheBytes for texts */
function logOf(operations: readonly Operation[], knownBytes = 1_000, cacheBytes = 4 << 20): Log {
  const path = join(temporaryFolder(), '000001.log');
  const writer = LogWriter.create(nodeDisk, path, 0);
  writer.append(operations);
  writer.close();
  let read = 0;
  const counting: Disk = {
    ...nodeDisk,
    read: (file, into, position) => {
      read += into.length;
      return nodeDisk.read(file, into, position);
    },
  };
  const reader = LogReader.open(counting, path);
  onTestFinished(() => reader.close());
  const logged = reader.read(operations.at(-1)?.sequence ?? 0);
  read = 0;
  const texts = new LogTexts(reader, new GranuleCache(counting, cacheBytes));
  const searched = { texts, operations: logged, known: new KnownTerms(knownBytes) };
  return {
    path,
    search: (all, none = [], dead = []) =>
      searchLog({
        ...searched,
        terms: { all: all.map(sought), none: none.map(sought) },
        isSearched: ({ sequence }) => !dead.includes(sequence),
        checkpoint: () => {},
      }),
    raw: (terms, checkpoint) => searchLog({ ...searched, terms, isSearched: () => true, checkpoint }),
    bytesRead: () => read,
  };
}

test('a document must hold every term, in any of its parts, and no excluded one', () => {
  const log = logOf([
    put(1, ['jquery and', 'wordpress']),
    put(2, ['jquery']),
    put(4, ['wordpress', 'jquery', 'drupal']),
    remove(5, 3),
    put(6, []),
  ]);
  expect(log.search(['jquery', 'wordpress'])).toEqual([1, 4]);
  expect(log.search(['jquery'], ['drupal'])).toEqual([1, 2]);
  expect(log.search([], ['wordpress'])).toEqual([2, 6]);
  expect(log.search([])).toEqual([1, 2, 4, 6]);
  expect(log.search(['jquery'], [], [1, 4])).toEqual([2]);
  expect(log.search(['yd'])).toEqual([]);
});

test('searches find what a plain scan finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
  const term = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
  const documents = fc.array(fc.array(text, { maxLength: 3 }), { minLength: 1, maxLength: 8 });
  const terms = fc.array(term, { maxLength: 3 });
  const dead = fc.array(fc.nat({ max: 8 }));
  const queries = fc.array(fc.record({ all: terms, none: terms, dead }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(documents, queries, fc.constantFrom(0, 300, 5_000), (documents, query, knownBytes) => {
      const log = logOf(
        documents.map((parts, at) => put(at + 1, parts)),
        knownBytes,
      );
      const holds = (parts: readonly string[], term: string): boolean =>
        parts.some((part) => part.includes(term));
      for (const { all, none, dead } of query) {
        const wanted = documents.flatMap((parts, at) => {
          const isWanted =
            all.every((term) => holds(parts, term)) && !none.some((term) => holds(parts, term));
          return isWanted && !dead.includes(at + 1) ? [at + 1] : [];
        });
        expect(log.search(all, none, dead)).toEqual(wanted);
      }
    }),
    { numRuns: 300 },
  );
});

test('a term in a zone has to lie in one of its ranges', () => {
  const log = logOf([
    putMarked(1, 'needle <0>in a</0> haystack'),
    putMarked(2, '<0>needle</0>, in, a <0>haystack</0>'),
    putMarked(3, '<0>need</0><0>le</0>, needle<1>, needle, in a</1>'),
    put(4, ['needle']),
    put(5, ['needle', 'in a']),
  ]);
  const find = (zone: number | null, all: readonly string[], none: readonly string[] = []): number[] => {
    const { terms, excluded } = queryOf(all, none, zone);
    return log.raw({ all: terms, none: excluded }, () => {});
  };
  for (let again = 0; again < 2; again++) {
    expect(find(null, ['needle'])).toEqual([1, 2, 3, 4, 5]);
    expect(find(0, ['needle'])).toEqual([2]);
    expect(find(1, ['needle'])).toEqual([3]);
    expect(find(2, ['needle'])).toEqual([]);
    expect(find(0, ['n'])).toEqual([1, 2, 3]);
    expect(find(0, ['e'], ['needle'])).toEqual([3]);
    expect(find(0, ['in a'])).toEqual([1]);
    expect(find(1, ['in a', 'needle'])).toEqual([3]);
    expect(find(1, [], ['in a'])).toEqual([1, 2, 4, 5]);
  }
});

test('ranges are looked at granule by granule, in as many reads as they need', () => {
  const far = 'needle '.repeat(10_000);
  // In the second range, the term lies across the border of two granules.
  const filler = '.'.repeat(16_384 - 4 - 'title'.length - 'needles'.length);
  const log = logOf([
    putMarked(1, `<0>title</0>${far}`),
    putMarked(2, `<0>title</0>needles${filler}<0>.needle.</0>${far}`),
    putMarked(3, `<0>title</0>${far}<0>needle</0>`),
    putMarked(4, `<0>title</0>${far}<0>needl</0>e needle`),
  ]);
  const find = (term: string): number[] => log.raw({ all: [soughtTerm(term, 0)], none: [] }, () => {});
  expect(find('itl')).toEqual([1, 2, 3, 4]);
  // The first granule of each.
  expect(log.bytesRead()).toBe(4 * 16_384);
  expect(find('needle')).toEqual([2, 3]);
  // Of the first document no more, of the second two granules, of which one is read ahead; of the others the rest.
  expect(log.bytesRead()).toBe(6 * 16_384 + (70_014 - 16_384) + (70_020 - 16_384));
});

test('a term is found wherever it stands, also across the border of two granules', () => {
  const short = 'needle';
  const long = Array.from({ length: 5000 }, (_, i) => String(i * 31))
    .join('-')
    .slice(0, 20_000);
  // The ends of the first pieces, and of the runs of 1, 2, 4, 8, 16 and 16 pieces.
  const ends = [1, 2, 3, 7, 15, 31, 47].map((pieces) => pieces * 16_384);
  const offsets = ends.flatMap((end) => [end - 7, end - 6, end - 5, end - 3, end - 1, end, end + 1]);
  const filler = 'need'.repeat(250_000);
  const operations = offsets.flatMap((offset, at) => [
    put(2 * at + 1, [filler.slice(0, offset) + short + filler.slice(0, 100)]),
    put(2 * at + 2, [filler.slice(0, Math.max(0, offset - 9000)) + long]),
  ]);
  const log = logOf(operations);
  const odd = offsets.map((_, at) => 2 * at + 1);
  const even = offsets.map((_, at) => 2 * at + 2);
  expect(log.search([short])).toEqual(odd);
  expect(log.search([long])).toEqual(even);
  expect(log.search(['need'], [short])).toEqual(even);
  expect(log.search(['need'], [long])).toEqual(odd);
  expect(log.search([short, long])).toEqual([]);
});

test('a text is read only until the answer is known', () => {
  const log = logOf([put(1, ['early' + '.'.repeat(1e6) + 'late'])]);
  expect(log.search(['absent'])).toEqual([]);
  expect(log.search([])).toEqual([1]);
  expect(log.bytesRead()).toBe(0);
  expect(log.search(['early'], ['absent'])).toEqual([1]);
  expect(log.search(['.'], ['early'])).toEqual([]);
  expect(log.bytesRead()).toBe(16_384);
  expect(log.search(['early', 'late'])).toEqual([1]);
  expect(log.bytesRead()).toBe(1e6 + 10 + 2);
});

test('granules of a text are cached for all terms, as far as they fit', () => {
  const text = 'start' + '.'.repeat(20 * 16_384) + 'end';
  const [spacious, narrow] = [logOf([put(1, [text])]), logOf([put(1, [text])], 1_000, 0)];
  for (const log of [spacious, narrow]) {
    expect(log.search(['end'])).toEqual([1]);
    expect(log.bytesRead()).toBe(text.length + 2);
    expect(log.search(['tart', '.end'])).toEqual([1]);
  }
  expect(spacious.bytesRead()).toBe(text.length + 2);
  expect(narrow.bytesRead()).toBeGreaterThan(text.length + 2);
});

test('a checkpoint comes at least every 256 KiB read and every 256 documents skipped, and ends the search', () => {
  const large = (): Log => logOf([put(1, ['.'.repeat(4 * 2 ** 20) + 'x'])]);
  const many = (): Log => logOf(Array.from({ length: 2560 }, (_, at) => put(at + 1, ['y'])));
  for (const [log, least] of [
    [large, 16],
    [many, 10],
  ] as const) {
    let calls = 0;
    log().raw({ all: [sought('x')], none: [] }, () => calls++);
    expect(calls).toBeGreaterThanOrEqual(least);
    const cancel = (): void => {
      if (--calls === 1) throw new Error('cancelled');
    };
    expect(() => log().raw({ all: [sought('x')], none: [] }, cancel)).toThrow('cancelled');
  }
});

test('a text is searched once for a term, whatever other terms a search has, as long as the answers fit', () => {
  // More texts than the smallest cache holds, after the one that is read.
  const others = Array.from({ length: 20 }, (_, at) => put(at + 2, ['haystack 0 1 2 3 4 5 6 7 8 9']));
  const log = logOf([put(1, ['needle and thread']), ...others], 1_000, 0);
  expect(log.search(['needle'])).toEqual([1]);
  expect(log.search(['thread'], ['needles'])).toEqual([1]);
  const read = log.bytesRead();
  expect(log.search(['thread', 'needle'])).toEqual([1]);
  expect(log.search(['thread'], ['needle'])).toEqual([]);
  expect(log.bytesRead()).toBe(read);
  for (let other = 0; other < 10; other++) expect(log.search([`${other}`])).toHaveLength(20);
  expect(log.search(['needle'])).toEqual([1]);
  expect(log.bytesRead()).toBeGreaterThan(read);
});

test('a text that was damaged is not searched', () => {
  const log = logOf([put(1, ['a'.repeat(20_000) + 'b' + 'a'.repeat(40_000)])]);
  const file = nodeDisk.open(log.path, 'change');
  nodeDisk.write(file, Buffer.from('c'), nodeDisk.size(file) - 2 - 40_000 - 1);
  nodeDisk.close(file);
  expect(log.search(['aaa'])).toEqual([1]);
  expect(() => log.search(['b'])).toThrow(/is damaged: text of document 1 \(offset \d+\) fails its checksum/);
});

test('a term that is empty or no UTF-8 is refused', () => {
  const log = logOf([put(1, ['a'])]);
  expect(() => log.search([''])).toThrow(RangeError);
  expect(() => log.search(['a'], ['\u00ff'])).toThrow(RangeError);
});

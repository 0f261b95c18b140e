import * as fc from 'fast-check';
import { foldCase } from '@sitegrep/fold';
import { sourceText, type Query, type Sought } from '@sitegrep/search';
import type { DomainDocument, PageRecord } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceMatch } from '@sitegrep/texts';
import type { DomainIndex, SearchPage } from '../../src/domains.ts';
import { documentOf, put, queryOf } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { escaped, matches } from './oracle.ts';
import { anyText } from '@sitegrep/site/test/any-text';

/** A search as package search makes it, that seeks each of its terms. */
function seeking(terms: readonly string[], rest: Partial<Query<'domain'>> = {}): Query<'domain'> {
  const sought = terms.map((term): Sought => ({ term, needle: sourceText(foldCase(term)) }));
  return { ...queryOf(terms, rest), snippets: { sought, perNeedle: 1, around: 80, isComplete: true } };
}

/** The first match of a term by a plain scan. @param pages in the order that counts */
function scanned(pages: readonly PageRecord[], term: string): SourceMatch | null {
  const pattern = new RegExp(Array.from(term, escaped).join(''), 'iu');
  for (const { url, source } of pages) {
    const text = source.toWellFormed().replaceAll('\0', '');
    const found = pattern.exec(text);
    if (found === null) continue;
    const [match] = found;
    const before = Array.from(text.slice(0, found.index));
    const after = Array.from(text.slice(found.index + match.length));
    const lines = before.join('').split('\n');
    return {
      term,
      scope: 'body',
      url,
      offset: before.length,
      line: lines.length,
      column: Array.from(lines.at(-1) ?? '').length + 1,
      before: before.slice(-80).join(''),
      match,
      after: after.slice(0, 80).join(''),
    };
  }
  return null;
}

function at(domain: string, sources: Readonly<Record<string, string>>): DomainDocument {
  const document = documentOf(domain, Object.values(sources));
  const urls = Object.keys(sources);
  return {
    ...document,
    pages: document.pages.map((page, index) => ({ ...page, url: `https://${domain}${urls[index]}` })),
  };
}

/** Letters whose cases differ in bytes, of one and two units, that fold to themselves, or to what others fold to. */
const LETTERS = Array.from('aAkK\u212asSſßẞiIİıσςΣ𐐀𐐨😀.<');

export function describeDomainSnippets(emptyStore: EmptyStore<DomainIndex>): void {
  describe('snippets', () => {
    let index: DomainIndex;
    beforeAll(async () => {
      index = await (await emptyStore())();
    });
    afterAll(() => index.close());

    /** Matches of the only hit. */
    async function shown(...terms: readonly string[]): Promise<readonly SourceMatch[] | undefined> {
      const { hits } = await index.search(seeking(terms));
      expect(hits).toHaveLength(1);
      return hits[0]?.matches;
    }

    it('are the first occurrences that a plain scan finds, and change nothing else', async () => {
      const text = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 200 });
      const term = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(fc.oneof(text, anyText()), { minLength: 1, maxLength: 3 }), {
            minLength: 3,
            maxLength: 3,
          }),
          fc.array(fc.array(term, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 }),
          async (sites, searches) => {
            const documents = sites.map((sources, number) => documentOf(`s${number}.test`, sources));
            await put(index, ...documents);
            for (const terms of searches) {
              const { hits, ...rest } = await index.search(seeking(terms));
              const plain = await index.search(queryOf(terms));
              expect({
                ...rest,
                hits: hits.map(({ domain, rank, facts }) => ({ domain, rank, facts })),
              }).toEqual(plain);
              const found = documents.filter((document) => matches(document, terms));
              expect(hits.map((hit) => hit.matches)).toEqual(
                found.map(({ pages }) => terms.map((each) => scanned(pages, each))),
              );
            }
          },
        ),
        { numRuns: 20 },
      );
      for (const number of [0, 1, 2]) await index.delete(`s${number}.test`);
    });

    it('come from the home page before others, which come by URL', async () => {
      await put(
        index,
        at('order.test', {
          '/b': 'first of b: common, two',
          '/a/long': 'of a: common, one, two',
          '/?x=1': 'a form of the home page: common, one',
          '/': 'home: only common',
          '/c': 'common three',
        }),
      );
      const shownMatches = (await shown('three', 'common', 'two', 'one'))?.map(({ term, url }) => [
        term,
        url,
      ]);
      expect(shownMatches).toEqual([
        ['three', 'https://order.test/c'],
        ['common', 'https://order.test/'],
        ['two', 'https://order.test/a/long'],
        ['one', 'https://order.test/?x=1'],
      ]);
      await index.delete('order.test');
    });

    it('have each term as it is in the query, and the text of the source', async () => {
      await put(index, documentOf('case.test', ['<p>Temperatur: 273 \u212a, STRAẞE ſo 😀 𐐀İ\u0307!']));
      const around = (term: string, before: string, match: string, after: string) => ({
        term,
        scope: 'body',
        url: 'https://case.test/000000',
        offset: Array.from(before).length,
        line: 1,
        column: Array.from(before).length + 1,
        before,
        match,
        after,
      });
      expect(await shown('K', 'straße SO', '𐐨İ', 'k')).toEqual([
        around('K', '<p>Temperatur: 273 ', '\u212a', ', STRAẞE ſo 😀 𐐀İ\u0307!'),
        around('straße SO', '<p>Temperatur: 273 \u212a, ', 'STRAẞE ſo', ' 😀 𐐀İ\u0307!'),
        around('𐐨İ', '<p>Temperatur: 273 \u212a, STRAẞE ſo 😀 ', '𐐀İ', '\u0307!'),
        around('k', '<p>Temperatur: 273 ', '\u212a', ', STRAẞE ſo 😀 𐐀İ\u0307!'),
      ]);
      await index.delete('case.test');
    });

    it('reach 80 characters to either side, as far as the page goes', async () => {
      const pairs = '😀'.repeat(100);
      await put(
        index,
        documentOf('whole.test', ['whole']),
        documentOf('wide.test', [`${pairs}middle${pairs}`]),
        documentOf('ends.test', [`start${'-'.repeat(75)}=${'-'.repeat(80)}=${'_'.repeat(79)}END`]),
      );
      expect(await shown('WHOLE')).toMatchObject([{ offset: 0, before: '', match: 'whole', after: '' }]);
      const half = '😀'.repeat(80);
      expect(await shown('middle')).toMatchObject([{ offset: 100, before: half, after: half }]);
      expect(await shown('start', 'end', 'T-')).toMatchObject([
        { offset: 0, before: '', after: `${'-'.repeat(75)}=----` },
        { offset: 241, before: `=${'_'.repeat(79)}`, after: '' },
        { offset: 4, before: 'star', after: `${'-'.repeat(74)}=-----` },
      ]);
      for (const name of ['whole.test', 'wide.test', 'ends.test']) await index.delete(name);
    });

    it('are found at both ends of a long run of one character, and at the edges of each window', async () => {
      const size = 1_000_000;
      const window = 131_072;
      const marks: readonly (readonly [at: number, mark: string])[] = [
        [0, 'Begin'],
        [window - 2, 'edge'],
        [5 * window, 'Exactly'],
        [size - 3, 'end'],
      ];
      let text = '';
      for (const [offset, mark] of marks) text += 'x'.repeat(offset - text.length) + mark;
      await put(index, documentOf('ten.test', [text, 'elsewhere']));
      const sides = (mark: string) => ({
        before: mark === 'Begin' ? '' : 'x'.repeat(80),
        after: mark === 'end' ? '' : 'x'.repeat(80),
      });
      expect(await shown('END', 'begin', 'EDGE', 'exactly', 'lsew')).toMatchObject([
        { offset: size - 3, match: 'end', ...sides('end') },
        { offset: 0, match: 'Begin', ...sides('Begin') },
        { offset: window - 2, match: 'edge', ...sides('edge') },
        { offset: 5 * window, match: 'Exactly', ...sides('Exactly') },
        { offset: 1, url: 'https://ten.test/000001' },
      ]);
      const thousand = `${'x'.repeat(998)}en`;
      expect(await shown(thousand, 'X')).toMatchObject([
        { offset: size - 1_001, match: thousand, after: 'd' },
        { offset: 5, before: 'Begin', match: 'x' },
      ]);
      await index.delete('ten.test');
    });

    it('leave markup and control characters as they are', async () => {
      const text = '<script>\u0001\u001b[31m"&amp;"\u0085\u202e\r\n</script>';
      await put(index, documentOf('raw.test', [`${text}needle${text}`]));
      expect(await shown('NEEDLE')).toMatchObject([{ before: text, match: 'needle', after: text }]);
      await index.delete('raw.test');
    });

    it('are there for each run of a term in mode entry, on whichever page it is', async () => {
      await put(index, documentOf('runs.test', ['window.dataLayer', 'x.PushState("purchase")']));
      const term = "dataLayer.push('purchase')";
      const runs = ['datalayer', 'push', 'purchase'];
      const sought = runs.map((text) => ({ term, needle: sourceText(text) }));
      const snippets = { sought, perNeedle: 1, around: 80, isComplete: true };
      const { hits } = await index.search({ ...queryOf(runs), snippets });
      expect(hits.map((hit) => hit.matches?.map(({ term: of, match, url }) => [of, match, url]))).toEqual([
        [
          [term, 'dataLayer', 'https://runs.test/000000'],
          [term, 'Push', 'https://runs.test/000001'],
          [term, 'purchase', 'https://runs.test/000001'],
        ],
      ]);
      await index.delete('runs.test');
    });

    it('come on every page of a walk, whatever the order, and may be left out on some', async () => {
      const names = Array.from({ length: 9 }, (_, number) => `walk${number}.test`);
      await put(
        index,
        ...names.map((name, number) =>
          documentOf(name, [`${name} walks`], { lastVisited: number % 3 === 0 ? null : number * 1_000 }),
        ),
      );
      const order = [
        { field: 'visited', direction: 'desc' },
        { field: 'domain', direction: 'asc' },
      ] as const;
      const walked: string[] = [];
      let from: Query['from'] = { kind: 'offset', offset: 0 };
      for (let step = 0; ; step++) {
        const wish: Partial<Query<'domain'>> = { order, limit: 2, from };
        const { hits, next }: SearchPage<'domain'> = await index.search(
          step % 2 === 0 ? seeking(['WALKS'], wish) : queryOf(['walks'], wish),
        );
        for (const { domain, matches: found } of hits) {
          expect(found?.map(({ before }) => before)).toEqual(step % 2 === 0 ? [`${domain} `] : undefined);
          walked.push(domain);
        }
        if (next === null) break;
        from = { kind: 'after', cursor: next };
      }
      const visited = [8, 7, 5, 4, 2, 1, 0, 3, 6];
      expect(walked).toEqual(visited.map((number) => `walk${number}.test`));
      for (const name of names) await index.delete(name);
    });

    it('are of the same document as the facts of the hit, while it is replaced', async () => {
      const version = (number: number): DomainDocument =>
        documentOf('changing.test', [...Array(number % 3).fill('other'), `constant ${number}.`], {
          title: String(number),
        });
      await put(index, version(0));
      const done = new AbortController();
      const writing = (async () => {
        for (let number = 1; !done.signal.aborted; number++) await put(index, version(number));
      })();
      for (let round = 0; round < 30; round++) {
        const { hits } = await index.search(seeking(['constant', '.']));
        const title = hits[0]?.facts.title ?? '';
        const url = `https://changing.test/00000${Number(title) % 3}`;
        expect(hits.map((hit) => hit.matches)).toMatchObject([
          [
            { url, after: ` ${title}.` },
            { url, before: `constant ${title}` },
          ],
        ]);
      }
      done.abort();
      await writing;
      await index.delete('changing.test');
    });

    it('are not there if there is no hit', async () => {
      expect(await index.search(seeking(['nobody has this']))).toMatchObject({ total: 0, hits: [] });
    });
  });
}

import { ALL_VALUES, necessaryFor, type Expression } from '@sitegrep/search';
import type { DomainDocument } from '@sitegrep/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { documentOf, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { and, exact, not, or, pattern, text } from './expressions.ts';
import { pageQuery, query } from './query-walks.ts';

/** A document of a page for each pair of a source and what scripts wrote; null: the page was not rendered. */
export function renderedDocument(
  domain: string,
  pages: readonly (readonly [source: string, rendered: string | null])[],
): DomainDocument {
  const document = documentOf(
    domain,
    pages.map(([source]) => source),
  );
  return {
    ...document,
    pages: document.pages.map((page, at) => {
      const rendered = pages[at]?.[1] ?? null;
      return rendered === null ? page : { ...page, rendered: { source: rendered, truncated: false } };
    }),
  };
}

/** The needle of a text in what scripts wrote. */
export const written = (one: string): Expression => text(one, { scope: 'rendered' });

export async function domainsWith(index: DomainIndex, where: Expression): Promise<readonly string[]> {
  const { total, hits } = await index.search(query(where));
  expect(hits).toHaveLength(total);
  return hits.map(({ domain }) => domain);
}

/** Domains that were rendered, of which few have what is looked for. */
const MANY = 40;

export function describeRendered(emptyStore: EmptyStore<DomainIndex>): void {
  describe('what scripts wrote', () => {
    let index: DomainIndex;
    let reopen: () => Promise<DomainIndex>;
    beforeAll(async () => {
      reopen = await emptyStore();
      index = await reopen();
    });
    afterAll(() => index.close());

    it('is found apart from sources, whatever its length', async () => {
      await put(
        index,
        renderedDocument('app.test', [
          ['<div id=root>', '<main>Straße nach Köln</main>'],
          ['plain words', null],
        ]),
        renderedDocument('plain.test', [['strasse nach köln, straße nach köln', null]]),
        renderedDocument('both.test', [['köln', 'another köln ☃']]),
      );
      expect(await domainsWith(index, written('straße nach köln'))).toEqual(['app.test']);
      expect(await domainsWith(index, written('köln'))).toEqual(['app.test', 'both.test']);
      expect(await domainsWith(index, written('öl'))).toEqual(['app.test', 'both.test']);
      expect(await domainsWith(index, written('☃'))).toEqual(['both.test']);
      expect(await domainsWith(index, written('id=root'))).toEqual([]);
      expect(await domainsWith(index, written('plain words'))).toEqual([]);
      expect(await domainsWith(index, text('main'))).toEqual([]);
      expect(await domainsWith(index, text('köln'))).toEqual(['both.test', 'plain.test']);
    });

    it('is left out by a negation, also where nothing was rendered', async () => {
      expect(await domainsWith(index, not(written('straße')))).toEqual(['both.test', 'plain.test']);
      expect(await domainsWith(index, and(text('köln'), not(written('another'))))).toEqual(['plain.test']);
      expect(await domainsWith(index, and(written('köln'), not(text('köln'))))).toEqual(['app.test']);
      expect(await domainsWith(index, or(written('another'), text('plain words')))).toEqual([
        'app.test',
        'both.test',
      ]);
      const patterned = pattern('stra.e', { scope: 'rendered' });
      expect(await domainsWith(index, not(patterned))).toEqual(['both.test', 'plain.test']);
      const pages = await index.search(pageQuery(not(written('köln'))));
      expect(pages.hits.map(({ url }) => url)).toEqual([
        'https://app.test/000001',
        'https://plain.test/000000',
      ]);
    });

    it('goes with its document, and with a visit without a browser', async () => {
      await put(
        index,
        renderedDocument('goes.test', [['a', 'seen once']]),
        renderedDocument('stays.test', [['a', 'seen once']]),
        renderedDocument('shop.down.test', [['a', 'seen once']]),
        renderedDocument('unrendered.test', [['a', 'seen once']]),
        renderedDocument('later.test', [['a', null]]),
      );
      const where = written('seen once');
      expect(await domainsWith(index, where)).toHaveLength(4);
      await put(
        index,
        renderedDocument('unrendered.test', [['a', null]]),
        renderedDocument('later.test', [['a', 'seen once']]),
      );
      await index.delete('goes.test');
      await index.blocks.takeDown({ domain: 'down.test', reason: null, at: 0 });
      expect(await domainsWith(index, where)).toEqual(['later.test', 'stays.test']);
      await put(index, renderedDocument('stays.test', [['a', 'seen twice']]));
      expect(await domainsWith(index, where)).toEqual(['later.test']);
      await put(index, renderedDocument('goes.test', [['a', null]]));
      expect(await domainsWith(index, where)).toEqual(['later.test']);
    });

    it('is looked for in the stored pages of candidates of the index alone', async () => {
      const documents = Array.from({ length: MANY }, (_, number) =>
        renderedDocument(`many${number}.test`, [
          [`Rare${number}`, `written ${number % 10 === 0 ? 'RareThing' : 'commonThing'} ${number}`],
        ]),
      );
      await put(index, ...documents, documentOf('unrendered-rare.test', ['RareThing']));
      const candidates = async (where: Expression): Promise<number> =>
        (await index.search(query(necessaryFor(where, 'domain', index.unit).candidates, { limit: 1 }))).total;
      const few = MANY / 10;
      const cased = text('RareThing', { scope: 'rendered', ...exact });
      const patterned = pattern('Rare[A-Z]hing [0-9]', { scope: 'rendered' });
      expect(await candidates(cased)).toBe(few);
      expect(await candidates(patterned)).toBe(few);
      expect(await domainsWith(index, cased)).toHaveLength(few);
      expect(await domainsWith(index, patterned)).toHaveLength(few);
      const { facets } = await index.search(
        query(written('rarething'), { facets: [{ kind: 'label', label: 'has', ...ALL_VALUES }] }),
      );
      expect(facets?.[0]?.values).toContainEqual({ value: 'rendered', domains: few });
    });

    it('is shown where it was found', async () => {
      const needle = text('rarething', { scope: 'rendered' });
      const sought = [{ term: 'RareThing', needle }];
      const { hits } = await index.search(
        query(needle, { limit: 1, snippets: { sought, perNeedle: 1, around: 8, isComplete: true } }),
      );
      expect(hits.map(({ matches }) => matches)).toEqual([
        [
          expect.objectContaining({
            url: 'https://many0.test/000000',
            scope: 'rendered',
            before: 'written ',
            match: 'RareThing',
          }),
        ],
      ]);
    });

    it('is found by an index that was opened again', async () => {
      await index.close();
      index = await reopen();
      expect(await domainsWith(index, written('seen once'))).toEqual(['later.test']);
      expect(await domainsWith(index, not(written('t')))).toContain('plain.test');
    });
  });
}

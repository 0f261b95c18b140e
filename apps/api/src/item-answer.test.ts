import { domainsWith, type Query } from '@sitegrep/search';
import { RECORD_FIELDS } from '@sitegrep/site';
import { NO_SITE_FACTS, linkedEmail } from '@sitegrep/site/test/facts';
import { type DomainHit, itemPage, type PageHit } from '@sitegrep/storage';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { domainItem, readOfDomain } from './domain-item.ts';
import { additionsOf, foundItems } from './found-item.ts';
import { withItems } from './item-answer.ts';
import { anyText } from '@sitegrep/site/test/any-text';

const text = fc.oneof(anyText({ maxLength: 12 }), fc.constantFrom('"items":[]', '}', '{},ü😀'));
const match = fc.record({
  term: text,
  scope: fc.constant('body' as const),
  url: text,
  offset: fc.nat(),
  line: fc.nat(),
  column: fc.nat(),
  before: text,
  match: text,
  after: text,
});
const extracted = fc.record({
  value: fc.oneof(text, fc.constant(null), fc.array(text, { maxLength: 2 })),
  cut: fc.subarray(['length', 'page', 'values'] as const),
});
const domainHit: fc.Arbitrary<DomainHit> = fc.record({
  domain: text,
  rank: fc.integer({ min: 0, max: 1_000 }),
  facts: fc
    .record({
      title: fc.option(text),
      emails: fc.array(
        text.map((email) => linkedEmail(email)),
        { maxLength: 2 },
      ),
      kind: fc.constant(null),
    })
    .map((some) => ({ ...NO_SITE_FACTS, ...some })),
});
const pageHit: fc.Arbitrary<PageHit> = fc.record({
  domain: text,
  rank: fc.integer({ min: 0, max: 1_000 }),
  url: text,
  title: fc.option(text),
  fetchedAt: fc.integer({ min: 0, max: 2_000_000_000_000 }),
  charset: text,
  truncated: fc.boolean(),
  sortValues: fc.constant([]),
});

/** Hits of a search that all have the same parts read of their sources. */
function hitsOf<Hit>(hit: fc.Arbitrary<Hit>) {
  return fc
    .tuple(
      fc.array(fc.tuple(hit, fc.array(match, { maxLength: 3 }), fc.tuple(extracted, extracted)), {
        maxLength: 4,
      }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([all, hasMatches, hasValues]) => ({
      total: all.length,
      offset: 0,
      next: null,
      hits: all.map(([one, matches, values]) => ({
        ...one,
        ...(hasMatches ? { matches } : {}),
        ...(hasValues ? { extracted: values } : {}),
      })),
    }));
}

const fields = fc.subarray([...RECORD_FIELDS]);

function answerWith<Item>(items: readonly Item[]) {
  const data = { total_count: 3, offset_token: 'dG9r_-', items: [...items], notes: ['"items":[]'] };
  return { success: true, data } as const;
}

/** Parts of a query that ask for something of sources: two matches, and two values. */
const SHOWN: Pick<Query, 'snippets' | 'extract'> = {
  snippets: { sought: [], perNeedle: 2, around: 1, isComplete: false },
  extract: ['ä "1"', 'second'].map((as) => ({
    kind: 'pattern',
    pattern: 'x',
    group: 0,
    scope: 'body',
    all: false,
    as,
  })),
};
const BASE = { limit: 10, from: { kind: 'offset', offset: 0 }, where: domainsWith('x').where } as const;

test('an answer of rendered items is the JSON of the answer with all items, at both levels', () => {
  const byDomain: Query<'domain'> = { ...BASE, ...SHOWN, level: 'domain', order: [] };
  const byPage: Query<'page'> = { ...BASE, ...SHOWN, level: 'page', order: [] };
  fc.assert(
    fc.property(hitsOf(domainHit), hitsOf(pageHit), fields, (domains, pages, further) => {
      const shape = { names: 'own', fields: further } as const;
      expect(withItems(answerWith([]), itemPage('domain', domains, shape).items, additionsOf(byDomain))).toBe(
        JSON.stringify(answerWith(domains.hits.map(foundItems(byDomain, further)))),
      );
      expect(withItems(answerWith([]), itemPage('page', pages, shape).items, additionsOf(byPage))).toBe(
        JSON.stringify(answerWith(pages.hits.map(foundItems(byPage, further)))),
      );
    }),
  );
});

test('an answer by the specified names is the JSON of the answer with all items', () => {
  fc.assert(
    fc.property(hitsOf(domainHit), fields, (domains, further) => {
      const { items } = itemPage('domain', domains, { names: 'specified', fields: further });
      expect(withItems(answerWith([]), items, readOfDomain)).toBe(
        JSON.stringify(answerWith(domains.hits.map((hit) => domainItem(hit, further)))),
      );
    }),
  );
});

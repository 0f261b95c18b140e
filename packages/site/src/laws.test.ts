import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_PAGE_FACTS, linkedEmail, linkedProfile } from '../test/facts.ts';
import type { PhoneNumber, PostalAddress } from './contact-facts.ts';
import type { CountrySource } from './facts.ts';
import { foldSite } from './fold.ts';
import { labelsOf } from './labels.ts';
import { uniqueHosts } from './loaded-hosts.ts';
import type { SiteAnswers } from './site-answers.ts';
import { outlineOf } from './outline.ts';
import { linkTargets } from './referrers.ts';
import { mergePages } from './pages.ts';
import { type PageRecord, withTexts } from './page.ts';
import { encodeSource, type Source } from './source.ts';

const ROOMY = { maxSiteBytes: 16 * 1024 * 1024 };
const ADDRESS = {
  text: 'Gasse 1, 1010 Wien',
  street: null,
  postcode: null,
  city: null,
  region: null,
  country: null,
  source: 'structured_data',
} as const;
const few = <T>(...values: T[]) => fc.constantFrom(...values);
const NO_ANSWERS: SiteAnswers = { files: [], agents: null, certificate: null, icon: null };
const unrenderedPage: fc.Arbitrary<PageRecord> = fc.record({
  url: few(
    'https://a.com/',
    'http://a.com/',
    'https://www.a.com/?q',
    'https://a.com/x',
    'https://a.com/y',
    'https://b.a.com/',
  ),
  fetchedAt: few(1, 2),
  charset: few('utf-8', 'gbk'),
  truncated: fc.boolean(),
  source: fc.string({ unit: 'grapheme', maxLength: 12 }),
  facts: fc
    .record({
      title: few(null, 'A', 'B'),
      description: few(null, 'C'),
      metaKeywords: fc.subarray(['k', 'l']),
      emails: fc.subarray(['a@a.com', 'b@a.com', 'c@a.com'].map((email) => linkedEmail(email))),
      profiles: fc.subarray(['https://x.com/a', 'https://x.com/b'].map((url) => linkedProfile(url))),
      declaredLanguage: few(null, 'de', 'en'),
      contentLanguage: few(null, 'de', 'en'),
      canonicalUrl: few(null, 'https://a.com/'),
      dns: few([], ['MX 10 a.example'], ['NS a.example', 'TXT x']),
      hosts: fc
        .array(fc.record({ host: few('b.com', 'x.b.com', 'c.org', 'a.com'), kinds: few('s', 'il', 'sr') }), {
          maxLength: 4,
        })
        .map(uniqueHosts),
      headers: fc.subarray(['server', 'server=a', 'via']),
      cookies: fc.subarray(['_ga', 'sid']),
      site: few(
        null,
        {
          ...NO_ANSWERS,
          agents: { others: 'allowed' as const, named: [{ agent: 'GPTBot', verdict: 'partly' as const }] },
        },
        NO_ANSWERS,
      ),
      generators: fc.subarray(['G', 'H', '\uFFFD']),
      linkedDomains: fc.subarray(['b.com', 'x.b.com', 'c.org', 'a.com']),
      phoneNumbers: fc.subarray<PhoneNumber>([
        { number: '+493012345', kind: 'phone', source: 'link', written: 'tel:+493012345' },
        { number: '+493012345', kind: 'fax', source: 'text', written: '030 12345' },
        { number: '+431234567', kind: 'phone', source: 'text', written: '01 234567' },
      ]),
      postalAddresses: fc.subarray<PostalAddress>([
        { ...ADDRESS, street: 'Gasse 1', postcode: '1010' },
        { ...ADDRESS, street: 'G. 1', postcode: '1010', city: 'Wien', source: 'text' },
        { ...ADDRESS, text: 'Wien 1' },
      ]),
      countryEvidence: fc.uniqueArray(
        fc.record({
          source: few<CountrySource>('address', 'phone', 'region'),
          value: few('v', 'w'),
          country: few('DE', 'AT', 'CH'),
        }),
        { maxLength: 3 },
      ),
      technologies: fc.array(
        fc.record(
          {
            name: few('N', 'n', '\u{1F600}', '\uFFFD'),
            version: few(null, '1'),
            confidence: fc.integer({ min: 1, max: 100 }),
            isImplied: few(true as const),
            paths: fc.subarray(['g.c', 'g.d', 'h.c'], { minLength: 1 }),
          },
          { requiredKeys: ['name', 'version', 'confidence', 'paths'] },
        ),
        { maxLength: 4 },
      ),
    })
    .map((facts) => ({ ...NO_PAGE_FACTS, ...facts })),
});
/** A page that may have been rendered. */
const anyPage: fc.Arbitrary<PageRecord> = fc
  .tuple(
    unrenderedPage,
    fc.option(fc.record({ source: fc.string({ unit: 'grapheme', maxLength: 6 }), truncated: fc.boolean() }), {
      nil: null,
    }),
  )
  .map(([page, rendered]) => (rendered === null ? page : { ...page, rendered }));
function withEncodedSources({ rendered, ...page }: PageRecord): PageRecord<Source> {
  return {
    ...page,
    source: encodeSource(page.source),
    ...(rendered === undefined ? {} : { rendered: { ...rendered, source: encodeSource(rendered.source) } }),
  };
}

const shuffledTwice = fc.array(anyPage, { minLength: 1, maxLength: 12 }).chain((pages) => {
  const order = fc.shuffledSubarray(pages, { minLength: pages.length });
  return fc.tuple(order, order);
});

describe('folding and merging', () => {
  test('the order of pages makes no difference, not even to how the document is written out', () => {
    fc.assert(
      fc.property(shuffledTwice, fc.integer({ min: 1, max: 60 }), ([one, other], maxSiteBytes) => {
        const [a, b] = [one, other].map((pages) => foldSite('a.com', pages, { maxSiteBytes }));
        expect(a).toEqual(b);
        expect(JSON.stringify(a?.facts)).toBe(JSON.stringify(b?.facts));
        expect(linkTargets({ domain: 'a.com', pages: one })).toEqual(
          linkTargets({ domain: 'a.com', pages: other }),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('folding a document’s pages again gives the document', () => {
    fc.assert(
      fc.property(
        fc.array(anyPage, { minLength: 1 }),
        fc.integer({ min: 1, max: 60 }),
        (pages, maxSiteBytes) => {
          const document = foldSite('a.com', pages, { maxSiteBytes });
          expect(foldSite('a.com', document.pages, { maxSiteBytes })).toEqual(document);
        },
      ),
    );
  });

  test('a site is folded from outlines of stored pages as from the pages', () => {
    const mixed = fc.array(fc.tuple(anyPage, fc.boolean()), { minLength: 1 });
    fc.assert(
      fc.property(mixed, fc.integer({ min: 1, max: 60 }), (some, maxSiteBytes) => {
        const { pages } = foldSite(
          'a.com',
          some.map(([page]) => page),
          { maxSiteBytes },
        );
        const stays = new Set(some.flatMap(([{ url }, isStored]) => (isStored ? [url] : [])));
        const kept = pages.map((page) => (stays.has(page.url) ? outlineOf(page) : page));
        const folded = foldSite('a.com', kept, { maxSiteBytes });
        expect(folded).toEqual({ ...foldSite('a.com', pages, { maxSiteBytes }), pages: kept });
        expect(labelsOf(folded)).toEqual(labelsOf({ ...folded, pages }));
        expect(linkTargets(folded)).toEqual(linkTargets({ domain: 'a.com', pages }));
      }),
    );
  });

  test('a document is within its cap', () => {
    fc.assert(
      fc.property(
        fc.array(anyPage, { minLength: 1 }),
        fc.integer({ min: 1, max: 60 }),
        (pages, maxSiteBytes) => {
          const { pages: kept } = foldSite('a.com', pages, { maxSiteBytes });
          const sources = kept.map((page) => page.source + (page.rendered?.source ?? ''));
          expect(Buffer.byteLength(sources.join(''))).toBeLessThanOrEqual(maxSiteBytes);
          expect(kept.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  test('a source that is encoded is folded as its text', () => {
    const mixed = fc.array(fc.tuple(anyPage, fc.boolean()), { minLength: 1 });
    fc.assert(
      fc.property(mixed, fc.integer({ min: 1, max: 60 }), (some, maxSiteBytes) => {
        const pages = some.map(([page]) => page);
        const encoded = some.map(([page, isEncoded]): PageRecord<Source> =>
          isEncoded ? withEncodedSources(page) : page,
        );
        const folded = foldSite('a.com', encoded, { maxSiteBytes });
        expect({ ...folded, pages: folded.pages.map((page) => withTexts(page)) }).toEqual(
          foldSite('a.com', pages, { maxSiteBytes }),
        );
        expect(mergePages(encoded, encoded.toReversed()).map((page) => withTexts(page))).toEqual(
          mergePages(pages, pages.toReversed()),
        );
      }),
    );
  });

  test('folding merged pages is folding all of them, if none of one URL were fetched at once', () => {
    fc.assert(
      fc.property(fc.array(anyPage), fc.array(anyPage, { minLength: 1 }), (existing, incoming) => {
        const later = incoming.map((page) => ({ ...page, fetchedAt: page.fetchedAt + 10 }));
        expect(foldSite('a.com', mergePages(existing, later), ROOMY)).toEqual(
          foldSite('a.com', [...later, ...existing], ROOMY),
        );
      }),
    );
  });

  test('merging is independent of the order within each list, and repeating it changes nothing', () => {
    fc.assert(
      fc.property(shuffledTwice, shuffledTwice, ([a, b], [c, d]) => {
        const merged = mergePages(a, c);
        expect(mergePages(b, d)).toEqual(merged);
        expect(mergePages(merged, d)).toEqual(merged);
      }),
    );
  });
});

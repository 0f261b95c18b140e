import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_PAGE_FACTS, linkedEmail, linkedProfile } from '../../test/facts.ts';
import { pageAt } from '../../test/page-at.ts';
import { referenceFold } from '../../test/reference-fold.ts';
import type { PhoneNumber, PostalAddress } from '../contact-facts.ts';
import type { AddOn, CountrySource, PageFacts } from '../facts.ts';
import { registrableDomain } from '../domain.ts';
import { compareCodePoints } from '../order.ts';
import { outlineOf, type PageOutline, type SitePage } from '../outline.ts';
import { homeFirst } from '../pages.ts';
import { conclude, type Conclusions, joinSummaries, type SiteSummary, summaryOf } from './site-summary.ts';

const DOMAIN = 'a.com';
const few = <Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);
const stated = { source: 'link', written: 'w' };

/** Lists of neighbours in an endless list of values, so that pages have some in common, and many have more than count. */
function neighbours<Value>(maxLength: number, valueOf: (at: number) => Value): fc.Arbitrary<Value[]> {
  return fc
    .tuple(
      fc.nat(60),
      fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(maxLength) }),
    )
    .map(([from, length]) => Array.from({ length }, (_, at) => valueOf(from + at)));
}

const addOns = (name: string): fc.Arbitrary<AddOn[]> =>
  fc
    .tuple(
      neighbours(90, (at) => `${name}${at % 70}`),
      fc.array(few(null, '1', '2.0', '10'), { minLength: 1 }),
    )
    .map(([slugs, versions]) =>
      slugs.map((slug, at) => ({ slug, version: versions[at % versions.length] ?? null })),
    );

function address(at: number): PostalAddress {
  const spelling = at % 3;
  const house = Math.floor(at / 3);
  return {
    text: `${house} High Street${spelling}`,
    street: spelling === 2 ? null : `${house} High ${spelling === 0 ? 'Street' : 'St.'}`,
    postcode: spelling === 0 ? null : `LS1 ${house}AP`,
    city: spelling === 1 ? null : 'Leeds',
    region: null,
    country: spelling === 2 ? 'GB' : null,
    source: 'text',
  };
}

const facts: fc.Arbitrary<PageFacts> = fc
  .record({
    title: few(null, 'Tea | Leaf', 'Kettles | Leaf', 'About | Leaf', 'Leaf', 'Tea – Pot', 'x'.repeat(9_000)),
    description: few(null, 'D'),
    metaKeywords: fc.subarray(['k', 'l']),
    kind: few<PageFacts['kind']>(null, 'parked', 'soft_404'),
    certificate: few(null, 'valid'),
    emails: neighbours(90, (at) => linkedEmail(`e${at}@a.com`)),
    profiles: neighbours(90, (at) => linkedProfile(`https://x.com/${at % 2 === 0 ? 'P' : 'p'}${at >> 1}`)),
    declaredLanguage: few(null, 'de', 'en', 'fr'),
    contentLanguage: few(null, 'de', 'en', 'fr'),
    generators: fc.subarray(['WordPress 6', 'Hugo', '\u{1F600}', '\uFFFD']),
    linkedDomains: neighbours(300, (at) => hostOf(at)),
    phoneNumbers: neighbours<PhoneNumber>(90, (at) => ({
      number: `+49301234${at}`,
      kind: at % 2 === 0 ? 'phone' : 'fax',
      source: 'link',
      written: `tel:${at}`,
    })),
    postalAddresses: neighbours(60, address),
    countryEvidence: fc.array(
      fc.record({
        source: few<CountrySource>('address', 'phone', 'region'),
        value: few('v', 'w'),
        country: few('DE', 'AT', 'CH'),
      }),
      { maxLength: 3 },
    ),
    technologies: fc.array(
      fc.record({
        name: few('N', 'n', '\u{1F600}', '\uFFFD'),
        version: few(null, '1', '2'),
        confidence: few(49, 50, 100),
        paths: fc.subarray(['g.c', 'g.d', 'g-x.c'], { minLength: 1 }),
      }),
      { maxLength: 4 },
    ),
    plugins: addOns('p'),
    themes: addOns('t'),
    legalName: few(null, { value: 'A Ltd', ...stated }, { value: 'B Ltd', ...stated }),
    contactPage: few(null, { value: 'https://a.com/contact', ...stated }),
    feeds: neighbours(25, (at) => ({
      url: `https://a.com/f${at}`,
      title: null,
      type: 'rss' as const,
      ...stated,
    })),
    images: neighbours(15, (at) => ({
      kind: at % 3 === 0 ? ('logo' as const) : ('icon' as const),
      url: `https://a.com/i${at % 20}`,
      ...stated,
    })),
    legalLinks: neighbours(25, (at) => ({
      kind: at % 2 === 0 ? ('privacy' as const) : ('terms' as const),
      url: `https://a.com/l${at >> 1}`,
      ...stated,
    })),
    appLinks: neighbours(25, (at) => ({
      store: 'apple',
      id: String(at),
      url: `https://apps/${at}`,
      ...stated,
    })),
    paymentMarks: neighbours(35, (at) => ({ name: `M${at}`, ...stated })),
    registrationNumbers: neighbours(25, (at) => ({
      kind: at % 2 === 0 ? 'vat' : 'abn',
      number: String(at >> 1),
      country: null,
      ...stated,
    })),
    openingHours: few([], [{ day: 'monday' as const, from: '09:00', to: '17:00', ...stated }]),
  })
  .map((some) => ({ ...NO_PAGE_FACTS, ...some }));

function hostOf(at: number): string {
  return at % 7 === 0 ? `h${at}.a.com` : `h${at}.org`;
}

const site: fc.Arbitrary<readonly PageOutline[]> = fc
  .uniqueArray(
    fc.record({
      url: fc
        .tuple(
          few('https://a.com', 'http://www.a.com', 'https://b.net', 'no URL '),
          few('/', '/a', '/b', '/c', '/dd', '/?q', '/\u{1F600}', '/\uFFFD'),
        )
        .map(([host, path]) => host + path),
      fetchedAt: fc.nat(3),
      charset: few('utf-8', 'gbk'),
      truncated: fc.constant(false),
      sourceBytes: fc.nat(4),
      rendered: few(null, { bytes: 1, truncated: false, hasScreenshot: false }),
      facts,
    }),
    { minLength: 1, maxLength: 14, selector: ({ url }) => url },
  )
  .map((pages) => pages.toSorted((a, b) => compareCodePoints(a.url, b.url)));

/** Pages in blocks of these sizes, in turn. */
function blocksOf(pages: readonly SitePage[], sizes: readonly number[]): readonly (readonly SitePage[])[] {
  const blocks: (readonly SitePage[])[] = [];
  for (let from = 0; from < pages.length; from += blocks.at(-1)?.length ?? 0) {
    blocks.push(pages.slice(from, from + (sizes[blocks.length % sizes.length] ?? 1)));
  }
  return blocks;
}

/** Joins neighbours until one is left; `picks` says which. */
function joinInSomeOrder(summaries: readonly SiteSummary[], picks: readonly number[]): SiteSummary {
  const left = [...summaries];
  for (let step = 0; ; step++) {
    const at = left.length < 2 ? 0 : (picks[step % picks.length] ?? 0) % (left.length - 1);
    const [one, other] = left.slice(at, at + 2);
    if (one === undefined) throw new Error('no summary');
    if (other === undefined) return one;
    left.splice(at, 2, joinSummaries(one, other));
  }
}

function conclusionsOf(pages: readonly SitePage[], summary: SiteSummary): Conclusions {
  const home = pages.find(({ url }) => url === summary.home.url);
  if (home === undefined) throw new Error('no home page');
  return conclude(DOMAIN, home, summary);
}

describe('the summary of a site', () => {
  const split = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
  const picks = fc.array(fc.nat(20), { minLength: 1 });

  test('is the same from any blocks of its pages, joined in any nesting, written as JSON meanwhile', () => {
    fc.assert(
      fc.property(site, split, picks, (pages, sizes, order) => {
        const blocks = blocksOf(pages, sizes).map((block): SiteSummary =>
          JSON.parse(JSON.stringify(summaryOf(DOMAIN, block))),
        );
        const joined = joinInSomeOrder(blocks, order);
        expect(joined).toEqual(summaryOf(DOMAIN, pages));
        expect(JSON.stringify(joined)).toBe(JSON.stringify(summaryOf(DOMAIN, pages)));
      }),
      { numRuns: 300 },
    );
  });

  test('gives the facts, labels and targets of a fold over all pages', () => {
    fc.assert(
      fc.property(site, split, picks, (pages, sizes, order) => {
        const blocks = blocksOf(pages, sizes).map((block) => summaryOf(DOMAIN, block));
        const { facts: found, labels, targets } = conclusionsOf(pages, joinInSomeOrder(blocks, order));
        const expected = referenceFold(DOMAIN, pages);
        const { siteName: _name, countryIsoCode: _country, countryEvidence, ...others } = found;
        const plain = {
          ...others,
          countryEvidence: countryEvidence.map(({ weight: _weight, ...evidence }) => evidence),
        };
        const names = new Set(Object.keys(expected.facts));
        expect(Object.fromEntries(Object.entries(plain).filter(([name]) => names.has(name)))).toEqual(
          expected.facts,
        );
        expect(labels).toMatchObject(expected.labels);
        expect(labels.has.includes('rendered')).toBe(pages.some(({ rendered }) => rendered !== null));
        const hosts = expected.hosts.flatMap((host) => [host, registrableDomain(host)]);
        expect(targets).toEqual([...new Set(hosts)].sort(compareCodePoints));
      }),
      { numRuns: 300 },
    );
  });

  test('has the home page of the site', () => {
    fc.assert(
      fc.property(site, split, picks, (pages, sizes, order) => {
        const blocks = blocksOf(pages, sizes).map((block) => summaryOf(DOMAIN, block));
        expect(joinInSomeOrder(blocks, order).home.url).toBe(homeFirst(DOMAIN, pages)[0]?.url);
      }),
    );
  });
});

describe('a site of very many pages', () => {
  const page = (at: number, own: Partial<PageFacts>): PageOutline =>
    outlineOf(pageAt(`https://a.com/${String(at).padStart(5, '0')}`, {}, own));

  test('has a summary that does not grow any more', () => {
    const list =
      <Value>(count: number, valueOf: (name: string) => Value) =>
      (at: number) =>
        Array.from({ length: count }, (_, number) => valueOf(`${String(at).padStart(5, '0')}-${number}`));
    const hosts = list(200, (name) => `${name}.org`);
    const emails = list(100, (name) => linkedEmail(`${name}@a.com`));
    const profiles = list(100, (name) => linkedProfile(`https://x.com/${name}`));
    const phones = list(100, (number) => ({
      number,
      kind: 'phone' as const,
      source: 'text' as const,
      written: number,
    }));
    const addresses = list(20, (text) => ({ ...address(0), text }));
    const addOnsAt = list(200, (slug) => ({ slug, version: '1' }));
    const urls = list(20, (name) => ({ url: `https://a.com/${name}`, ...stated }));
    const hostile = Array.from({ length: 2_000 }, (_, at) =>
      page(at, {
        title: `${at} ${'x'.repeat(990)}`,
        generators: [`G ${at % 1_500}`],
        emails: emails(at),
        profiles: profiles(at),
        phoneNumbers: phones(at),
        postalAddresses: addresses(at),
        linkedDomains: hosts(at),
        plugins: addOnsAt(at),
        themes: addOnsAt(at),
        technologies: [{ name: 'N', version: `${at % 1_500}.0`, confidence: 100, paths: ['g.c'] }],
        feeds: urls(at).map((one) => ({ ...one, title: null, type: 'rss' })),
        images: urls(at).map((one, number) => ({ ...one, kind: number % 2 === 0 ? 'logo' : 'icon' })),
        legalLinks: urls(at).map((one) => ({ ...one, kind: 'terms' })),
        appLinks: urls(at).map((one) => ({ ...one, store: 's', id: one.url })),
        paymentMarks: urls(at).map(({ url }) => ({ name: url, ...stated })),
        registrationNumbers: urls(at).map(({ url }) => ({
          kind: 'vat',
          number: url,
          country: null,
          ...stated,
        })),
      }),
    );
    const blocks = blocksOf(hostile, [64]).map((block) => summaryOf(DOMAIN, block));
    const bytesOf = (some: readonly SiteSummary[]) =>
      Buffer.byteLength(JSON.stringify(joinInSomeOrder(some, [0])));
    // 1,536 pages have all generators and versions there are.
    expect(bytesOf(blocks)).toBe(bytesOf(blocks.slice(0, 24)));
    expect(bytesOf(blocks)).toBeLessThan(400_000);
  });

  const nameOf = (titles: readonly string[]): string | null => {
    const pages = titles.map((title, at) => page(at, { title }));
    const blocks = blocksOf(pages, [64]).map((block) => summaryOf(DOMAIN, block));
    return conclusionsOf(pages, joinInSomeOrder(blocks, [0])).facts.siteName?.value ?? null;
  };
  const titled = (count: number, titleOf: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => titleOf(at));

  test('has the name that most of its first titles share', () => {
    // 400 titles of 50 characters are enough, so the others do not count.
    const named = titled(400, (at) => `${String(at).padStart(43, '0')} | Leaf`);
    const others = titled(2_000, (at) => `${at} | Pot`);
    expect(nameOf([...named, ...others])).toBe('Leaf');
    expect(nameOf([...named.slice(1), ...others])).toBe('Leaf');
    expect(nameOf([...named.slice(0, 199), ...others])).toBe('Pot');
  });

  test('has the addresses of its first 100 spellings', () => {
    const pages = titled(101, String).map((text, at) =>
      page(at, {
        postalAddresses: [
          { ...address(0), text, street: at === 100 ? '1 High St' : '1 High Street', city: 'Leeds' },
        ],
      }),
    );
    const whole = { ...address(0), street: '1 High Street', city: 'Leeds', country: 'GB' };
    const last = page(101, { postalAddresses: [{ ...whole, text: 'last' }] });
    const countryOf = (some: readonly PageOutline[]) =>
      conclusionsOf(some, summaryOf(DOMAIN, some)).facts.postalAddresses.map(({ country }) => country);
    expect(countryOf([...pages.slice(0, 99), last])).toEqual(['GB']);
    expect(countryOf([...pages.slice(0, 100), last])).toEqual([null]);
  });

  test('has 1,000 labels of versions and 100 of generators, the first in code point order', () => {
    const pages = titled(1_001, (at) => String(10_000 - at)).map((version, at) =>
      page(at, {
        technologies: [{ name: 'N', version, confidence: 100, paths: ['g.c'] }],
        generators: [version],
      }),
    );
    const { labels } = conclusionsOf(pages, summaryOf(DOMAIN, pages));
    // Of 10000 and 9000 to 9999, the last ones are left out.
    expect(labels.generator).toEqual(['10000', ...titled(99, (at) => String(9_000 + at))]);
    expect(labels.tech_version).toEqual(['N\u000010000', ...titled(999, (at) => `N\0${9_000 + at}`)]);
  });
});

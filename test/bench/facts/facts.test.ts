import { extractPage } from '@sitegrep/facts';
import { canonicalDomain, type Page } from '@sitegrep/site';
import { expect, test } from 'vitest';
import { FACTS, readLabels } from './facts.ts';
import { writtenIn } from './written-contacts.ts';
import { partOf, partOfSite, hashOf, qualityOf } from './judged.ts';

type Hashed = Readonly<Record<string, readonly string[]>>;
const COUNTRIES = Object.entries(readLabels('country') as Readonly<Record<string, string | null>>);

/** Judges pages by their address and markup. */
function judge(
  fact: string,
  pages: readonly (readonly [url: string, html: string])[],
): ReturnType<typeof qualityOf> {
  const judging = FACTS[fact]?.judge();
  for (const [url, html] of pages) {
    const body = Buffer.from(html);
    const page: Page = { url, status: 200, headers: [], body, truncated: false, fetchedAt: 0 };
    judging?.add(page, extractPage(page));
  }
  return qualityOf(judging?.judged() ?? []);
}

test.each([
  ...['email', 'profile', 'phone', 'address'].map((name) => {
    const urls = Object.keys(readLabels(name) as Hashed);
    return { name, domains: urls.map((url) => canonicalDomain(url) ?? ''), least: 250 };
  }),
  {
    name: 'country',
    domains: COUNTRIES.filter(([, code]) => /^[A-Z]/.test(code ?? '')).map(([domain]) => domain),
    least: 199,
  },
])('both parts of the labels of $name have enough of them', ({ domains, least }) => {
  const parts = domains.map(partOf).filter((part) => part !== 'fresh');
  const heldOut = parts.filter((part) => part === 'held out');
  expect(domains.length).toBeGreaterThanOrEqual(least);
  expect(heldOut.length).toBeGreaterThan(parts.length * 0.4);
  expect(heldOut.length).toBeLessThan(parts.length * 0.6);
});

test('labels are hashes, codes, and of one page each', () => {
  const hashes = ['email', 'profile', 'phone', 'address', 'title', 'description'].flatMap((name) =>
    Object.values(readLabels(name) as Hashed).flat(),
  );
  expect(hashes.filter((hash) => !/^\??[0-9a-f]{12}$/.test(hash))).toEqual([]);
  expect(COUNTRIES.filter(([, code]) => !/^(?:\(?[A-Z]{2}\)?|null)$/.test(String(code)))).toEqual([]);
  for (const name of ['technology', 'language']) {
    const urls = (readLabels(name) as readonly { readonly url: string }[]).map(({ url }) => url);
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls.length).toBeGreaterThan(290);
  }
});

test('a country is right, wrong or missed, and one known from elsewhere is never missed', () => {
  const nameOf = (wanted: string | null): string =>
    COUNTRIES.find(([domain, code]) => code === wanted && partOfSite(domain) === 'tuned')?.[0] ?? '';
  const [misread, silent, elsewhere] = [nameOf(null), nameOf('IN'), nameOf('(US)')];
  const pages = [
    [misread, 'FR'],
    [silent, ''],
    [elsewhere, ''],
    ['not-labelled.example', 'FR'],
  ] as const;
  const markup = (code: string): string => `<p itemscope><meta itemprop=addressCountry content="${code}">`;
  const [tuned] = judge(
    'country',
    pages.map(([domain, code]) => [`https://${domain}/`, markup(code)]),
  );
  expect(tuned).toMatchObject({ part: 'tuned', judged: 3, right: 0, precision: 0, recall: 0 });
  expect(tuned?.wrong).toEqual([`${misread} FR address FR (FR)`]);
  expect(tuned?.missed).toEqual([expect.stringMatching(`^${silent} IN`)]);
});

test('a hashed value is right, wrong or missed', () => {
  const [url = '', [hash = ''] = []] =
    Object.entries(readLabels('email') as Hashed).find(([, hashes]) => hashes.length === 1) ?? [];
  const html = '<a href="mailto:nobody@else.example">Write to us</a>';
  const [part] = judge('emails', [
    [url, html],
    ['https://not-labelled.example/', html],
  ]);
  const wrong = hashOf('nobody@else.example');
  expect(part).toMatchObject({ judged: 1, right: 0, wrong: [`${url} ${wrong}`], missed: [`${url} ${hash}`] });
});

test('an address is known by its postcode and house number, and one that no reader can tell counts as nothing', () => {
  const labels = Object.entries(readLabels('address') as Hashed);
  const [unsure = '', certain = ''] = [true, false].map(
    (isUnsure) =>
      labels.find(
        ([, hashes]) => hashes.length > 0 && hashes.every((hash) => hash.startsWith('?') === isUnsure),
      )?.[0],
  );
  const wrong = (url: string): string => {
    const address = '<p>1 High St, Suite 20, Springfield, IL 62701-1234';
    return `${url} ${judge('addresses', [[url, address]])[0]?.wrong.join(' ') ?? ''}`;
  };
  expect(wrong(certain)).toContain(hashOf('62701 1'));
  expect(judge('addresses', [[unsure, '']])[0]).toMatchObject({ right: 0, wrong: [], missed: [] });
});

test('precision and recall', () => {
  const judged = (truth: string, found: string) =>
    ({ part: '', name: 'a', truth: new Set(truth), found: Array.from(found) }) as const;
  expect(qualityOf([judged('abcdefghij', 'abcdefxy')])[0]).toMatchObject({ precision: 0.75, recall: 0.6 });
  expect(qualityOf([judged('', '')])[0]).toMatchObject({ precision: 1, recall: 1 });
});

test('an account that ten unrelated sites have is one of a platform, and sites of one name are one owner', () => {
  const names = ['tea', 'kettle', 'bread', 'mill', 'oven', 'salt', 'yeast', 'flour', 'malt'];
  const link = '<footer><a href="https://www.facebook.com/somebody">x</a></footer>';
  const pages = (hosts: readonly string[]) => hosts.map((host) => [`https://${host}/`, link] as const);
  const hosts = [...names.map((name) => `${name}.com`), 'tea.co.uk', 'tea-shop.de', 'www.kettle.com'];
  expect(judge('platforms', pages(hosts))[0]).toMatchObject({ judged: 1, wrong: [] });
  // Each site under a private suffix has an owner of its own.
  const [all] = judge('platforms', pages([...hosts, 'seed.github.io']));
  expect(all?.wrong).toEqual([expect.stringMatching('^https://facebook.com/somebody ')]);
});

test('a contact that is not written on its page is wrong', () => {
  const page =
    '<p>Mail: Anna [at] tea (dot) example<p>Phone: +49 30 23125&#32;000<p>12 High Street<br>Springfield, IL 62701' +
    '<script type="application/ld+json">{"sameAs":"https:\\/\\/x.com\\/Tea"}</script>';
  const [part] = judge('written', [['https://tea.example/', page]]);
  expect(part).toMatchObject({ part: 'all pages', wrong: [], missed: [] });
  expect(part?.right).toBeGreaterThan(2);
  const has = writtenIn(page);
  expect(['anna[at]tea(dot)example', 'https://x.com/tea', '12 High Street, Springfield'].map(has)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['anna@tea.example', '+493023125001'].map(has)).toEqual([false, false]);
});

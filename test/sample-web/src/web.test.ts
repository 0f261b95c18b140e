import { canonicalDomain, OUTCOMES } from '@sitegrep/site';
import { describe, expect, test } from 'vitest';
import { SEARCHES } from './searches.ts';
import { sampleSites } from './server.ts';
import { received } from '../test/received.ts';

const sites = sampleSites();

/** Domains that hold every term on one of the pages that are to be indexed: a plain scan, nothing of the index. */
function scan(terms: readonly string[]): readonly string[] {
  return sites
    .filter((site) => {
      const sources = site.expected.pages.map((url) => received(site, url).source.toLowerCase());
      return terms.every((term) => sources.some((source) => source.includes(term.toLowerCase())));
    })
    .map(({ domain }) => domain)
    .toSorted();
}

describe('the sample web', () => {
  test('each site has its own domain under a reserved name', () => {
    const domains = sites.map(({ domain }) => domain);
    expect(new Set(domains).size).toBe(domains.length);
    expect(domains.filter((domain) => !/\.(example|test|invalid)$/.test(domain))).toEqual([]);
    expect(domains.map(canonicalDomain)).toEqual(domains);
    expect(domains.length).toBeGreaterThanOrEqual(28);
  });

  test('it speaks eleven languages and more, and is written in a dozen encodings', () => {
    const spoken = new Set(sites.map(({ expected }) => expected.languages?.content));
    expect([...spoken]).toEqual(
      expect.arrayContaining(['fr', 'de', 'en', 'es', 'ja', 'ru', 'pl', 'tr', 'el', 'ar', 'zh']),
    );
    const encodings = sites.flatMap(({ expected }) => expected.charset ?? []);
    expect([...new Set(encodings)].toSorted()).toEqual(
      [
        'big5',
        'euc-jp',
        'gbk',
        'iso-8859-2',
        'koi8-r',
        'shift_jis',
        'utf-16le',
        'utf-8',
        'windows-1251',
        'windows-1252',
        'windows-1253',
        'windows-1254',
      ].toSorted(),
    );
  });

  test('all outcomes of a site’s crawl occur, except for those that plain HTTP cannot produce', () => {
    const ends = new Set(sites.map(({ expected }) => expected.outcome));
    const absent = OUTCOMES.filter((outcome) => !ends.has(outcome));
    expect(absent.toSorted()).toEqual(
      [
        'blocked_address',
        'blocked_domain',
        'cancelled',
        'crashed',
        'dns_failed',
        'tls_failed',
        'unchanged',
      ].toSorted(),
    );
  });

  test.each(sites)(
    '$domain: outcome, reason and pages agree with each other',
    ({ domain, expected, answers }) => {
      expect(expected.pages.length > 0).toBe(expected.outcome === 'indexed');
      expect(expected.reason === undefined).toBe(expected.outcome === 'indexed');
      const urls = Object.keys(answers).map((key) => (key.startsWith('/') ? `http://${domain}${key}` : key));
      expect(urls).toEqual(expect.arrayContaining([...expected.pages]));
    },
  );

  test.each(sites.filter(({ expected }) => expected.charset !== undefined))(
    '$domain: its bytes are its text in $expected.charset',
    (site) => {
      for (const url of site.expected.pages) {
        const { body, source } = received(site, url);
        expect(new TextDecoder(site.expected.charset, { fatal: true }).decode(body)).toBe(source);
      }
    },
  );
});

describe('the sample searches', () => {
  test.each(SEARCHES)('$terms: $shows', ({ terms, domains }) => {
    expect(scan(terms)).toEqual(domains);
  });

  test('what must not be found is there to be found all the same', () => {
    const everything = sites
      .flatMap(({ answers }) => Object.values(answers))
      .map((answer) => {
        if (answer.kind === 'reply') return answer.source ?? '';
        return answer.kind === 'stream' ? answer.tail : '';
      })
      .join('\n')
      .toLowerCase();
    const hidden = SEARCHES.filter(({ domains }) => domains.length === 0).flatMap(({ terms }) => terms);
    expect(hidden.filter((term) => !everything.includes(term.toLowerCase()))).toEqual([]);
    expect(hidden).not.toEqual([]);
  });

  test('a few find more than one site', () => {
    expect(SEARCHES.slice(0, 3).every(({ domains }) => domains.length > 1)).toBe(true);
  });
});

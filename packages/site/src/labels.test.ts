import { expect, test } from 'vitest';
import { NO_PAGE_FACTS, NO_SITE_FACTS, linkedEmail } from '../test/facts.ts';
import type { PageFacts, SiteFacts } from './facts.ts';
import { labelsOf } from './labels.ts';
import { KNOWN_AGENTS } from './robots/agents.ts';
import { versionLabel } from './summary/page-labels.ts';

function documentOf(domain: string, facts: Partial<SiteFacts>, ...pages: readonly Partial<PageFacts>[]) {
  return {
    domain,
    facts: { ...NO_SITE_FACTS, ...facts },
    pages: pages.map((own, number) => ({
      url: `https://${domain}/${number}`,
      fetchedAt: 0,
      charset: number === 0 ? 'utf-8' : 'windows-1252',
      truncated: false,
      source: '',
      facts: { ...NO_PAGE_FACTS, ...own },
    })),
  };
}

test('labels are what is known of the site and of any of its pages, each once', () => {
  const technology = { confidence: 100, paths: ['content.cms'] };
  const labels = labelsOf(
    documentOf(
      'shop.example.co.uk',
      {
        countryIsoCode: 'GB',
        languageCode: 'en',
        lastVisited: Date.UTC(2026, 1, 28, 23, 59, 59),
        kind: 'parked',
        emails: ['a@example.com', 'b@example.com', '"odd@name"@mail.example'].map((email) =>
          linkedEmail(email),
        ),
        technologies: {
          content: { cms: ['WordPress'], blogs: ['WordPress'] },
          servers: { databases: ['MySQL'] },
        },
        impliedTechnologies: ['MySQL'],
        generators: ['Shop 2', 'WordPress 6.1'],
        postalAddresses: [{ url: 'https://shop.example.co.uk/' } as never],
      },
      {
        technologies: [{ name: 'WordPress', version: '6.1', ...technology }],
        hosts: [
          { host: 'cdn.example.com', kinds: 's' },
          { host: 'img.example.co.uk', kinds: 'i' },
        ],
        headers: ['server', 'server=nginx'],
        site: {
          files: [
            {
              name: 'ads.txt',
              status: 200,
              isReal: false,
              reason: 'HTML',
              bytes: 0,
              truncated: false,
              digest: null,
            },
            {
              name: 'llms.txt',
              status: 200,
              isReal: true,
              reason: null,
              bytes: 3,
              truncated: false,
              digest: 'd41d8cd98f00b204e980',
            },
          ],
          agents: { others: 'allowed', named: [{ agent: 'GPTBot', verdict: 'blocked' }] },
          certificate: {
            issuer: 'A CA',
            names: ['a.example', 'b.example'],
            nameCount: 2,
            notBefore: 0,
            notAfter: Date.UTC(2027, 0, 31, 23, 59, 59),
            tls: 'TLSv1.3',
          },
          icon: {
            url: 'data:',
            bytes: 3,
            mmh3: -5,
            md5: 'ab',
            sha256: 'cd',
            phash: '0f',
            png: null,
            problem: null,
          },
        },
      },
      {
        technologies: [{ name: 'WordPress', version: null, ...technology }],
        plugins: [
          { slug: 'form', version: '5.3' },
          { slug: 'shop', version: null },
        ],
        themes: [{ slug: 'look', version: '1.0' }],
        hosts: [{ host: 'cdn.example.com', kinds: 'il' }],
        cookies: ['_ga'],
      },
      {
        technologies: [
          {
            name: 'WordPress',
            version: '6.2',
            versions: [
              { version: '6.2', source: 'stated' },
              { version: '5.9', source: 'parameter' },
            ],
            ...technology,
          },
        ],
      },
    ),
  );
  expect(labels).toEqual({
    tech: ['WordPress', 'MySQL'],
    category: ['content.cms', 'content.blogs', 'servers.databases'],
    tech_seen: ['WordPress'],
    category_seen: ['content.cms', 'content.blogs'],
    tech_version: [versionLabel('WordPress', '6.1'), versionLabel('WordPress', '6.2')],
    plugin: ['form', 'shop'],
    plugin_version: [versionLabel('form', '5.3')],
    theme: ['look'],
    theme_version: [versionLabel('look', '1.0')],
    country: ['GB'],
    language: ['en'],
    content_language: [],
    lang: ['en'],
    tld: ['uk'],
    registrable_domain: ['example.co.uk'],
    visited: ['2026-02'],
    first_visited: [],
    generator: ['Shop 2', 'WordPress 6.1'],
    charset: ['utf-8', 'windows-1252'],
    email: ['a@example.com', 'b@example.com', '"odd@name"@mail.example'],
    email_domain: ['example.com', 'mail.example'],
    host: ['com.example.cdn\0silt', 'uk.co.example.img\0i'],
    header: ['server'],
    header_value: ['server\0nginx'],
    cookie: ['_ga'],
    file: ['llms.txt'],
    agent: KNOWN_AGENTS.map(({ name }) => `${name}=${name === 'GPTBot' ? 'blocked' : 'allowed'}`),
    cert_issuer: ['A CA'],
    cert_name: ['example.a', 'example.b'],
    cert_expires: ['2027-01-31'],
    cert_month: ['2027-01'],
    tls: ['TLSv1.3'],
    icon: ['mmh3:-5'],
    icon_hash: ['md5:ab', 'sha256:cd', 'phash:0f'],
    has: ['email', 'address', 'headers', 'cookies', 'file', 'hosts', 'certificate', 'icon'],
    kind: ['parked'],
    facts_version: ['1'],
  });
});

test('a sign of a category puts no site into it by itself', () => {
  const categories = (...ecommerce: readonly string[]) =>
    labelsOf(documentOf('a.example', { technologies: { sales: { ecommerce } } }));
  expect(categories('Cart Functionality')).toMatchObject({
    category: [],
    tech: ['Cart Functionality'],
  });
  expect(categories('Cart Functionality', 'Shopify').category).toEqual(['sales.ecommerce']);
});

test('labels are well-formed and short, and an address has no top-level domain', () => {
  const labels = labelsOf(documentOf('127.0.0.1', { generators: [`\ud800${'x'.repeat(2_000)}`] }));
  expect(labels.tld).toEqual([]);
  expect(labels.generator).toEqual([`\ufffd${'x'.repeat(999)}`]);
  expect(labels.visited).toEqual([]);
});

import { afterAll, describe, expect, test } from 'vitest';
import {
  compareCodePoints,
  encodeSource,
  type Page,
  type PageFacts,
  type PageRecord,
  type Source,
  sourceText,
  withTexts,
} from '@sitegrep/site';
import type { PageOptions } from './analysis.ts';
import { openAnalysisPool } from './pool.ts';

const pool = openAnalysisPool({
  threads: 1,
  deadlineMs: 60_000,
  heapMb: 512,
  maxSourceBytes: 20_000,
  fullText: false,
  queueLimit: 100,
});
afterAll(() => pool.close());

const HTML = `<title>Laden</title><script src="/js/jquery-3.7.1.min.js"></script>
  <a href="https://partner.example/">Partner</a> <a href="mailto:post@shop.example">Schreib uns</a>`;

/** Things that only the host of a page says. */
const OF_HOST = {
  headers: [
    ['content-type', 'text/html; charset=windows-1252'],
    ['server', 'nginx/1.25.3'],
    ['content-language', 'de-AT'],
    ['x-robots-tag', 'max-snippet: 50'],
    ['set-cookie', 'PHPSESSID=abc; path=/'],
    ['etag', '"one"'],
  ],
  certificate: 'valid',
  certIssuer: "Let's Encrypt R3",
  robotsTxt: '# Powered by Shoporama',
  dns: ['MX 10 aspmx.l.google.com'],
  // Of a network that is used in Austria.
  address: '131.130.1.1',
} as const;

function page(html: string, overrides: Partial<Page> = {}): Page {
  return {
    url: 'https://shop.example/',
    status: 200,
    headers: [['content-type', 'text/html; charset=windows-1252']],
    body: Buffer.from(html, 'latin1'),
    truncated: false,
    fetchedAt: 1_772_366_400_000,
    ...overrides,
  };
}

async function analysed(from: Page, options?: PageOptions): Promise<PageRecord> {
  const analysis = await pool.analyze(from, options);
  if (analysis.kind === 'crashed') throw new Error(analysis.reason);
  return withTexts(analysis.record);
}

async function again(stored: PageRecord): Promise<PageRecord<Source>> {
  const analysis = await pool.analyzeAgain(stored, stored.version ?? null);
  if (analysis.kind === 'crashed') throw new Error(analysis.reason);
  return analysis.record;
}

/** A record whose technologies are in the order of their names, since recorded evidence comes after that of the source. */
function inOrder<S extends Source>(record: PageRecord<S>): PageRecord<S> {
  const technologies = record.facts.technologies.toSorted((a, b) => compareCodePoints(a.name, b.name));
  return { ...record, facts: { ...record.facts, technologies } };
}

function namesOf({ technologies }: PageFacts): readonly string[] {
  return technologies.map(({ name }) => name);
}

describe('a stored page that is analysed again', () => {
  test('is as it was, with all that only its host said', async () => {
    const stored = await analysed(page(HTML, OF_HOST));
    const { facts } = stored;
    expect(facts).toMatchObject({
      declaredLanguage: 'de',
      certificate: 'valid',
      maxSnippet: 50,
      dns: OF_HOST.dns,
      linkedDomains: ['partner.example'],
    });
    expect(facts.countryEvidence).toEqual([
      { source: 'region', value: 'de-AT', country: 'AT' },
      { source: 'ip', value: '131.130.1.1', country: 'AT' },
    ]);
    expect(namesOf(facts)).toEqual(
      expect.arrayContaining(['jQuery', 'Nginx', 'PHP', 'Google Workspace', 'Shoporama', "Let's Encrypt"]),
    );
    const found = await again(stored);
    expect(inOrder(withTexts(found))).toEqual(inOrder(stored));
    // Nothing is lost at the second time either.
    expect(inOrder(withTexts(await again(withTexts(found))))).toEqual(inOrder(stored));
  });

  test('has the facts that its source shows now, whatever it had', async () => {
    const stored = await analysed(page(HTML, OF_HOST));
    const other = { name: 'Gone', version: null, confidence: 100, paths: ['other.gone'] };
    const older: PageRecord = {
      ...stored,
      facts: { ...stored.facts, version: '0-old', title: 'Old', emails: [], technologies: [other] },
    };
    const found = await again(older);
    expect(found.facts).toMatchObject({
      version: pool.factsVersion,
      title: 'Laden',
      emails: [{ email: 'post@shop.example' }],
    });
    expect(namesOf(found.facts)).toContain('jQuery');
    expect(namesOf(found.facts)).not.toContain('Gone');
  });

  test('keeps a source that is longer than one may be now, and its encoding', async () => {
    const source = `<p>${'ü'.repeat(30_000)}`;
    const { facts } = await analysed(page('<p>'));
    const stored = {
      url: 'https://shop.example/a',
      fetchedAt: 5,
      charset: 'windows-1252',
      truncated: true,
      source: `\uFEFF${source}`,
      facts,
    };
    const found = await again(stored);
    expect(found).toMatchObject({ charset: 'windows-1252', truncated: true, fetchedAt: 5 });
    expect(found.source).toEqual(encodeSource(`\uFEFF${source}`));
  });

  test('has no version if it had none, or if it is to be read again', async () => {
    const stored = await analysed(page(HTML, OF_HOST));
    const { version, ...without } = stored;
    expect(version).toMatchObject({ etag: '"one"' });
    expect(Object.keys(await again(without))).not.toContain('version');
    const frames = { ...stored, source: '<frameset><frame src=/nav></frameset>' };
    expect(Object.keys(await again(frames))).not.toContain('version');
  });

  test('that was rendered has the facts of both sources, and what its scripts showed', async () => {
    const rendered = {
      html: '<title>App</title><div id=root><a href=mailto:a@shop.example>a@shop.example</a></div>',
      truncated: true,
      globals: { 'angular.version.full': '1.8.3' },
      hosts: ['api2.amplitude.com'],
      cookies: [],
      requested: [{ host: 'api2.amplitude.com', kind: 'fetch' }],
    };
    const shell = '<title>App</title><div id=root></div><script src=/app.js></script>';
    const stored = await analysed(page(shell, OF_HOST), { rendered });
    expect(namesOf(stored.facts)).toEqual(expect.arrayContaining(['AngularJS', 'Amplitude', 'Nginx']));
    const found = await again(stored);
    expect(inOrder(withTexts(found))).toEqual(inOrder(stored));
    expect(sourceText(found.rendered?.source ?? '')).toBe(rendered.html);
  });

  test('is not led by links that a header field kept from counting', async () => {
    const headers = [...OF_HOST.headers, ['x-robots-tag', 'nofollow']] as const;
    const stored = await analysed(page(HTML, { ...OF_HOST, headers }));
    expect(stored.facts.linkedDomains).toEqual([]);
    expect((await again(stored)).facts.linkedDomains).toEqual([]);
  });

  test('is read with the header fields and cookies that are stored, whatever was recorded', async () => {
    const { facts, ...stored } = await analysed(page(HTML, OF_HOST));
    const site = { files: [], agents: null, certificate: null, icon: null };
    const found = await again({
      ...stored,
      answers: {
        headers:
          'HTTP 200\nserver: nginx/1.25.3\ncontent-language: de-AT\nx-robots-tag: max-snippet: 50\nset-cookie: PHPSESSID; path=/\n',
        cookies: '\nPHPSESSID; path=/\n',
        file: '',
      },
      facts: {
        ...facts,
        technologies: [],
        maxSnippet: 3,
        linkedDomains: [],
        declaredLanguage: null,
        headers: ['gone'],
        cookies: ['gone'],
        site,
      },
    });
    expect(found.facts).toMatchObject({
      declaredLanguage: 'de',
      maxSnippet: 50,
      linkedDomains: ['partner.example'],
      cookies: ['PHPSESSID'],
      site,
    });
    expect(found.facts.headers).toEqual(expect.arrayContaining(['server', 'server=nginx/1.25.3']));
    expect(found.facts.headers).not.toContain('gone');
    const nginx = found.facts.technologies.find(({ name }) => name === 'Nginx');
    expect(nginx).toMatchObject({ version: '1.25.3', evidence: [{ field: 'headers', key: 'server' }] });
    expect(namesOf(found.facts)).toContain('PHP');
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { sourceWords, wordMaker } from '@sitegrep/fulltext';
import { encodeSource, pageDigest, shownSource, sourceText, type Page } from '@sitegrep/site';
import { openAnalysisPool } from './pool.ts';

const SETTINGS = {
  threads: 2,
  deadlineMs: 20_000,
  heapMb: 512,
  maxSourceBytes: 20_000,
  fullText: false,
  queueLimit: 100,
};
const pool = openAnalysisPool(SETTINGS);
afterAll(() => pool.close());

function page(body: Buffer, overrides: Partial<Page> = {}): Page {
  return {
    url: 'https://shop.example/',
    status: 200,
    headers: [['content-type', 'text/html']],
    body,
    truncated: false,
    fetchedAt: 1_772_366_400_000,
    ...overrides,
  };
}

const SHOP = `<!doctype html>
<html lang="de">
<head>
  <meta charset="windows-1252">
  <title> Grüße  aus
    Köln </title>
  <meta name="description" content="Ein Laden">
  <meta name="generator" content="WordPress 6.5">
  <script src="/js/jquery-3.7.1.min.js"></script>
</head>
<body>
  <a href="/angebote">Angebote</a> <a href="mailto:Post@shop.example">Schreib uns</a>
</body>
</html>`;

describe('the real thread', () => {
  test('returns the validators and digest of a page, and the version of its facts', async () => {
    const headers = [
      ['content-type', 'text/html'],
      ['etag', '"one"'],
      ['last-modified', 'Wed, 21 Oct 2015 07:28:00 GMT'],
    ] as const;
    const body = new TextEncoder().encode('<p>one');
    const digest = pageDigest({ headers, body });
    expect(await pool.analyze(page(Buffer.from(body), { headers }))).toMatchObject({
      record: {
        version: { etag: '"one"', lastModified: 'Wed, 21 Oct 2015 07:28:00 GMT', digest },
        facts: { version: pool.factsVersion },
      },
    });
    expect(pool.factsVersion).toMatch(/^\d+-[0-9a-f]{8}$/);
  });

  test.each([
    ['asks not to be indexed later', '<meta name=robots content="unavailable_after: 2999-01-01">'],
    ['has a frameset, whose frames are read with it', '<frameset><frame src=/nav></frameset>'],
  ])('a page that %s has no version, so that it is read again', async (_, html) => {
    const analysis = await pool.analyze(page(Buffer.from(html)));
    expect(analysis).toMatchObject({ kind: 'page', partial: null, robots: { noindex: false } });
    expect(analysis.kind === 'page' ? Object.keys(analysis.record) : []).not.toContain('version');
  });

  test('extracts, detects and reports a page', async () => {
    const analysis = await pool.analyze(page(Buffer.from(SHOP, 'latin1')));
    expect(analysis).toMatchObject({
      kind: 'page',
      partial: null,
      record: {
        url: 'https://shop.example/',
        fetchedAt: 1_772_366_400_000,
        charset: 'windows-1252',
        truncated: false,
        source: encodeSource(SHOP),
        facts: {
          title: 'Grüße aus Köln',
          description: 'Ein Laden',
          emails: [{ email: 'post@shop.example' }],
          declaredLanguage: 'de',
          generators: ['WordPress 6.5'],
        },
      },
      links: ['https://shop.example/angebote'],
      robots: { noindex: false, nofollow: false, expires: false },
      timing: { extractMs: expect.any(Number), detectMs: expect.any(Number) },
    });
    const technologies = analysis.kind === 'page' ? analysis.record.facts.technologies : [];
    expect(technologies.map(({ name, version }) => [name, version])).toEqual(
      expect.arrayContaining([
        ['WordPress', '6.5'],
        ['jQuery', '3.7.1'],
      ]),
    );
  });

  test('makes the words of the source that readers see', async () => {
    const reading = openAnalysisPool({ ...SETTINGS, threads: 1, fullText: true });
    const html = '<title>App</title><h1>Grüße</h1><a href=/b>und Küsse</a>';
    const rendered = {
      html: `${html}<p>aus Köln`,
      truncated: false,
      globals: {},
      hosts: [],
      cookies: [],
      requested: [],
    };
    const sources: unknown[] = [];
    const withZones = { zones: expect.any(Uint32Array) };
    for (const [options, zones] of [[{}, withZones] as const, [{ rendered }, {}] as const]) {
      const analysis = await reading.analyze(page(Buffer.from(html, 'latin1')), options);
      if (analysis.kind !== 'page') throw new Error(analysis.reason);
      const { record } = analysis;
      const source = shownSource(record);
      const expected = sourceWords(wordMaker(), record, sourceText(source));
      expect(source).toEqual({ ...encodeSource(sourceText(source), { words: expected }), ...zones });
      sources.push(record.source);
    }
    expect(sources[1]).toEqual(encodeSource(html));
    await reading.close();
  });

  test('reads a rendered page from both of its sources and from what its scripts did', async () => {
    const shell = '<title>App</title><div id=root></div><script src=/app.js></script>';
    const html =
      '<title>App</title><div id=root><a href=/b>b</a> <a href=mailto:a@shop.example>a@shop.example</a></div>';
    const analysis = await pool.analyze(page(Buffer.from(shell)), {
      rendered: {
        html,
        truncated: true,
        globals: { 'angular.version.full': '1.8.3' },
        hosts: ['api2.amplitude.com'],
        cookies: ['amplitude_id'],
        requested: [],
      },
    });
    expect(analysis).toMatchObject({
      kind: 'page',
      partial: null,
      shell: true,
      record: {
        truncated: false,
        source: encodeSource(shell),
        rendered: { source: encodeSource(html), truncated: true },
        answers: {
          headers: 'HTTP 200\ncontent-type: text/html\n',
          cookies: '\namplitude_id; script\n',
          file: '',
        },
        facts: {
          title: 'App',
          emails: [{ email: 'a@shop.example' }],
          headers: ['content-type', 'content-type=text/html'],
          cookies: ['amplitude_id'],
        },
      },
      links: ['https://shop.example/b'],
    });
    const technologies = analysis.kind === 'page' ? analysis.record.facts.technologies : [];
    expect(technologies.map(({ name, version }) => [name, version])).toEqual(
      expect.arrayContaining([
        ['AngularJS', '1.8.3'],
        ['Amplitude', null],
      ]),
    );
    const explanation = await pool.explain({
      url: 'https://shop.example/',
      utf8: encodeSource(shell).utf8,
      rendered: encodeSource(html).utf8,
      technologies,
    });
    const explained = explanation.kind === 'explained' ? explanation.technologies : [];
    expect(explained.find(({ name }) => name === 'AngularJS')?.evidence).toEqual([
      expect.objectContaining({ field: 'js', key: 'angular.version.full', match: '1.8.3' }),
    ]);
  });

  test('knows a page that was not rendered by its record, and one with text from a shell', async () => {
    const analysis = await pool.analyze(page(Buffer.from(SHOP, 'latin1')));
    expect(analysis).toMatchObject({ kind: 'page', shell: false });
    expect(analysis.kind === 'page' ? Object.keys(analysis.record) : []).not.toContain('rendered');
  });

  test('reads an icon', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64');
    expect(await pool.readIcon(gif, 'urgent')).toMatchObject({ type: 'gif', size: [1, 1], problem: null });
  });

  test('explains a stored page by its source and what was stored with it', async () => {
    const headers = [
      ['content-type', 'text/html'],
      ['server', 'nginx/1.25.3'],
    ] as const;
    const analysis = await pool.analyze(page(Buffer.from(SHOP, 'latin1'), { headers }));
    if (analysis.kind === 'crashed') throw new Error(analysis.reason);
    const { technologies } = analysis.record.facts;
    const { utf8 } = encodeSource(SHOP);
    const explanation = await pool.explain({ url: 'https://shop.example/', utf8, technologies });
    expect(explanation).toMatchObject({ kind: 'explained', partial: null });
    const explained = explanation.kind === 'explained' ? explanation.technologies : [];
    expect(explained.map(({ name, version }) => [name, version])).toEqual(
      technologies.map(({ name, version }) => [name, version]),
    );
    const evidence = new Map(
      explained.map((one) => [one.name, one.evidence.map(({ field, version }) => [field, version])]),
    );
    expect(evidence.get('WordPress')).toContainEqual(['meta', '6.5']);
    expect(evidence.get('jQuery')).toContainEqual(['scriptSrc', '3.7.1']);
    expect(evidence.get('Nginx')).toEqual([['headers', '1.25.3']]);
  });

  test('observes the cap of the decoded source', async () => {
    const analysis = await pool.analyze(page(Buffer.from(`<p>${'ü'.repeat(20_000)}`)));
    expect(analysis).toMatchObject({
      record: { truncated: true, source: encodeSource(`<p>${'ü'.repeat(9998)}`) },
    });
  });

  test.each([
    ['separate', (n: number) => `<a href="/p/${n}">x</a>`],
    ['nested', (n: number) => `<p><b><a href=${n}>`],
    ['of other sites', (n: number) => `<a href=//h${n}.test/>`],
    ['of owners', (n: number) => `<a href=${n}>Contact`],
  ])('reads a page of 200,000 links (%s)', async (_, link) => {
    const body = Buffer.from(Array.from({ length: 200_000 }, (_, n) => link(n)).join(''));
    const large = openAnalysisPool({ ...SETTINGS, deadlineMs: 5_000, maxSourceBytes: 4 * 1024 * 1024 });
    try {
      const analysis = await large.analyze(page(body));
      expect(analysis).toMatchObject({ kind: 'page', partial: null });
      expect(analysis.kind === 'page' ? analysis.links : []).toHaveLength(5_000);
    } finally {
      await large.close();
    }
  });

  test('accepts any bytes', async () => {
    const bodies = [
      '',
      '\0\0',
      '<',
      '<!--',
      '<script>',
      '<title>',
      '\xff\xfe\xd8\x00',
      '<a href="'.repeat(2000),
    ];
    const results = await Promise.all(bodies.map((body) => pool.analyze(page(Buffer.from(body, 'latin1')))));
    expect(results.map((result) => result.kind)).toEqual(bodies.map(() => 'page'));
  });

  test('gives the same page the same record in every thread', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, () => pool.analyze(page(Buffer.from(SHOP, 'latin1')))),
    );
    const told = results.map((result) => ({ ...result, timing: null }));
    for (const result of told) expect(result).toEqual(told[0]);
  });
});

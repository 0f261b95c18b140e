import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readAll } from '../../test/warc-files.ts';

const AT = '2026-11-26T08:00:00Z';

function lines(...objects: readonly unknown[]): Buffer {
  return Buffer.from(
    objects.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''),
  );
}

const page = (url: string, more: object = {}): object => ({
  url,
  html: `<p>${url}`,
  fetched_at: AT,
  ...more,
});

describe('pages as lines of JSON', () => {
  test('come with what each line states, in order, compressed or not, in chunks of any size', async () => {
    const bytes = lines(
      page('https://a.com/'),
      page('https://a.com/é?q=1#part', {
        status: 203,
        headers: { 'X-Robots-Tag': 'noindex', Via: ['a', 'b'] },
      }),
      {
        url: 'http://b.com',
        body_base64: Buffer.from('<p>\xe9', 'latin1').toString('base64'),
        fetched_at: 1_000.5,
      },
    );
    for (const input of [bytes, gzipSync(bytes), zstdCompressSync(bytes)]) {
      for (const chunk of [1, 7, 1 << 16]) {
        const { pages, bodies, reader } = await readAll(input, {}, chunk);
        expect(pages.map(({ url, status, fetchedAt }) => [url, status, fetchedAt])).toEqual([
          ['https://a.com/', 200, Date.parse(AT)],
          ['https://a.com/%C3%A9?q=1', 203, Date.parse(AT)],
          ['http://b.com/', 200, 1_000_500],
        ]);
        expect(bodies.slice(0, 2)).toEqual(['<p>https://a.com/', '<p>https://a.com/é?q=1#part']);
        expect(Buffer.from(pages[2]?.body ?? []).toString('latin1')).toBe('<p>\xe9');
        expect(pages[0]?.headers).toEqual([['content-type', 'text/html; charset=utf-8']]);
        expect(pages[1]?.headers).toEqual([
          ['x-robots-tag', 'noindex'],
          ['via', 'a'],
          ['via', 'b'],
          ['content-type', 'text/html; charset=utf-8'],
        ]);
        expect(reader.counts.records).toBe(3);
        expect(reader.problems).toEqual([]);
      }
    }
  });

  test('a text is UTF-8 whatever charset the answer had, and no field of its transfer counts', async () => {
    const { pages } = await readAll(
      lines(
        page('https://a.com/', {
          headers: {
            'content-type': 'text/html; charset=windows-1251',
            'content-encoding': 'br',
            'content-length': '7',
          },
        }),
      ),
    );
    expect(pages.map(({ headers }) => headers)).toEqual([[['content-type', 'text/html; charset=utf-8']]]);
  });

  test('a line that is no page costs no other, and is named with its number', async () => {
    const { pages, reader } = await readAll(
      Buffer.concat([
        lines(page('https://a.com/1'), '', '{"url":', '[]', '7', {}, { url: 'https://a.com/x' }),
        lines(
          page('https://a.com/2', { status: '200' }),
          page('https://a.com/3', { fetched_at: 'yesterday' }),
          page('https://a.com/4', { headers: { a: 1 } }),
          page('https://a.com/5', { body_base64: 'AAAA' }),
          { url: 'https://a.com/6', body_base64: '%' },
          page('https://a.com/7', { html: 7 }),
          page('ftp://a.com/'),
          page('https://'),
          page('https://a.com/8', { status: 404 }),
          page('https://a.com/9', { headers: { 'content-type': 'application/pdf' } }),
          { url: 'https://a.com/10', body_base64: 'AAAA' },
        ),
        Buffer.from('\xef\xbb\xbf', 'latin1'),
        lines(page('https://a.com/last')).subarray(0, -1),
      ]),
    );
    expect(pages.map(({ url }) => url)).toEqual(['https://a.com/1', 'https://a.com/last']);
    expect(reader.counts.skipped).toMatchObject({ broken: 11, not_http: 2, not_success: 1, not_html: 2 });
    expect(reader.problems.map(({ uri, problem }) => [uri, problem])).toEqual([
      [null, 'line 3: it is no JSON: write one object on each line'],
      [null, 'line 4: it is no JSON object'],
      [null, 'line 5: it is no JSON object'],
      [null, 'line 6: its "url" is missing or no text'],
      ['https://a.com/x', 'line 7: it has neither "html" nor "body_base64", or both; one of them is needed'],
      ['https://a.com/2', 'line 8: its "status" is no number from 100 to 599'],
      [
        'https://a.com/3',
        'line 9: its "fetched_at" is no time such as 2026-11-26T08:00:00Z, nor seconds since 1970',
      ],
      ['https://a.com/4', 'line 10: its "headers" are no object of texts or lists of texts'],
      ['https://a.com/5', 'line 11: it has neither "html" nor "body_base64", or both; one of them is needed'],
      ['https://a.com/6', 'line 12: its "body_base64" is no base64'],
      ['https://a.com/7', 'line 13: its "html" is no text'],
    ]);
  });

  test('a long page is truncated, and a line without an end is passed over with little memory', async () => {
    const { pages, reader } = await readAll(
      Buffer.concat([
        lines(page('https://a.com/1', { html: `<p>${'x'.repeat(5_000)}` })),
        Buffer.from(`{"url":"https://a.com/2","html":"${'y'.repeat(3_000_000)}`),
        lines('', page('https://a.com/3')),
      ]),
      { maxBodyBytes: 1_000 },
    );
    expect(pages.map(({ url, truncated, body }) => [url, truncated, body.length])).toEqual([
      ['https://a.com/1', true, 1_000],
      ['https://a.com/3', false, 18],
    ]);
    expect(reader.problems.map(({ problem }) => problem)).toEqual([
      `line 2: it is longer than ${6_000 + 1024 * 1024} bytes`,
    ]);
  });

  test('what a damaged compression leaves is kept', async () => {
    const bytes = gzipSync(lines(...Array.from({ length: 2_000 }, (_, n) => page(`https://a.com/${n * n}`))));
    const { pages, reader } = await readAll(bytes.subarray(0, bytes.length - 200));
    expect(pages.length).toBeGreaterThan(1_000);
    expect(reader.counts.skipped.cut_off).toBe(1);
  });
});

interface Exchange {
  readonly method?: string;
  readonly url: string;
  readonly status?: number;
  readonly headers?: readonly { name: string; value: string }[];
  readonly content?: object;
}

function har(...entries: readonly Exchange[]): string {
  return JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'a browser', version: '1' },
      pages: [{ id: 'page_1', title: 'https://a.com/', startedDateTime: AT, pageTimings: {} }],
      entries: entries.map(({ method = 'GET', url, status = 200, headers = [], content }) => ({
        startedDateTime: AT,
        time: 12.5,
        request: { method, url, headers: [{ name: 'accept', value: '*/*' }], postData: { text: 'url' } },
        response: {
          status,
          headers,
          content: content ?? { size: 3, mimeType: 'text/html', text: `<p>${url} "ü"\n` },
          redirectURL: '',
        },
        _initiator: { type: 'script', url: 'https://other.com/', stack: { deep: [[{ text: 'x' }]] } },
      })),
    },
  });
}

describe('pages of a HAR', () => {
  const whole = har(
    { url: 'https://a.com/' },
    { url: 'https://a.com/app.js', content: { mimeType: 'text/javascript', text: 'var html = "<p>"' } },
    { url: 'https://a.com/moved', status: 301, content: { size: 0, mimeType: 'text/html' } },
    { url: 'https://a.com/post', method: 'POST' },
    { url: 'https://a.com/gone', content: { size: 100, mimeType: 'text/html' } },
    {
      url: 'https://b.com/old#top',
      headers: [
        { name: 'Content-Type', value: 'text/html; charset=windows-1252' },
        { name: 'Content-Encoding', value: 'gzip' },
      ],
      content: {
        mimeType: 'text/html',
        encoding: 'base64',
        text: Buffer.from('<p>\xe9', 'latin1').toString('base64'),
      },
    },
    { url: 'data:text/html,<p>' },
  );

  test('are the HTML that was answered to GET, in chunks of any size', async () => {
    for (const input of [Buffer.from(whole), Buffer.from(`\n ${whole}`), gzipSync(whole)]) {
      for (const chunk of [1, 11, 1 << 16]) {
        const { pages, reader } = await readAll(input, {}, chunk);
        expect(pages.map(({ url, status, fetchedAt, headers }) => [url, status, fetchedAt, headers])).toEqual(
          [
            ['https://a.com/', 200, Date.parse(AT), [['content-type', 'text/html; charset=utf-8']]],
            ['https://b.com/old', 200, Date.parse(AT), [['content-type', 'text/html; charset=windows-1252']]],
          ],
        );
        expect(Buffer.from(pages[0]?.body ?? []).toString()).toBe('<p>https://a.com/ "ü"\n');
        expect(Buffer.from(pages[1]?.body ?? []).toString('latin1')).toBe('<p>\xe9');
        expect(reader.counts.skipped).toMatchObject({
          not_html: 1,
          not_success: 1,
          other_type: 1,
          no_page: 1,
          not_http: 1,
        });
        expect(reader.problems).toEqual([]);
      }
    }
  });

  test('are truncated if they are long, as text and as base64', async () => {
    const long = `<p>${'x'.repeat(10_000)}`;
    const { pages } = await readAll(
      Buffer.from(
        har(
          { url: 'https://a.com/', content: { mimeType: 'text/html', text: long } },
          {
            url: 'https://b.com/',
            content: {
              mimeType: 'text/html',
              encoding: 'base64',
              text: Buffer.from(long).toString('base64'),
            },
          },
        ),
      ),
      { maxBodyBytes: 1_000 },
    );
    expect(pages.map(({ truncated, body }) => [truncated, body.length])).toEqual([
      [true, 1_000],
      [true, 1_000],
    ]);
  });

  test('that came before damage are kept, and the damage is named', async () => {
    for (const [bytes, problem] of [
      [whole.slice(0, -300), "the HAR can't be read further: it is no JSON"],
      [`${whole.slice(0, -300)}}}}`, "the HAR can't be read further: it is no JSON"],
    ] as const) {
      const { pages, reader } = await readAll(Buffer.from(bytes));
      expect(pages.map(({ url }) => url)).toEqual(['https://a.com/', 'https://b.com/old']);
      expect(reader.problems.map((one) => one.problem)).toEqual([problem]);
    }
  });

  test('that has no entry are none, which is no damage', async () => {
    const { pages, reader } = await readAll(Buffer.from(har()));
    expect([pages, reader.problems, reader.counts.records]).toEqual([[], [], 0]);
  });

  test('a nested input is refused before it takes memory', async () => {
    const { pages, reader } = await readAll(Buffer.from(`{"log":${'{"a":'.repeat(100_000)}`));
    expect(pages).toEqual([]);
    expect(reader.problems.map((one) => one.problem)).toEqual([
      "the HAR can't be read further: it is deeper than 100 levels",
    ]);
  });
});

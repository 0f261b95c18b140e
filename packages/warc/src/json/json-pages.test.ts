import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readAll } from '../../test/warc-files.ts';

const NO_BODY = 'it has neither "html" nor "body_base64", or both; one of them is needed';
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

  test('the fields that the server sent are told apart from those that fit the text, and from none', async () => {
    const sent = { 'content-type': 'text/html; charset=windows-1251', 'content-encoding': 'br' };
    const { pages } = await readAll(
      lines(
        page('https://a.com/1', { headers: sent }),
        page('https://a.com/2', { headers: {} }),
        page('https://a.com/3', { headers: null }),
        page('https://a.com/4'),
      ),
    );
    expect(pages.map(({ received }) => received)).toEqual([Object.entries(sent), [], null, null]);
  });

  test('cookies that a program joined with commas are one field each', async () => {
    const joined = 'a=1; expires=Wed, 21 Oct 2026 07:28:00 GMT; path=/, b=2,c=3';
    const { pages } = await readAll(
      lines(
        page('https://a.com/1', { headers: { 'Set-Cookie': joined } }),
        page('https://a.com/2', { headers: [['Set-Cookie', joined]] }),
      ),
    );
    expect(pages.map(({ received }) => received)).toEqual([
      [
        ['set-cookie', 'a=1; expires=Wed, 21 Oct 2026 07:28:00 GMT; path=/'],
        ['set-cookie', 'b=2'],
        ['set-cookie', 'c=3'],
      ],
      [['set-cookie', joined]],
    ]);
  });

  test('a line that is not a page costs no other, and is named with its number', async () => {
    const { pages, reader } = await readAll(
      Buffer.concat([
        lines(page('https://a.com/1'), '', '{"url":', '[]', '7', {}, { url: 'https://a.com/x' }),
        lines(
          page('https://a.com/2', { status: 'OK' }),
          page('https://a.com/3', { fetched_at: 'yesterday' }),
          page('https://a.com/4', { headers: { a: { b: 1 } } }),
          page('https://a.com/5', { body_base64: 'AAAA' }),
          { url: 'https://a.com/6', body_base64: '%' },
          page('https://a.com/7', { html: 7 }),
          page('ftp://a.com/'),
          page('https://'),
          page('https://a.com/8', { status: 404 }),
          page('https://a.com/9', { headers: { 'content-type': 'application/pdf' } }),
          { url: 'https://a.com/10', body_base64: Buffer.from('{"a"').toString('base64') },
        ),
        Buffer.from('\xef\xbb\xbf', 'latin1'),
        lines(page('https://a.com/last')).subarray(0, -1),
      ]),
    );
    expect(pages.map(({ url, record }) => [url, record])).toEqual([
      ['https://a.com/1', 1],
      ['https://a.com/last', 19],
    ]);
    expect(reader.counts.skipped).toMatchObject({ broken: 11, not_http: 2, not_success: 1, not_html: 2 });
    expect(reader.problems.map(({ record, why, uri, problem }) => [record, why, uri, problem])).toEqual([
      [3, 'broken', null, 'it is not JSON, its end is missing: write one object on each line'],
      [4, 'broken', null, 'it is not a JSON object'],
      [5, 'broken', null, 'it is not a JSON object'],
      [6, 'broken', null, 'its "url" is missing or not a text'],
      [7, 'broken', 'https://a.com/x', NO_BODY],
      [8, 'broken', 'https://a.com/2', 'its "status" is not a status of HTTP'],
      [
        9,
        'broken',
        'https://a.com/3',
        'its "fetched_at" is not a time such as 2026-11-26T08:00:00Z, nor seconds since 1970',
      ],
      [10, 'broken', 'https://a.com/4', 'its "headers" are not an object, nor a list, of texts and numbers'],
      [11, 'broken', 'https://a.com/5', NO_BODY],
      [12, 'broken', 'https://a.com/6', 'its "body_base64" is not base64'],
      [13, 'broken', 'https://a.com/7', 'its "html" is not text'],
      [14, 'not_http', 'ftp://a.com/', 'its "url" is not an http or https address'],
      [15, 'not_http', 'https://', 'its "url" is not an http or https address'],
      [16, 'not_success', 'https://a.com/8', 'its status is 404, not 2xx'],
      [17, 'not_html', 'https://a.com/9', 'it is not HTML'],
      [18, 'not_html', 'https://a.com/10', 'it is not HTML'],
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
    expect(reader.problems.map(({ record, problem }) => [record, problem])).toEqual([
      [2, `it is longer than ${3_000 + 1024 * 1024} bytes: send less of its source, with "truncated": true`],
    ]);
  });

  test('a long line of lists and numbers is refused before it is parsed, and one of texts is not', async () => {
    const source = `<p>${'"\\\\{[,'.repeat(60_000)}`;
    const { pages, reader } = await readAll(
      lines(
        page('https://a.com/1', { html: source }),
        page('https://a.com/2', { links: Array.from({ length: 100_000 }, () => []) }),
        page('https://a.com/3', { links: Array(10_000).fill('https://a.com/a-longer-address/') }),
      ),
    );
    expect(pages.map(({ url, body }) => [url, body.length])).toEqual([
      ['https://a.com/1', Buffer.byteLength(source)],
      ['https://a.com/3', 18],
    ]);
    expect(reader.problems.map(({ record, problem }) => [record, problem])).toEqual([
      [2, 'it has more than 65536 bytes of lists and numbers: send less besides the page'],
    ]);
  });

  test('lines that are known to be JSON may begin with a broken one, and be none at all', async () => {
    const { pages, reader } = await readAll(
      Buffer.concat([Buffer.from('no JSON\n'), lines(page('https://a.com/'))]),
      { isJsonLines: true },
    );
    expect(pages.map(({ record }) => record)).toEqual([2]);
    expect(reader.problems.map(({ record }) => record)).toEqual([1]);
    const { reader: empty } = await readAll(Buffer.alloc(0), { isJsonLines: true });
    expect(empty.counts.records).toBe(0);
  });

  test('a page tells whether its time is stated', async () => {
    const { pages } = await readAll(
      lines(page('https://a.com/1'), page('https://a.com/2', { fetched_at: undefined })),
    );
    expect(pages.map(({ isDated }) => isDated)).toEqual([true, false]);
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

  test('have the fields that the server sent beside those that fit the content', async () => {
    const { pages } = await readAll(Buffer.from(whole));
    expect(pages.map(({ received }) => received)).toEqual([
      null,
      [
        ['content-type', 'text/html; charset=windows-1252'],
        ['content-encoding', 'gzip'],
      ],
    ]);
  });

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
          no_content: 1,
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
      [
        whole.slice(0, -300),
        `the HAR can't be read further: it ends too early, after byte ${Buffer.byteLength(whole.slice(0, -300))}`,
      ],
      [
        `${whole.slice(0, -300)}\n`,
        `the HAR can't be read further: it is not JSON, from byte ${Buffer.byteLength(whole.slice(0, -300))} on`,
      ],
    ] as const) {
      const { pages, reader } = await readAll(Buffer.from(bytes));
      expect(pages.map(({ url }) => url)).toEqual(['https://a.com/', 'https://b.com/old']);
      expect(reader.problems.map((one) => one.problem)).toEqual([problem]);
    }
  });

  test('that has no entry are none, which is not damage', async () => {
    const { pages, reader } = await readAll(Buffer.from(har()));
    expect([pages, reader.problems, reader.counts.records]).toEqual([[], [], 0]);
  });

  test('a nested input is refused before it takes memory', async () => {
    const { pages, reader } = await readAll(Buffer.from(`{"log":${'{"a":'.repeat(100_000)}`));
    expect(pages).toEqual([]);
    expect(reader.problems.map((one) => one.problem)).toEqual([
      "the HAR can't be read further: it is deeper than 10000 levels, from byte 50002 on",
    ]);
  });
});

import { writtenPhone } from '@sitegrep/site/test/facts';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { checker, LookedUpDomain, LookupCrawl } from '@sitegrep/contract';
import { StorageUnavailable, wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, documentOf, refusalOf, serve, type Served } from '../../../test/served-api.ts';

const PATH = '/domains/lookup';
const COUNT = 1_500;

const checkLine = checker(LookedUpDomain);
const checkCrawl = checker(LookupCrawl);

let api: Served;
let key: string;
let admin: string;

beforeAll(async () => {
  api = await serve({ settings: { maxUploadBytes: 1_000_000 } });
  key = await api.key(['search']);
  admin = await api.key(['search', 'admin']);
  const phone = writtenPhone('+4940123456', '040 123456', 'https://x/');
  await api.storage.domains.put(
    Array.from({ length: COUNT }, (_, at) =>
      wholeSite(documentOf(nameOf(at), 'source', { title: `Title ${at}`, phoneNumbers: [phone] })),
    ),
  );
});
afterAll(() => api.close());

function nameOf(at: number): string {
  return `known-${at}.example`;
}

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  query = '',
  secret = key,
): Promise<Answer & { readonly text: string }> {
  const response = await fetch(`${api.url}${PATH}${query}`, {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': type },
    body,
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text };
}

function lookUp(domains: readonly string[], more: object = {}, secret = key) {
  return post(JSON.stringify({ domains, ...more }), 'application/json', '', secret);
}

/** The lines of an answer. @throws Error if one is not as the contract has it */
function linesOf({ status, text }: { readonly status: number; readonly text: string }) {
  if (status !== 200 || !text.endsWith('\n')) throw new Error(text);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const checked = checkLine(JSON.parse(line));
      if (!checked.ok) throw new Error(`${line}: ${JSON.stringify(checked.problem)}`);
      return checked.value;
    });
}

/** Each entry with what the answer says: the title, null if nothing is stored, or the reason of its refusal. */
async function said(answer: Promise<{ readonly status: number; readonly text: string }>) {
  return linesOf(await answer).map(({ input, item, error }) => [input, error ?? item?.title ?? null]);
}

describe('a lookup', () => {
  test('answers each entry in its turn, unknown ones with null, and repeated ones each time', async () => {
    const answer = await lookUp([nameOf(3), 'unknown.example', nameOf(1), nameOf(3)]);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(linesOf(answer)).toEqual([
      {
        input: nameOf(3),
        domain: nameOf(3),
        item: expect.objectContaining({ domain: nameOf(3), title: 'Title 3' }),
      },
      { input: 'unknown.example', domain: 'unknown.example', item: null },
      { input: nameOf(1), domain: nameOf(1), item: expect.objectContaining({ title: 'Title 1' }) },
      { input: nameOf(3), domain: nameOf(3), item: expect.objectContaining({ title: 'Title 3' }) },
    ]);
  });

  test('reads domains in any form, and URLs as their domains', async () => {
    const written = [
      'WWW.KNOWN-7.Example.',
      'https://user@known-7.example/',
      'https://www.known-7.example:8443/a?b#c',
      ' known-7.example\t',
      'known-7.example:80',
    ];
    expect(await said(lookUp(written))).toEqual([
      [written[0], 'Title 7'],
      [written[1], 'a URL with a password'],
      [written[2], 'Title 7'],
      [written[3], 'Title 7'],
      [written[4], 'Title 7'],
    ]);
  });

  test('says of each entry that names no domain why, and answers the others', async () => {
    const junk = [
      '',
      'not a domain',
      '42',
      '1.2.3',
      'ftp://a.example/',
      'a.example/path',
      'x'.repeat(3_000),
      'a\0b',
    ];
    const lines = await said(lookUp([...junk, nameOf(0)]));
    expect(lines).toEqual([
      ['', 'not a domain or http(s) URL'],
      ['not a domain', 'not a domain or http(s) URL'],
      ['42', 'a number, not a domain'],
      ['1.2.3', 'not four numbers, as an IPv4 address has'],
      ['ftp://a.example/', 'not a domain or http(s) URL'],
      ['a.example/path', 'a URL without http:// or https://'],
      ['x'.repeat(200), 'longer than 2048 characters'],
      ['a\0b', 'a NUL character, as in a list that is not in UTF-8'],
      [nameOf(0), 'Title 0'],
    ]);
  });

  test('reads a text, one entry a line, without comments and blank lines', async () => {
    const list = `\ufeff${nameOf(1)}\r\n\n# a comment\n  ${nameOf(2)}  \nnot a domain\n${nameOf(1)}`;
    expect(await said(post(list, 'text/plain; charset=utf-8'))).toEqual([
      [nameOf(1), 'Title 1'],
      [nameOf(2), 'Title 2'],
      ['not a domain', 'not a domain or http(s) URL'],
      [nameOf(1), 'Title 1'],
    ]);
  });

  test('reads NDJSON: strings, and objects with a domain or url', async () => {
    const lines = [
      JSON.stringify(nameOf(1)),
      JSON.stringify({ domain: nameOf(2) }),
      JSON.stringify({ url: `https://${nameOf(3)}/x` }),
      '{"site": "a.example"}',
      '{',
      '# no comment',
      '7',
    ];
    expect(await said(post(`${lines.join('\n')}\n`, 'application/x-ndjson'))).toEqual([
      [nameOf(1), 'Title 1'],
      [nameOf(2), 'Title 2'],
      [`https://${nameOf(3)}/x`, 'Title 3'],
      ['{"site": "a.example"}', 'neither a string nor an object with a "domain" or "url"'],
      ['{', 'not JSON'],
      ['# no comment', 'not JSON'],
      ['7', 'neither a string nor an object with a "domain" or "url"'],
    ]);
  });

  test('gives phone numbers only where they are asked for', async () => {
    const [plain] = linesOf(await lookUp([nameOf(1)]));
    expect(Object.keys(plain?.item ?? {})).not.toContain('phone_numbers');
    const [wished] = linesOf(await lookUp([nameOf(1)], { fields: ['phone_numbers'] }));
    expect(wished?.item?.phone_numbers).toMatchObject([{ number: '+4940123456' }]);
    const [listed] = linesOf(await post(nameOf(1), 'text/plain', '?fields=phone_numbers,%20opening_hours'));
    expect(Object.keys(listed?.item ?? {})).toEqual(
      expect.arrayContaining(['phone_numbers', 'opening_hours']),
    );
  });

  test('takes ten thousand entries', async () => {
    const domains = Array.from({ length: 10_000 }, (_, at) => nameOf(at % (COUNT + 1)));
    const lines = linesOf(await lookUp(domains));
    expect(lines.map(({ domain }) => domain)).toEqual(domains);
    expect(lines.filter(({ item }) => item === null)).toHaveLength(
      domains.filter((domain) => domain === nameOf(COUNT)).length,
    );
    const text = `${domains.join('\n')}\n# one more is a comment\n\n`;
    expect(linesOf(await post(text, 'text/plain'))).toHaveLength(10_000);
  });

  test('takes 10,001 entries in no form', async () => {
    const domains = Array.from({ length: 10_001 }, (_, at) => nameOf(at));
    expect(refusalOf(await lookUp(domains))).toEqual([
      400,
      'domains has 10001 items; give 1 to 10000 at a time.',
    ]);
    const details = 'The list has more than 10000 entries; give at most 10000 at a time.';
    const send = async (body: string, type: string) => refusalOf(await post(body, type));
    expect(await send(domains.join('\n'), 'text/plain')).toEqual([400, details]);
    expect(await send(domains.map((one) => JSON.stringify(one)).join('\n'), 'application/x-ndjson')).toEqual([
      400,
      details,
    ]);
  });

  test.each([
    ['{"domains": []}', 'application/json', '', 'domains has 0 items; give 1 to 10000 at a time.'],
    ['{"domains": ["a.example", 7]}', 'application/json', '', /^domains\[1\] is 7; give a string\.$/],
    ['{}', 'application/json', '', 'domains is missing; it is required.'],
    ['["a.example"]', 'application/json', '', /^The body is an array/],
    [
      '{"domains": ["a.example"], "field": []}',
      'application/json',
      '',
      /^Field "field" is unknown; the nearest known one is "fields"/,
    ],
    [
      '{"domains": ["a.example"], "fields": ["phones"]}',
      'application/json',
      '',
      /^fields\[0\] is "phones"; /,
    ],
    ['{"domains": ["a.example"]}', 'application/json', '?fields=title', /^Field "fields" is unknown/],
    ['', 'text/plain', '', 'The list is empty; give one domain or URL per line.'],
    ['# only\n\n', 'text/plain', '', 'The list is empty; give one domain or URL per line.'],
    ['a.example', 'text/plain', '?fields=phones', /^fields\[0\] is "phones"; /],
    ['a.example', 'text/plain', '?crawl_missing=yes', /^crawl_missing is "yes"; /],
    ['{"domains": [', 'application/json', '', /^The body is not valid JSON/],
  ])('refuses %s (%s%s)', async (body, type, query, details) => {
    expect(refusalOf(await post(body, type, query))).toEqual([400, expect.stringMatching(details)]);
  });

  test('refuses other media types and bodies that are too large', async () => {
    expect(refusalOf(await post('a.example', 'text/csv'))).toEqual([
      415,
      'Content-Type must be application/json or text/plain or application/x-ndjson, with UTF-8.',
    ]);
    expect(refusalOf(await post('a.example\n'.repeat(110_000), 'text/plain'))[0]).toBe(413);
    expect(refusalOf(await post('x'.repeat(1_200_000), 'application/json'))[0]).toBe(413);
  });
});

describe('a crawl of what is missing', () => {
  /** The last line of an answer. */
  function crawlIn(text: string) {
    const checked = checkCrawl(JSON.parse(text.trimEnd().split('\n').at(-1) ?? ''));
    if (!checked.ok) throw new Error(text);
    return checked.value.crawl;
  }

  test('is one crawl, of each missing site once, and is named by the last line', async () => {
    const entries = [
      'new.example',
      nameOf(1),
      'https://second.example/start',
      'junk!',
      'NEW.example',
      'co.uk',
    ];
    const { text } = await lookUp(entries, { crawl_missing: true }, admin);
    expect(text.trimEnd().split('\n')).toHaveLength(entries.length + 1);
    const crawl = crawlIn(text);
    expect(crawl).toEqual({ id: expect.any(String), sites: 2 });
    const { crawls } = api.storage;
    const { items } = await crawls.sites(crawl?.id ?? '', { limit: 10 });
    expect(items.map(({ domain, urls }) => [domain, urls])).toEqual([
      ['new.example', []],
      ['second.example', ['https://second.example/start']],
    ]);
    expect(await crawls.get(crawl?.id ?? '')).toMatchObject({
      state: 'queued',
      rejected: { count: 1, samples: [{ line: 6, text: 'co.uk' }] },
    });
    const [entry] = (await api.storage.audit.list({ limit: 1, action: 'crawl.create' })).items;
    expect(entry).toMatchObject({ target: crawl?.id, result: 'done', status: 202 });
  });

  test('is none if nothing is missing, or nothing that can be crawled', async () => {
    const before = (await api.storage.crawls.list({ limit: 1_000 })).items.length;
    for (const entries of [[nameOf(1), nameOf(2)], [nameOf(1), 'junk!'], ['co.uk']])
      expect(crawlIn((await lookUp(entries, { crawl_missing: true }, admin)).text)).toBeNull();
    expect((await api.storage.crawls.list({ limit: 1_000 })).items).toHaveLength(before);
  });

  test('can be asked for with a list', async () => {
    const { text } = await post(`${nameOf(1)}\nlisted.example\n`, 'text/plain', '?crawl_missing=true', admin);
    expect(crawlIn(text)).toMatchObject({ sites: 1 });
  });

  test('needs a key that may administrate', async () => {
    expect(refusalOf(await lookUp(['a.example'], { crawl_missing: true }))).toEqual([
      403,
      'crawl_missing needs a key that has the scope "admin", too; use another key, or leave it out.',
    ]);
  });
});

describe('a storage that fails', () => {
  test('at the beginning is an ordinary error, later the last line before the connection is closed', async () => {
    let calls = 0;
    let failsFrom = 1;
    const other = await serve({
      settings: { searchTimeoutMs: 300 },
      parts: (parts) => ({
        ...parts,
        storage: {
          ...parts.storage,
          domains: {
            ...parts.storage.domains,
            lookup: (domains) => {
              calls += 1;
              if (calls >= failsFrom) return Promise.reject(new StorageUnavailable('gone'));
              return parts.storage.domains.lookup(domains);
            },
          },
        },
      }),
    });
    const secret = await other.key(['search']);
    const send = () =>
      fetch(`${other.url}${PATH}`, {
        method: 'POST',
        headers: { 'x-api-key': secret, 'content-type': 'text/plain' },
        body: Array.from({ length: 1_000 }, (_, at) => nameOf(at)).join('\n'),
      });
    const first = await send();
    expect([first.status, await first.json()]).toMatchObject([503, { error: 'Service unavailable' }]);
    [calls, failsFrom] = [0, 3];
    const second = await send();
    expect(second.status).toBe(200);
    let text = '';
    const decoder = new TextDecoder();
    await expect(
      (async () => {
        for await (const chunk of second.body ?? []) text += decoder.decode(chunk, { stream: true });
      })(),
    ).rejects.toThrow('terminated');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(401);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ success: false, error: 'Service unavailable' });
    await other.close();
  });
});

describe('a client that reads slowly', () => {
  test('holds the lookup back', async () => {
    let looked = 0;
    const other = await serve({
      settings: { maxUploadBytes: 1_000_000 },
      parts: (parts) => ({
        ...parts,
        storage: {
          ...parts.storage,
          domains: {
            ...parts.storage.domains,
            lookup: async (domains) => {
              looked += domains.length;
              const hit = {
                domain: 'x.example',
                rank: 0,
                facts: { ...documentOf('x', '').facts, title: 'x'.repeat(5_000) },
              };
              return domains.map(() => hit);
            },
          },
        },
      }),
    });
    const secret = await other.key(['search']);
    const sent = request(`${other.url}${PATH}`, {
      method: 'POST',
      headers: { 'x-api-key': secret, 'content-type': 'text/plain' },
    });
    sent.end(Array.from({ length: 9_000 }, (_, at) => `d${at}.example`).join('\n'));
    const [response] = await once(sent, 'response');
    response.pause();
    let before = -1;
    while (looked !== before) {
      before = looked;
      await setTimeout(300);
    }
    // Fifty megabytes would be in memory otherwise.
    expect(looked).toBeLessThan(5_000);
    let bytes = 0;
    for await (const chunk of response) bytes += chunk.length;
    expect([looked, bytes > 9_000 * 5_000]).toEqual([9_000, true]);
    await other.close();
  });
});

import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { checker, HtmlSearchAnswer, RanksAnswer } from '@sitegrep/contract';
import { StorageUnavailable, wholeSite } from '@sitegrep/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  ask,
  documentOf,
  refusalOf,
  sendRaw,
  serve,
  type Served,
} from '../../../test/served-api.ts';

const checkRanks = checker(RanksAnswer);
const checkSearch = checker(HtmlSearchAnswer);

const SITES = ['a.example', 'b.example', 'c.example', 'd.example'];

let api: Served;
let admin: string;

beforeAll(async () => {
  api = await serve();
  admin = await api.key(['admin', 'search']);
  await api.storage.domains.put(SITES.map((domain) => wholeSite(documentOf(domain, 'ranked source'))));
});
afterAll(() => api.close());
beforeEach(() => api.storage.domains.setRanks(SITES.map((domain) => ({ domain, rank: 5 }))));

const send = (
  body: NonNullable<RequestInit['body']>,
  query = '',
  headers: Record<string, string> = {},
): Promise<Answer> =>
  ask(`${api.url}/admin/ranks${query}`, {
    method: 'POST',
    headers: { 'x-api-key': admin, 'content-type': 'text/csv', ...headers },
    body,
    duplex: 'half',
  });

function ranksOf({ status, body }: Answer) {
  const checked = checkRanks(body);
  if (!checked.ok) throw new Error(`${status} ${JSON.stringify(body)} ${JSON.stringify(checked.problem)}`);
  expect(status).toBe(200);
  return checked.value.data;
}

/** Domains with their ranks, as a search orders them by domain_rank, from the highest. */
async function searched(): Promise<string[]> {
  const { body } = await ask(`${api.url}/html-source-code-search`, {
    method: 'POST',
    headers: { 'x-api-key': admin, 'content-type': 'application/json' },
    body: JSON.stringify({ search_terms: ['ranked source'], order_by: ['domain_rank,desc'] }),
  });
  const checked = checkSearch(body);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problem));
  return checked.value.data.items.map(({ domain, domain_rank }) => `${domain} ${domain_rank}`);
}

const stored = () => Array.fromAsync(api.storage.domains.ranks());

describe('a list of ranks', () => {
  test.each([
    ['as Tranco publishes it', '1,d.example\r\n10,WWW.b.example\r\n100,later.example\r\n1000,a.example\r\n'],
    [
      'as Majestic publishes it',
      '\uFEFFGlobalRank,TldRank,Domain,TLD\n1,1,d.example,e\n10,2,b.example,e\n100,3,later.example,e\n1000,4,a.example,e',
    ],
  ])('%s orders searches, and waits for what is not crawled yet', async (_name, list) => {
    expect(ranksOf(await send(list))).toEqual({
      domains: 4,
      indexed: 3,
      repeated: 0,
      removed: 0,
      rejected: { count: 0, reasons: {}, samples: [] },
    });
    expect(await searched()).toEqual(['d.example 1000', 'b.example 875', 'a.example 625', 'c.example 5']);
    await api.storage.domains.put([wholeSite(documentOf('later.example', 'ranked source'))]);
    expect(await searched()).toContain('later.example 750');
    await api.storage.domains.delete('later.example');
    await api.storage.domains.setRanks([{ domain: 'later.example', rank: 0 }]);
  });

  test('that replaces all takes their ranks from the domains it lacks', async () => {
    await api.storage.domains.setRanks([{ domain: 'unknown.example', rank: 9 }]);
    expect(ranksOf(await send('1,b.example\n2,new.example', '?replace=true'))).toMatchObject({
      domains: 2,
      removed: 4,
    });
    expect(await searched()).toEqual(['b.example 1000', 'a.example 0', 'c.example 0', 'd.example 0']);
    expect(await stored()).toEqual([
      { domain: 'b.example', rank: 1_000 },
      { domain: 'new.example', rank: 962 },
    ]);
    expect(ranksOf(await send('1,b.example', '?replace=true')).removed).toBe(1);
  });

  test('may be sent as bytes of no known type, as generated clients do', async () => {
    const { domains } = ranksOf(
      await send('1,c.example\n2,d.example', '', { 'content-type': 'application/octet-stream' }),
    );
    expect(domains).toBe(2);
  });

  test('may be gzip, whether or not the request says so, and is read as it streams in', async () => {
    for (const headers of [{}, { 'content-encoding': 'gzip' }]) {
      const bytes = gzipSync('1,c.example\n2,d.example');
      const stream = ReadableStream.from(Array.from(bytes, (byte) => Uint8Array.of(byte)));
      expect(ranksOf(await send(stream, '', headers)).domains).toBe(2);
    }
    expect((await searched()).slice(0, 2)).toEqual(['c.example 1000', 'd.example 962']);
  });

  test('counts bad lines by reason, with samples, and uses the best rank of a domain', async () => {
    const lines = [
      'rank,domain',
      '7,a.example',
      '0,b.example',
      '-1,b.example',
      '1e9,b.example',
      '9',
      '10,"b',
    ];
    lines.push(
      '5,a.example',
      '1000000000,c.example',
      `11,${'x'.repeat(50_000)}`,
      '12,not a domain',
      '13,b\0.example',
    );
    const { domains, repeated, rejected } = ranksOf(await send(lines.join('\n')));
    expect([domains, repeated, rejected.count]).toEqual([2, 1, 8]);
    expect(rejected.reasons).toEqual({
      'the rank is not a whole number from 1 to 1000000000': 3,
      'no value in the column of domains': 1,
      'broken quotes': 1,
      'longer than 2048 characters': 1,
      'not a domain or http(s) URL': 1,
      'a NUL character, as in a list that is not in UTF-8': 1,
    });
    expect(rejected.samples.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 10, 11, 12]);
    expect(await searched()).toEqual(['a.example 913', 'b.example 5', 'd.example 5', 'c.example 1']);
  });
});

describe('a list that can not be taken', () => {
  test.each<[string, NonNullable<RequestInit['body']>, string, Record<string, string>, number, RegExp]>([
    ['nothing', '', '', {}, 400, /The list is empty; give a rank and a domain per line/],
    ['a header only', 'rank,domain\n', '', {}, 400, /is empty/],
    [
      'junk',
      'x\ny',
      '?replace=true',
      {},
      400,
      /all 2 lines were rejected, the first one \(1\) because no field/,
    ],
    ['UTF-16', Buffer.from('1,a.example\n2,b.example', 'utf16le'), '', {}, 400, /all 2 lines were rejected/],
    ['an unknown parameter', '1,a.example', '?replce=true', {}, 400, /nearest known one is "replace"/],
    ['a parameter of another type', '1,a.example', '?replace=1', {}, 400, /replace is "1"/],
    ['another type', '["a.example"]', '', { 'content-type': 'application/json' }, 415, /must be text\/csv/],
    ['another charset', '1,a.example', '', { 'content-type': 'text/csv; charset=latin1' }, 415, /charset/],
    [
      'another encoding',
      '1,a.example',
      '',
      { 'content-encoding': 'br' },
      415,
      /send it with gzip or without/,
    ],
    [
      '10,000 bad lines in a row',
      '1,a.example\n' + 'x,!!\n'.repeat(15_000),
      '?replace=true',
      {},
      400,
      /^The list has 10000 bad lines in a row, and was not read after line 10001: line 2 "x,!!" \(not .* as in 1,example\.com\.$/,
    ],
    ['what is too large', '1,a.example\n'.repeat(9_000), '', {}, 413, /100000 bytes/],
    ['what is too large, unpacked', gzipSync('1,a.example\n'.repeat(9_000)), '', {}, 413, /100000 bytes/],
    [
      'damaged gzip',
      Buffer.from('\x1f\x8bno gzip', 'latin1'),
      '?replace=true',
      {},
      400,
      /gzip of the list is damaged/,
    ],
    ['cut gzip', gzipSync('1,a.example').subarray(0, -3), '?replace=true', {}, 400, /is truncated/],
  ])('%s: nothing is changed', async (_name, body, query, headers, status, details) => {
    const before = await stored();
    expect(refusalOf(await send(body, query, headers))).toEqual([status, expect.stringMatching(details)]);
    expect(await stored()).toEqual(before);
  });

  test('needs a key with the scope admin', async () => {
    const search = await api.key(['search']);
    expect((await send('1,a.example', '', { 'x-api-key': search })).status).toBe(403);
    expect((await send('1,a.example', '', { 'x-api-key': 'none' })).status).toBe(401);
    expect((await ask(`${api.url}/admin/ranks`, { method: 'GET' })).status).toBe(405);
  });
});

describe('an interrupted upload', () => {
  const lines = Array.from({ length: 6_000 }, (_, n) => `${n + 1},n${n}.example\n`);

  test('keeps what was stored, says so, and removes nothing', async () => {
    const large = await serve({ settings: { maxUploadBytes: 1_000_000 } });
    try {
      await large.storage.domains.setRanks([{ domain: 'old.example', rank: 7 }]);
      const key = await large.key(['admin']);
      const packed = gzipSync(
        lines.join('') + Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('hex'),
      );
      const answer = await ask(`${large.url}/admin/ranks?replace=true`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'text/csv' },
        body: packed.subarray(0, -1_000),
      });
      expect(refusalOf(answer)).toEqual([
        400,
        expect.stringMatching(/gzip of the list is truncated.*The first 5000 ranks are stored and stay/),
      ]);
      const kept = await Array.fromAsync(large.storage.domains.ranks());
      expect(kept).toHaveLength(5_001);
      expect(kept).toContainEqual({ domain: 'old.example', rank: 7 });
    } finally {
      await large.close();
    }
  });

  test('by 10,000 bad lines in a row keeps what was stored, says so, and removes nothing', async () => {
    const large = await serve({ settings: { maxUploadBytes: 1_000_000 } });
    try {
      await large.storage.domains.setRanks([{ domain: 'old.example', rank: 7 }]);
      const key = await large.key(['admin']);
      const answer = await ask(`${large.url}/admin/ranks?replace=true`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'text/csv' },
        body: lines.join('') + 'x,!!\n'.repeat(100_000),
      });
      expect(refusalOf(answer)).toEqual([
        400,
        expect.stringMatching(
          /after line 16000: .* The first 5000 ranks are stored and stay; none was removed/,
        ),
      ]);
      expect(await Array.fromAsync(large.storage.domains.ranks())).toHaveLength(5_001);
    } finally {
      await large.close();
    }
  });

  test('by a client that leaves removes nothing', async () => {
    const head = [
      'POST /admin/ranks?replace=true HTTP/1.1',
      'Host: x',
      `X-API-Key: ${admin}`,
      'Content-Type: text/csv',
      'Content-Length: 1000',
      '',
      '1,a.example\n',
    ].join('\r\n');
    const before = await stored();
    const answer = await sendRaw(api.port, head, { half: true });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    const gone = connect(api.port, '127.0.0.1', () => gone.write(head, () => gone.resetAndDestroy()));
    await new Promise((resolve) => gone.once('close', resolve));
    expect(await stored()).toEqual(before);
  });

  test('by the store is a 503 that asks to try again', async () => {
    const failing = await serve({
      parts: (parts) => ({
        ...parts,
        storage: {
          ...parts.storage,
          domains: {
            ...parts.storage.domains,
            setRanks: () => Promise.reject(new StorageUnavailable('the disk is full')),
          },
        },
      }),
    });
    try {
      const key = await failing.key(['admin']);
      const answer = await ask(`${failing.url}/admin/ranks`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'text/csv' },
        body: '1,a.example',
      });
      expect(refusalOf(answer)).toEqual([503, expect.stringContaining('try again')]);
      expect(answer.headers.get('retry-after')).toBe('5');
    } finally {
      await failing.close();
    }
  });
});

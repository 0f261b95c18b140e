import { BlockAnswer, BlockListAnswer, checker } from '@sitegrep/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, ask, refusalOf, serve, type Served } from '../../../test/served-api.ts';

const checkBlock = checker(BlockAnswer);
const checkList = checker(BlockListAnswer);

let api: Served;
let admin: string;

beforeAll(async () => {
  api = await serve();
  admin = await api.key(['admin']);
});
afterAll(() => api.close());

function call(method: string, path: string, body?: string, headers: object = {}): Promise<Answer> {
  return ask(`${api.url}/admin/blocked-domains${path}`, {
    method,
    headers: {
      'x-api-key': admin,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
}

function blockIn(answer: Answer) {
  const checked = checkBlock(answer.body);
  if (!checked.ok || answer.status !== 200) throw new Error(JSON.stringify(answer));
  return checked.value.data;
}

describe('a block', () => {
  test('is made with its reason, read by its domain, and lifted', async () => {
    const made = blockIn(await call('PUT', '/shop.example.com', '{"reason":" asked by the owner "}'));
    expect(made).toEqual({
      domain: 'shop.example.com',
      reason: 'asked by the owner',
      created_at: expect.stringMatching(/^20\d\d-/) as string,
    });
    expect(blockIn(await call('GET', '/shop.example.com'))).toEqual(made);
    expect(blockIn(await call('DELETE', '/shop.example.com'))).toEqual(made);
    for (const method of ['GET', 'DELETE']) {
      expect(refusalOf(await call(method, '/shop.example.com'))).toEqual([
        404,
        'shop.example.com itself is not blocked; GET /admin/blocked-domains lists all blocks.',
      ]);
    }
  });

  test('needs no body, keeps its first time, and its reason until another one is given', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 22, 9));
    const first = blockIn(await call('PUT', '/twice.example'));
    vi.setSystemTime(Date.UTC(2026, 10, 23, 9));
    const second = blockIn(await call('PUT', '/twice.example', '{"reason":"spam"}'));
    const third = blockIn(await call('PUT', '/twice.example', '{}'));
    vi.useRealTimers();
    expect(first).toEqual({
      domain: 'twice.example',
      reason: null,
      created_at: '2026-11-22 09:00:00 +00:00',
    });
    expect([second, third]).toEqual([
      { ...first, reason: 'spam' },
      { ...first, reason: 'spam' },
    ]);
  });

  test.each([
    ['WWW.Spelling.EXAMPLE.', 'spelling.example'],
    ['b%C3%BCcher.example', 'xn--bcher-kva.example'],
    ['192.0.2.7', '192.0.2.7'],
    ['%5B2001:DB8::7%5D', '2001:db8::7'],
    ['me.github.io', 'me.github.io'],
    [`${'a.'.repeat(120)}example`, `${'a.'.repeat(120)}example`],
  ])('of %s is one of %s', async (text, domain) => {
    expect(blockIn(await call('PUT', `/${text}`)).domain).toBe(domain);
    expect(blockIn(await call('GET', `/${text}`)).domain).toBe(domain);
  });

  test.each([
    [
      'com',
      'The domain "com" is a public suffix, under which sites of many owners are; name each site under it that is meant.',
    ],
    ['CO.UK.', 'The domain "CO.UK." is a public suffix'],
    ['github.io', 'is a public suffix'],
    ['localhost', 'is a public suffix'],
    ['*.example.com', 'The domain "*.example.com" is not a domain; give one such as example.com.'],
    ['example.com%2Fpage', 'The domain "example.com/page" is not a domain'],
    ['https%3A%2F%2Fexample.com%2Fpage', 'is a URL; give its domain, example.com.'],
    ['exa%01mple.com', 'is not a domain'],
    ['a'.repeat(64), 'is not a domain'],
  ])('of %s is refused', async (text, details) => {
    const answer = await call('PUT', `/${text}`);
    expect(refusalOf(answer)).toEqual([400, expect.stringContaining(details)]);
  });

  test.each([
    ['{"reason":""}', 400, /reason is ""/],
    ['{"reason":"  "}', 400, /reason is " {2}"; write 1 to 500/],
    ['{"reason":"a\\u0007"}', 400, /none of them a control or format character/],
    ['{"reason":"a\\u202eb"}', 400, /none of them a control or format character/],
    ['{"reason":"a\\u2028b"}', 400, /none of them a control or format character/],
    [JSON.stringify({ reason: 'x'.repeat(501) }), 400, /reason has 501 characters/],
    ['{"reason":null}', 400, /reason is null/],
    ['{"reasons":"x"}', 400, /nearest known one is "reason"/],
    ['[]', 400, /./],
    ['{"reason":', 400, /JSON/],
  ] as const)('with %s is refused', async (body, status, details) => {
    expect(refusalOf(await call('PUT', '/refused.example', body))).toEqual([
      status,
      expect.stringMatching(details),
    ]);
    expect((await call('GET', '/refused.example')).status).toBe(404);
  });

  test('takes JSON only, nothing in the query string, and a key with the scope', async () => {
    const other = await call('PUT', '/refused.example', 'reason=x', { 'content-type': 'text/plain' });
    expect(other.status).toBe(415);
    expect((await call('PUT', '/refused.example?reason=x')).status).toBe(400);
    const search = await api.key(['search']);
    for (const method of ['PUT', 'GET', 'DELETE']) {
      for (const [key, status] of [
        ['', 401],
        ['sg_no_such_key', 401],
        [search, 403],
      ] as const) {
        expect((await call(method, '/refused.example', undefined, { 'x-api-key': key })).status).toBe(status);
      }
    }
    expect((await call('GET', '', undefined, { 'x-api-key': search })).status).toBe(403);
    const wrong = await call('POST', '/refused.example');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, PUT']);
    expect((await call('PUT', '/')).status).toBe(405);
  });

  test('is written down with the key that made it', async () => {
    const { body } = await ask(`${api.url}/admin/keys`, { headers: { 'x-api-key': admin } });
    blockIn(await call('PUT', '/audited.example', '{"reason":"why"}'));
    blockIn(await call('DELETE', '/audited.example'));
    const lines = api.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ domain }) => domain === 'audited.example');
    expect(lines).toMatchObject([{ msg: 'domain blocked', reason: 'why' }, { msg: 'domain unblocked' }]);
    for (const { keyId, keyPrefix } of lines) {
      expect(JSON.stringify(body)).toContain(`"id":"${String(keyId)}"`);
      expect(admin.startsWith(`${String(keyPrefix)}_`)).toBe(true);
    }
  });
});

describe('the list of blocks', () => {
  test('comes by domain, page by page, and takes its own tokens only', async () => {
    for (const name of ['c', 'a', 'b']) await call('PUT', `/${name}.listed.example`);
    const all: string[] = [];
    let token = '';
    do {
      const query = token === '' ? '?limit=2' : `?limit=2&next_token=${token}`;
      const checked = checkList((await call('GET', query)).body);
      if (!checked.ok) throw new Error(JSON.stringify(checked.problem));
      const { items, next_token } = checked.value.data;
      expect(items.length).toBeLessThanOrEqual(2);
      all.push(...items.map(({ domain }) => domain));
      token = next_token;
    } while (token !== '');
    expect(all).toEqual(all.toSorted());
    expect(all.filter((domain) => domain.endsWith('.listed.example'))).toEqual([
      'a.listed.example',
      'b.listed.example',
      'c.listed.example',
    ]);
    expect(refusalOf(await call('GET', '?next_token=bm9uZQ'))).toEqual([
      400,
      expect.stringContaining('next_token was not given for this list'),
    ]);
    expect((await call('GET', '?limit=0')).status).toBe(400);
  });
});

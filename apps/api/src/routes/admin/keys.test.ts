import { checker, CreatedKeyAnswer, KeyAnswer, KeyListAnswer } from '@sitegrep/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey, ensureAdminKey, rotateKey } from '../../api-keys.ts';
import { type Answer, ask, detailsOf, serve, type Served } from '../../../test/served-api.ts';

const checkCreated = checker(CreatedKeyAnswer);
const checkOne = checker(KeyAnswer);
const checkList = checker(KeyListAnswer);

let api: Served;
let admin: string;

beforeAll(async () => {
  api = await serve();
  admin = await api.key(['admin']);
});
afterAll(() => api.close());

function call(method: string, path: string, body?: object, secret = admin): Promise<Answer> {
  const headers = { 'x-api-key': secret, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return ask(api.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function created(body: object) {
  const answer = await call('POST', '/admin/keys', body);
  const checked = checkCreated(answer.body);
  if (!checked.ok) throw new Error(JSON.stringify(answer));
  expect(answer.status).toBe(201);
  return checked.value.data;
}

async function listed(query: string) {
  const checked = checkList((await call('GET', `/admin/keys${query}`)).body);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problem));
  return checked.value.data;
}

describe('a key', () => {
  test('is created as requested, and its secret works', async () => {
    const key = await created({
      name: 'reports',
      scopes: ['search', 'admin'],
      rate_limit_per_minute: 7,
      expires_at: '2999-12-31 23:59:59 +00:00',
    });
    expect(key).toMatchObject({
      name: 'reports',
      scopes: ['search', 'admin'],
      rate_limit_per_minute: 7,
      expires_at: '2999-12-31 23:59:59 +00:00',
      replaced_until: null,
      last_used_at: null,
      revoked_at: null,
    });
    expect(key.secret).toMatch(/^sg_[0-9a-z]{8}_[0-9a-z]{32}$/);
    expect(key.secret.startsWith(`${key.prefix}_`)).toBe(true);
    const { status, headers } = await call('GET', '/admin/keys', undefined, key.secret);
    expect([status, headers.get('ratelimit-limit')]).toEqual([200, '7']);
  });

  test('has the default limit and no end unless they are given', async () => {
    expect(await created({ name: 'plain', scopes: ['search'] })).toMatchObject({
      rate_limit_per_minute: null,
      expires_at: null,
    });
  });

  test('shows its secret nowhere else', async () => {
    const { secret, id } = await created({ name: 'hidden', scopes: ['search'] });
    const rest = JSON.stringify([
      await listed('?limit=1000'),
      (await call('DELETE', `/admin/keys/${id}`)).body,
      api.log,
    ]);
    expect(rest).not.toContain(secret.slice(12));
    expect(JSON.stringify(await api.storage.keys.list())).not.toContain(secret.slice(12));
  });

  test('that is revoked is refused from then on, and keeps its first time of revocation', async () => {
    const { secret, id } = await created({ name: 'gone', scopes: ['admin'] });
    const first = checkOne((await call('DELETE', `/admin/keys/${id}`)).body);
    expect(first.ok && first.value.data.revoked_at).toMatch(/^20/);
    expect((await call('GET', '/admin/keys', undefined, secret)).status).toBe(401);
    expect(checkOne((await call('DELETE', `/admin/keys/${id}`)).body)).toEqual(first);
  });

  test('that is not there can not be revoked', async () => {
    const answer = await call('DELETE', '/admin/keys/nobody');
    expect([answer.status, detailsOf(answer)]).toEqual([404, expect.stringContaining('no key with this id')]);
  });

  test.each([
    [{ scopes: ['search'] }, /name is missing/],
    [{ name: '  ', scopes: ['search'] }, /name is " {2}"; write 1 to 200/],
    [{ name: 'a\u0007', scopes: ['search'] }, /none of them a control or format character/],
    [{ name: 'a\u200bb', scopes: ['search'] }, /none of them a control or format character/],
    [{ name: 'a\u2029b', scopes: ['search'] }, /none of them a control or format character/],
    [{ name: 'x', scopes: ['root'] }, /scopes\[0\] is "root"/],
    [{ name: 'x', scopes: ['search'], rate_limit_per_minute: 0 }, /rate_limit_per_minute is 0/],
    [
      { name: 'x', scopes: ['search'], expires_at: '2020-01-01 00:00:00 +00:00' },
      /expires_at is in the past/,
    ],
    [
      { name: 'x', scopes: ['search'], expires_at: '2999-02-30 00:00:00 +00:00' },
      /^expires_at is "2999-02-30 00:00:00 \+00:00", which is not a time; write it as 2026-01-31/,
    ],
    [{ name: 'x', scopes: ['search'], expires_at: 4_000_000_000 }, /expires_at is 4000000000; give a string/],
    [
      { name: 'x', scopes: ['search'], expire_at: '2999-01-01 00:00:00 +00:00' },
      /nearest known one is "expires_at"/,
    ],
  ])('%j can not be made', async (body, details) => {
    const answer = await call('POST', '/admin/keys', body);
    expect([answer.status, detailsOf(answer)]).toEqual([400, expect.stringMatching(details)]);
  });
});

describe('a rotation', () => {
  const rotate = (id: string, body?: object) => call('POST', `/admin/keys/${id}/rotate`, body);
  const statusOf = async (secret: string) => (await call('GET', '/admin/keys', undefined, secret)).status;

  async function rotated(id: string, body?: object) {
    const answer = await rotate(id, body);
    const checked = checkCreated(answer.body);
    if (!checked.ok) throw new Error(JSON.stringify(answer));
    expect(answer.status).toBe(200);
    return checked.value.data;
  }

  test('gives the key another secret, once, and lets the old one work for a day', async () => {
    const { secret, ...key } = await created({ name: 'rolled', scopes: ['admin'] });
    const before = Date.now();
    const { secret: next, ...after } = await rotated(key.id);
    expect({ ...after, last_used_at: null }).toEqual({
      ...key,
      prefix: next.slice(0, 11),
      replaced_until: expect.stringMatching(/ \+00:00$/),
    });
    expect(next).toMatch(/^sg_[0-9a-z]{8}_[0-9a-z]{32}$/);
    expect([await statusOf(secret), await statusOf(next)]).toEqual([200, 200]);
    const stored = (await api.storage.keys.list()).find(({ id }) => id === key.id);
    expect(stored?.replacedUntil).toBeGreaterThanOrEqual(before + 86_400_000);
    expect(stored?.replacedUntil).toBeLessThanOrEqual(Date.now() + 86_400_000);
    const shown = JSON.stringify([await listed('?limit=1000'), await api.storage.keys.list(), api.log]);
    expect(shown).not.toContain(next.slice(12));
    expect(api.log.filter((line) => line.includes('"replacedSecret":true'))).toHaveLength(1);
  });

  test('ends the old secret at once without an overlap', async () => {
    const { secret, id } = await created({ name: 'leaked', scopes: ['admin'] });
    const { secret: next } = await rotated(id, { overlap_seconds: 0 });
    expect([await statusOf(secret), await statusOf(next)]).toEqual([401, 200]);
  });

  test('ends the old secret when the overlap is over', async () => {
    const { secret, id } = await created({ name: 'brief', scopes: ['admin'] });
    await rotated(id, { overlap_seconds: 1 });
    await expect.poll(() => statusOf(secret)).toBe(401);
    const stored = (await api.storage.keys.list()).find((key) => key.id === id);
    expect(stored?.replacedUntil).toBeLessThanOrEqual(Date.now());
  });

  test('again within the overlap leaves what worked working, a revocation nothing', async () => {
    const { secret, id } = await created({ name: 'twice', scopes: ['admin'] });
    const secrets = [secret, ...(await Promise.all([rotated(id), rotated(id)])).map((key) => key.secret)];
    expect(await Promise.all(secrets.map(statusOf))).toEqual([200, 200, 200]);
    await call('DELETE', `/admin/keys/${id}`);
    expect(await Promise.all(secrets.map(statusOf))).toEqual([401, 401, 401]);
  });

  test('past as many as may work at a time is a 409 that says when, until all are ended', async () => {
    const { id } = await created({ name: 'often', scopes: ['admin'] });
    for (let round = 0; round < 5; round++) await rotated(id, { overlap_seconds: 600 });
    const refused = await rotate(id);
    expect([refused.status, detailsOf(refused)]).toEqual([409, expect.stringContaining('overlap_seconds 0')]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(500);
    expect(wait).toBeLessThanOrEqual(600);
    await rotated(id, { overlap_seconds: 0 });
  });

  test('of a key that has ended is a 409, of none a 404', async () => {
    const { id } = await created({ name: 'ended', scopes: ['search'] });
    await call('DELETE', `/admin/keys/${id}`);
    const expired = await createKey(api.storage.keys, { name: 'x', scopes: ['search'], expiresAt: 5 });
    const answers = [await rotate(id), await rotate(expired.key.id), await rotate('none')];
    expect(answers.map((answer) => [answer.status, detailsOf(answer)])).toEqual([
      [409, 'The key is revoked; create another one.'],
      [409, 'The key is expired; create another one.'],
      [404, 'There is no key with this id; GET /admin/keys lists them.'],
    ]);
  });

  test.each([
    [{ overlap_seconds: -1 }, /overlap_seconds is -1/],
    [{ overlap_seconds: 2_592_001 }, /overlap_seconds is 2592001/],
    [{ overlap_seconds: 1.5 }, /overlap_seconds is 1.5/],
    [{ overlap_seconds: null }, /overlap_seconds is null/],
    [{ overlap: 5 }, /"overlap" is unknown; the known ones are overlap_seconds/],
  ])('%j is refused', async (body, details) => {
    const { id } = await created({ name: 'kept', scopes: ['search'] });
    const answer = await rotate(id, body);
    expect([answer.status, detailsOf(answer)]).toEqual([400, expect.stringMatching(details)]);
    const stored = (await api.storage.keys.list()).find((key) => key.id === id);
    expect(stored?.replacedUntil).toBeNull();
  });
});

describe('the list of keys', () => {
  test('comes in pages, each key once, oldest first', async () => {
    for (let index = 0; index < 3; index++) await created({ name: `listed ${index}`, scopes: ['serp'] });
    const whole = (await listed('?limit=1000')).items.map(({ id }) => id);
    const walked: string[] = [];
    let token = '';
    do {
      const page = await listed(`?limit=2${token === '' ? '' : `&next_token=${token}`}`);
      walked.push(...page.items.map(({ id }) => id));
      token = page.next_token;
    } while (token !== '');
    expect(walked).toEqual(whole);
    expect(walked.length).toBeGreaterThan(3);
  });

  test.each([
    ['?limit=0', /limit is 0/],
    ['?limit=1001', /limit is 1001/],
    ['?limit=two', /limit is "two"/],
    ['?limit=1&limit=2', /more than once/],
    ['?page=2', /"page" is unknown/],
    ['?next_token=', /next_token/],
    ['?next_token=abc', /not given for this list/],
  ])('%s is a 400', async (query, details) => {
    const answer = await call('GET', `/admin/keys${query}`);
    expect([answer.status, detailsOf(answer)]).toEqual([400, expect.stringMatching(details)]);
  });
});

describe('who may pass', () => {
  test('missing, malformed, unknown, revoked and expired keys get the same answer', async () => {
    const revoked = await created({ name: 'revoked', scopes: ['admin'] });
    await call('DELETE', `/admin/keys/${revoked.id}`);
    const expired = await api.key(['admin'], { expiresAt: Date.now() - 1 });
    const unknown = `${admin.slice(0, -1)}${admin.endsWith('0') ? '1' : '0'}`;
    const keys = [
      '',
      'x',
      'x'.repeat(5_000),
      ` ${admin} x`,
      admin.toUpperCase(),
      unknown,
      revoked.secret,
      expired,
    ];
    const answers = await Promise.all([
      ask(`${api.url}/admin/keys`, {}),
      ...keys.map((secret) => call('GET', '/admin/keys', undefined, secret)),
    ]);
    for (const { status, headers, body } of answers) {
      expect([status, body]).toEqual([
        401,
        {
          success: false,
          error: 'Unauthorized',
          details: 'Send a valid API key in the header X-API-Key, or as Authorization: Bearer.',
        },
      ]);
      expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
  });

  test('a key without the scope is refused with its name', async () => {
    const answer = await call('GET', '/admin/keys', undefined, await api.key(['search', 'serp', 'video']));
    expect([answer.status, detailsOf(answer)]).toEqual([403, expect.stringContaining('"admin"')]);
  });

  test('use of a key is noted', async () => {
    const { secret, id } = await created({ name: 'used', scopes: ['admin'] });
    await call('GET', '/admin/keys', undefined, secret);
    await vi.waitFor(async () => {
      const key = (await api.storage.keys.list()).find((each) => each.id === id);
      expect(key?.lastUsedAt).toBeGreaterThan(Date.now() - 60_000);
    }, 60_000);
  });
});

describe('the rate limit', () => {
  const limits = ({ headers }: Answer) =>
    ['ratelimit-limit', 'ratelimit-remaining'].map((name) => headers.get(name));

  test('counts down over answers of every kind, then refuses and says how long', async () => {
    const secret = await api.key(['search'], { rateLimitPerMinute: 4 });
    const other = await api.key(['search'], { rateLimitPerMinute: 4 });
    const bad = () => call('POST', '/html-source-code-search', {}, secret);
    const forbidden = await call('GET', '/admin/keys', undefined, secret);
    expect([forbidden.status, ...limits(forbidden)]).toEqual([403, '4', '3']);
    const nowhere = await call('GET', '/nowhere', undefined, secret);
    expect([nowhere.status, ...limits(nowhere)]).toEqual([404, '4', '2']);
    const first = await bad();
    expect([first.status, ...limits(first)]).toEqual([400, '4', '1']);
    const found = await call('POST', '/html-source-code-search', { search_terms: ['x'] }, secret);
    expect([found.status, ...limits(found)]).toEqual([200, '4', '0']);
    const refused = await bad();
    expect([refused.status, ...limits(refused)]).toEqual([429, '4', '0']);
    expect(detailsOf(refused)).toContain('wait');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit-reset')).toBe(String(wait));
    expect((await call('GET', '/admin/keys', undefined, secret)).status).toBe(403);
    expect((await call('POST', '/html-source-code-search', { search_terms: ['x'] }, other)).status).toBe(200);
  });

  test('is the default of the instance for a key without its own', async () => {
    expect((await call('GET', '/admin/keys')).headers.get('ratelimit-limit')).toBe('100000');
  });
});

describe('the first key', () => {
  const empty = () => ({ ...api.storage, keys: { ...api.storage.keys, list: async () => [] } });

  test('is made once', async () => {
    const secret = await ensureAdminKey(empty());
    expect((await call('GET', '/admin/keys', undefined, secret ?? '')).status).toBe(200);
    expect(await ensureAdminKey(api.storage)).toBeNull();
  });

  test('may have a secret the operator chose', async () => {
    const chosen = 'correct-horse-battery-staple-0123456789';
    expect(await ensureAdminKey(api.storage, chosen)).toBeNull();
    const answer = await call('POST', '/html-source-code-search', { search_terms: ['x'] }, chosen);
    expect(answer.status).toBe(200);
  });

  test('with a chosen secret is one key however often the process starts, and stays revoked', async () => {
    const chosen = 'another-horse-battery-staple-0123456789';
    const before = await api.storage.keys.list();
    for (let start = 0; start < 3; start++) await ensureAdminKey(api.storage, chosen);
    const added = (await api.storage.keys.list()).filter(({ id }) => !before.some((key) => key.id === id));
    expect(added).toHaveLength(1);
    await api.storage.keys.revoke(added[0]?.id ?? '', Date.now());
    await ensureAdminKey(api.storage, chosen);
    expect((await call('GET', '/admin/keys', undefined, chosen)).status).toBe(401);
  });

  test('with a chosen secret that was replaced is not made again', async () => {
    const chosen = 'replaced-horse-battery-staple-0123456789';
    await ensureAdminKey(api.storage, chosen);
    const id = (await api.storage.keys.list()).at(-1)?.id ?? '';
    await rotateKey(api.storage.keys, id, 0);
    const before = await api.storage.keys.list();
    await ensureAdminKey(api.storage, chosen);
    expect(await api.storage.keys.list()).toEqual(before);
    expect((await call('GET', '/admin/keys', undefined, chosen)).status).toBe(401);
  });

  test.each(['short', 'x'.repeat(201), 'with spaces '.repeat(4)])(
    'may not have the secret %j',
    async (secret) => {
      await expect(ensureAdminKey(empty(), secret)).rejects.toThrow('32 to 200 visible ASCII characters');
    },
  );

  test('differs from every other', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 50 }, () => createKey(api.storage.keys, { name: 'x', scopes: ['search'] })),
    );
    expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(50);
  });
});

import { AuditListAnswer, checker } from '@sitegrep/contract';
import { type AuditLog, StorageUnavailable } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureAdminKey } from '../api-keys.ts';
import { type Answer, ask, type Changes, detailsOf, serve, type Served } from '../../test/served-api.ts';

const checkList = checker(AuditListAnswer);

let api: Served;
let admin: string;
beforeAll(async () => {
  api = await serve();
  admin = await api.key(['admin']);
});
afterAll(() => api.close());

function call(method: string, path: string, body?: object, secret = admin): Promise<Answer> {
  const headers = {
    'x-api-key': secret,
    'x-request-id': 'of-this-test',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return ask(api.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function log(query = '') {
  const answer = await call('GET', `/admin/audit-log${query}`);
  const checked = checkList(answer.body);
  if (!checked.ok) throw new Error(JSON.stringify([answer.body, checked.problem]));
  return checked.value.data;
}

const latest = async () => (await log('?limit=1')).items[0];

/** Record of the admin key itself. */
async function adminKey() {
  return (await api.storage.keys.list()).find(({ prefix }) => admin.startsWith(prefix));
}

describe('the audit log', () => {
  test('has actor, action, time, address and result of each entry', async () => {
    const before = Date.now() - 1_000;
    const blocked = await call('PUT', '/admin/blocked-domains/Bad.example', { reason: 'spam' });
    expect(blocked.status).toBe(200);
    const key = await adminKey();
    const entry = await latest();
    expect(entry).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      actor: 'api_key',
      key_id: key?.id,
      key_prefix: key?.prefix,
      session_id: null,
      action: 'block.put',
      target: 'Bad.example',
      remote_address: '127.0.0.1',
      request_id: 'of-this-test',
      result: 'done',
      status: 200,
    });
    const at = Date.parse(entry?.at.replace(' +00:00', 'Z').replace(' ', 'T') ?? '');
    expect(at).toBeGreaterThan(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  test('names what was made, which no path names', async () => {
    const made = await call('POST', '/admin/keys', { name: 'made', scopes: ['search'] });
    const id = (await api.storage.keys.list()).at(-1)?.id;
    expect(made.status).toBe(201);
    expect(await latest()).toMatchObject({ action: 'key.create', target: id, result: 'done', status: 201 });
    await call('POST', '/admin/crawls', { domains: ['a.example'] });
    const [crawl] = (await api.storage.crawls.list({ limit: 1 })).items;
    expect(await latest()).toMatchObject({ action: 'crawl.create', target: crawl?.id, status: 202 });
  });

  test('has what was refused, for whatever reason', async () => {
    await call('POST', '/admin/keys', { name: ' ', scopes: ['search'] });
    expect(await latest()).toMatchObject({
      action: 'key.create',
      target: null,
      result: 'refused',
      status: 400,
    });
    await call('DELETE', '/admin/keys/nobody');
    expect(await latest()).toMatchObject({
      action: 'key.revoke',
      target: 'nobody',
      result: 'refused',
      status: 404,
    });
  });

  test('has the first try of a key without the scope, and not each of them', async () => {
    const secret = await api.key(['search']);
    const id = (await api.storage.keys.list()).at(-1)?.id ?? '';
    for (let count = 0; count < 3; count++)
      await call('DELETE', '/admin/domains/a.example', undefined, secret);
    await call('POST', '/admin/ranks', undefined, secret);
    const { items } = await log(`?key_id=${id}`);
    expect(items.map((item) => [item.action, item.target, item.result, item.status])).toEqual([
      ['rank.import', null, 'refused', 403],
      ['domain.delete', 'a.example', 'refused', 403],
    ]);
  });

  test('has nothing of reads, of keys that are none, and of what comes past the limit', async () => {
    const before = (await log('?limit=1000')).items.length;
    await call('GET', '/admin/keys');
    await call('DELETE', '/admin/keys/nobody', undefined, 'sg_unknown');
    const limited = await api.key(['admin'], { rateLimitPerMinute: 1 });
    await call('GET', '/admin/keys', undefined, limited);
    expect((await call('DELETE', '/admin/keys/nobody', undefined, limited)).status).toBe(429);
    await call('POST', '/html-source-code-search', { search_terms: ['x'] });
    expect((await log('?limit=1000')).items).toHaveLength(before);
  });

  test('has no secret, even one that is sent instead of an id', async () => {
    const answer = await call('POST', '/admin/keys', { name: 'leaky', scopes: ['search'] });
    const secret = /sg_\w{41}/.exec(JSON.stringify(answer.body))?.[0] ?? '';
    await call('DELETE', `/admin/keys/${secret}`);
    expect(await latest()).toMatchObject({ action: 'key.revoke', target: `${secret.slice(0, 11)}_…` });
    const stored = await api.storage.audit.list({ limit: 1_000 });
    const shown = JSON.stringify([await log('?limit=1000'), stored, api.log]);
    expect(shown).not.toContain(secret.slice(12));
    expect(shown).not.toContain(admin.slice(12));
  });

  test('holds what people can read, and not without end', async () => {
    await call('DELETE', `/admin/keys/${encodeURIComponent(`\u001b[31m\n${'x'.repeat(900)}`)}`);
    expect((await latest())?.target).toBe(`\ufffd[31m\ufffd${'x'.repeat(294)}`);
  });

  test('is read by action and key, in pages', async () => {
    const { items } = await log('?limit=1000');
    const keyId = (await adminKey())?.id ?? '';
    const wanted = items.filter((item) => item.action === 'key.revoke' && item.key_id === keyId);
    expect(wanted.length).toBeGreaterThan(2);
    const query = `?action=key.revoke&key_id=${keyId}&limit=1`;
    const walked: unknown[] = [];
    for (let token = ''; walked.length === 0 || token !== '';) {
      const page = await log(query + (token === '' ? '' : `&next_token=${token}`));
      walked.push(...page.items);
      token = page.next_token;
    }
    expect(walked).toEqual(wanted);
    const other = await call(
      'GET',
      `/admin/audit-log?action=key.create&next_token=${(await log(query)).next_token}`,
    );
    expect([other.status, detailsOf(other)]).toEqual([
      400,
      expect.stringContaining('not given for this list'),
    ]);
  });

  test.each([
    ['?action=key.steal', /action is "key.steal"/],
    ['?limit=1001', /limit is 1001/],
    ['?key=x', /"key" is unknown/],
  ])('%s is a 400', async (query, details) => {
    const answer = await call('GET', `/admin/audit-log${query}`);
    expect([answer.status, detailsOf(answer)]).toEqual([400, expect.stringMatching(details)]);
  });

  test('has the first key, which the start made, and only if it did', async () => {
    const before = await api.storage.audit.list({ limit: 1_000 });
    await ensureAdminKey(api.storage);
    expect(await api.storage.audit.list({ limit: 1_000 })).toEqual(before);
    await ensureAdminKey(api.storage, 'chosen-horse-battery-staple-0123456789');
    const id = (await api.storage.keys.list()).at(-1)?.id;
    expect(await latest()).toMatchObject({
      actor: 'start',
      action: 'key.create',
      target: id,
      key_id: null,
      result: 'done',
      status: null,
    });
  });
});

const auditing =
  (change: (audit: AuditLog) => Partial<AuditLog>): NonNullable<Changes['parts']> =>
  (parts) => ({
    ...parts,
    storage: { ...parts.storage, audit: { ...parts.storage.audit, ...change(parts.storage.audit) } },
  });
const away = () => Promise.reject(new StorageUnavailable('gone'));

describe('an action', () => {
  test('that can not be recorded is not done', async () => {
    await using other = await serving({ parts: auditing(() => ({ add: away })) });
    const { status, headers } = await other.block();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(await other.api.storage.domains.blocks.get('bad.example')).toBeNull();
  });

  test('whose end can not be recorded is answered as it ended, and is in the log as not known', async () => {
    await using other = await serving({ parts: auditing(() => ({ end: away })) });
    expect((await other.block()).status).toBe(200);
    const { items } = await other.api.storage.audit.list({ limit: 10 });
    expect(items).toEqual([expect.objectContaining({ action: 'block.put', result: null, status: null })]);
    expect(other.api.log.some((line) => line.includes('missing in the audit log'))).toBe(true);
  });

  test('that is interrupted is recorded as failed', async () => {
    await using other = await serving({
      parts: (parts) => {
        const { domains } = parts.storage;
        const blocks = { ...domains.blocks, block: away };
        return { ...parts, storage: { ...parts.storage, domains: { ...domains, blocks } } };
      },
    });
    expect((await other.block()).status).toBe(503);
    const { items } = await other.api.storage.audit.list({ limit: 10 });
    expect(items).toEqual([expect.objectContaining({ result: 'failed', status: 503 })]);
  });

  test('is removed from the log when it is older than the log goes back', async () => {
    const requested: number[] = [];
    const batches = [500, 500, 3];
    const prune = (before: number): Promise<number> => {
      requested.push(before);
      return Promise.resolve(batches.shift() ?? 0);
    };
    await using other = await serving({
      settings: { auditRetentionDays: 30 },
      parts: auditing(() => ({ prune })),
    });
    await vi.waitFor(() => expect(other.api.log.join()).toContain('"removed":1003'), 60_000);
    expect(requested).toHaveLength(3);
    const expected = Date.now() - 30 * 86_400_000;
    for (const before of requested) expect(Math.abs(before - expected)).toBeLessThan(60_000);
  });
});

async function serving(changes: Changes) {
  const other = await serve(changes);
  const secret = await other.key(['admin']);
  return {
    api: other,
    block: () =>
      ask(`${other.url}/admin/blocked-domains/bad.example`, {
        method: 'PUT',
        headers: { 'x-api-key': secret },
      }),
    [Symbol.asyncDispose]: () => other.close(),
  };
}

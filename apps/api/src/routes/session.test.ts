import { CallerAnswer, checker, KeyListAnswer, SessionAnswer } from '@sitegrep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, rotateKey } from '../api-keys.ts';
import { type Answer, ask, type Changes, documentOf, serve, type Served } from '../../test/served-api.ts';
import { wholeSite } from '@sitegrep/storage';

const checkCaller = checker(CallerAnswer);
const checkSession = checker(SessionAnswer);
const checkKeys = checker(KeyListAnswer);

const CODE = 'one-time-code-of-a-link';
const CONSOLE = { 'x-sitegrep-console': '1' };

let api: Served;
const closers = new AsyncDisposableStack();
beforeAll(async () => {
  api = await opened();
});
afterAll(() => closers.disposeAsync());

async function opened(changes: Changes = {}): Promise<Served> {
  const served = await serve(changes);
  closers.defer(() => served.close());
  return served;
}

type Headers = Readonly<Record<string, string>>;

function session(method: string, headers: Headers, at = api): Promise<Answer> {
  return ask(`${at.url}/session`, { method, headers });
}

function callerIn({ body }: Answer) {
  const checked = checkCaller(body);
  if (!checked.ok) throw new Error(JSON.stringify(body));
  return checked.value.data;
}

/** Signs in with a key. @returns what a browser sends from then on, and the id of the session */
async function signedIn(
  secret: string,
  at = api,
): Promise<{ readonly id: string; readonly headers: Headers }> {
  const answer = await session('POST', { 'x-api-key': secret }, at);
  expect(answer.status).toBe(201);
  return { id: callerIn(answer).session?.id ?? '', headers: { ...CONSOLE, cookie: cookieOf(answer) } };
}

function cookieOf({ headers }: Answer): string {
  return headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

describe('a session', () => {
  test('is opened with a key, in a cookie that only this server gets and no script reads', async () => {
    const answer = await session('POST', { 'x-api-key': await api.key(['search']) });
    const attributes = (answer.headers.get('set-cookie') ?? '').split('; ').slice(1);
    expect(attributes).toEqual(['HttpOnly', 'SameSite=Strict', 'Max-Age=43200']);
    expect(cookieOf(answer)).toMatch(
      new RegExp(String.raw`^sitegrep_session_${api.port}=sg_[0-9a-z]{8}_[0-9a-z]{32}$`),
    );
    expect(JSON.stringify(answer.body)).not.toContain(cookieOf(answer).split('=')[1]);
    expect(callerIn(answer).key).toMatchObject({ name: 'test', scopes: ['search'] });
  });

  test('does what its key may do, and nothing else', async () => {
    const { headers, id } = await signedIn(await api.key(['search']));
    expect(callerIn(await session('GET', headers)).session?.id).toBe(id);
    expect((await ask(`${api.url}/technologies`, { headers })).status).toBe(200);
    expect((await ask(`${api.url}/admin/keys`, { headers })).status).toBe(403);
  });

  test('counts only with the header that pages of other origins cannot send', async () => {
    const { headers } = await signedIn(await api.key(['search']));
    const cookie = headers['cookie'] ?? '';
    const tries: readonly Headers[] = [
      { cookie },
      { cookie, 'x-sitegrep-console': '0' },
      { ...headers, 'sec-fetch-site': 'cross-site' },
      { ...headers, 'sec-fetch-site': 'same-site' },
      { ...headers, 'sec-fetch-site': 'none' },
    ];
    const statuses = await Promise.all(tries.map(async (one) => (await session('GET', one)).status));
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect((await session('GET', { ...headers, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  describe('sends a form', () => {
    const FORM = 'application/x-www-form-urlencoded';
    const form = (
      headers: Headers,
      body = 'request={"q":"form"}',
      path = '/search/export',
    ): Promise<Response> =>
      fetch(api.url + path, { method: 'POST', headers: { 'content-type': FORM, ...headers }, body });

    async function cookie(): Promise<string> {
      const { headers } = await signedIn(await api.key(['search']));
      return headers['cookie'] ?? '';
    }

    test('of a page of this server, whose answer is a file and whose refusal the page can read', async () => {
      await api.storage.domains.put([wholeSite(documentOf('form.example', 'a form'))]);
      const own = { cookie: await cookie(), 'sec-fetch-site': 'same-origin' };
      const file = await form(own);
      expect(file.headers.get('content-disposition')).toMatch(
        /^attachment; filename=sitegrep-domains-form-\d{4}-\d\d-\d\dT\d{6}\.ndjson$/,
      );
      expect(await file.json()).toMatchObject({ domain: 'form.example', offset_token: '' });
      const refused = await form(own, 'request={"q":"has:fax"}');
      expect([refused.status, refused.headers.get('content-disposition')]).toEqual([400, null]);
      expect(await refused.json()).toMatchObject({
        details: expect.stringContaining('not a known value'),
      });
    });

    test('also over plain HTTP, where browsers name the origin alone', async () => {
      const given = await cookie();
      const statuses: (readonly [origin: string, status: number])[] = [];
      for (const origin of [api.url, 'null', 'http://evil.example', `http://127.0.0.1:${api.port + 1}`, ''])
        statuses.push([origin, (await form({ cookie: given, ...(origin !== '' && { origin }) })).status]);
      expect(statuses.map(([, status]) => status)).toEqual([200, 401, 401, 401, 401]);
    });

    test.each(['cross-site', 'same-site', 'none'])('never of a page that is %s', async (site) => {
      const given = { cookie: await cookie(), origin: api.url, 'sec-fetch-site': site };
      expect((await form(given)).status).toBe(401);
    });

    test('to exports alone, and with one request in it', async () => {
      const own = { cookie: await cookie(), 'sec-fetch-site': 'same-origin' };
      expect((await form(own, 'request={}', '/search')).status).toBe(401);
      expect((await form({ ...own, 'content-type': 'application/json' }, '{}')).status).toBe(401);
      for (const [body, details] of [
        ['q=a', 'request is missing from the form; send one field "request" with the JSON.'],
        [
          'request={}&request={}',
          'request is in the form more than once; send one field "request" with the JSON.',
        ],
        ['request=%7B', expect.stringContaining('JSON')],
      ] as const) {
        const answer = await form(own, body);
        expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ details })]);
      }
    });
  });

  test('is not a key, and a key is not a session', async () => {
    const key = await api.key(['search']);
    const { headers } = await signedIn(key);
    const [name = '', secret = ''] = (headers['cookie'] ?? '').split('=');
    expect((await session('GET', { 'x-api-key': secret })).status).toBe(401);
    expect((await session('GET', { ...CONSOLE, cookie: `${name}=${key}` })).status).toBe(401);
    // Again, when both are cached.
    expect((await session('GET', headers)).status).toBe(200);
    expect((await session('GET', { 'x-api-key': secret })).status).toBe(401);
  });

  test('gives way to a key that is sent with it', async () => {
    const { headers } = await signedIn(await api.key(['search']));
    const other = await api.key(['video']);
    expect(callerIn(await session('GET', { ...headers, 'x-api-key': other }))).toMatchObject({
      key: { scopes: ['video'] },
      session: null,
    });
    expect((await session('GET', { ...headers, 'x-api-key': 'wrong' })).status).toBe(401);
    expect(callerIn(await session('GET', { ...headers, authorization: `Bearer ${other}` }))).toMatchObject({
      key: { scopes: ['video'] },
      session: null,
    });
  });

  test('counts beside a bearer token that is not a key, such as one of a sign-on', async () => {
    const { id, headers } = await signedIn(await api.key(['search']));
    for (const token of ['wrong', 'x'.repeat(1_000)]) {
      const answer = await session('GET', { ...headers, authorization: `Bearer ${token}` });
      expect(callerIn(answer)).toMatchObject({ key: { scopes: ['search'] }, session: { id } });
    }
  });

  test('that has ended hides no key', async () => {
    const key = await api.key(['search']);
    const { headers } = await signedIn(key);
    expect((await session('DELETE', headers)).status).toBe(200);
    expect((await session('GET', headers)).status).toBe(401);
    for (const own of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }]) {
      const answer = await session('GET', { ...headers, ...own });
      expect(callerIn(answer)).toMatchObject({ key: { scopes: ['search'] }, session: null });
    }
    expect((await session('GET', { ...headers, authorization: 'Bearer wrong' })).status).toBe(401);
  });

  test('ends when it is closed, and its cookie is removed', async () => {
    const { headers, id } = await signedIn(await api.key(['search']));
    const closed = await session('DELETE', headers);
    const checked = checkSession(closed.body);
    expect(checked).toMatchObject({ ok: true, value: { data: { id } } });
    expect(closed.headers.get('set-cookie')).toMatch(/=; HttpOnly; SameSite=Strict; Max-Age=0$/);
    expect((await session('GET', headers)).status).toBe(401);
    expect((await session('DELETE', { 'x-api-key': await api.key(['search']) })).status).toBe(404);
  });

  test('is listed with its key, and ended by an administrator', async () => {
    const admin = await api.key(['admin']);
    const { headers, id } = await signedIn(await api.key(['search'], { name: 'listed' }));
    const list = async () => {
      const answer = await ask(`${api.url}/admin/keys?limit=1000`, { headers: { 'x-api-key': admin } });
      const checked = checkKeys(answer.body);
      if (!checked.ok) throw new Error(JSON.stringify(answer.body));
      return checked.value.data.items.find(({ name }) => name === 'listed')?.sessions.map((one) => one.id);
    };
    expect(await list()).toEqual([id]);
    const end = { method: 'DELETE', headers: { 'x-api-key': admin } };
    expect((await ask(`${api.url}/admin/sessions/${id}`, end)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await session('GET', headers)).status).toBe(401);
    expect((await ask(`${api.url}/admin/sessions/${id}`, end)).status).toBe(404);
  });

  test('ends with its key, and when the key gets a new secret at once', async () => {
    const { keys } = api.storage;
    const [one, other] = [
      await createKey(keys, { name: 'a', scopes: ['search'] }),
      await createKey(keys, { name: 'b', scopes: ['search'] }),
    ];
    const [first, second] = [await signedIn(one.secret), await signedIn(other.secret)];
    await keys.revoke(one.key.id, Date.now());
    await rotateKey(keys, other.key.id, 0);
    // The store was changed behind the process, which looks a session up once a second.
    await expect.poll(async () => (await session('GET', first.headers)).status).toBe(401);
    await expect.poll(async () => (await session('GET', second.headers)).status).toBe(401);
  });

  test('is named by the audit log with its key', async () => {
    const { headers, id } = await signedIn(await api.key(['admin']));
    await ask(`${api.url}/admin/keys`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"name":"made in the console","scopes":["search"]}',
    });
    await session('DELETE', headers);
    const { items } = await api.storage.audit.list({ limit: 3 });
    expect(items.map(({ action, sessionId, target }) => [action, sessionId, target === id])).toEqual([
      ['session.close', id, true],
      ['key.create', id, false],
      ['session.open', null, true],
    ]);
  });

  test('is told to come over TLS only where it was opened so', async () => {
    const served = await opened({ settings: { trustedProxies: ['127.0.0.0/8'] } });
    const key = await served.key(['search']);
    const over = async (proto: string) =>
      (await session('POST', { 'x-api-key': key, 'x-forwarded-proto': proto }, served)).headers.get(
        'set-cookie',
      );
    // What browsers require of a cookie whose name begins with __Host- (RFC 6265bis, 4.1.3.2).
    const secure = (await over('https')) ?? '';
    expect(secure).toMatch(/^__Host-sitegrep_session_\d+=.*; Secure; Path=\/$/);
    expect(secure).not.toContain('Domain');
    expect(await over('http')).not.toMatch(/Secure|Path|__Host-/);
    const cookie = secure.split(';', 1)[0] ?? '';
    const status = async (proto: string, sent: string) =>
      (await session('GET', { ...CONSOLE, cookie: sent, 'x-forwarded-proto': proto }, served)).status;
    expect(await status('https', cookie)).toBe(200);
    // Another page of the machine can set a cookie of the plain name only.
    expect(await status('https', cookie.replace('__Host-', ''))).toBe(401);
    expect(await status('http', cookie)).toBe(401);
  });

  test('is found beside others of its name, of which some are tried', async () => {
    const { headers } = await signedIn(await api.key(['search']));
    const own = headers['cookie'] ?? '';
    const [name] = own.split('=');
    const status = async (...cookies: readonly string[]) =>
      (await session('GET', { ...headers, cookie: cookies.join('; ') })).status;
    expect(await status(`${name}=planted`, own)).toBe(200);
    expect(await status(own, `${name}=planted`)).toBe(200);
    expect(await status('other=1', `${name}=`, `${name}=a`, `${name}=b`, own)).toBe(200);
    expect(await status(...Array.from({ length: 50 }, (_, number) => `${name}=${number}`), own)).toBe(401);
  });
});

describe('the code of a sign-in link', () => {
  async function withCode(settings: Changes['settings'] = {}): Promise<Served> {
    let keyId: string | null = null;
    const served = await opened({
      settings,
      parts: (parts) => ({
        ...parts,
        signInCode: { code: CODE, keyId: () => keyId },
      }),
    });
    keyId = (await createKey(served.storage.keys, { name: 'demo', scopes: ['search'] })).key.id;
    return served;
  }

  test('opens a session once', async () => {
    const served = await withCode();
    const given = { ...CONSOLE, 'x-sign-in-code': CODE };
    expect((await session('POST', { ...given, 'x-sign-in-code': `${CODE}x` }, served)).status).toBe(401);
    expect((await session('POST', { 'x-sign-in-code': CODE }, served)).status).toBe(401);
    expect((await session('GET', given, served)).status).toBe(401);
    const answer = await session('POST', given, served);
    expect([answer.status, callerIn(answer).key.name]).toEqual([201, 'demo']);
    expect((await session('POST', given, served)).status).toBe(401);
  });

  test('opens none for a client of another machine', async () => {
    const served = await withCode({ trustedProxies: ['127.0.0.0/8'] });
    const given = { ...CONSOLE, 'x-sign-in-code': CODE, 'x-forwarded-for': '198.51.100.7' };
    expect((await session('POST', given, served)).status).toBe(401);
  });
});

describe('the sign-on of a proxy', () => {
  const given = { ...CONSOLE, 'x-forwarded-user': 'ann@example.org' };

  async function behindProxy(settings: Changes['settings']): Promise<Served> {
    const served = await opened({ settings: { signOnHeader: 'x-forwarded-user', ...settings } });
    await served.key(['search'], { name: 'ann@example.org' });
    return served;
  }

  test('opens a session of the key with the name of the user', async () => {
    const served = await behindProxy({ trustedProxies: ['127.0.0.0/8'] });
    const answer = await session('POST', given, served);
    expect([answer.status, callerIn(answer).key.name]).toEqual([201, 'ann@example.org']);
    const others = ['bob@example.org', '', 'ann@example.org, bob'];
    const statuses = await Promise.all(
      others.map(
        async (user) => (await session('POST', { ...given, 'x-forwarded-user': user }, served)).status,
      ),
    );
    expect(statuses).toEqual([401, 401, 401]);
    expect((await session('GET', given, served)).status).toBe(401);
  });

  test('means nothing from others than the trusted proxies, and nothing by default', async () => {
    const elsewhere = await behindProxy({ trustedProxies: ['10.0.0.0/8'] });
    const off = await behindProxy({ trustedProxies: ['127.0.0.0/8'], signOnHeader: null });
    expect((await session('POST', given, elsewhere)).status).toBe(401);
    expect((await session('POST', given, off)).status).toBe(401);
  });

  test('opens none of a key that was revoked', async () => {
    const served = await behindProxy({ trustedProxies: ['127.0.0.0/8'] });
    const [key] = await served.storage.keys.list();
    await served.storage.keys.revoke(key?.id ?? '', Date.now());
    expect((await session('POST', given, served)).status).toBe(401);
  });
});

import { formatTimestamp } from '@sitegrep/contract';
import { SearchRefused } from '@sitegrep/storage';
import type { Destination, Sender } from '@sitegrep/telling';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, itemsOf, searchCalls } from '../../test/saved-search-calls.ts';
import { type Answer, ask, refusalOf, serve, type Served } from '../../test/served-api.ts';

let api: Served;
let admin: string;
let one: string;
let other: string;

/** Nothing is sent in these tests. */
const NO_SENDER: Sender = {
  send: () => Promise.reject(new Error('nothing was to be sent')),
  close: async () => {},
};

function telling(destination: Destination): string | null {
  if (destination.kind === 'mail') return 'there is no server for mail; set SITEGREP_SMTP_URL';
  return destination.url.includes('//10.') ? `${destination.url} is private; give another one` : null;
}

beforeAll(async () => {
  api = await serve({ parts: (parts) => ({ ...parts, telling: { sender: NO_SENDER, refusalOf: telling } }) });
  admin = await api.key(['admin', 'search']);
  one = await api.key(['search']);
  other = await api.key(['search']);
  await store('shop.example', 'a shop of tea');
  await store('mill.example', 'a mill');
});
afterAll(() => api.close());

const { call, put, store } = searchCalls(() => api);
const fill = (): Promise<void> => api.storage.domains.searches.fill();
const namesFor = async (key: string): Promise<readonly unknown[]> =>
  itemsOf(await call('GET', '', key)).map(({ id }) => id);

async function found(q: string, key: string): Promise<Answer> {
  return ask(`${api.url}/search`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ q, order_by: ['domain,asc'] }),
  });
}

const domainsOf = (answer: Answer): readonly unknown[] => itemsOf(answer).map(({ domain }) => domain);

test('a search is saved, filled, found by its name, replaced and removed', async () => {
  const saved = dataOf(await put('teas', { q: 'tea', label: 'Tea' }, one));
  expect(saved).toMatchObject({
    id: 'teas',
    level: 'domain',
    q: 'tea',
    query: { text: 'tea' },
    label: 'Tea',
    shared: false,
    owner: expect.any(String),
    domains: 0,
    filled: false,
    notify: { webhook: null, mail: null, on: [], count: null },
    secret: null,
  });
  await fill();
  const shown = dataOf(await call('GET', '/teas', one));
  expect(shown).toMatchObject({ domains: 1, filled: true, created_at: saved['created_at'] });
  expect(shown['feed']).toEqual(saved['feed']);
  expect(domainsOf(await found('saved:teas', one))).toEqual(['shop.example']);
  expect(domainsOf(await found('-saved:teas', one))).toEqual(['mill.example']);

  const replaced = dataOf(await put('teas', { q: 'mill' }, one));
  expect(replaced).toMatchObject({ q: 'mill', label: null, filled: false, feed: saved['feed'] });
  await fill();
  expect(domainsOf(await found('saved:teas', one))).toEqual(['mill.example']);

  expect(dataOf(await call('DELETE', '/teas', one))).toMatchObject({ id: 'teas', domains: 1 });
  expect((await call('GET', '/teas', one)).status).toBe(404);
  expect(refusalOf(await found('saved:teas', one))).toEqual([
    400,
    'The query names the saved search "teas", which does not exist; PUT /searches/teas makes it, and GET /searches lists all.',
  ]);
});

test('a query as a tree, and each level, are taken and shown as they are decided', async () => {
  const query = { and: [{ not: { text: 'mill' } }, { text: 'tea' }] };
  expect(dataOf(await put('tree', { query, level: 'page' }, one))).toMatchObject({
    level: 'page',
    q: null,
    query,
  });
  const change = dataOf(await put('added', { q: 'added:tech:Shopify', level: 'change' }, one));
  expect(change).toMatchObject({ level: 'change', domains: null });
  expect(refusalOf(await found('saved:added', one))[0]).toBe(400);
  for (const id of ['tree', 'added']) await call('DELETE', `/${id}`, one);
});

test('a key sees its own searches and those that are shared, an administrator all', async () => {
  await put('of-one', { q: 'tea' }, one);
  await put('of-other', { q: 'mill' }, other);
  await put('of-all', { q: 'shop', shared: true }, admin);
  await fill();
  expect(await namesFor(one)).toEqual(['of-all', 'of-one']);
  expect(await namesFor(other)).toEqual(['of-all', 'of-other']);
  expect(await namesFor(admin)).toEqual(['of-all', 'of-one', 'of-other']);

  for (const [method, path] of [
    ['GET', '/of-other'],
    ['DELETE', '/of-other'],
    ['GET', '/of-other/events'],
    ['GET', '/of-other/trend'],
    ['GET', '/of-other/stream'],
    ['GET', '/of-other/deliveries'],
    ['POST', '/of-other/test'],
    ['POST', '/of-other/feed-key'],
  ] as const)
    expect([path, refusalOf(await call(method, path, one))]).toEqual([
      path,
      [
        404,
        expect.stringMatching(
          /^There is no saved search of-other; .*PUT \/searches\/of-other makes it, and GET \/searches lists all\.$/,
        ),
      ],
    ]);
  // What is shared is seen by all, and changed by administrators.
  expect(dataOf(await call('GET', '/of-all', one))).toMatchObject({
    shared: true,
    owner: null,
    notify: null,
  });
  for (const [method, path] of [
    ['DELETE', '/of-all'],
    ['GET', '/of-all/deliveries'],
    ['POST', '/of-all/test'],
    ['POST', '/of-all/feed-key'],
  ] as const)
    expect([path, refusalOf(await call(method, path, one))[0]]).toEqual([path, 403]);

  expect(refusalOf(await found('saved:of-other', one))).toEqual([
    400,
    expect.stringContaining('names the saved search "of-other", which does not exist'),
  ]);
  expect(domainsOf(await found('saved:of-all', one))).toEqual(['shop.example']);
  expect(domainsOf(await found('saved:of-other', admin))).toEqual(['mill.example']);
});

test('the facet of saved searches counts those that the key sees', async () => {
  const facet = async (key: string): Promise<unknown> => {
    const answer = await ask(`${api.url}/search`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ count_only: true, facets: [{ field: 'saved' }] }),
    });
    const { facets } = dataOf(answer);
    return Array.isArray(facets)
      ? facets[0].values.map(({ value }: { readonly value: string }) => value).toSorted()
      : facets;
  };
  expect(await facet(one)).toEqual(['of-all', 'of-one']);
  expect(await facet(admin)).toEqual(['of-all', 'of-one', 'of-other']);
});

test('a name is taken by the search of another key, even for an administrator', async () => {
  const names = await namesFor(admin);
  for (const key of [one, admin])
    expect(refusalOf(await put('of-other', { q: 'x y z' }, key))).toEqual([
      409,
      expect.stringMatching(
        /^The name of-other is taken by a saved search of another key; choose another name/,
      ),
    ]);
  expect(refusalOf(await put('of-all', { q: 'tea' }, one))).toEqual([
    409,
    'The name of-all is taken by a saved search that is shared, which only keys with the scope "admin" may replace; choose another name.',
  ]);
  expect(refusalOf(await put('mine', { q: 'tea', shared: true }, one))).toEqual([
    403,
    'To share a saved search needs a key with the scope "admin"; leave shared out, or use another key.',
  ]);
  expect(await namesFor(admin)).toEqual(names);
  expect(dataOf(await call('GET', '/of-other', admin))).toMatchObject({ q: 'mill' });
});

test('of two keys that save a first search under one name at the same moment, one is refused', async () => {
  const answers = await Promise.all([one, other].map((key) => put('first', { q: 'tea' }, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const [winner, loser] = answers[0]?.status === 200 ? [one, other] : [other, one];
  expect((await call('GET', '/first', winner)).status).toBe(200);
  expect((await call('GET', '/first', loser)).status).toBe(404);
  // Of one key, the last one counts, and both have the secret that the receiver will see.
  const notify = { webhook: { url: 'https://hooks.example.com/' } };
  const same = await Promise.all([1, 2].map(() => put('twice', { q: 'tea', notify }, one)));
  expect(same.map((answer) => typeof dataOf(answer)['secret']).toSorted()).toEqual(['object', 'string']);
  for (const id of ['first', 'twice']) await call('DELETE', `/${id}`, admin);
});

test('one search more than there may be is refused as a conflict', async () => {
  const { searches } = api.storage.domains;
  const stored = searches.put.bind(searches);
  searches.put = () => Promise.reject(new SearchRefused('too many', 'would be too many', 'delete one'));
  try {
    expect(refusalOf(await put('one-more', { q: 'tea' }, one))).toEqual([
      409,
      'The saved search one-more would be too many; delete one.',
    ]);
  } finally {
    searches.put = stored;
  }
});

test('the searches of a revoked key stand, for administrators', async () => {
  const key = await api.key(['search'], { name: 'to be revoked' });
  await put('orphan', { q: 'tea' }, key);
  const { feed } = dataOf(await call('GET', '/orphan', key));
  const { atom } = Object(feed);
  expect((await fetch(api.url + atom)).status).toBe(200);
  const keys = await api.storage.keys.list();
  await api.storage.keys.revoke(keys.find(({ name }) => name === 'to be revoked')?.id ?? '', Date.now());
  await expect.poll(async () => (await call('GET', '/orphan', key)).status).toBe(401);
  expect((await fetch(api.url + atom)).status).toBe(404);
  await fill();
  expect(dataOf(await call('GET', '/orphan', admin))).toMatchObject({ domains: 1 });
  expect((await call('GET', '/orphan', one)).status).toBe(404);
  expect((await call('DELETE', '/orphan', admin)).status).toBe(200);
});

test.each([
  [{}, 'The body has no query; give q or query; {"query": {"all": true}} is every domain.'],
  [{ q: 'tea', level: 'version' }, 'level is "version"; the known ones are domain, page, change.'],
  [{ q: 'tea', query: { text: 'tea' } }, /^query is given beside q; /],
  [{ q: 'tea', technologies: {} }, /^Field "technologies" is unknown; /],
  [{ q: 'saved:of-all' }, /^q names the saved search of-all, and one may not depend on another; /],
  [
    { query: { not: { q: 'saved:of-all tea' } } },
    /^query names the saved search of-all, and one may not depend on another; /,
  ],
  [{ q: 'tea first:<30d' }, /^q has the age 30d, which is another day tomorrow, /],
  [{ q: 'added:tech:Shopify at:<7d', level: 'change' }, /^q has the age 7d, /],
  [{ query: { q: 'first:>=365d' } }, /^query has the age 365d, /],
  [{ q: 'list:none tea' }, /^The query names the list "none", which does not exist; /],
  [{ q: 'country:Atlantis' }, /^q .*Atlantis/],
  [{ q: 'tea', notify: {} }, 'notify names nobody; give webhook, mail or both, or leave it out.'],
  [
    { q: 'tea', notify: { webhook: { url: 'ftp://a.example/' } } },
    /^notify\.webhook: 'ftp:\/\/a\.example\/' is no URL/,
  ],
  [
    { q: 'tea', notify: { webhook: { url: 'https://a.example/', secret: 'abc' } } },
    /^notify\.webhook: a secret is not of the form whsec_/,
  ],
  [
    { q: 'tea', notify: { mail: { to: ['a@b.example'], every: 'hour' } } },
    'notify.mail: there is no server for mail; set SITEGREP_SMTP_URL.',
  ],
  [
    { q: 'tea', notify: { webhook: { url: 'http://10.0.0.1/' } } },
    'notify.webhook: http://10.0.0.1/ is private; give another one.',
  ],
  [{ q: 'tea', notify: { mail: { to: ['nobody'], every: 'hour' } } }, /^notify\.mail\.to\[0\] is "nobody"; /],
  [
    { q: 'tea', notify: { webhook: { url: 'https://a.example/' }, on: ['gone'] } },
    /^notify\.on\[0\] is "gone"; /,
  ],
])('%j is refused', async (body, details) => {
  const [status, said] = refusalOf(await put('refused', body, one));
  const isAsSaid = typeof details === 'string' ? said === details : details.test(said);
  expect([status, isAsSaid ? details : said]).toEqual([400, details]);
  expect((await call('GET', '/refused', one)).status).toBe(404);
});

test('a search that needs all sources is refused with what it would cost', async () => {
  const [status, details] = refusalOf(await put('broad', { q: '/[a-z]+\\d/' }, one));
  expect([status, details]).toEqual([
    422,
    expect.stringMatching(
      /^The saved search broad would read all pages of every site that is put, \d+ ms of processor time or more for each 100 pages: .*; add what all of its matches have: .*\.$/,
    ),
  ]);
  expect((await call('GET', '/broad', one)).status).toBe(404);
});

test('a name that cannot be one is refused', async () => {
  expect(refusalOf(await put('Tea', { q: 'tea' }, one))[0]).toBe(400);
});

test('a webhook gets a secret once, and keeps it', async () => {
  const notify = { webhook: { url: 'https://hooks.example.com/' }, count: 5 };
  const made = dataOf(await put('told', { q: 'tea', notify }, one));
  expect(made['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made['notify']).toEqual({
    webhook: { url: 'https://hooks.example.com/', template: 'standard' },
    mail: null,
    on: ['appeared', 'disappeared'],
    count: 5,
  });
  expect(dataOf(await put('told', { q: 'tea', notify }, one))['secret']).toBeNull();
  const stored = await api.storage.domains.searches.get('told');
  expect(Object(stored?.definition).destinations[0].secrets).toEqual([made['secret']]);
  const shown = JSON.stringify((await call('GET', '/told', one)).body);
  expect(shown).not.toContain('whsec_');
  const list = JSON.stringify((await call('GET', '', one)).body);
  expect([list.includes('whsec_'), list.includes('key=')]).toEqual([false, false]);
});

test('what changes a search is in the audit log, with its name', async () => {
  await call('POST', '/told/feed-key', one);
  await call('DELETE', '/told', one);
  const { items } = await api.storage.audit.list({ limit: 100 });
  const seen = items.filter(({ target }) => target === 'told').map(({ action, result }) => [action, result]);
  expect(seen.toReversed()).toEqual([
    ['search.put', 'done'],
    ['search.put', 'done'],
    ['search.renew_feeds', 'done'],
    ['search.delete', 'done'],
  ]);
});

test('the list has the last event of each, and what of it has not arrived', async () => {
  dataOf(await put('news', { q: 'otter' }, one));
  dataOf(await put('news-of-all', { q: 'otter', shared: true }, admin));
  await fill();
  await store('otter.example', 'an otter');
  const { deliveries, domains } = api.storage;
  await deliveries.add({
    id: 'late',
    search: 'news',
    destination: 'news/webhook',
    content: { kind: 'events', first: 1, last: 1 },
    createdAt: 1,
    due: 1,
  });
  const [event] = await domains.searches.events({ after: 0, limit: 1, search: 'news', newestFirst: true });
  const of = async (key: string, id: string): Promise<unknown> =>
    itemsOf(await call('GET', '', key)).find((item) => item['id'] === id);
  const lastEvent = {
    number: event?.number,
    domain: 'otter.example',
    kind: 'appeared',
    at: formatTimestamp(event?.at ?? 0),
  };
  const news = { domains: 1, last_event: lastEvent, recent_events: 1 };
  const waiting = { waiting: 1, dead: 0, failing: 0 };
  expect(await of(one, 'news')).toMatchObject({ ...news, deliveries: waiting });
  expect(dataOf(await call('GET', '/news', one))).toMatchObject({ ...news, deliveries: waiting });
  expect(await of(one, 'news-of-all')).toMatchObject({
    last_event: { domain: 'otter.example' },
    deliveries: null,
  });
  expect(await of(admin, 'news-of-all')).toMatchObject({ deliveries: { waiting: 0, dead: 0, failing: 0 } });
  for (const id of ['news', 'news-of-all']) await call('DELETE', `/${id}`, admin);
  await domains.delete('otter.example');
});

test('a page of the list is full, however many searches of others stand between', async () => {
  for (const name of ['zz-a', 'zz-c', 'zz-d']) dataOf(await put(name, { q: 'tea' }, one));
  for (const name of ['zz-b', 'zz-e']) dataOf(await put(name, { q: 'tea' }, other));
  const names = await namesFor(other);
  const seen: unknown[] = [];
  for (let token = ''; ;) {
    const answer = await call('GET', `?limit=1${token === '' ? '' : `&next_token=${token}`}`, other);
    expect(itemsOf(answer)).toHaveLength(1);
    seen.push(...itemsOf(answer).map(({ id }) => id));
    token = String(dataOf(answer)['next_token']);
    if (token === '') break;
  }
  expect([seen, seen.slice(-2)]).toEqual([names, ['zz-b', 'zz-e']]);
});

test('the list is paged by name', async () => {
  const names = await namesFor(admin);
  const seen: unknown[] = [];
  for (let token = ''; ;) {
    const path = token === '' ? '?limit=1' : `?limit=1&next_token=${token}`;
    const page = dataOf(await call('GET', path, admin));
    seen.push(...itemsOf(await call('GET', path, admin)).map(({ id }) => id));
    token = String(page['next_token']);
    if (token === '') break;
  }
  expect(seen).toEqual(names);
});

import { openGuardedRequests } from '@sitegrep/crawl';
import { openSender, reportFinder, runTelling, tellingSearchOf } from '@sitegrep/telling';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, itemsOf, searchCalls } from '../../test/saved-search-calls.ts';
import { refusalOf, serve, type Served } from '../../test/served-api.ts';
import { openReceiver, type Receiver } from '../../../../packages/telling/test/receiver.ts';

const closers = new AsyncDisposableStack();
let api: Served;
let admin: string;
let key: string;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await openReceiver();
  closers.defer(() => receiver.close());
  const requests = openGuardedRequests({
    proxy: null,
    allowedAddresses: ['127.0.0.1/32'],
    lookup: (name) => Promise.reject(new Error(`nobody looks up ${name}`)),
    certificateAuthorities: null,
    connectTimeoutMs: 5_000,
  });
  const sender = openSender({ requests, mail: null, userAgent: 'sitegrep', now: Date.now });
  closers.defer(() => sender.close());
  api = await serve({ parts: (parts) => ({ ...parts, telling: { sender, refusalOf: () => null } }) });
  closers.defer(() => api.close());
  const { domains, deliveries, keys, reports } = api.storage;
  const stop = new AbortController();
  const telling = runTelling({
    searches: domains.searches,
    deliveries,
    sender,
    findReport: reportFinder(reports, domains.searches),
    find: async (id) => {
      const search = await domains.searches.get(id);
      return search === null ? null : tellingSearchOf(search, await keys.list(), Date.now());
    },
    onError: (error) => {
      throw error;
    },
    signal: stop.signal,
    pollMs: 20,
  });
  closers.defer(async () => {
    stop.abort();
    await telling;
  });
  admin = await api.key(['admin', 'search']);
  key = await api.key(['search'], { name: 'teller' });
});
afterAll(() => closers.disposeAsync());

const { call, put, store } = searchCalls(() => api);
const hook = () => ({ webhook: { url: receiver.url } });

const deliveriesOf = async (id: string, secret = key): Promise<readonly Record<string, unknown>[]> =>
  itemsOf(await call('GET', `/${id}/deliveries`, secret));

const statesOf = async (id: string, secret = key): Promise<readonly unknown[]> =>
  (await deliveriesOf(id, secret)).map(({ state }) => state);

/** Messages that the receiver got about a search. */
function messagesOf(id: string): readonly Record<string, unknown>[] {
  return receiver.received
    .map(({ body, headers }) => ({ ...JSON.parse(body), webhookId: headers['webhook-id'] }))
    .filter(({ data }) => data.search.id === id);
}

test('each event is told, and listed with the answer', async () => {
  await put('told', { q: 'tea', label: 'Tea', notify: hook() }, key);
  await store('shop.example', 'tea');
  await expect.poll(() => statesOf('told')).toEqual(['delivered']);
  await store('shop.example', 'coffee');
  await expect.poll(() => statesOf('told')).toEqual(['delivered', 'delivered']);
  const [second, first] = await deliveriesOf('told');
  const answer = { at: expect.any(String), status: 204, text: '' };
  const both = {
    by: 'webhook',
    state: 'delivered',
    kind: 'events',
    attempts: 1,
    next_at: null,
    answers: [answer],
  };
  expect([first, second]).toMatchObject([both, both]);
  expect(messagesOf('told')).toMatchObject([
    { type: 'search.appeared', webhookId: first?.['id'], data: { event: { domain: 'shop.example' } } },
    { type: 'search.disappeared', webhookId: second?.['id'], data: { event: { domain: 'shop.example' } } },
  ]);
  const page = dataOf(await call('GET', '/told/deliveries?limit=1', key));
  const rest = dataOf(
    await call('GET', `/told/deliveries?limit=1&next_token=${String(page['next_token'])}`, key),
  );
  expect([page['items'], rest['items']]).toEqual([[second], [first]]);
});

test('a receiver that wants no more is left alone until the search is put again, and what was lost is sent again', async () => {
  await put('gone', { q: 'wool', notify: hook() }, key);
  receiver.answer((response) => void response.writeHead(410).end('moved out'));
  await store('mill.example', 'wool');
  await expect.poll(() => statesOf('gone')).toEqual(['dead']);
  const [dead] = await deliveriesOf('gone');
  const id = String(dead?.['id']);
  expect(dead).toMatchObject({ answers: [{ status: 410, text: 'moved out' }], ended_at: expect.any(String) });
  receiver.answer();
  await put('gone', { q: 'wool', notify: hook() }, key);
  const replayed = dataOf(await call('POST', `/gone/deliveries/${id}/replay`, key));
  expect(replayed).toMatchObject({ id, state: 'waiting', attempts: 0, ended_at: null });
  await expect.poll(() => statesOf('gone')).toEqual(['delivered']);
  expect(messagesOf('gone').map(({ webhookId }) => webhookId)).toEqual([id, id]);
  expect(refusalOf(await call('POST', `/gone/deliveries/${id}/replay`, key))).toEqual([
    409,
    `The delivery ${id} is delivered, and only one that was given up is sent again.`,
  ]);
  // Another search does not have it.
  for (const path of [`/told/deliveries/${id}/replay`, '/gone/deliveries/msg_none/replay'])
    expect(refusalOf(await call('POST', path, key))[0]).toBe(404);
});

test('a test sends a message at once, and says what was answered', async () => {
  await put('tried', { q: 'tea', notify: hook() }, key);
  expect(dataOf(await call('POST', '/tried/test', key))['answers']).toEqual([
    { by: 'webhook', accepted: true, at: expect.any(String), status: 204, text: '' },
  ]);
  receiver.answer((response) => void response.writeHead(500).end('x'.repeat(10_000_000)));
  const { answers } = dataOf(await call('POST', '/tried/test', key));
  receiver.answer();
  expect(answers).toMatchObject([{ accepted: false, status: 500 }]);
  expect(Object(answers)[0].text.length).toBeLessThanOrEqual(2_048);
  expect(messagesOf('tried').map(({ type }) => type)).toEqual(['search.test', 'search.test']);
  expect(await deliveriesOf('tried')).toEqual([]);
  await put('mute', { q: 'tea' }, key);
  expect(refusalOf(await call('POST', '/mute/test', key))).toEqual([
    409,
    'The saved search mute tells nobody; put it with notify.',
  ]);
});

test('nothing is sent for a key that was revoked', async () => {
  const other = await api.key(['search'], { name: 'revoked' });
  await put('silent', { q: 'silk', notify: hook() }, other);
  await put('loud', { q: 'silk', notify: hook() }, admin);
  const keys = await api.storage.keys.list();
  await api.storage.keys.revoke(keys.find(({ name }) => name === 'revoked')?.id ?? '', Date.now());
  await store('silk.example', 'silk');
  await expect.poll(() => statesOf('loud', admin)).toEqual(['delivered']);
  // The events of one put are looked at together.
  await store('silk.example', 'cotton');
  await expect.poll(() => statesOf('loud', admin)).toEqual(['delivered', 'delivered']);
  expect(messagesOf('silent')).toEqual([]);
  expect(itemsOf(await call('GET', '/silent/events', admin))).toHaveLength(2);
});

test('deliveries go with their search', async () => {
  await call('DELETE', '/told', key);
  const { items } = await api.storage.deliveries.list({ limit: 10, search: 'told' });
  expect(items).toEqual([]);
});

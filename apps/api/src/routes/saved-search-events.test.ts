import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { SitegrepClient } from '@sitegrep/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataOf, itemsOf, searchCalls } from '../../test/saved-search-calls.ts';
import { refusalOf, serve, type Served } from '../../test/served-api.ts';

let api: Served;
let key: string;

beforeAll(async () => {
  api = await serve({ settings: { eventStreams: { readEveryMs: 20, keyCheckEveryMs: 50, max: 3 } } });
  key = await api.key(['search']);
});
afterAll(() => api.close());

const { call, put, store } = searchCalls(() => api);
const remove = (domain: string): Promise<unknown> => api.storage.domains.delete(domain);

/** Number of the search of the test, and of the domains that fulfil it. */
let number = 0;
let id = '';
let word = '';
beforeEach(async () => {
  id = `search-${++number}`;
  word = `word${number}`;
  await put(id, { q: word }, key);
  await api.storage.domains.searches.fill();
});

/** A domain of the test. */
const own = (name: string): string => `${name}.${id}.example`;

const kindsOf = (events: readonly Record<string, unknown>[]): readonly string[] =>
  events.map(({ kind, domain }) => `${String(kind)} ${String(domain)}`);

/** Reads events of a stream. */
async function watched(count: number, after?: number): Promise<readonly number[]> {
  const { searches } = new SitegrepClient({ baseUrl: api.url, key });
  const numbers: number[] = [];
  for await (const event of searches.watch(id, { after })) {
    numbers.push(event.number);
    if (numbers.length === count) break;
  }
  return numbers;
}

const numbersOf = async (): Promise<readonly number[]> =>
  itemsOf(await call('GET', `/${id}/events?limit=1000`, key))
    .map((event) => Number(event['number']))
    .toReversed();

test('events are listed newest first, page by page', async () => {
  await store(own('a'), word);
  await store(own('b'), `${word} b`);
  await store(own('a'), 'nothing');
  await remove(own('b'));
  const events = itemsOf(await call('GET', `/${id}/events`, key));
  expect(kindsOf(events)).toEqual([
    `disappeared ${own('b')}`,
    `disappeared ${own('a')}`,
    `appeared ${own('a')}`,
  ]);
  expect(events[0]).toMatchObject({ search: id, by: 'deletion', pages: [], total_pages: 0 });
  expect(events[2]).toMatchObject({ by: 'visit', pages: [`https://${own('a')}/`], total_pages: 1 });
  const first = dataOf(await call('GET', `/${id}/events?limit=2`, key));
  const second = dataOf(
    await call('GET', `/${id}/events?limit=2&next_token=${String(first['next_token'])}`, key),
  );
  expect([first['items'], second['items'], second['next_token']]).toEqual([
    events.slice(0, 2),
    events.slice(2),
    '',
  ]);
});

test('the count of each day is walked back from now, and is known since the search was saved', async () => {
  await store(own('a'), word);
  await store(own('b'), word);
  await store(own('a'), 'nothing');
  const { days, exact_since: since } = dataOf(await call('GET', `/${id}/trend?days=2`, key));
  const { changed_at: changed } = dataOf(await call('GET', `/${id}`, key));
  const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  expect(since).toBe(changed);
  expect(days).toEqual([
    { day: day(1), domains: null, appeared: 0, disappeared: 0, changed: 0 },
    { day: day(0), domains: 1, appeared: 2, disappeared: 1, changed: 0 },
  ]);
});

test('the count of earlier days is that of today without what came since', async () => {
  const now = Date.now();
  const at = (daysAgo: number): number => now - daysAgo * 86_400_000;
  const event = { search: id, domain: 'a.example', revision: 1, pages: [], total: 0, by: 'visit' } as const;
  const events = [
    { ...event, number: 1, kind: 'appeared', at: at(3) },
    { ...event, number: 2, kind: 'appeared', at: at(2) },
    { ...event, number: 3, kind: 'disappeared', at: at(1) },
    { ...event, number: 4, kind: 'appeared', at: at(1) },
    { ...event, number: 5, kind: 'appeared', at: at(0) },
  ] as const;
  const { searches } = api.storage.domains;
  const search = await searches.get(id);
  if (search === null) throw new Error(id);
  const { searchTrend } = await import('../saved-searches/trend.ts');
  const trend = await searchTrend(
    {
      lists: api.storage.domains.lists,
      searches: {
        ...searches,
        count: async () => 9,
        events: async ({ after, before = Infinity, limit, newestFirst = false }) => {
          const some = events.filter((one) => one.number > after && one.number < before);
          return (newestFirst ? some.toReversed() : some).slice(0, limit);
        },
      },
    },
    { ...search, filled: true, changedAt: at(3) },
    5,
    now,
  );
  expect(trend.days.map(({ domains, appeared, disappeared }) => [domains, appeared, disappeared])).toEqual([
    [null, 0, 0],
    [7, 1, 0],
    [8, 1, 0],
    [8, 1, 1],
    [9, 1, 0],
  ]);
});

test('a stream begins now, and gives each event as it happens', async () => {
  await store(own('before'), word);
  const seen = watched(2);
  // The stream is open once the process has it.
  await expect.poll(() => openStreams()).toBe(1);
  await store(own('a'), word);
  await store(own('other'), 'nothing');
  await store(own('b'), word);
  const all = await numbersOf();
  expect(await seen).toEqual(all.slice(1));
});

test('a stream that breaks off goes on after the last event that came', async () => {
  await store(own('first'), word);
  const [first = 0] = await numbersOf();
  await store(own('a'), word);
  await store(own('b'), word);
  await store(own('c'), word);
  const all = await numbersOf();
  expect(await watched(1, first)).toEqual(all.slice(1, 2));
  expect(await watched(2, all[1])).toEqual(all.slice(2));
  const raw = await fetch(`${api.url}/searches/${id}/stream`, {
    headers: { 'x-api-key': key, 'last-event-id': String(all[2]) },
  });
  const reader = raw.body?.getReader();
  let received = '';
  while (!received.includes('\n\nid:') || !received.endsWith('\n\n')) {
    const { value } = (await reader?.read()) ?? {};
    received += new TextDecoder().decode(value);
  }
  await reader?.cancel();
  expect(received).toMatch(
    new RegExp(
      `^retry: 2000\n\nid: ${all[3]}\nevent: appeared\ndata: \\{"number":${all[3]},.*"domain":"c\\..*\\.example".*\\}\n\n$`,
    ),
  );
});

test('a number that no event has yet is refused', async () => {
  await store(own('a'), word);
  const newest = (await numbersOf()).at(-1) ?? 0;
  expect(refusalOf(await call('GET', `/${id}/stream?after=${newest + 1}`, key))).toEqual([
    400,
    `Last-Event-ID is ${newest + 1}, but the newest event has the number ${newest}; send the id of the last event received from this instance, or leave it out to begin now.`,
  ]);
  expect(refusalOf(await call('GET', `/${id}/stream?after=x`, key))[0]).toBe(400);
});

test('a stream ends when its search is removed, and one more than the process may have is refused', async () => {
  const ends = Array.from({ length: 3 }, async () => {
    const answer = await fetch(`${api.url}/searches/${id}/stream`, { headers: { 'x-api-key': key } });
    return answer.body === null ? '' : text(Readable.fromWeb(answer.body));
  });
  await expect.poll(() => openStreams()).toBe(3);
  expect(refusalOf(await call('GET', `/${id}/stream`, key))[0]).toBe(503);
  await call('DELETE', `/${id}`, key);
  expect(await Promise.all(ends)).toEqual(Array.from({ length: 3 }, () => 'retry: 2000\n\n'));
  await expect.poll(() => openStreams()).toBe(0);
});

test('feeds have the newest events, need their own key, and end when that is renewed', async () => {
  await put(id, { q: word, label: 'Tea & <more>' }, key);
  await store(own('a'), word);
  await store(own('b'), word);
  const { feed } = dataOf(await call('GET', `/${id}`, key));
  const { atom, json } = Object(feed);
  const got = await fetch(api.url + json);
  expect([got.status, got.headers.get('content-type')]).toEqual([
    200,
    'application/feed+json; charset=utf-8',
  ]);
  const read: Readonly<Record<string, unknown>> = Object(await got.json());
  expect(read).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', title: 'Tea & <more>' });
  const items: readonly { readonly url: string }[] = Object(read['items']);
  expect(Array.from(items, ({ url }) => url)).toEqual([`https://${own('b')}/`, `https://${own('a')}/`]);
  const atomAnswer = await fetch(api.url + atom);
  const atomText = await atomAnswer.text();
  expect([atomAnswer.status, atomAnswer.headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ]);
  expect(atomText).toContain('<title>Tea &amp; &lt;more&gt;</title>');
  expect(atomText.match(/<entry>/g)).toHaveLength(2);
  // Readers pass on what they read, so the key is not in it.
  const [, secret = ''] = String(json).split('key=');
  expect([JSON.stringify(read).includes(secret), atomText.includes(secret)]).toEqual([false, false]);

  const refusals = await Promise.all(
    [
      `/searches/${id}/feed.json?key=${secret}x`,
      `/searches/${id}/feed.json?key=${key}`,
      `/searches/none/feed.json?key=${secret}`,
      `/searches/${id}/feed.atom?key=${encodeURIComponent('é'.repeat(16))}`,
    ].map(async (path) => {
      const answer = await fetch(api.url + path);
      return [answer.status, Object(await answer.json()).details];
    }),
  );
  for (const refusal of refusals)
    expect(refusal).toEqual([
      404,
      'There is no such feed, or its key is another one; GET /searches/{id} shows its address.',
    ]);
  const renewed = dataOf(await call('POST', `/${id}/feed-key`, key));
  expect((await fetch(api.url + json)).status).toBe(404);
  expect((await fetch(api.url + Object(renewed['feed']).json)).status).toBe(200);
});

/** Streams that are open, as the log tells the requests that have not ended. */
async function openStreams(): Promise<number> {
  const metrics = await fetch(`${api.url}/metrics`, { headers: { 'x-api-key': await adminKey() } });
  const [, value = '0'] = /^sitegrep_http_requests_in_flight (\d+)$/m.exec(await metrics.text()) ?? [];
  // The request for metrics is one of them.
  return Number(value) - 1;
}

let madeAdminKey: Promise<string> | null = null;
function adminKey(): Promise<string> {
  return (madeAdminKey ??= api.key(['admin']));
}

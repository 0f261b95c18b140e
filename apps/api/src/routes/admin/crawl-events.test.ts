import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { checker, CRAWL_EVENTS, ErrorBody } from '@sitegrep/contract';
import { type CrawlRecords, StorageUnavailable } from '@sitegrep/storage';
import { afterEach, describe, expect, test } from 'vitest';
import { EventParser, type StreamEvent } from '../../../../../test/support/event-parser.ts';
import { createKey, rotateKey } from '../../api-keys.ts';
import { ask, lastingStorage, serve, type Changes, type Served } from '../../../test/served-api.ts';

const FAST = { readEveryMs: 10, progressEveryMs: 20, heartbeatMs: 5_000 };
const check = {
  site: checker(CRAWL_EVENTS.site),
  progress: checker(CRAWL_EVENTS.progress),
  state: checker(CRAWL_EVENTS.state),
  end: checker(CRAWL_EVENTS.end),
};
const checkError = checker(ErrorBody);

const storage = lastingStorage();
const served: Served[] = [];
const leaving: AbortController[] = [];
afterEach(async () => {
  for (const each of leaving.splice(0)) each.abort();
  for (const api of served.splice(0)) await api.close();
});

interface Watched extends Served {
  readonly admin: string;
  /** Opens a stream. */
  open(path: string, headers?: Record<string, string>): Promise<Stream>;
  crawlOf(...domains: readonly string[]): Promise<string>;
  end(id: string, domain: string): Promise<void>;
}

interface Stream {
  readonly response: Response;
  /** The next event; null at the end of the stream. */
  next(): Promise<StreamEvent | null>;
  rest(): Promise<readonly StreamEvent[]>;
  readonly comments: () => number;
  leave(): void;
}

async function watch(changes: Changes = {}): Promise<Watched> {
  const eventStreams = { ...FAST, ...changes.settings?.eventStreams };
  const api = await serve({
    ...changes,
    storage: storage(),
    settings: { ...changes.settings, eventStreams },
  });
  served.push(api);
  const admin = await api.key(['admin']);
  const { crawls } = api.storage;
  return {
    ...api,
    admin,
    open: async (path, headers = {}) => {
      const left = new AbortController();
      leaving.push(left);
      const response = await fetch(api.url + path, {
        headers: { 'x-api-key': admin, ...headers },
        signal: left.signal,
      });
      return streamOf(response, left);
    },
    crawlOf: async (...domains) => {
      const { id } = await crawls.create({ maxPages: 1, maxDepth: 0, priority: 5 });
      await crawls.appendSites(
        id,
        domains.map((domain) => ({ domain, urls: [] })),
      );
      await crawls.seal(id, { count: 0, reasons: {}, samples: [] });
      return id;
    },
    end: async (id, domain) => {
      const [startedAt, finishedAt] = [Date.UTC(2026, 0, 2, 3, 4, 5), Date.UTC(2026, 0, 2, 3, 4, 6)];
      const result = {
        outcome: 'indexed',
        reason: null,
        pages: 2,
        bytes: 700,
        startedAt,
        finishedAt,
      } as const;
      await crawls.finish(id, domain, { ...result, redirects: [] });
    },
  };
}

function streamOf(response: Response, left: AbortController): Stream {
  const parser = new EventParser();
  const chunks = response.body?.getReader();
  const ready: StreamEvent[] = [];
  const next = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const event = ready.shift();
      if (event !== undefined) return event;
      const { value, done } = (await chunks?.read()) ?? { done: true };
      if (done || value === undefined) return null;
      ready.push(...parser.push(value));
    }
  };
  return {
    response,
    next,
    rest: async () => {
      const events: StreamEvent[] = [];
      for (let event = await next(); event !== null; event = await next()) events.push(event);
      return events;
    },
    comments: () => parser.comments,
    leave: () => left.abort(),
  };
}

const idsOf = (events: readonly StreamEvent[]): readonly string[] =>
  events.filter(({ name }) => name === 'site' || name === 'end').map(({ lastId }) => lastId);

const path = (id: string): string => `/admin/crawls/${id}/events`;

describe('the events of a crawl', () => {
  test('tell of each site as it ends, how far the crawl is, and of its end', async () => {
    const api = await watch();
    const id = await api.crawlOf('a.example', 'b.example');
    const stream = await api.open(path(id));
    expect(stream.response.status).toBe(200);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const state = await stream.next();
    expect([state?.name, JSON.parse(state?.data ?? '')]).toEqual([
      'state',
      { state: 'queued', started_at: null, finished_at: null },
    ]);
    expect((await stream.next())?.name).toBe('progress');
    await api.end(id, 'b.example');
    const events = [await stream.next(), await stream.next(), await stream.next()];
    const site = events.find((event) => event?.name === 'site');
    expect(site?.lastId).toBe('1');
    expect(JSON.parse(site?.data ?? '')).toEqual({
      domain: 'b.example',
      outcome: 'indexed',
      reason: null,
      pages: 2,
      bytes: 700,
      started_at: '2026-01-02 03:04:05 +00:00',
      finished_at: '2026-01-02 03:04:06 +00:00',
      redirects: [],
    });
    await api.end(id, 'a.example');
    const rest = await stream.rest();
    for (const { name, data } of [...events, ...rest].filter((event) => event !== null)) {
      expect(check[name as keyof typeof check](JSON.parse(data))).toMatchObject({ ok: true });
    }
    expect(rest.slice(-3).map(({ name, lastId }) => [name, lastId])).toEqual([
      ['progress', '2'],
      ['state', '2'],
      ['end', 'end'],
    ]);
    expect(JSON.parse(rest.at(-3)?.data ?? '')).toMatchObject({
      sites: { total: 2, pending: 0, running: 0, finished: 2 },
      outcomes: { indexed: 2 },
      pages: 4,
      bytes: 1_400,
      eta_seconds: 0,
    });
    expect(JSON.parse(rest.at(-1)?.data ?? '')).toEqual({ state: 'completed' });
  });

  test('tell when other sites wait for busy hosts, although no count has changed', async () => {
    const next = { domain: 'a.example', reason: 'answered 429 Too Many Requests', until: 1_772_366_400_000 };
    const sites = new Map<string, number>();
    const api = await watch({
      parts: (parts) => ({
        ...parts,
        waiting: (crawlId) => {
          const count = sites.get(crawlId);
          return count === undefined ? null : { sites: count, next };
        },
      }),
    });
    const id = await api.crawlOf('a.example', 'b.example');
    const stream = await api.open(path(id));
    await stream.next();
    expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({ waiting: null });
    sites.set(id, 2);
    const progress = await stream.next();
    expect(progress?.name).toBe('progress');
    expect(check.progress(JSON.parse(progress?.data ?? ''))).toMatchObject({ ok: true });
    const waiting = {
      sites: 2,
      domain: 'a.example',
      reason: 'answered 429 Too Many Requests',
      until: '2026-03-01 12:00:00 +00:00',
    };
    expect(JSON.parse(progress?.data ?? '')).toMatchObject({ waiting });
    const { body } = await ask(`${api.url}/admin/crawls/${id}`, { headers: { 'x-api-key': api.admin } });
    expect(body).toMatchObject({ data: { waiting } });
  });

  test('continue after any of them, by header or query, and the header takes precedence', async () => {
    const api = await watch();
    const domains = Array.from({ length: 450 }, (_, number) => `s${number}.example`);
    const id = await api.crawlOf(...domains);
    await Promise.all(domains.map((domain) => api.end(id, domain)));
    const all = domains.map((_, index) => String(index + 1));
    const idsAfter = async (query: string, headers: Record<string, string> = {}) =>
      idsOf(await (await api.open(path(id) + query, headers)).rest());
    expect(await idsAfter('')).toEqual([...all, 'end']);
    expect(await idsAfter('', { 'last-event-id': '' })).toEqual([...all, 'end']);
    expect(await idsAfter('?after=447')).toEqual(['448', '449', '450', 'end']);
    expect(await idsAfter('?after=3', { 'last-event-id': '448' })).toEqual(['449', '450', 'end']);
    expect(await idsAfter('?after=450')).toEqual(['end']);
    const ended = await api.open(path(id), { 'last-event-id': 'end' });
    expect([ended.response.status, await ended.next()]).toEqual([204, null]);
  });

  test('wait for the end of a crawl that was said to have ended, but has not', async () => {
    const api = await watch();
    const id = await api.crawlOf('a.example');
    const stream = await api.open(`${path(id)}?after=end`);
    expect((await stream.next())?.name).toBe('state');
    await api.end(id, 'a.example');
    expect(idsOf(await stream.rest())).toEqual(['end']);
  });

  test('have heartbeats between them, and tell nothing while nothing changes', async () => {
    const api = await watch({ settings: { eventStreams: { heartbeatMs: 15 } } });
    const id = await api.crawlOf('a.example');
    const stream = await api.open(path(id));
    expect([(await stream.next())?.name, (await stream.next())?.name]).toEqual(['state', 'progress']);
    const next = stream.next();
    while (stream.comments() < 5) await delay(5);
    await api.end(id, 'a.example');
    expect(['site', 'state']).toContain((await next)?.name);
  });

  test('end with the service, at once', async () => {
    const api = await watch();
    const id = await api.crawlOf('a.example');
    const stream = await api.open(path(id));
    await stream.next();
    const closed = api.app.close();
    expect(idsOf(await stream.rest())).toEqual([]);
    await closed;
  });

  test('continue after an outage of the storage', async () => {
    let away = false;
    const api = await watch({
      parts: (parts) => ({
        ...parts,
        storage: { ...parts.storage, crawls: failing(parts.storage.crawls, () => away) },
      }),
    });
    const id = await api.crawlOf('a.example');
    const stream = await api.open(path(id));
    await stream.next();
    away = true;
    await api.end(id, 'a.example');
    const failed = () => api.log.filter((line) => line.includes('a watched crawl could not be read')).length;
    while (failed() === 0) await delay(5);
    away = false;
    expect(idsOf(await stream.rest())).toEqual(['1', 'end']);
    expect(failed()).toBe(1);
  });
});

function failing(crawls: CrawlRecords, away: () => boolean): CrawlRecords {
  const fail = <T>(call: () => Promise<T>): Promise<T> =>
    away() ? Promise.reject(new StorageUnavailable('away')) : call();
  return {
    ...crawls,
    get: (id) => fail(() => crawls.get(id)),
    ended: (...args) => fail(() => crawls.ended(...args)),
  };
}

describe('streams of events', () => {
  test('on one crawl are served by one read of it', async () => {
    const calls = new Map<string, number>();
    const count = (what: string): void => void calls.set(what, (calls.get(what) ?? 0) + 1);
    const api = await watch({
      parts: (parts) => {
        const { crawls } = parts.storage;
        const counted: CrawlRecords = {
          ...crawls,
          get: (id) => (count('get'), crawls.get(id)),
          ended: (...wanted) => (count('ended'), crawls.ended(...wanted)),
        };
        return { ...parts, storage: { ...parts.storage, crawls: counted } };
      },
    });
    const id = await api.crawlOf('a.example');
    const streams = await Promise.all(Array.from({ length: 8 }, () => api.open(path(id))));
    for (const stream of streams) await stream.next();
    calls.clear();
    while ((calls.get('get') ?? 0) < 20) await delay(5);
    expect(calls.get('ended')).toBeLessThanOrEqual(22);
    await api.end(id, 'a.example');
    for (const stream of streams) expect(idsOf(await stream.rest())).toEqual(['1', 'end']);
    const looks = calls.get('get');
    await delay(50);
    expect(calls.get('get')).toBe(looks);
  });

  test('are bounded, and a client that leaves frees its stream', async () => {
    const api = await watch({ settings: { eventStreams: { max: 2 } } });
    const id = await api.crawlOf('a.example');
    const [first] = [await api.open(path(id)), await api.open(path(id))];
    const refused = await ask(api.url + path(id), { headers: { 'x-api-key': api.admin } });
    const checked = checkError(refused.body);
    expect([refused.status, refused.headers.get('retry-after'), checked.ok && checked.value.details]).toEqual(
      [503, '5', 'All 2 event streams of this process are in use; close one, or try again.'],
    );
    first.leave();
    for (;;) {
      const { response } = await api.open(path(id));
      if (response.status === 200) break;
      await delay(5);
    }
  });

  test('of a key are fewer than all, so that those of another key are left', async () => {
    const api = await watch({ settings: { eventStreams: { max: 3, maxOfKey: 2 } } });
    const id = await api.crawlOf('a.example');
    const [first] = [await api.open(path(id)), await api.open(path(id))];
    const refused = await ask(api.url + path(id), { headers: { 'x-api-key': api.admin } });
    const checked = checkError(refused.body);
    expect([refused.status, refused.headers.get('retry-after'), checked.ok && checked.value.details]).toEqual(
      [
        503,
        '5',
        'All 2 event streams that a key may have of this process are in use; close one, or try again.',
      ],
    );
    const other = await fetch(api.url + path(id), { headers: { 'x-api-key': await api.key(['admin']) } });
    expect(other.status).toBe(200);
    await other.body?.cancel();
    first.leave();
    for (;;) {
      const { response } = await api.open(path(id));
      if (response.status === 200) break;
      await delay(5);
    }
  });

  test('that nobody reads keep little in memory, and are dropped after a while', async () => {
    const positions: number[] = [];
    const api = await watch({
      settings: { eventStreams: { max: 1, stallMs: 300 } },
      parts: (parts) => {
        const { crawls } = parts.storage;
        const counted: CrawlRecords = {
          ...crawls,
          ended: (id, after, limit) => {
            positions.push(after);
            return crawls.ended(id, after, limit);
          },
        };
        return { ...parts, storage: { ...parts.storage, crawls: counted } };
      },
    });
    // Of some kilobytes each, so that sockets take a small part of them.
    const domains = Array.from({ length: 4_000 }, (_, number) => `s${number}.example`);
    const id = await api.crawlOf(...domains);
    const redirects = [
      { from: 'http://a.example/', to: `http://a.example/${'x'.repeat(8_000)}`, status: 301 },
    ];
    await Promise.all(
      domains.map((domain) =>
        api.storage.crawls.finish(id, domain, {
          outcome: 'indexed',
          reason: null,
          pages: 1,
          bytes: 1,
          startedAt: 1,
          finishedAt: 2,
          redirects,
        }),
      ),
    );
    const socket = connect(api.port, '127.0.0.1');
    socket.write(`GET ${path(id)} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${api.admin}\r\n\r\n`);
    // The only stream there may be.
    const [began] = [once(socket, 'readable'), socket.read()];
    await began;
    for (;;) {
      const stream = await api.open(path(id), { 'last-event-id': '4000' });
      if (stream.response.status === 200) break;
      await delay(20);
    }
    expect(Math.max(...positions.filter((after) => after < 4_000))).toBeLessThan(3_000);
    socket.destroy();
  });
});

test('a stream ends soon after its key was revoked, lost its secret or expired, and not before', async () => {
  const api = await watch({ settings: { eventStreams: { keyCheckEveryMs: 10 } } });
  const id = await api.crawlOf('a.example');
  const wishes = [{}, {}, { expiresAt: Date.now() + 2_000 }];
  const made = await Promise.all(
    wishes.map((wish) => createKey(api.storage.keys, { name: 'watches', scopes: ['admin'], ...wish })),
  );
  const [kept, ...ending] = await Promise.all(
    [{ secret: api.admin }, ...made].map(({ secret }) => api.open(path(id), { 'x-api-key': secret })),
  );
  const [revoked, rotated] = made.map(({ key }) => key.id);
  await api.storage.keys.revoke(revoked ?? '', Date.now());
  await rotateKey(api.storage.keys, rotated ?? '', 0);
  for (const stream of ending) {
    const names = (await stream.rest()).map(({ name }) => name);
    expect(names).not.toContain('end');
  }
  await api.end(id, 'a.example');
  expect((await kept?.rest())?.at(-1)?.name).toBe('end');
});

describe('what is not a stream', () => {
  test.each([
    ['?after=-1', {}, 400, /^after is "-1"; give the id of an event, or leave it out to start over\.$/],
    ['?after=01', {}, 400, /^after is "01"/],
    ['?since=1', {}, 400, /"since" is unknown/],
    ['?after=1&after=2', {}, 400, /given more than once/],
    ['', { 'last-event-id': '1.5' }, 400, /^Last-Event-ID is "1\.5"; send the id of the last event/],
    ['', { 'last-event-id': '2' }, 400, /^Last-Event-ID is 2, but the crawl has 1 sites; /],
  ])('%s %j is a %i', async (query, headers, status, details) => {
    const api = await watch();
    const id = await api.crawlOf('a.example');
    const answer = await ask(api.url + path(id) + query, { headers: { 'x-api-key': api.admin, ...headers } });
    const checked = checkError(answer.body);
    expect([answer.status, checked.ok && checked.value.details]).toEqual([
      status,
      expect.stringMatching(details),
    ]);
  });

  test('is a crawl that is not there, a key without the scope, another method', async () => {
    const api = await watch();
    const id = await api.crawlOf('a.example');
    const status = async (where: string, key: string, method = 'GET') =>
      (await fetch(api.url + where, { method, headers: { 'x-api-key': key } })).status;
    expect(await status(path('nothing'), api.admin)).toBe(404);
    expect(await status(path(id), await api.key(['search']))).toBe(403);
    expect(await status(path(id), 'none')).toBe(401);
    expect(await status(path(id), api.admin, 'POST')).toBe(405);
    // It ends at once, without the events.
    expect(await status(path(id), api.admin, 'HEAD')).toBe(200);
  });
});

/* Exports and event streams of a server that breaks them off. */
import { describe, expect, test } from 'vitest';
import type { CrawlEvent } from './crawl-events.ts';
import { SitegrepError } from './error.ts';
import { linesOf, serverSentEvents } from './streams.ts';
import { type Answer, answering, collect, failure, failureOf, stream } from '../test/misbehaving-server.ts';

const NDJSON = 'application/x-ndjson; charset=utf-8';
const QUERY = { search_terms: ['x'], offset: 3 };
const line = (domain: string, token: string): string =>
  `${JSON.stringify({ domain, offset_token: token })}\n`;

/** Domains that an export gives, and the bodies by which they were asked for. */
async function exported(
  answers: readonly Answer[],
  limit?: number,
): Promise<readonly [domains: readonly string[], bodies: readonly unknown[]]> {
  await using server = await answering(...answers);
  const items = await collect(server.client({ retries: 2 }).search.export({ ...QUERY, limit }));
  const bodies = server.received.map(({ body }) => JSON.parse(body));
  return [items.map(({ domain }) => domain), bodies];
}

describe('an export', () => {
  test('that is interrupted, even within a line, continues after the last complete one', async () => {
    const third = line('c.example', '');
    const [domains, bodies] = await exported([
      stream(NDJSON, [line('a.example', '1'), line('b.example', '2'), third.slice(0, 9)], 'breaks'),
      failure(503, 'Service unavailable', 'Busy.', { 'retry-after': '0' }),
      stream(NDJSON, [third], 'ends'),
    ]);
    expect(domains).toEqual(['a.example', 'b.example', 'c.example']);
    expect(bodies).toEqual([
      QUERY,
      { search_terms: ['x'], offset_token: '2' },
      { search_terms: ['x'], offset_token: '2' },
    ]);
  });

  test('that ends with a temporary error continues; with another one it fails', async () => {
    const last = (error: string): string => `${JSON.stringify({ success: false, error, details: 'So.' })}\n`;
    const [domains] = await exported([
      stream(NDJSON, [line('a.example', '1'), last('Service unavailable')], 'breaks'),
      stream(NDJSON, [line('b.example', '')], 'ends'),
    ]);
    expect(domains).toEqual(['a.example', 'b.example']);
    const broken = exported([stream(NDJSON, [line('a.example', '1'), last('Internal error')], 'breaks')]);
    expect(await failureOf(broken)).toMatchObject({ code: 'internal', status: 500, details: 'So.' });
  });

  test('that was truncated between lines is recognised by its last token', async () => {
    const [domains, bodies] = await exported([
      stream(NDJSON, [line('a.example', '1')], 'ends'),
      stream(NDJSON, [line('b.example', '2')], 'ends'),
      stream(NDJSON, [], 'ends'),
    ]);
    expect(domains).toEqual(['a.example', 'b.example']);
    expect(bodies).toHaveLength(3);
  });

  test('gives no more than its limit, over all its streams', async () => {
    const [domains, bodies] = await exported(
      [
        stream(NDJSON, [line('a.example', '1'), line('b.example', '2')], 'breaks'),
        stream(NDJSON, [line('c.example', '3')], 'ends'),
      ],
      3,
    );
    expect(domains).toEqual(['a.example', 'b.example', 'c.example']);
    expect(bodies).toEqual([
      { ...QUERY, limit: 3 },
      { search_terms: ['x'], offset_token: '2', limit: 1 },
    ]);
  });

  test('of nothing is empty', async () => {
    expect(await exported([stream(NDJSON, [], 'ends')])).toEqual([[], [QUERY]]);
  });

  test('counts failures between items, not over all', async () => {
    const answers = ['a', 'b', 'c', 'd'].map((name) =>
      stream(NDJSON, [line(name, name === 'd' ? '' : name)], 'breaks'),
    );
    expect((await exported(answers))[0]).toEqual(['a', 'b', 'c', 'd']);
    const bare = stream(NDJSON, [], 'breaks');
    expect(await failureOf(exported([bare]))).toMatchObject({ code: 'network' });
  });

  test.each([
    ['no JSON', stream(NDJSON, ['<html>\n'], 'ends')],
    ['JSON that is not an item', stream(NDJSON, ['{"a":1}\n'], 'ends')],
    ['another media type', stream('text/html', ['<html>'], 'ends')],
  ])('that is none is an error: %s', async (_, answer) => {
    expect(await failureOf(exported([answer]))).toMatchObject({ code: 'unexpected_answer' });
  });

  test('that is left lets go of the connection', async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await answering((response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-type': NDJSON }).write(line('a.example', '1'));
    });
    for await (const { domain } of server.client().search.export(QUERY)) {
      expect(domain).toBe('a.example');
      break;
    }
    await closed.promise;
  });

  test('that falls silent is resumed', async () => {
    await using server = await answering(
      (response) => {
        response.writeHead(200, { 'content-type': NDJSON }).write(line('a.example', '1'));
      },
      stream(NDJSON, [line('b.example', '')], 'ends'),
    );
    const items = await collect(server.client({ timeout: 2_000 }).search.export(QUERY));
    expect(items.map(({ domain }) => domain)).toEqual(['a.example', 'b.example']);
  });

  test('waits for a slow reader', async () => {
    await using server = await answering(
      stream(NDJSON, [line('a.example', '1'), line('b.example', '')], 'ends'),
    );
    for await (const item of server.client({ timeout: 2_000 }).search.export(QUERY)) {
      await new Promise((resolve) => {
        setTimeout(resolve, item.offset_token === '1' ? 2_500 : 0);
      });
    }
    expect(server.received).toHaveLength(1);
  });
});

const EVENTS = 'text/event-stream; charset=utf-8';
const site = (position: number): string =>
  `id: ${position}\nevent: site\ndata: {"domain":"${position}.example"}\n\n`;
const state = 'event: state\ndata: {"state":"running"}\n\n';
const end = 'id: end\nevent: end\ndata: {"state":"completed"}\n\n';

describe('the events of a crawl', () => {
  const told = (events: readonly CrawlEvent[]): readonly string[] =>
    events.map(({ type, id }) => `${type} ${String(id)}`);

  test('continue after the last one that arrived, until the end', async () => {
    await using server = await answering(
      stream(EVENTS, ['retry: 1\n\n', state, site(1), site(2), site(3).slice(0, -1)], 'breaks'),
      stream(EVENTS, [': nothing\n\n', state], 'ends'),
      stream(EVENTS, [state, site(3), 'event: novelty\ndata: 1\n\n', end, site(9)], 'ends'),
    );
    const events = await collect(server.client().admin.crawls.events('7', { after: '0' }));
    expect(told(events)).toEqual([
      'state null',
      'site 1',
      'site 2',
      'state null',
      'state null',
      'site 3',
      'end end',
    ]);
    expect(server.received.map(({ headers }) => headers['last-event-id'])).toEqual(['0', '2', '2']);
    expect(server.received[0]?.path).toBe('/admin/crawls/7/events');
  });

  test('are none after the end', async () => {
    await using server = await answering((response) => {
      response.writeHead(204).end();
    });
    expect(await collect(server.client().admin.crawls.events('7', { after: 'end' }))).toEqual([]);
  });

  test('end with an error that does not pass', async () => {
    await using server = await answering(
      stream(EVENTS, ['retry: 1\n\n', state], 'ends'),
      failure(
        401,
        'Unauthorized',
        'Send a valid API key in the header X-API-Key, or as Authorization: Bearer.',
      ),
    );
    const error = await failureOf(collect(server.client().admin.crawls.events('7')));
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('that are not JSON are an error', async () => {
    await using server = await answering(stream(EVENTS, ['event: site\ndata: <html>\n\n'], 'ends'));
    const error = await failureOf(collect(server.client().admin.crawls.events('7')));
    expect(error).toBeInstanceOf(SitegrepError);
    expect(error).toMatchObject({ code: 'unexpected_answer' });
  });
});

const clock = { restart: () => {}, hold: () => {} };

test('lines end with LF, CR LF or CR, wherever the bytes were parted', async () => {
  const bytes = new TextEncoder().encode('é\r\n\nb\rc\r\nrest');
  for (const size of [1, 2, 3, 100]) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    const body = new Blob(parts).stream();
    expect(await collect(linesOf(body, clock))).toEqual(['é', '', 'b', 'c']);
  }
});

test('a line that is longer than it may be is an error before it has ended', async () => {
  const body = new Blob(['12\n', '1234', '5']).stream();
  const lines = linesOf(body, clock, 4);
  await expect(collect(lines)).rejects.toThrow('a line of more than 4 characters');
  expect(await collect(linesOf(new Blob(['12\n', '1234\n', '1']).stream(), clock, 4))).toEqual([
    '12',
    '1234',
  ]);
});

test('events are read by the rules of the standard', async () => {
  async function* lines(text: string): AsyncGenerator<string> {
    yield* text.split('\n');
  }
  const retries: number[] = [];
  const events = await collect(
    serverSentEvents(
      lines(
        '\uFEFF\n:c\ndata:a\ndata:  b\nid: 1\nretry: 12\nretry: x\n\nevent: e\n\ndata\n\nevent:f\ndata: c\nid: x\0\n\ndata: cut',
      ),
      (ms) => retries.push(ms),
    ),
  );
  expect(events).toEqual([
    { name: 'message', data: 'a\n b', id: '1' },
    { name: 'message', data: '', id: '' },
    { name: 'f', data: 'c', id: '' },
  ]);
  expect(retries).toEqual([12]);
});

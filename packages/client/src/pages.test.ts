import { describe, expect, test } from 'vitest';
import { answering, json, type Answer } from '../test/misbehaving-server.ts';
import type { PagesLine } from './api.ts';
import type { SentPages } from './pages.ts';
import type { SitegrepClient } from './client.ts';

const page = (record: number, outcome: 'stored' | 'unchanged' = 'stored'): object => ({
  type: 'page',
  record,
  unit: 'line',
  entry: null,
  offset: null,
  url: `https://${record}.example/`,
  domain: `${record}.example`,
  outcome,
  reason: null,
});
const point = (record: number, offset: number): object => ({
  type: 'progress',
  bytes_read: offset,
  outcomes: {},
  resume: { record, offset, token: `point-${record}` },
});
const SUMMARY = { type: 'summary', failure: null, error: null, records: 9 };

/** An answer of these lines; it ends too early without a summary. */
function lines(...sent: readonly object[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(sent.map((line) => `${JSON.stringify(line)}\n`).join(''));
    if (sent.at(-1) === SUMMARY) response.end();
    else setImmediate(() => response.destroy());
  };
}

const BODY = '0123456789';

async function told(
  client: SitegrepClient,
  bytes: SentPages['bytes'],
  retries?: number,
): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const options = retries === undefined ? {} : { retries };
  for await (const line of client.admin.pages.send({ bytes, type: 'application/x-ndjson' }, options))
    seen.push(nameOf(line));
  return seen;
}

function nameOf(line: PagesLine): unknown {
  return line.type === 'page' ? [line.record, line.outcome] : line.type;
}

const BUSY = json(
  503,
  { success: false, error: 'Service unavailable', details: 'Later.' },
  { 'retry-after': '0' },
);

describe('pages that are sent', () => {
  test.each<readonly [string, SentPages['bytes']]>([
    ['text', BODY],
    ['bytes', Buffer.from(BODY)],
    ['a Blob', new Blob([BODY])],
    ['a function', (offset) => BODY.slice(offset)],
  ])('as %s go on after a lost connection where all before had their outcome', async (_, bytes) => {
    await using server = await answering(
      lines(page(1), point(2, 4), page(3)),
      BUSY,
      lines(page(2), page(3, 'unchanged'), point(4, 7), page(4)),
      lines(page(4, 'unchanged'), page(5), SUMMARY),
    );
    expect(await told(server.client(), bytes)).toEqual([
      [1, 'stored'],
      'progress',
      [3, 'stored'],
      [2, 'stored'],
      'progress',
      [4, 'stored'],
      [5, 'stored'],
      'summary',
    ]);
    expect(server.received.map(({ path, body }) => [path.split('?')[1] ?? '', body])).toEqual([
      ['', BODY],
      ['resume=point-2', BODY.slice(4)],
      ['resume=point-2', BODY.slice(4)],
      ['resume=point-4', BODY.slice(7)],
    ]);
  });

  test('are given up after as many tries in a row as are allowed, of which none got further', async () => {
    const further = [2, 3, 4, 5].map((record) => lines(point(record, record)));
    await using server = await answering(...further, lines(SUMMARY));
    expect(await told(server.client(), BODY, 1)).toHaveLength(5);
    await using dead = await answering(lines(point(2, 2)), BUSY, lines(SUMMARY));
    await expect(told(dead.client(), BODY, 1)).rejects.toMatchObject({ code: 'unavailable' });
    expect(dead.received).toHaveLength(2);
  });

  test('go on when the server shuts down in the middle', async () => {
    const failure = {
      success: false,
      error: 'Service unavailable',
      details: 'The service is shutting down.',
    };
    const ending = { ...SUMMARY, failure };
    await using server = await answering(lines(page(1), point(2, 4), ending), lines(page(2), SUMMARY));
    expect(await told(server.client(), BODY)).toEqual([[1, 'stored'], 'progress', [2, 'stored'], 'summary']);
    expect(server.received[1]?.body).toBe(BODY.slice(4));
  });

  test('are not sent again if they are a stream, or refused', async () => {
    async function* stream(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(BODY);
    }
    await using server = await answering(lines(page(1), point(2, 4)));
    await expect(told(server.client(), stream())).rejects.toMatchObject({ code: 'network' });
    expect(server.received).toHaveLength(1);
    const refused = json(400, { success: false, error: 'Bad request', details: 'The body can’t be read.' });
    await using refusing = await answering(refused);
    await expect(told(refusing.client(), BODY)).rejects.toMatchObject({ code: 'bad_request' });
    expect(refusing.received).toHaveLength(1);
  });
});

/* Lookups of a server that breaks them off, or that is given more than a request takes. */
import { describe, expect, test } from 'vitest';
import { type Answer, answering, collect, failure, failureOf, stream } from '../test/misbehaving-server.ts';

const NDJSON = 'application/x-ndjson; charset=utf-8';

const line = (input: string): string => `${JSON.stringify({ input, domain: input, item: null })}\n`;
const crawl = (id: string): string => `${JSON.stringify({ crawl: { id, sites: 1 } })}\n`;

interface Requested {
  readonly domains: readonly string[];
  readonly fields?: readonly string[];
  readonly crawl_missing?: boolean;
}

/** Answers a lookup with a line for each of its entries. */
const complete: Answer = (response, request) => {
  const { domains, crawl_missing: crawls }: Requested = JSON.parse(request.body);
  const lines = domains.map(line);
  return stream(NDJSON, crawls === true ? [...lines, crawl('c')] : lines, 'ends')(response, request);
};

/** Inputs that a lookup gives, and the bodies by which they were requested. */
async function lookedUp(
  answers: readonly Answer[],
  entries: Iterable<string> | AsyncIterable<string>,
  wish: Parameters<ReturnType<Awaited<ReturnType<typeof answering>>['client']>['domains']['lookup']>[1] = {},
): Promise<readonly [inputs: readonly string[], bodies: readonly Requested[]]> {
  await using server = await answering(...answers);
  const found = await collect(server.client({ retries: 2 }).domains.lookup(entries, wish));
  return [found.map(({ input }) => input), server.received.map(({ body }) => JSON.parse(body))];
}

describe('a lookup', () => {
  test('that is interrupted, even within a line, continues with the first entry that was not answered', async () => {
    const [inputs, bodies] = await lookedUp(
      [
        stream(NDJSON, [line('a'), line('b'), line('c').slice(0, 9)], 'breaks'),
        failure(503, 'Service unavailable', 'Busy.', { 'retry-after': '0' }),
        complete,
      ],
      ['a', 'b', 'c', 'd'],
      { fields: ['phone_numbers'] },
    );
    expect(inputs).toEqual(['a', 'b', 'c', 'd']);
    const fields = ['phone_numbers'];
    expect(bodies).toEqual([
      { domains: ['a', 'b', 'c', 'd'], fields },
      { domains: ['c', 'd'], fields },
      { domains: ['c', 'd'], fields },
    ]);
  });

  test('that breaks after its last entry is complete', async () => {
    const [inputs, bodies] = await lookedUp([stream(NDJSON, [line('a'), line('b')], 'breaks')], ['a', 'b']);
    expect([inputs, bodies.length]).toEqual([['a', 'b'], 1]);
  });

  test('that ends with an error fails unless it is temporary', async () => {
    const last = (error: string): string => `${JSON.stringify({ success: false, error, details: 'So.' })}\n`;
    const [inputs] = await lookedUp(
      [stream(NDJSON, [line('a'), last('Service unavailable')], 'breaks'), complete],
      ['a', 'b'],
    );
    expect(inputs).toEqual(['a', 'b']);
    const broken = lookedUp([stream(NDJSON, [line('a'), last('Internal error')], 'breaks')], ['a', 'b']);
    expect(await failureOf(broken)).toMatchObject({ code: 'internal', details: 'So.' });
  });

  test('whose answer is of something else fails', async () => {
    const short = lookedUp([stream(NDJSON, [line('a')], 'ends')], ['a', 'b']);
    expect(await failureOf(short)).toMatchObject({ code: 'unexpected_answer' });
    const other = lookedUp([stream(NDJSON, ['{"x": 1}\n'], 'ends')], ['a']);
    expect(await failureOf(other)).toMatchObject({
      code: 'unexpected_answer',
      details: 'A line of the lookup is not an entry.',
    });
  });

  test('of many entries is several requests, none larger than the API takes', async () => {
    const many = Array.from({ length: 20_001 }, (_, at) => `d${at}.example`);
    const [inputs, bodies] = await lookedUp([complete], many);
    expect(inputs).toEqual(many);
    expect(bodies.map(({ domains }) => domains.length)).toEqual([10_000, 10_000, 1]);
    const long = Array.from({ length: 1_500 }, (_, at) => `https://${'ü'.repeat(500)}.example/${at}`);
    const [all, parts] = await lookedUp([complete], long);
    expect(all).toEqual(long);
    expect(parts.length).toBe(2);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(2 ** 20);
  });

  test('takes entries as they come, and of a text that is not a name only as much as shows it', async () => {
    async function* entries(): AsyncGenerator<string> {
      yield 'a.example';
      yield 'x'.repeat(5_000_000);
    }
    const [inputs] = await lookedUp([complete], entries());
    expect(inputs).toEqual(['a.example', 'x'.repeat(4_096)]);
  });

  test('of nothing sends nothing', async () => {
    expect(await lookedUp([complete], [])).toEqual([[], []]);
  });

  test('that crawls tells the crawl, and is never sent twice', async () => {
    const crawls: unknown[] = [];
    const onCrawl = (one: unknown) => void crawls.push(one);
    const [inputs, bodies] = await lookedUp([complete], ['a', 'b'], { onCrawl });
    expect([inputs, bodies, crawls]).toEqual([
      ['a', 'b'],
      [{ domains: ['a', 'b'], crawl_missing: true }],
      [{ id: 'c', sites: 1 }],
    ]);
    await using server = await answering(stream(NDJSON, [line('a')], 'breaks'), complete);
    const broken = collect(server.client({ retries: 2 }).domains.lookup(['a', 'b'], { onCrawl }));
    expect(await failureOf(broken)).toMatchObject({ code: 'network' });
    expect(server.received).toHaveLength(1);
  });
});

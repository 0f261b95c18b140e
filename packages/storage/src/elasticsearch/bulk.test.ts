import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../errors.ts';
import { Bulk, type GuardedWrite } from './bulk.ts';
import { connect } from './client.ts';
import { clusterDouble, type Answer, type ClusterDouble } from '../../test/elasticsearch/cluster-double.ts';

type Item = { readonly status: number; readonly error?: { readonly type: string; readonly reason: string } };

let double: ClusterDouble;
let client: Client;
/** URL and ids of each request, in the order of arrival. */
let requests: (readonly string[])[];
let urls: (string | undefined)[];
/** Answer for a document, by its id and the number of earlier requests. */
let itemOf: (id: string, before: number) => Item;
let gate: Promise<void>;

beforeEach(async () => {
  requests = [];
  urls = [];
  itemOf = () => ({ status: 200 });
  gate = Promise.resolve();
  double = await clusterDouble(async ({ url }, body): Promise<Answer> => {
    const ids = body
      .trimEnd()
      .split('\n')
      .filter((_, line) => line % 2 === 0)
      .map((line) => String(Object.values<{ _id: unknown }>(JSON.parse(line))[0]?._id));
    const before = requests.push(ids) - 1;
    urls.push(url);
    await gate;
    return {
      status: 200,
      body: { items: ids.map((id) => ({ index: { _id: id, _index: 'x', ...itemOf(id, before) } })) },
    };
  });
  client = await connect({ nodes: [double.url], auth: { kind: 'none' }, ca: null, requestTimeoutMs: 5_000 });
});
afterEach(async () => {
  await client.close();
  await double.close();
});

const bulkOf = (maxBytes: number, concurrency = 1): Bulk =>
  new Bulk(client, { alias: 'x', refresh: 'wait_for', maxBytes, concurrency });
const writeOf = (id: string, length = 10): GuardedWrite => ({
  id,
  version: 2,
  body: Buffer.from(JSON.stringify('x'.repeat(length))),
});

it('repeats only the writes that the cluster was too busy for', async () => {
  itemOf = (id, before) =>
    id === 'b' && before < 2
      ? { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'full' } }
      : { status: 200 };
  expect(await bulkOf(1_000).write(['a', 'b', 'c'].map((id) => writeOf(id)))).toEqual(
    Array.from({ length: 3 }, () => 'written'),
  );
  expect(requests).toEqual([['a', 'b', 'c'], ['b'], ['b']]);
});

it('distinguishes conflicts from errors, and fails only the failed writes', async () => {
  itemOf = (id) => {
    if (id === 'late')
      return { status: 409, error: { type: 'version_conflict_engine_exception', reason: '' } };
    if (id === 'bad')
      return { status: 400, error: { type: 'document_parsing_exception', reason: 'field [y]' } };
    return { status: 201 };
  };
  const bulk = bulkOf(1_000);
  const [good, bad] = await Promise.allSettled([
    bulk.write([writeOf('fine'), writeOf('late')]),
    bulk.write([writeOf('bad')]),
  ]);
  expect(good).toEqual({ status: 'fulfilled', value: ['written', 'conflict'] });
  expect(bad).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(/bad.*field \[y\]/) },
  });
});

it('does not retry when a disk is full', async () => {
  const error = { type: 'cluster_block_exception', reason: 'disk usage exceeded flood-stage watermark' };
  itemOf = () => ({ status: 429, error });
  await expect(bulkOf(1_000).write([writeOf('a')])).rejects.toThrow(StorageUnavailable);
  expect(requests).toHaveLength(1);
});

it('joins queued writes up to a number of bytes, and sends a larger one alone', async () => {
  const opened = Promise.withResolvers<void>();
  gate = opened.promise;
  const bulk = bulkOf(400);
  const written = [['first'], ['a', 'b'], ['c', 'huge', 'd']].map((ids) =>
    bulk.write(ids.map((id) => writeOf(id, id === 'huge' ? 5_000 : 90))),
  );
  opened.resolve();
  expect((await Promise.all(written)).flat()).toEqual(Array.from({ length: 6 }, () => 'written'));
  expect(requests).toEqual([['first'], ['a', 'b'], ['c'], ['huge'], ['d']]);
  expect(new Set(urls)).toEqual(new Set(['/x/_bulk?require_alias=true&refresh=wait_for']));
});

it('rejects a document that a node would refuse because of its size', async () => {
  const bulk = bulkOf(1_000);
  const [small, large] = await Promise.allSettled([
    bulk.write([writeOf('small')]),
    bulk.write([{ ...writeOf('large'), body: Buffer.alloc(100 * 2 ** 20, 'x') }]),
  ]);
  expect(small.status).toBe('fulfilled');
  expect(large).toMatchObject({
    reason: { message: expect.stringMatching(/^the document of large .*lower the size limit of a site/) },
  });
  expect(requests).toEqual([['small']]);
});

it('completes all writes before it closes', async () => {
  const bulk = bulkOf(100);
  const written = bulk.write(['a', 'b', 'c'].map((id) => writeOf(id, 90)));
  await bulk.close();
  expect(requests).toEqual([['a'], ['b'], ['c']]);
  await written;
});

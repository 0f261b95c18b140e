import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Client } from '@elastic/elasticsearch';
import { StorageBusy, StorageUnavailable } from '../errors.ts';
import { connect } from './client.ts';
import { clusterDouble, type Answer, type ClusterDouble } from '../../test/elasticsearch/cluster-double.ts';
import { ChangeBatch, type BatchedChange } from './change-batch.ts';

interface Doc {
  readonly by: string;
}
type Item = { readonly status: number } & (
  | { readonly error: { readonly type: string; readonly reason: string } }
  | { readonly get: { readonly _source: Doc } }
);

let double: ClusterDouble;
let client: Client;
/** Ids of each request, in the order of arrival. */
let requests: (readonly string[])[];
let urls: Set<string | undefined>;
/** Answer for a document, by its id and the number of earlier requests. */
let itemOf: (id: string, before: number) => Item;
/** Status of a complete request, by the number of earlier requests. */
let statusOf: (before: number) => number;
let gate: Promise<void>;

beforeEach(async () => {
  requests = [];
  urls = new Set();
  itemOf = (id) => ({ status: 200, get: { _source: { by: `${id}'s` } } });
  statusOf = () => 200;
  gate = Promise.resolve();
  double = await clusterDouble(async ({ url }, body): Promise<Answer> => {
    const ids = [...body.matchAll(/"_id":"([^"]*)"/g)].map(([, id]) => String(id));
    const before = requests.push(ids) - 1;
    urls.add(url);
    await gate;
    const status = statusOf(before);
    if (status !== 200) return { status, body: {} };
    return {
      status,
      body: { items: ids.map((id) => ({ update: { _id: id, _index: 'x', ...itemOf(id, before) } })) },
    };
  });
  client = await connect({ nodes: [double.url], auth: { kind: 'none' }, ca: null, requestTimeoutMs: 5_000 });
});
afterEach(async () => {
  await client.close();
  await double.close();
});

const batchOf = (maxBytes = 100_000): ChangeBatch<Doc> =>
  new ChangeBatch(client, { fields: ['by'], maxBytes });
const changeOf = (id: string, length = 1): BatchedChange => ({
  index: 'x',
  id,
  script: 'ctx._source.by = params.by',
  params: { by: 'x'.repeat(length) },
});

/** Sends changes while two requests are held up, so that the changes that follow share a request. */
async function heldUp(
  batch: ChangeBatch<Doc>,
  changes: readonly BatchedChange[],
): Promise<readonly PromiseSettledResult<Partial<Doc> | null>[]> {
  const opened = Promise.withResolvers<void>();
  gate = opened.promise;
  const first: Promise<unknown>[] = [];
  for (const id of ['one', 'two']) {
    first.push(batch.change(changeOf(id)));
    await vi.waitFor(() => expect(requests.at(-1)).toEqual([id]), { timeout: 60_000 });
  }
  const settled = Promise.allSettled(changes.map((change) => batch.change(change)));
  opened.resolve();
  await Promise.all(first);
  return settled;
}

it('joins changes that arrive while two requests are in flight', async () => {
  const changes = ['a', 'b', 'c'].map((id) => changeOf(id));
  expect(await heldUp(batchOf(), changes)).toEqual(
    ['a', 'b', 'c'].map((id) => ({ status: 'fulfilled', value: { by: `${id}'s` } })),
  );
  expect(requests).toEqual([['one'], ['two'], ['a', 'b', 'c']]);
  expect(urls).toEqual(new Set(['/_bulk?require_alias=true']));
});

it('joins simultaneous changes, and does not wait for more', async () => {
  const batch = batchOf();
  await Promise.all(['a', 'b'].map((id) => batch.change(changeOf(id))));
  await batch.change(changeOf('c'));
  expect(requests).toEqual([['a', 'b'], ['c']]);
});

it('sends at most 500 changes and the allowed bytes per request, except for a single larger change', async () => {
  await heldUp(
    batchOf(1_000_000),
    Array.from({ length: 1_100 }, (_, number) => changeOf(`${number}`)),
  );
  expect(requests.slice(2).map((ids) => ids.length)).toEqual([500, 500, 100]);
  requests = [];
  await heldUp(batchOf(1_000), [
    changeOf('a', 300),
    changeOf('b', 300),
    changeOf('huge', 9_000),
    changeOf('c'),
  ]);
  expect(requests.slice(2)).toEqual([['a', 'b'], ['huge'], ['c']]);
});

it('fails only the failed changes, and recognizes a missing document', async () => {
  itemOf = (id) => {
    if (id === 'bad')
      return { status: 400, error: { type: 'illegal_argument_exception', reason: 'no [by]' } };
    if (id === 'gone')
      return { status: 404, error: { type: 'document_missing_exception', reason: 'missing' } };
    if (id === 'hot')
      return { status: 409, error: { type: 'version_conflict_engine_exception', reason: '' } };
    return { status: 200, get: { _source: { by: 'me' } } };
  };
  const conflict = { status: 'rejected', reason: expect.any(StorageBusy) };
  expect(
    await heldUp(
      batchOf(),
      ['good', 'bad', 'gone', 'hot'].map((id) => changeOf(id)),
    ),
  ).toEqual([
    { status: 'fulfilled', value: { by: 'me' } },
    {
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringContaining('bad: no [by]') }),
    },
    { status: 'fulfilled', value: null },
    conflict,
  ]);
  expect(requests).toHaveLength(3);
});

it('repeats only the writes that the cluster was too busy for', async () => {
  itemOf = (id, before) =>
    id === 'b' && before < 4
      ? { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'full' } }
      : { status: 200, get: { _source: { by: 'me' } } };
  const results = await heldUp(
    batchOf(),
    ['a', 'b', 'c'].map((id) => changeOf(id)),
  );
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 3 }, () => 'fulfilled'));
  expect(requests.slice(2)).toEqual([['a', 'b', 'c'], ['b'], ['b']]);
});

it('fails all changes of a failed request, and none of the next one', async () => {
  // The client does not repeat a request that was answered with 400.
  statusOf = (before) => (before === 2 ? 400 : 200);
  const batch = batchOf(1_000);
  const results = await heldUp(batch, [changeOf('a', 300), changeOf('b', 300), changeOf('c', 300)]);
  expect(requests.slice(2)).toEqual([['a', 'b'], ['c']]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

it('reports an unavailable cluster, and continues when it is back', async () => {
  const batch = batchOf();
  statusOf = () => 503;
  await expect(batch.change(changeOf('a'))).rejects.toThrow(StorageUnavailable);
  statusOf = () => 200;
  expect(await batch.change(changeOf('a'))).toEqual({ by: "a's" });
});

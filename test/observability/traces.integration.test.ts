import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type Cluster, startCluster } from '../chaos/cluster/cluster.ts';
import { siteNames, untilCompleted } from '../chaos/cluster/expectations.ts';
import { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT = '00f067aa0ba902b7';
const ARRIVES = { timeout: 30_000, interval: 200 };

const closers = new AsyncDisposableStack();
let cluster: Cluster;
let spans: readonly ReceivedSpan[];
beforeAll(async () => {
  const receiver = await startOtlpReceiver(closers);
  spans = receiver.spans;
  cluster = await startCluster(
    {
      elasticsearch: process.env['TEST_ELASTICSEARCH'] ?? '',
      workers: 1,
      web: { delay: 1, pages: 1 },
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '200' },
    },
    closers,
  );
}, 180_000);
afterAll(() => closers.disposeAsync(), 120_000);

/** The span of this name in a trace, once it has arrived. */
async function spanOf(traceId: string, name: string): Promise<ReceivedSpan | undefined> {
  const find = (): ReceivedSpan | undefined =>
    spans.find((span) => span.traceId === traceId && span.name === name);
  await expect.poll(find, ARRIVES).toBeDefined();
  return find();
}

const isElasticsearch = ({ attributes }: ReceivedSpan): boolean =>
  attributes.some(
    ({ key, value }) => key.startsWith('db.system') && JSON.stringify(value).includes('elasticsearch'),
  );

test('a search is one trace from its client through the API to Elasticsearch, without what was asked', async () => {
  onTestFailed(() => console.error(cluster.log(), spans));
  const answer = await fetch(`${cluster.url()}/html-source-code-search`, {
    method: 'POST',
    headers: {
      'x-api-key': cluster.key,
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-${CLIENT}-01`,
    },
    body: '{"search_terms":["a secret term"]}',
  });
  expect(answer.status).toBe(200);
  const request = await spanOf(TRACE, 'POST /html-source-code-search');
  expect(request).toMatchObject({ service: 'sitegrep-api', parentSpanId: CLIENT });
  const search = await spanOf(TRACE, 'search index');
  expect(search?.parentSpanId).toBe(request?.spanId);
  await expect
    .poll(() => spans.some((span) => span.parentSpanId === search?.spanId && isElasticsearch(span)), ARRIVES)
    .toBe(true);
  const all = JSON.stringify(spans.filter(({ traceId }) => traceId === TRACE));
  expect(all).not.toContain('secret term');
  expect(all).not.toContain(cluster.key);
});

test('a job is one trace from where it was added, through Redis, to what its worker writes', async () => {
  onTestFailed(() => console.error(cluster.log()));
  const crawl = await cluster.client.submit(siteNames('traced', 3));
  await untilCompleted(cluster.client, crawl);
  const jobOf = (): ReceivedSpan | undefined => spans.find(({ name }) => name.startsWith('process site'));
  await expect.poll(jobOf, ARRIVES).toBeDefined();
  const { traceId = '', spanId, parentSpanId, service } = jobOf() ?? {};
  expect(service).toBe('sitegrep-worker');
  const trace = (): readonly ReceivedSpan[] => spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => trace().some((span) => span.spanId === parentSpanId), ARRIVES).toBe(true);
  expect(trace().find((span) => span.spanId === parentSpanId)?.name).toMatch(/^add/);
  await expect
    .poll(() => trace().some((span) => span.parentSpanId === spanId && isElasticsearch(span)), ARRIVES)
    .toBe(true);
}, 120_000);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { StorageMisconfigured, StorageUnavailable } from '../errors.ts';
import { connect, type ElasticsearchConnection } from './client.ts';
import { clusterDouble } from '../../test/elasticsearch/cluster-double.ts';

const to = (url: string, rest: Partial<ElasticsearchConnection> = {}): ElasticsearchConnection => ({
  nodes: [url],
  auth: { kind: 'none' },
  ca: null,
  requestTimeoutMs: 2_000,
  ...rest,
});

it.each([
  [{ kind: 'apiKey', apiKey: 'a2V5' } as const, 'ApiKey a2V5'],
  [
    { kind: 'basic', username: 'elastic', password: 'secret:1' } as const,
    `Basic ${btoa('elastic:secret:1')}`,
  ],
])('sends the credentials %j', async (auth, expected) => {
  const seen: (string | undefined)[] = [];
  const double = await clusterDouble(({ headers }) => {
    seen.push(headers.authorization);
    return { status: 200, body: { version: { number: '9.4.3' } } };
  });
  const client = await connect(to(double.url, { auth }));
  await client.close();
  await double.close();
  expect(seen).toEqual([expected]);
});

it('reports rejected credentials without showing them', async () => {
  const double = await clusterDouble(() => ({
    status: 401,
    body: { error: { type: 'security_exception', reason: 'unable to authenticate' }, status: 401 },
  }));
  const auth = { kind: 'apiKey', apiKey: 'dont-tell' } as const;
  const failure = connect(to(double.url, { auth }));
  await expect(failure).rejects.toThrow(StorageMisconfigured);
  await expect(failure).rejects.toThrow(/credentials.*unable to authenticate/);
  await expect(failure).rejects.not.toThrow(/dont-tell/);
  await double.close();
});

it('reports that no server answers', async () => {
  const double = await clusterDouble(() => ({ status: 500, body: {} }));
  await double.close();
  await expect(connect(to(double.url))).rejects.toThrow(StorageUnavailable);
});

it('reports that the server is not Elasticsearch', async () => {
  const server = createServer((_, response) => void response.end('{"hello":"world"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(connect(to(`http://127.0.0.1:${port}`))).rejects.toThrow(StorageMisconfigured);
  server.closeAllConnections();
  server.close();
});

it('reports that the server does not use TLS', async () => {
  const double = await clusterDouble(() => ({ status: 500, body: {} }));
  const failure = connect(to(double.url.replace('http:', 'https:')));
  await expect(failure).rejects.toThrow(StorageMisconfigured);
  await expect(failure).rejects.toThrow(/does not use TLS.*SITEGREP_ELASTICSEARCH_NODES/s);
  await double.close();
});

it.each([[[]], [['search.example:9200']], [['ftp://search.example']], [['']]])(
  'refuses the addresses %j',
  async (nodes) => {
    await expect(connect(to('', { nodes }))).rejects.toThrow(StorageMisconfigured);
  },
);

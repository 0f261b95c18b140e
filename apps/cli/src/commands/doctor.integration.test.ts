import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRedis, type OwnRedis } from '../../../../packages/jobs/test/own-redis.ts';
import { diagnose } from '../../test/doctor.ts';

function endpoint(variable: string): string {
  const given = process.env[variable] ?? '';
  if (given === '') throw new Error(`${variable} is not set: give it the address of a server for tests`);
  return given;
}

const CLUSTER = { SITEGREP_STORAGE: 'elasticsearch', SITEGREP_QUEUE: 'redis' };
/** Nobody listens there. */
const NOBODY = '127.0.0.1:1';

/** The others work. */
const withElasticsearch = (): Readonly<Record<string, string>> => ({
  ...CLUSTER,
  SITEGREP_ELASTICSEARCH_NODES: endpoint('TEST_ELASTICSEARCH'),
  SITEGREP_ELASTICSEARCH_INDEX_PREFIX: `test-${randomUUID()}`,
});
const withRedis = (): Readonly<Record<string, string>> => ({
  ...CLUSTER,
  SITEGREP_REDIS_URL: endpoint('TEST_REDIS'),
});

test('services that are as they should be are found so', async () => {
  const { code, failures, checks } = await diagnose({ ...withRedis(), ...withElasticsearch() });
  expect({ code, failures }).toEqual({ code: 0, failures: [] });
  const findings = checks.map(({ area, finding }) => `${area}: ${finding}`).join('\n');
  expect(findings).toMatch(/elasticsearch: version 9\.\S+, 1 data node, reachable with these credentials/);
  expect(findings).toMatch(/elasticsearch: the next start creates test-\S+-domains, /);
  expect(findings).toMatch(/redis: version \S+, reachable with these credentials/);
  expect(findings).toMatch(/redis: maxmemory-policy is noeviction/);
  expect(findings).toMatch(/clock: Elasticsearch has the same time\n(?:.*\n)*clock: Redis has the same time/);
});

describe('a Redis', () => {
  let redis: OwnRedis;
  beforeAll(async () => {
    redis = await startRedis(
      '--maxmemory',
      '100mb',
      '--maxmemory-policy',
      'allkeys-lru',
      '--requirepass',
      'right',
    );
  });
  afterAll(() => redis.remove());
  const at = (password: string): Readonly<Record<string, string>> => ({
    ...withElasticsearch(),
    SITEGREP_REDIS_URL: `redis://:${password}@127.0.0.1:${redis.port}`,
  });

  test('that discards jobs when it is full is reported', async () => {
    const { code, failures } = await diagnose(at('right'));
    expect(code).toBe(1);
    expect(failures).toEqual([
      expect.stringMatching(
        /^redis: maxmemory-policy is allkeys-lru: .* → run CONFIG SET maxmemory-policy noeviction/,
      ),
    ]);
  });

  test('that refuses the password is reported, without the password', async () => {
    const { code, failures } = await diagnose(at('not-that-one'));
    expect(code).toBe(1);
    expect(failures).toEqual([
      expect.stringMatching(
        /^redis: Redis refuses the credentials \(WRONGPASS.* → check user and password in SITEGREP_REDIS_URL/,
      ),
    ]);
    expect(failures.join('')).not.toContain('not-that-one');
  });

  test('that is missing is reported', async () => {
    const { failures } = await diagnose({ ...withElasticsearch(), SITEGREP_REDIS_URL: `redis://${NOBODY}` });
    expect(failures).toEqual([
      expect.stringMatching(/^redis: Redis can't be used \(connect ECONNREFUSED.* → start it/),
    ]);
  });
});

describe('an Elasticsearch', () => {
  test('that is missing is reported', async () => {
    const { code, failures } = await diagnose({
      ...withRedis(),
      SITEGREP_ELASTICSEARCH_NODES: `http://${NOBODY}`,
    });
    expect(code).toBe(1);
    expect(failures).toEqual([
      expect.stringMatching(/^elasticsearch: Elasticsearch does not answer: connect ECONNREFUSED/),
    ]);
  });

  test.each([
    [
      'of an older version',
      { 'x-elastic-product': 'Elasticsearch' },
      /the nodes run Elasticsearch 8\.19\.2: version 9 or later is needed/,
    ],
    ['that is something else', {}, /the server at the address of Elasticsearch is not Elasticsearch/],
  ])('%s is told', async (_what, headers, expected) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.end(
        JSON.stringify({ name: 'old', version: { number: '8.19.2' }, tagline: 'You Know, for Search' }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const { failures } = await diagnose({
        ...withRedis(),
        SITEGREP_ELASTICSEARCH_NODES: `http://127.0.0.1:${port}`,
      });
      expect(failures).toEqual([expect.stringMatching(expected)]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

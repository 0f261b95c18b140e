/* What the providers of several processes share through Redis: budgets and answers. */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallerOutcomes } from '../../test/calling-process.ts';

const DAILY = 25;

let upstream: Server;
let calls: number;
let settings: Readonly<Record<string, string>>;
let children: ChildProcess[];
beforeEach(async () => {
  const redis = process.env['TEST_REDIS'] ?? '';
  if (redis === '') throw new Error('TEST_REDIS is not set: give it the url of a Redis for tests');
  calls = 0;
  children = [];
  upstream = createServer((_request, response) => {
    calls++;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(['o', ['otters']]));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  settings = {
    SITEGREP_STORAGE: 'elasticsearch',
    SITEGREP_QUEUE: 'redis',
    SITEGREP_REDIS_URL: redis,
    SITEGREP_REDIS_PREFIX: `test-${randomUUID()}`,
    SITEGREP_WEB_AUTOCOMPLETE_PROVIDERS: 'google-suggest',
    SITEGREP_GOOGLE_SUGGEST_URL: `http://127.0.0.1:${port}/complete/search`,
    SITEGREP_PROVIDER_BUDGETS: `google-suggest:${DAILY}`,
  };
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  upstream.closeAllConnections();
  upstream.close();
});

/** Calls for each keyword in a separate process. @returns the outcome of each */
async function askIn(
  env: Readonly<Record<string, string>>,
  keywords: readonly string[],
): Promise<CallerOutcomes> {
  const child = fork(new URL('../../test/calling-process.ts', import.meta.url), keywords, {
    env: { ...process.env, ...env },
  });
  children.push(child);
  const [outcomes] = (await once(child, 'message')) as [CallerOutcomes];
  return outcomes;
}

describe('two processes on one Redis', () => {
  test('hold a budget together', async () => {
    const keywords = (name: string): readonly string[] =>
      Array.from({ length: 20 }, (_, n) => `${name} ${n}`);
    const outcomes = await Promise.all([
      askIn(settings, keywords('first')),
      askIn(settings, keywords('second')),
    ]);
    const verdicts = outcomes.flat().map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict === 'answered')).toHaveLength(DAILY);
    expect(verdicts.filter((verdict) => verdict === 'limited')).toHaveLength(40 - DAILY);
    expect(calls).toBe(DAILY);
  });

  test('give the answers that the other one got', async () => {
    expect(await askIn(settings, ['otters'])).toMatchObject([{ verdict: 'answered' }]);
    expect(await askIn(settings, ['otters', 'otters'])).toMatchObject([
      { verdict: 'answered', isCached: true },
      { verdict: 'answered', isCached: true },
    ]);
    expect(calls).toBe(1);
  });
});

test('while Redis is away, each process answers and counts for itself', async () => {
  const outcomes = await askIn(
    {
      ...settings,
      SITEGREP_REDIS_URL: 'redis://127.0.0.1:1',
      SITEGREP_PROVIDER_BUDGETS: 'google-suggest:2',
    },
    ['a', 'b', 'c'],
  );
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['answered', 'answered', 'limited']);
  expect(calls).toBe(2);
});

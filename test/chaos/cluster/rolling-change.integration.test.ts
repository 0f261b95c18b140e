import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { untilWell } from '../../../infra/dev/until-well.ts';
import { MAIN } from '../../support/server-process.ts';
import { type Client, openClient } from './client.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { expectComplete, siteNames, untilCompleted, untilFinished } from './expectations.ts';
import { startSitegrep } from './sitegrep-process.ts';

const ELASTICSEARCH = process.env['TEST_ELASTICSEARCH'] ?? '';
/** Sites that are there from the beginning, and are not changed. */
const STAYING = 40;
const CRAWLED = 120;
/** Time between two searches, in milliseconds: 20 in a second. */
const BETWEEN_MS = 50;
/** Documents that the copy takes in a second: slow enough to be killed in the middle. */
const COPIED_A_SECOND = 8;

interface Searching {
  /** Ends the searches. @returns number of right answers, and the answers that were wrong */
  end(): Promise<{ readonly right: number; readonly wrong: readonly string[] }>;
}

/** Asks the clients in turn for the sites that stay; every answer must have all of them. */
function searching(clients: readonly Client[]): Searching {
  const control = { ending: false };
  const wrong: string[] = [];
  const running = new Set<Promise<void>>();
  let searches = 0;
  let right = 0;
  const ask = async (client: Client): Promise<void> => {
    const body = { search_terms: ['<body data-own="own-word-of-stays-'], limit: 100 };
    const {
      status,
      retryAfter,
      body: answer,
    } = await client.request('POST', '/html-source-code-search', body);
    // A busy machine may have too many searches in the queue of the API, whatever the index does.
    const isShed =
      status === 503 && retryAfter !== null && JSON.stringify(answer).includes('The service is overloaded');
    if (isShed) return;
    const { data } = answer as {
      readonly data?: { readonly total_count: number; readonly items: unknown[] };
    };
    if (status !== 200 || data?.total_count !== STAYING || data.items.length !== STAYING)
      wrong.push(`${status} ${JSON.stringify(answer).slice(0, 200)}`);
    else right += 1;
  };
  const loop = (async (): Promise<void> => {
    while (!control.ending) {
      const client = clients[searches % clients.length];
      if (client === undefined) throw new Error('there is no client');
      searches += 1;
      const search = ask(client).finally(() => running.delete(search));
      running.add(search);
      // On a machine that answers fewer searches in a second, a search waits for an earlier one.
      await Promise.all([setTimeout(BETWEEN_MS), running.size > 4 ? Promise.race(running) : null]);
    }
  })();
  return {
    end: async () => {
      control.ending = true;
      await loop;
      await Promise.all(running);
      return { right, wrong };
    },
  };
}

interface Ran {
  readonly code: number | string;
  readonly output: string;
}

/** Runs a command with the settings of the cluster. */
function command(cluster: Cluster, args: readonly string[]) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH, HOME, ...cluster.settings, SITEGREP_FULL_TEXT: 'on' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit').then(async ([code, signal]): Promise<Ran> => {
    return { code: code ?? signal, output: (await said).join('') };
  });
  return { child, ended };
}

interface Part {
  readonly round: string;
  readonly documents: number;
}
interface Parts {
  readonly hits: { readonly hits: readonly { readonly _source: Part }[] };
}

/** Documents that the first round of the copy has recorded as copied. */
async function recorded(cluster: Cluster): Promise<number> {
  const index = `${cluster.indexPrefix}-domains-parts`;
  await fetch(`${ELASTICSEARCH}/${index}/_refresh`, { method: 'POST' });
  const response = await fetch(`${ELASTICSEARCH}/${index}/_search?size=1000`);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { hits } = (await response.json()) as Parts;
  const parts = hits.hits.map(({ _source: part }) => part).filter(({ round }) => round.endsWith('-1'));
  return parts.reduce((sum, { documents }) => sum + documents, 0);
}

/** Takes a site down. */
async function takeDown(origin: string, key: string, domain: string): Promise<Response> {
  const response = await fetch(`${origin}/admin/domains/${domain}`, {
    method: 'DELETE',
    headers: { 'x-api-key': key },
  });
  await response.arrayBuffer();
  return response;
}

test(
  'a cluster gets another mapping and more shards while it is searched and crawls, and answers no error but "later" to writes',
  { timeout: 900_000 },
  async () => {
    await using closers = new AsyncDisposableStack();
    // The mapping with full text stands for that of the next release: it is the older one and more.
    const cluster = await startCluster(
      {
        elasticsearch: ELASTICSEARCH,
        workers: 1,
        web: { delay: 100, pages: 1 },
        settings: { SITEGREP_FULL_TEXT: 'off', SITEGREP_ELASTICSEARCH_SHARDS: '1' },
      },
      closers,
    );
    onTestFailed(() => console.error(cluster.log()));
    const { client: older, key, settings } = cluster;
    const staying = siteNames('stays', STAYING);
    const first = await older.submit(staying);
    await untilCompleted(older, first);

    const api = startSitegrep('api', { ...settings, SITEGREP_FULL_TEXT: 'on' });
    closers.defer(() => api.stop());
    const newUrl = /http:\/\/\S+/.exec(await api.ready)?.[0] ?? '';
    const newer = openClient(() => newUrl, key);
    const searches = searching([older, newer]);

    // Both versions crawl while the copy is made, killed and continued.
    const crawled = siteNames('moves', CRAWLED);
    const second = await newer.submit(crawled);
    cluster.startWorker({ SITEGREP_FULL_TEXT: 'on' });
    await untilFinished(newer, second, 10);
    const [olderWorker] = cluster.workers();
    if (olderWorker === undefined) throw new Error('there is no worker');
    const slow = ['index', 'migrate', '--threads', '1', '--max-rate', String(COPIED_A_SECOND)];
    const killed = command(cluster, slow);
    const atKill = await untilWell(async () => {
      const documents = await recorded(cluster);
      if (documents === 0) throw new Error('nothing is recorded as copied');
      return documents;
    }, 120_000);
    killed.child.kill('SIGKILL');
    expect((await killed.ended).code).toBe('SIGKILL');
    expect((await takeDown(newUrl, key, 'moves-0.example')).status).toBe(200);
    const again = await command(cluster, ['index', 'migrate', '--json']).ended;
    expect(again).toEqual({ code: 0, output: expect.stringContaining('"outcome":"copied"') });
    expect(await recorded(cluster)).toBeGreaterThanOrEqual(atKill);

    const switched = await command(cluster, ['index', 'migrate', '--switch', '--json']).ended;
    expect(switched).toEqual({ code: 0, output: expect.stringContaining('"outcome":"switched"') });
    // A process of the older version reads on, and asks those who write through it to come again.
    const refused = await takeDown(cluster.url(), key, 'moves-1.example');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await takeDown(newUrl, key, 'moves-1.example')).status).toBe(200);
    await cluster.killWorker(olderWorker);
    await untilCompleted(newer, second);

    // Four shards of one, during another crawl.
    const grown = siteNames('grows', CRAWLED);
    const third = await newer.submit(grown);
    await untilFinished(newer, third, 10);
    const resized = await command(cluster, ['index', 'resize', '--shards', '4', '--json']).ended;
    expect(resized).toEqual({ code: 0, output: expect.stringContaining('"outcome":"resized"') });
    await untilCompleted(newer, third);

    const { right, wrong } = await searches.end();
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(100);
    await expectComplete(newer, 'grows', new Map([[third, grown]]), 1);
    await expectComplete(newer, 'stays', new Map([[first, staying]]), 1);
    const moved = await newer.walk(['<body data-own="own-word-of-moves-'], 50);
    expect([...moved.domains].toSorted()).toEqual(crawled.slice(2).toSorted());
    const shards = await fetch(`${ELASTICSEARCH}/${cluster.indexPrefix}-domains/_settings`);
    expect(await shards.text()).toContain('"number_of_shards":"4"');
  },
);

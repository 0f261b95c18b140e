// Expectations after a fault, derived from the sample web alone, and how to wait for them.
import { expect } from 'vitest';
import { untilWell } from '../../../infra/dev/until-well.ts';
import { ownWord } from '../../support/sample-sites.ts';
import type { Client } from './client.ts';
import type { Cluster } from './cluster.ts';

/** Longer than the jobs of a killed process take to come back on a busy machine. */
const END_MS = 240_000;

/** Sites of the sample web that no other test crawls. */
export function siteNames(group: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `${group}-${n}.example`);
}

/** Text in the home page of every site of the group, and of no other site. */
function commonText(group: string): string {
  return `<body data-own="own-word-of-${group}-`;
}

/** Resolves when the crawl has no unfinished sites; errors of the API meanwhile are ignored. */
export async function untilCompleted(client: Client, crawl: string): Promise<void> {
  await untilWell(async () => {
    const { state, sites, outcomes } = await client.crawl(crawl);
    if (state !== 'completed') throw new Error(`${JSON.stringify(sites)} ${JSON.stringify(outcomes)}`);
  }, END_MS);
}

/** Resolves when the crawl has at least this many finished sites, with their number. */
export async function untilFinished(client: Client, crawl: string, atLeast: number): Promise<number> {
  return untilWell(async () => {
    const { finished } = (await client.crawl(crawl)).sites;
    if (finished < atLeast) throw new Error(`only ${finished} sites are finished`);
    return finished;
  }, END_MS);
}

/** Every site whose outcome is `indexed` is found. */
export async function expectAcknowledgedFound(client: Client, group: string, crawl: string): Promise<void> {
  const indexed = (await client.sites(crawl)).flatMap((site) =>
    site.outcome === 'indexed' ? [site.domain] : [],
  );
  const { domains } = await client.search([commonText(group)], 10_000);
  expect(new Set(domains).isSupersetOf(new Set(indexed))).toBe(true);
}

/**
 * Each crawl has one outcome per site and matching counts; each site is in the index once, with all of its pages.
 *
 * @param crawls all crawls of the group: the sites of each by its id
 * @param pages number of pages of each site
 */
export async function expectComplete(
  client: Client,
  group: string,
  crawls: ReadonlyMap<string, readonly string[]>,
  pages: number,
): Promise<void> {
  for (const [id, sites] of crawls) {
    const total = sites.length;
    expect(await client.crawl(id)).toMatchObject({
      state: 'completed',
      sites: { total, pending: 0, running: 0, finished: total },
      outcomes: { indexed: total },
      pages: total * pages,
    });
    const outcomes = (await client.sites(id)).map(({ domain, outcome }) => `${domain} ${outcome}`);
    expect(outcomes.sort()).toEqual(sites.map((domain) => `${domain} indexed`).sort());
  }
  const all = [...new Set([...crawls.values()].flat())].sort();
  const walked = await client.walk([commonText(group)], 37);
  expect(walked.total).toBe(all.length);
  expect([...walked.domains].sort()).toEqual(all);
  for (const [index, domain] of all.entries()) {
    const page = index % pages;
    expect(await client.search([ownWord(domain, page)])).toEqual({ total: 1, domains: [domain] });
  }
}

/** The answer asks the client to come again later. */
export async function expectRefused(client: Client, ...call: Parameters<Client['request']>): Promise<void> {
  const { status, retryAfter, body } = await client.request(...call);
  expect({ status, retryAfter, body }).toEqual({
    status: 503,
    retryAfter: 5,
    body: { success: false, error: 'Service unavailable', details: expect.any(String) },
  });
}

/**
 * Dependencies that /readyz reports as down: on the monitoring ports of the API and of the workers, in this order.
 * An API is ready without the queue, on its own port, too; a worker is not.
 */
export async function downByReadyz(cluster: Cluster): Promise<readonly (readonly string[])[]> {
  const processes = [
    { process: cluster.api(), needsQueue: false },
    ...cluster.workers().map((process) => ({ process, needsQueue: true })),
  ];
  const down = await Promise.all(
    processes.map(async ({ process, needsQueue }) => {
      const answer = await fetch(`${await process.monitoring}/readyz`);
      const { dependencies } = (await answer.json()) as { readonly dependencies: Record<string, string> };
      const names = Object.keys(dependencies).filter((name) => dependencies[name] === 'down');
      const missed = names.filter((name) => needsQueue || name !== 'queue');
      expect(answer.status).toBe(missed.length === 0 ? 200 : 503);
      return names;
    }),
  );
  const { status, retryAfter, body } = await cluster.client.request('GET', '/readyz');
  if (status === 200) expect(body).toMatchObject({ data: { status: 'ready' } });
  else {
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: 5 });
    expect(body).toMatchObject({ details: expect.stringMatching(/^Not ready: index.* down; /) });
  }
  return down;
}

/** Resolves when every process names exactly these dependencies. */
export async function untilReadyzNames(cluster: Cluster, down: readonly string[]): Promise<void> {
  const everywhere = Array.from({ length: 1 + cluster.workers().length }, () => [...down]);
  await untilWell(async () => expect(await downByReadyz(cluster)).toEqual(everywhere), END_MS);
}

/** Resolves when a search succeeds. */
export async function untilSearchesAnswer(client: Client): Promise<void> {
  await untilWell(() => client.search(['<body']), END_MS);
}

/**
 * Time for which a dependency stays away, in milliseconds: long enough for each waiting call to notice it and, with
 * TEST_CHAOS=long, for the timeouts and backoffs after it.
 */
export const AWAY_MS = process.env['TEST_CHAOS'] === 'long' ? 30_000 : 4_000;

import { expect } from 'vitest';
import type { Client } from '../cluster/client.ts';
import type { Followed } from './follow.ts';

/** Each site of the crawl came once, in the order of the ids and equal to the list of sites; the end came last. */
export async function expectComplete(
  client: Client,
  crawl: string,
  { sites, others }: Followed,
): Promise<void> {
  const listed = await client.sites(crawl);
  expect(sites.map(({ id }) => id)).toEqual(listed.map((_, index) => String(index + 1)));
  const byDomain = new Map(sites.map(({ data }) => [(data as { readonly domain: string }).domain, data]));
  expect(byDomain).toEqual(new Map(listed.map((site) => [site.domain, site])));
  const { sites: counts, outcomes, pages, state } = await client.crawl(crawl);
  const lastProgress = others.findLast(({ name }) => name === 'progress');
  expect(lastProgress?.data).toMatchObject({ sites: counts, outcomes, pages });
  expect(others.slice(-2)).toEqual([
    { name: 'state', data: { state, started_at: expect.any(String), finished_at: expect.any(String) } },
    { name: 'end', data: { state } },
  ]);
}

/* The suite of the sample sites, for either storage. */
import { openAnalysisPool } from '@sitegrep/analysis';
import type { Samples } from '@sitegrep/contract';
import type { DomainIndex } from '@sitegrep/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve, type Served } from './served-api.ts';

interface FoundItems {
  readonly total_count: number;
  readonly items: readonly { readonly domain: string }[];
}

/** @param open opens the index that is filled; absent: one of a data folder */
export function testSamples(name: string, open?: () => Promise<DomainIndex>): void {
  describe(`sample sites: ${name}`, () => {
    const analysis = openAnalysisPool({
      threads: 1,
      deadlineMs: 60_000,
      heapMb: 256,
      maxSourceBytes: 1_000_000,
      fullText: true,
      queueLimit: 10,
    });
    let api: Served;
    let admin: string;

    beforeAll(async () => {
      const imports = { maxSiteBytes: 1e6, maxBodyBytes: 1e6, concurrency: 2 };
      const domains = await open?.();
      api = await serve({
        parts: (parts) => ({
          ...parts,
          analysis: () => analysis,
          imports,
          ...(domains !== undefined && { storage: { ...parts.storage, domains } }),
        }),
      });
      admin = await api.key(['admin', 'search']);
    });
    afterAll(async () => {
      await api.close();
      await analysis.close();
    });

    async function call<Data>(method: string, path: string, body?: object): Promise<Data> {
      const answer = await fetch(api.url + path, {
        method,
        headers: { 'x-api-key': admin, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { data: Data }).data;
    }
    const samples = (method: string): Promise<Samples> => call(method, '/admin/samples');

    async function domainsOf(request: object): Promise<readonly string[]> {
      const { items } = await call<FoundItems>('POST', '/search', { limit: 100, ...request });
      return items.map(({ domain }) => domain).toSorted();
    }

    test('sample sites are added once, each of their searches finds what it should, and they are removed', async () => {
      const none = await samples('GET');
      expect(none.indexed).toBe(0);
      expect(none.sites).toBeGreaterThanOrEqual(20);

      const added = await samples('POST');
      expect(added.indexed).toBe(none.sites);
      expect(added.searches.length).toBeGreaterThanOrEqual(5);
      for (const { q, domains } of added.searches) expect([q, await domainsOf({ q })]).toEqual([q, domains]);

      // What they were before is known, too.
      const changes = await call<FoundItems>('POST', '/search', {
        q: 'added:tech:"Yoast SEO"',
        level: 'change',
      });
      expect(changes.items.map(({ domain }) => domain)).toEqual(['bakery-lyon.example']);

      const all = await domainsOf({});
      expect(await samples('POST')).toEqual(added);
      expect(await domainsOf({})).toEqual(all);

      expect(await samples('DELETE')).toEqual(none);
      expect(await domainsOf({})).toEqual([]);
      expect(await samples('DELETE')).toEqual(none);
    });

    test('a sample site that is blocked stays out, and the others come in', async () => {
      await call('PUT', '/admin/blocked-domains/bakery-lyon.example', { reason: 'kept out' });
      const { sites, indexed } = await samples('POST');
      expect(sites - indexed).toBe(1);
      expect(await domainsOf({ q: 'site:bakery-lyon.example' })).toEqual([]);
    });
  });
}

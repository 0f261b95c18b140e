/* Technologies by query beside ordinary searches of the same queries, on pages that are put and on pages that are stored. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnalysisPool, openAnalysisPool } from '@sitegrep/analysis';
import { type Expression, type Needle, type Scope, simplify } from '@sitegrep/search';
import { foldSite, withTexts } from '@sitegrep/site';
import { type SearchTechnology, type Storage, wholeSite } from '@sitegrep/storage';
import { faultOfQuery } from '@sitegrep/technologies/queries';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FingerprintsInUse, openFingerprints } from '../../apps/cli/src/fingerprints/in-use.ts';
import { startReanalysis } from '../../apps/worker/src/reanalysis/reanalysis.ts';

/** Technologies of one step; the state has few. */
const AT_A_TIME = 40;

const WORDS = ['alpha', 'Beta', 'gamma-1', 'delta.js', 'ALPHA2', 'eps ilon'] as const;
const SCOPES: readonly Scope[] = [
  'body',
  'text',
  'comment',
  'inline',
  'script',
  'link',
  'meta',
  'title',
  'url',
  'headers',
  'cookies',
];

const word = fc.constantFrom(...WORDS);
const look = fc.record({
  scope: fc.oneof({ weight: 2, arbitrary: fc.constant<Scope>('body') }, fc.constantFrom(...SCOPES)),
  caseSensitive: fc.boolean(),
});
const needle: fc.Arbitrary<Needle> = fc.oneof(
  fc.tuple(word, look, fc.boolean()).map(([text, how, isWhole]): Needle => ({
    kind: 'text',
    text: how.caseSensitive ? text : text.toLowerCase(),
    ...how,
    ...(isWhole ? { wholeWord: true } : {}),
  })),
  fc
    .tuple(fc.constantFrom('alpha\\d?', '(?:beta|gamma)-?1?', 'delta.[jc]s', '^.{0,40}alpha'), look)
    .map(([pattern, how]): Needle => ({ kind: 'pattern', pattern, ...how })),
);
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    needle,
    fc.array(tie('expression'), { minLength: 2, maxLength: 3 }).map((of) => ({ kind: 'and' as const, of })),
    fc.array(tie('expression'), { minLength: 2, maxLength: 3 }).map((of) => ({ kind: 'or' as const, of })),
    tie('expression').map((of) => ({ kind: 'not' as const, of })),
    fc
      .tuple(needle, needle)
      .filter(([one, other]) => one.scope === other.scope)
      .map(([one, other]) => ({ kind: 'near' as const, left: [one], right: [other], within: 30 })),
  ),
}));

/** A page with a word in some of its parts. */
const page = fc
  .record({
    title: word,
    text: word,
    comment: word,
    inline: word,
    script: word,
    link: word,
    header: word,
    cookie: fc.constantFrom('alpha', 'beta', 'other'),
    path: fc.constantFrom('alpha', 'beta/delta.js', 'x'),
  })
  .map((parts) => ({
    ...parts,
    html:
      `<title>${parts.title}</title><!-- ${parts.comment} --><meta name=generator content="${parts.text}">` +
      `<p>${parts.text} and ${parts.link}<script>var a = '${parts.inline}'</script>` +
      `<script src="/${parts.script}"></script><a href="/${parts.link}">a</a>`,
  }));
type DrawnPage = typeof page extends fc.Arbitrary<infer Drawn> ? Drawn : never;

export interface OpenedStorage {
  readonly storage: Storage;
  close(): Promise<void>;
}

/** Everything that technologies by query must give, whatever keeps the pages. */
export function describeQueryTechnologies(
  name: string,
  open: (folder: string) => Promise<OpenedStorage>,
): void {
  describe(`technologies by query: ${name}`, () => {
    const closers = new AsyncDisposableStack();
    let storage: Storage;
    let analysis: AnalysisPool;
    let inUse: FingerprintsInUse;
    beforeAll(async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'query-technologies-'));
      closers.defer(() => rmSync(dataDir, { recursive: true }));
      const opened = await open(dataDir);
      closers.defer(() => opened.close());
      ({ storage } = opened);
      analysis = openAnalysisPool({
        threads: 1,
        deadlineMs: 60_000,
        heapMb: 512,
        maxSourceBytes: 1_000_000,
        fullText: false,
        queueLimit: 100,
      });
      closers.defer(() => analysis.close());
      const work = startReanalysis({
        domains: storage.domains,
        reanalysis: storage.reanalysis,
        fingerprints: storage.fingerprints,
        analysis,
        everyMs: 20,
        onEnd: () => undefined,
        onDamaged: (domain, error) => expect.unreachable(`${domain}: ${error.message}`),
        onError: (error) => expect.unreachable(String(error)),
      });
      closers.defer(() => work.stop());
      const config = { dataDir, technologies: null };
      inUse = await openFingerprints(
        { config, storage, logger: { info: () => {}, warn: () => {} } },
        closers,
      );
      await inUse.follow({ analysis: () => analysis, onWork: () => work.wake() });
    });
    afterAll(() => closers.disposeAsync());

    async function put(domain: string, pages: readonly DrawnPage[]): Promise<void> {
      const records = [];
      for (const [at, { html, path, header, cookie }] of pages.entries()) {
        const result = await analysis.analyze({
          url: `https://${domain}/${at}/${path}`,
          status: 200,
          headers: [
            ['content-type', 'text/html; charset=utf-8'],
            ['x-powered-by', header],
            ['set-cookie', `${cookie}=1; path=/`],
          ],
          body: Buffer.from(html),
          truncated: false,
          fetchedAt: 5,
        });
        if (result.kind === 'crashed') throw new Error(result.reason);
        records.push(withTexts(result.record));
      }
      await storage.domains.put([wholeSite(foldSite(domain, records, { maxSiteBytes: 100_000_000 }))]);
    }

    /** Puts technologies in use, and waits until stored pages are judged by them. */
    async function use(searches: readonly SearchTechnology[]): Promise<void> {
      const state = await storage.fingerprints.get();
      await storage.fingerprints.replace(state.revision, { ...state, revision: randomUUID(), searches });
      await inUse.look();
      await vi.waitFor(
        async () => expect((await storage.reanalysis.get())?.state ?? 'finished').toBe('finished'),
        { timeout: 60_000, interval: 20 },
      );
    }

    /** URLs of the stored pages that have each technology. */
    async function pagesByTechnology(): Promise<ReadonlyMap<string, readonly string[]>> {
      const found = new Map<string, string[]>();
      for await (const { domain } of storage.domains.scan())
        for (const { url, facts } of (await storage.domains.get(domain))?.pages ?? [])
          for (const { name: technology } of facts.technologies)
            if (technology.startsWith('Drawn '))
              found.set(technology, [...(found.get(technology) ?? []), url]);
      return found;
    }

    async function found(where: Expression): Promise<readonly string[]> {
      const { hits } = await storage.domains.search({
        level: 'page',
        where,
        order: [{ field: 'url', direction: 'asc' }],
        limit: 1_000,
        from: { kind: 'offset', offset: 0 },
      });
      return hits.map(({ url }) => url);
    }

    const technologyOf = (where: Expression, number: number, pass: string): SearchTechnology => ({
      search: `drawn-${number}`,
      name: `Drawn ${pass} ${number}`,
      categories: ['cms'],
      website: null,
      version: null,
      query: `drawn ${number}`,
      where,
    });

    test('are on the pages that a search of the query finds, whether these are put or stored', async () => {
      const stored = fc.sample(page, 18);
      const fresh = fc.sample(page, 12);
      const drawn = fc
        .sample(expression, 1_200)
        .map((one) => simplify(one, 'page'))
        .filter((where) => faultOfQuery(where, () => false) === null);
      expect(drawn.length).toBeGreaterThan(2 * AT_A_TIME);
      for (let at = 0; at < stored.length; at += 3) await put(`s${at}.example`, stored.slice(at, at + 3));
      let hits = 0;
      for (let pass = 0; pass < 2; pass++) {
        const some = drawn
          .slice(pass * AT_A_TIME, (pass + 1) * AT_A_TIME)
          .map((where, number) => technologyOf(where, number, String(pass)));
        await use(some);
        for (let at = 0; at < fresh.length; at += 3)
          await put(`f${at + pass}.example`, fresh.slice(at, at + 3));
        const byTechnology = await pagesByTechnology();
        for (const { name: technology, where } of some) {
          const expected = await found(where);
          hits += expected.length;
          expect([where, (byTechnology.get(technology) ?? []).toSorted()]).toEqual([
            where,
            expected.toSorted(),
          ]);
        }
        // Those of the pass before are gone from all pages.
        expect([...byTechnology.keys()].filter((one) => !one.startsWith(`Drawn ${pass} `))).toEqual([]);
      }
      expect(hits).toBeGreaterThan(200);
      await use([]);
      expect([...(await pagesByTechnology()).keys()]).toEqual([]);
    }, 300_000);
  });
}

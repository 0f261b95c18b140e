import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSource, type EncodedSource } from '@sitegrep/site';
import type { DomainIndex } from '../../src/domains.ts';
import { SearchAborted } from '../../src/errors.ts';
import type { EmptyStore } from './empty-store.ts';
import { documentOf, found, put, queryOf } from './documents.ts';
import { wholeSite } from '../../src/puts.ts';

export function describeDomainWrites(emptyStore: EmptyStore<DomainIndex>): void {
  describe('writes', () => {
    let index: DomainIndex;
    let reopen: () => Promise<DomainIndex>;
    beforeAll(async () => {
      reopen = await emptyStore();
      index = await reopen();
    });
    afterAll(() => index.close());

    it('returns what was put, and null for what was not', async () => {
      const document = documentOf('whole.test', ['<p>one</p>', '\ufeffzwei 😀', ''], {
        countryIsoCode: 'DE',
      });
      await put(index, document);
      expect(await index.get('whole.test')).toEqual({ ...document, revision: expect.any(Number), rank: 0 });
      expect(await index.get('none.test')).toBeNull();
    });

    it('takes encoded sources like their texts, and leaves them unchanged', async () => {
      const sources = ['<p>Éin Wort</p>', '\ufeffΖWEI 😀 \u212a', ''];
      const document = documentOf('encoded.test', sources);
      const pages = document.pages.map((page) => ({ ...page, source: encodeSource(page.source) }));
      for (const revision of [1, 2]) {
        await index.put([wholeSite({ ...document, pages })]);
        expect((await index.get('encoded.test'))?.pages, `put ${revision}`).toEqual(document.pages);
      }
      for (const term of ['éin wort', 'ζwei 😀 k', '<P>É'])
        expect(await found(index, term)).toEqual(['encoded.test']);
    });

    it('replaces bytes that are not text in encoded sources too', async () => {
      const document = documentOf('broken.test', ['']);
      const utf8 = Buffer.from('broken: \0a\xffb\xed\xa0\x80c', 'latin1');
      const broken: EncodedSource = { utf8, length: utf8.length };
      const pages = document.pages.map((page) => ({ ...page, source: broken }));
      await index.put([wholeSite({ ...document, pages })]);
      const stored = (await index.get('broken.test'))?.pages[0]?.source ?? '';
      expect(stored).toMatch(/^broken: a\ufffdb\ufffd+c$/);
      expect(await found(index, stored)).toEqual(['broken.test']);
    });

    it('returns the version of a page that has one', async () => {
      const { pages, ...rest } = documentOf('versions.test', ['one', 'two', 'three']);
      const [one, two, three] = pages;
      if (one === undefined || two === undefined || three === undefined) throw new Error('three pages');
      const etag = 'W/"5f-\\\u0001'.padEnd(256, 'é');
      const document = {
        ...rest,
        pages: [
          {
            ...one,
            version: { etag, lastModified: null, digest: 'd1', certificate: 'self-signed' },
          },
          two,
          { ...three, version: { etag: null, lastModified: 'x', digest: '', certificate: null } },
        ],
      };
      await put(index, document);
      expect((await index.get('versions.test'))?.pages).toEqual(document.pages);
      const listed = await index.pages('versions.test');
      expect(listed?.pages.map(({ version }) => version)).toEqual(
        document.pages.map(({ version }) => version ?? null),
      );
      await put(index, documentOf('versions.test', ['one']));
      expect(Object.keys((await index.get('versions.test'))?.pages[0] ?? {})).not.toContain('version');
    });

    it('returns when a site was last visited: fetched, or confirmed since', async () => {
      expect(await index.lastVisit('visited.test')).toBeNull();
      expect(await index.confirm('visited.test', { revision: 1, at: 5 })).toBe(false);
      const document = documentOf('visited.test', ['visited'], { lastVisited: 1_700_000_000_123 });
      await put(index, document);
      const first = await index.get('visited.test');
      const revision = first?.revision ?? 0;
      expect(await index.lastVisit('visited.test')).toEqual({ revision, at: 1_700_000_000_123 });

      expect(await index.confirm('visited.test', { revision: revision + 1, at: 1_800_000_000_000 })).toBe(
        false,
      );
      expect(await index.confirm('visited.test', { revision, at: 1_600_000_000_000 })).toBe(true);
      expect(await index.lastVisit('visited.test')).toEqual({ revision, at: 1_700_000_000_123 });
      expect(await index.confirm('visited.test', { revision, at: 1_750_000_000_001 })).toBe(true);
      expect(await index.lastVisit('visited.test')).toEqual({ revision, at: 1_750_000_000_001 });
      expect(await index.get('visited.test')).toEqual(first);
      await index.setRanks([{ domain: 'visited.test', rank: 4 }]);
      expect(await index.lastVisit('visited.test')).toEqual({ revision, at: 1_750_000_000_001 });

      await put(index, document);
      const second = (await index.get('visited.test'))?.revision ?? 0;
      expect(await index.lastVisit('visited.test')).toEqual({ revision: second, at: 1_700_000_000_123 });
      await index.confirm('visited.test', { revision: second, at: 1_760_000_000_000 });
      await index.delete('visited.test');
      expect(await index.lastVisit('visited.test')).toBeNull();
      expect(await index.confirm('visited.test', { revision: second, at: 1_770_000_000_000 })).toBe(false);
      await put(index, documentOf('visited.test', ['visited']));
      expect((await index.lastVisit('visited.test'))?.at).toBe(0);
    });

    it('returns facts and rank with each hit', async () => {
      const document = documentOf('facts.test', ['needle of facts'], { languageCode: 'de' });
      await index.setRanks([{ domain: 'facts.test', rank: 77 }]);
      await put(index, document);
      const { hits } = await index.search(queryOf(['needle of facts']));
      expect(hits).toEqual([{ domain: 'facts.test', rank: 77, facts: document.facts }]);
    });

    it('leaves nothing of what was replaced, however many pages come and go', async () => {
      let before = 'never put';
      for (const count of [1, 3, 9, 2, 1, 17, 16, 4]) {
        const sources = Array.from({ length: count }, (_, page) => `round ${count} page ${page}.`);
        await put(index, documentOf('replaced.test', sources));
        for (const source of sources) expect(await found(index, source)).toEqual(['replaced.test']);
        expect(await found(index, before)).toEqual([]);
        before = `round ${count} page`;
        expect((await index.get('replaced.test'))?.pages.map(({ source }) => source)).toEqual(sources);
      }
      expect(await index.delete('replaced.test')).toBe(true);
      expect(await index.delete('replaced.test')).toBe(false);
      expect(await found(index, before)).toEqual([]);
      expect(await index.get('replaced.test')).toBeNull();
    });

    it('takes a domain twice in one batch: the last one stays', async () => {
      const [first, second] = await index.put([
        wholeSite(documentOf('twice.test', ['twice first'])),
        wholeSite(documentOf('twice.test', ['twice second'])),
      ]);
      expect(first?.stored).toBe(true);
      expect(second?.stored).toBe(true);
      expect(await found(index, 'twice first')).toEqual([]);
      expect(await found(index, 'twice second')).toEqual(['twice.test']);
    });

    it('writes only over the revision that is expected', async () => {
      const at = async (source: string, ifRevision?: number | null): Promise<number | null> => {
        const document = documentOf('revised.test', [source]);
        const [result] = await index.put([
          ifRevision === undefined ? wholeSite(document) : { ...wholeSite(document), ifRevision },
        ]);
        return result?.stored === true ? result.revision : null;
      };
      expect(await at('rev zero', 1)).toBeNull();
      const first = await at('rev one', null);
      expect(first).not.toBeNull();
      expect(await at('rev two', null)).toBeNull();
      expect(await found(index, 'rev two')).toEqual([]);
      const second = await at('rev three', first);
      expect(Number(second)).toBeGreaterThan(Number(first));
      expect(await at('rev four', first)).toBeNull();
      expect((await index.get('revised.test'))?.revision).toBe(second);
      expect(await found(index, 'rev three')).toEqual(['revised.test']);

      await index.delete('revised.test');
      const third = await at('rev five', null);
      expect(Number(third)).toBeGreaterThan(Number(second));
      expect(await at('rev six', first)).toBeNull();
    });

    it('keeps ranks through puts and deletions, known or not', async () => {
      await index.setRanks([
        { domain: 'ranked.test', rank: 1000 },
        { domain: 'never.test', rank: 5 },
      ]);
      await put(index, documentOf('ranked.test', ['ranked']));
      await put(index, documentOf('ranked.test', ['ranked again']));
      expect((await index.get('ranked.test'))?.rank).toBe(1000);
      await index.setRanks([{ domain: 'ranked.test', rank: 3 }]);
      expect((await index.get('ranked.test'))?.rank).toBe(3);
      await index.delete('ranked.test');
      await put(index, documentOf('ranked.test', ['ranked']));
      expect((await index.get('ranked.test'))?.rank).toBe(3);
      await index.setRanks([{ domain: 'ranked.test', rank: 0 }]);
      await put(index, documentOf('ranked.test', ['ranked']));
      expect((await index.get('ranked.test'))?.rank).toBe(0);
    });

    it('lists every rank, also of domains without a document, in code point order', async () => {
      const domains = ['b', '\u{1f600}', 'a', '\uffee', 'a.b', 'é'].map((name) => `${name}.told.test`);
      await index.setRanks(domains.map((domain, number) => ({ domain, rank: 10 + number })));
      await put(index, documentOf('a.told.test', ['told']), documentOf('unranked.told.test', ['told']));
      await index.setRanks([
        { domain: 'b.told.test', rank: 500 },
        { domain: 'b.told.test', rank: 77 },
        { domain: 'é.told.test', rank: 0 },
      ]);
      const told = await Array.fromAsync(index.ranks());
      expect(told.filter(({ domain }) => domain.endsWith('.told.test'))).toEqual([
        { domain: 'a.b.told.test', rank: 14 },
        { domain: 'a.told.test', rank: 12 },
        { domain: 'b.told.test', rank: 77 },
        { domain: '\uffee.told.test', rank: 13 },
        { domain: '\u{1f600}.told.test', rank: 11 },
      ]);
    });

    it('lists every domain with a document, in code point order', async () => {
      const domains = ['b', '\u{1f600}', 'a', '\uffee', 'a.b'].map((name) => `${name}.named.test`);
      await put(index, ...domains.map((domain) => documentOf(domain, ['named'])));
      await index.delete('a.b.named.test');
      await index.setRanks([{ domain: 'ranked.named.test', rank: 7 }]);
      const named = (await Array.fromAsync(index.names())).filter((domain) => domain.endsWith('.named.test'));
      expect(named).toEqual(['a', 'b', '\uffee', '\u{1f600}'].map((name) => `${name}.named.test`));
      for (const domain of named) await index.delete(domain);
    });

    it('shows a search one state: documents put together are found together', async () => {
      const batch = Array.from({ length: 8 }, (_, number) => `together${number}.test`);
      const written = new AbortController();
      const write = async (): Promise<void> => {
        for (let round = 0; round < 30; round++) {
          if (round % 3 === 2) await Promise.all(batch.map((domain) => index.delete(domain)));
          else
            await put(
              index,
              ...batch.map((domain) => documentOf(domain, [`together round ${round}.`, 'other'])),
            );
        }
        written.abort();
      };
      const search = async (): Promise<void> => {
        do {
          const { total, hits } = await index.search(queryOf(['together round'], { limit: 5 }));
          expect(hits).toHaveLength(Math.min(5, total));
          for (let round = 0; round < 30; round += 3) {
            expect([0, 8]).toContain((await index.search(queryOf([`together round ${round}.`]))).total);
          }
        } while (!written.signal.aborted);
      };
      await Promise.all([write(), search(), search()]);
      expect(await found(index, 'together round')).toEqual([]);
    });

    it('finds what was put as soon as the put is acknowledged, whichever process put it', async () => {
      await Promise.all(
        Array.from({ length: 20 }, async (_, number) => {
          await put(index, documentOf(`soon${number}.test`, [`soon ${number}!`]));
          expect(await found(index, `soon ${number}!`)).toEqual([`soon${number}.test`]);
        }),
      );
      expect(await found(index, 'soon')).toHaveLength(20);
    });

    it('ends a search that is aborted, and answers the next', async () => {
      await expect(index.search(queryOf(['soon']), { signal: AbortSignal.abort() })).rejects.toThrow(
        SearchAborted,
      );
      const stop = new AbortController();
      const searches = Array.from({ length: 50 }, () =>
        index.search(queryOf(['soon']), { signal: stop.signal }),
      );
      stop.abort();
      const ended = await Promise.allSettled(searches);
      expect(ended.every((end) => end.status === 'rejected' && end.reason instanceof SearchAborted)).toBe(
        true,
      );
      expect(await found(index, 'soon')).toHaveLength(20);
    });

    it('scans all documents in order, or those after a domain', async () => {
      const domains: string[] = [];
      for await (const document of index.scan()) {
        domains.push(document.domain);
        expect(document).toEqual(await index.get(document.domain));
      }
      expect(domains.length).toBeGreaterThan(20);
      expect(domains).toEqual(domains.toSorted());
      const behind: string[] = [];
      for await (const { domain } of index.scan({ after: 'soon3.test' })) behind.push(domain);
      expect(behind).toEqual(domains.slice(domains.indexOf('soon3.test') + 1));
    });

    it('counts what it holds', async () => {
      const before = await index.stats();
      await put(index, documentOf('counted.test', ['12345', 'é😀']));
      const after = await index.stats();
      expect(after.domains - before.domains).toBe(1);
      expect(after.pages - before.pages).toBe(2);
      expect(after.sourceBytes - before.sourceBytes).toBe(5 + 6);
      expect(after.compressedBytes).toBeGreaterThan(before.compressedBytes);
      expect(after.indexBytes).toBeGreaterThan(0);
      expect(after.totalBytes).toBeGreaterThanOrEqual(after.indexBytes);
      const sizes = after.segments.map(({ bytes }) => bytes);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      expect(sizes).toHaveLength(Math.min(100, after.segmentCount));
      for (const { documents, deletedDocuments, bytes } of after.segments) {
        expect(documents).toBeGreaterThanOrEqual(deletedDocuments);
        expect(bytes).toBeGreaterThan(0);
      }
      await put(index, documentOf('counted.test', ['1']));
      expect((await index.stats()).sourceBytes - before.sourceBytes).toBe(1);
      await index.delete('counted.test');
      const { domains, pages, sourceBytes, compressedBytes } = await index.stats();
      expect({ domains, pages, sourceBytes, compressedBytes }).toEqual({
        domains: before.domains,
        pages: before.pages,
        sourceBytes: before.sourceBytes,
        compressedBytes: before.compressedBytes,
      });
    });

    it('holds the same after it was closed and opened again', async () => {
      const before = await Array.fromAsync(index.scan());
      const { revision } = before[0] ?? { revision: 0 };
      await index.confirm(before[0]?.domain ?? '', { revision, at: 1_790_000_000_000 });
      await index.close();
      index = await reopen();
      expect(await index.lastVisit(before[0]?.domain ?? '')).toEqual({ revision, at: 1_790_000_000_000 });
      expect(await Array.fromAsync(index.scan())).toEqual(before);
      expect(await found(index, 'soon')).toHaveLength(20);
    });
  });
}

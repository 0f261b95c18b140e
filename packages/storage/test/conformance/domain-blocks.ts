import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainBlock, DomainIndex, NewBlock } from '../../src/domains.ts';
import { documentOf, found, put } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';
import { wholeSite } from '../../src/puts.ts';

const AT = Date.UTC(2026, 10, 22, 9);

function blockOf(domain: string, reason: string | null = null, at = AT): NewBlock {
  return { domain, reason, at };
}

export function describeDomainBlocks(emptyStore: EmptyStore<DomainIndex>): void {
  describe('blocks', () => {
    let index: DomainIndex;
    let reopen: () => Promise<DomainIndex>;
    beforeAll(async () => {
      reopen = await emptyStore();
      index = await reopen();
    });
    afterAll(() => index.close());

    /** Result of a put of each domain: the blocking domain, or null if it was stored. */
    async function putEach(...domains: readonly string[]): Promise<readonly (string | null)[]> {
      const results = await index.put(
        domains.map((domain) => wholeSite(documentOf(domain, [`put ${domain}`]))),
      );
      return results.map((result) => (result.stored ? null : (result.block?.domain ?? 'another revision')));
    }

    it('refuses a domain and all under it, and nothing else', async () => {
      const block = await index.blocks.block(blockOf('kept.test', 'spam'));
      expect(block).toEqual({ domain: 'kept.test', reason: 'spam', createdAt: AT, takedown: false });
      expect(
        await putEach(
          'kept.test',
          'other.test',
          'a.kept.test',
          'a.b.kept.test',
          'notkept.test',
          'kept.test.org',
        ),
      ).toEqual(['kept.test', null, 'kept.test', 'kept.test', null, null]);
      expect(await found(index, 'put ')).toEqual(['kept.test.org', 'notkept.test', 'other.test']);
      expect(await index.get('a.kept.test')).toBeNull();
      expect((await index.stats()).domains).toBe(3);
    });

    it('leaves what is stored as it is', async () => {
      await put(index, documentOf('stays.test', ['stays as it was']));
      await index.blocks.block(blockOf('stays.test'));
      expect(await putEach('stays.test')).toEqual(['stays.test']);
      expect(await found(index, 'stays as it was')).toEqual(['stays.test']);
      await index.setRanks([{ domain: 'stays.test', rank: 7 }]);
      expect((await index.get('stays.test'))?.rank).toBe(7);
    });

    it('keeps the time of an existing block, and its reason unless one is given', async () => {
      const { blocks } = index;
      await blocks.block(blockOf('again.test', 'first', AT));
      expect(await blocks.block(blockOf('again.test', null, AT + 5))).toMatchObject({ reason: 'first' });
      const last: DomainBlock = { domain: 'again.test', reason: 'second', createdAt: AT, takedown: false };
      expect(await blocks.block(blockOf('again.test', 'second', AT + 9))).toEqual(last);
      expect(await blocks.get('again.test')).toEqual(last);
      expect(await blocks.get('a.again.test')).toBeNull();
    });

    it('finds the nearest block above a domain', async () => {
      const { blocks } = index;
      await blocks.block(blockOf('near.test', 'far'));
      await blocks.block(blockOf('b.near.test', 'near'));
      expect(await blocks.covering('a.b.near.test')).toMatchObject({ domain: 'b.near.test' });
      expect(await blocks.covering('b.near.test')).toMatchObject({ domain: 'b.near.test' });
      expect(await blocks.covering('c.near.test')).toMatchObject({ domain: 'near.test' });
      expect(await blocks.covering('test')).toBeNull();
      expect(await blocks.covering('anear.test')).toBeNull();
    });

    it('blocks an address by itself', async () => {
      await index.blocks.block(blockOf('192.0.2.7'));
      await index.blocks.block(blockOf('2001:db8::1'));
      expect(await putEach('192.0.2.7', '192.0.2.8', '2001:db8::1', '1.192.0.2.7.test')).toEqual([
        '192.0.2.7',
        null,
        '2001:db8::1',
        null,
      ]);
    });

    it('lets a domain in again', async () => {
      const { blocks } = index;
      await blocks.takeDown(blockOf('back.test', 'once'));
      expect(await putEach('back.test')).toEqual(['back.test']);
      expect(await blocks.unblock('a.back.test')).toBeNull();
      expect(await blocks.unblock('back.test')).toMatchObject({ reason: 'once', takedown: true });
      expect(await blocks.unblock('back.test')).toBeNull();
      expect(await blocks.covering('back.test')).toBeNull();
      expect(await putEach('back.test')).toEqual([null]);
      expect(await found(index, 'put back.test')).toEqual(['back.test']);
    });

    it('takes down a domain with all under it, and nothing else', async () => {
      const gone = ['down.test', 'www2.down.test', 'a.b.down.test'];
      const kept = ['updown.test', 'down.test.org', 'other-down.test'];
      await index.setRanks([{ domain: 'down.test', rank: 500 }]);
      await put(index, ...[...gone, ...kept].map((domain) => documentOf(domain, ['taken down?'])));
      const before = await index.stats();
      const { block, removed, samples } = await index.blocks.takeDown(blockOf('down.test', 'asked'));
      expect(await found(index, 'taken down?')).toEqual(kept.toSorted());
      expect(block).toEqual({ domain: 'down.test', reason: 'asked', createdAt: AT, takedown: true });
      expect([removed, samples]).toEqual([3, ['down.test', 'a.b.down.test', 'www2.down.test']]);
      expect(before.domains - (await index.stats()).domains).toBe(3);
      for (const domain of gone) expect(await index.get(domain)).toBeNull();
      expect(await putEach(...gone)).toEqual(gone.map(() => 'down.test'));

      expect(await index.blocks.takeDown(blockOf('down.test', null, AT + 1))).toEqual({
        block,
        removed: 0,
        samples: [],
      });
      // The rank is not part of what is stored of the site.
      await index.setRanks([{ domain: 'www2.down.test', rank: 9 }]);
      await index.blocks.unblock('down.test');
      await putEach('down.test', 'www2.down.test');
      expect((await index.get('down.test'))?.rank).toBe(500);
      expect((await index.get('www2.down.test'))?.rank).toBe(9);
    });

    it('takes down a domain that was blocked before; blocked again, it stays a takedown', async () => {
      await put(index, documentOf('later.test', ['later']));
      await index.blocks.block(blockOf('later.test', 'spam'));
      const later = { block: { domain: 'later.test', reason: 'spam', createdAt: AT, takedown: true } };
      expect(await index.blocks.takeDown(blockOf('later.test', null, AT + 1))).toMatchObject(later);
      expect(await index.blocks.block(blockOf('later.test'))).toEqual(later.block);
      expect(await found(index, 'later')).toEqual([]);
    });

    it('takes down hundreds at once, and names the first of them', async () => {
      const domains = Array.from({ length: 230 }, (_, number) => `s${number + 100}.many.test`);
      await put(index, ...domains.map((domain) => documentOf(domain, ['many of them'])));
      expect(await found(index, 'many of them')).toHaveLength(230);
      const { removed, samples } = await index.blocks.takeDown(blockOf('many.test'));
      expect(await found(index, 'many of them')).toEqual([]);
      expect([removed, samples]).toEqual([230, domains.slice(0, 100)]);
    });

    it('leaves nothing of puts that go on while a domain is taken down', async () => {
      for (let round = 0; round < 6; round++) {
        const top = `raced${round}.test`;
        const domains = Array.from({ length: 12 }, (_, number) =>
          number % 3 === 0 ? top : `s${number}.${top}`,
        );
        const puts = domains.map(async (domain, number) => {
          // So that some come before it, and some after it.
          for (let tick = 0; tick < number; tick++) await new Promise(setImmediate);
          return index.put([wholeSite(documentOf(domain, [`raced ${round}!`]))]);
        });
        for (let tick = 0; tick < 2 * round; tick++) await new Promise(setImmediate);
        await index.blocks.takeDown(blockOf(top));
        await Promise.all(puts);
        expect(await found(index, `raced ${round}!`)).toEqual([]);
        expect(await putEach(top, `s1.${top}`)).toEqual([top, top]);
      }
    });

    it('lists all of them by domain, a page at a time, and holds them when it is opened again', async () => {
      const read = async (limit: number): Promise<readonly DomainBlock[]> => {
        const all: DomainBlock[] = [];
        for (let after: string | null = ''; after !== null;) {
          const page = await index.blocks.list({ limit, ...(after === '' ? {} : { after }) });
          all.push(...page.items);
          after = page.next;
        }
        return all;
      };
      const all = await read(1_000);
      const domains = all.map(({ domain }) => domain);
      expect(domains).toEqual(domains.toSorted());
      expect(domains).toContain('kept.test');
      expect(domains).not.toContain('back.test');
      expect(await read(1)).toEqual(all);
      expect(await read(all.length)).toEqual(all);
      await index.close();
      index = await reopen();
      expect(await read(4)).toEqual(all);
      expect(await putEach('kept.test')).toEqual(['kept.test']);
    });
  });
}

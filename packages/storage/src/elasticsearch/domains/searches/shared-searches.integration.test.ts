import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { documentOf } from '../../../../test/conformance/documents.ts';
import { Gate, gated } from '../../../../test/elasticsearch/gate.ts';
import { openTestIndexes } from '../../../../test/elasticsearch/test-indexes.ts';
import { domainsOf, EventConsumer, pagesOf, searchFor } from '../../../../test/saved-searches.ts';
import type { DomainIndex, PutResult } from '../../../domains.ts';
import { wholeSite } from '../../../puts.ts';
import { openDomainIndex } from '../domain-index.ts';

const indexes = await openTestIndexes();
const options = {
  ...indexes.options(),
  shards: 2,
  fullText: false,
  refreshInterval: '50ms',
  bulkBytes: 1 << 20,
  bulkConcurrency: 2,
};

const WRITES = /domains.*\/_bulk$/;
const READS = /domains.*\/_mget$/;

let gate: Gate;
/** Two processes: one puts, the other one saves searches and fills them. */
let putting: DomainIndex;
let saving: DomainIndex;
beforeAll(async () => {
  saving = await openDomainIndex(indexes.client, options);
});
beforeEach(async () => {
  gate = new Gate();
  putting = await openDomainIndex(gated(indexes.client, gate), options);
});
afterEach(() => putting.close());
afterAll(async () => {
  await saving.close();
  await indexes.close();
});

const put = (domain: string, ...sources: readonly string[]): Promise<readonly PutResult[]> =>
  putting.put([wholeSite(documentOf(domain, sources))]);

async function save(id: string, level: 'domain' | 'page', text: string): Promise<void> {
  await saving.searches.put(searchFor(id, level, text));
  await saving.searches.fill();
}

it.each(['domain', 'page'] as const)(
  'a put that was decided before a search was saved, and is written after its fill, is decided for it at level %s',
  async (level) => {
    const [domain, text, id] = [`late-${level}.test`, `late at ${level}`, `late-${level}`];
    const write = gate.stop(WRITES);
    const late = put(domain, 'nothing', text);
    await write.reached;
    await save(id, level, text);
    expect(await saving.searches.get(id)).toMatchObject({ filled: true });
    expect(await domainsOf(saving, id)).toEqual([]);
    write.go();
    expect(await late).toEqual([{ stored: true, revision: 1 }]);
    expect(await domainsOf(saving, id)).toEqual([domain]);
    expect(await pagesOf(saving, id)).toContain(`https://${domain}/000001`);
    // It stays so when others put the domain again, which tells of what changes alone.
    const consumer = new EventConsumer();
    await put(domain, 'something', text);
    await consumer.read(saving);
    expect(consumer.kindsOf(id, domain)).toEqual([]);
    await put(domain, 'nothing');
    await consumer.read(saving);
    expect(consumer.kindsOf(id, domain)).toEqual(['disappeared']);
  },
);

it('a put that no longer fulfils a search which was saved meanwhile is not left in it by the fill', async () => {
  await put('gone.test', 'it will be gone');
  const write = gate.stop(WRITES);
  const late = put('gone.test', 'it is not here');
  await write.reached;
  await save('gone', 'domain', 'will be gone');
  expect(await domainsOf(saving, 'gone')).toEqual(['gone.test']);
  write.go();
  await late;
  expect(await domainsOf(saving, 'gone')).toEqual([]);
});

it('what a killed put left is decided by the next put or the next visit of its site', async () => {
  for (const [number, next] of [
    async (domain: string) => await put(domain, 'left over 0, again'),
    async (domain: string) => await putting.confirm(domain, { revision: 1, at: Date.now() }),
  ].entries()) {
    const [domain, id] = [`left${number}.test`, `left${number}`];
    const write = gate.stop(WRITES);
    // The history is read when the document is written.
    const settle = gate.stop(READS);
    const late = put(domain, `left over ${number}`).catch((error: unknown) => error);
    await write.reached;
    await save(id, 'domain', `left over ${number}`);
    write.go();
    await settle.reached;
    settle.die();
    expect(await late).toBeInstanceOf(Error);
    await next(domain);
    expect(await domainsOf(saving, id)).toContain(domain);
  }
});

it('two processes that put and save at the same time leave each search with what fulfils it', async () => {
  const domains = Array.from({ length: 8 }, (_, number) => `many${number}.test`);
  const words = ['aspen', 'birch', 'cedar', 'dogwood'];
  const processes = [putting, saving];
  /** Words of each site after its last put. */
  const last = new Map<string, readonly string[]>();
  const drawn = (seed: number): readonly string[] => words.filter((_, bit) => ((seed * 7) >> bit) % 2 === 1);
  await Promise.all([
    ...domains.map(async (domain, number) => {
      for (let round = 0; round < 8; round++) {
        const has = drawn(number + 3 * round);
        last.set(domain, has);
        const site = wholeSite(documentOf(domain, [`many ${has.join(' ')}`, `${round}`]));
        await processes[(number + round) % 2]?.put([site]);
      }
    }),
    ...words.map(async (word, number) => {
      for (let round = 0; round <= number; round++) await saving.searches.get(word);
      await processes[number % 2]?.searches.put(searchFor(word, number % 2 === 0 ? 'domain' : 'page', word));
      await processes[(number + 1) % 2]?.searches.fill();
    }),
  ]);
  for (const word of words) {
    expect(await saving.searches.get(word)).toMatchObject({ filled: true });
    const fulfilling = domains.filter((domain) => last.get(domain)?.includes(word));
    expect([word, await domainsOf(putting, word)]).toEqual([word, fulfilling]);
    // Each event is the opposite of the one before it.
    const consumer = new EventConsumer();
    await consumer.read(saving);
    for (const domain of domains) {
      const kinds = consumer.kindsOf(word, domain).filter((kind) => kind !== 'changed');
      for (const [at, kind] of kinds.entries()) expect(kind).not.toBe(kinds[at - 1]);
      const isIn = fulfilling.includes(domain) ? 'appeared' : 'disappeared';
      expect(kinds.at(-1) ?? isIn).toBe(isIn);
    }
  }
});

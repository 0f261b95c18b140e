import type { Queues } from '@sitegrep/jobs';
import type { CrawlRecords } from '@sitegrep/storage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Feeder } from './feeder.ts';
import { openEmptyRecords } from '../test/empty-storage.ts';

const NONE_REJECTED = { count: 0, reasons: {}, samples: [] };
const WINDOW = 200;

let crawls: CrawlRecords;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ crawls, remove } = await openEmptyRecords());
});
afterEach(() => remove());

/** A queue like BullMQ's (by priority, then by age, one job per id), with its workers. */
class QueueDouble {
  readonly waiting: {
    readonly crawlId: string;
    readonly domain: string;
    readonly priority: number;
    readonly first: boolean;
  }[] = [];
  delayed = 0;
  /** Its maximum length so far. */
  longest = 0;
  adds = 0;

  readonly queues: Pick<Queues, 'add' | 'counts' | 'waitingByPriority'> = {
    add: async (_name, payloads, { priority = 0, first = false } = {}) => {
      for (const { crawlId, domain } of payloads) {
        this.adds += 1;
        if (this.waiting.some((job) => job.crawlId === crawlId && job.domain === domain)) continue;
        this.waiting.push({ crawlId, domain, priority, first });
      }
      this.longest = Math.max(this.longest, this.waiting.length);
    },
    counts: async () => ({ waiting: this.waiting.length, active: 0, delayed: this.delayed }),
    waitingByPriority: async () =>
      Array.from(
        { length: 10 },
        (_, index) => this.waiting.filter(({ priority }) => priority === index + 1).length,
      ),
  };

  /** Takes the next jobs, like workers. */
  take(count: number): { readonly crawlId: string; readonly domain: string }[] {
    const level = (job: { readonly priority: number; readonly first: boolean }): number =>
      2 * job.priority - (job.first ? 1 : 0);
    const taken = this.waiting.toSorted((one, other) => level(one) - level(other)).slice(0, count);
    for (const job of taken) this.waiting.splice(this.waiting.indexOf(job), 1);
    return taken;
  }
}

async function crawlOf(sites: number, priority = 5): Promise<string> {
  const { id } = await crawls.create({ maxPages: 1, maxDepth: 0, priority });
  await crawls.appendSites(
    id,
    Array.from({ length: sites }, (_, n) => ({ domain: `d${String(n).padStart(6, '0')}.test`, urls: [] })),
  );
  await crawls.seal(id, NONE_REJECTED);
  return id;
}

/** Gives the next jobs of the queue a result. @returns their crawls */
async function work(queue: QueueDouble, count: number): Promise<string[]> {
  const jobs = queue.take(count);
  const end = { reason: null, pages: 0, bytes: 0, startedAt: 1, finishedAt: 2, redirects: [] };
  await Promise.all(
    jobs.map(({ crawlId, domain }) => crawls.finish(crawlId, domain, { outcome: 'dns_failed', ...end })),
  );
  return jobs.map(({ crawlId }) => crawlId);
}

const never = new AbortController().signal;

function feederOf(queue: QueueDouble, now: () => number = () => 0): Feeder {
  return new Feeder({ crawls, queues: queue.queues, window: WINDOW, now });
}

describe('a feeder', () => {
  test('keeps the queue within its window and never empty, until every site has ended', async () => {
    const id = await crawlOf(1_234);
    const queue = new QueueDouble();
    const feeder = feederOf(queue);
    while ((await crawls.get(id))?.state !== 'completed') {
      expect(await feeder.feed(never)).toBe(true);
      expect(queue.waiting.length).toBeGreaterThan(0);
      await work(queue, 70);
    }
    expect(queue.longest).toBe(WINDOW);
    expect(queue.adds).toBe(1_234);
    expect(await feeder.feed(never)).toBe(false);
  });

  test('adds nothing to a queue that is more than half full', async () => {
    await crawlOf(1_000);
    const queue = new QueueDouble();
    const feeder = feederOf(queue);
    await feeder.feed(never);
    await work(queue, WINDOW / 2 - 1);
    await feeder.feed(never);
    expect(queue.waiting).toHaveLength(WINDOW / 2 + 1);
    await work(queue, 1);
    await feeder.feed(never);
    expect(queue.waiting).toHaveLength(WINDOW);
  });

  test('starts a small crawl within one window of a large one of the same priority', async () => {
    const large = await crawlOf(2_000);
    const queue = new QueueDouble();
    const feeder = feederOf(queue);
    await feeder.feed(never);
    const small = await crawlOf(60);
    const order: string[] = [];
    while (order.filter((id) => id === small).length < 60) {
      await feeder.feed(never);
      order.push(...(await work(queue, 50)));
    }
    expect(order.indexOf(small)).toBeLessThanOrEqual(WINDOW);
    // It came in shares of 50, alternating with the large one.
    expect(order.length).toBeLessThanOrEqual(WINDOW + 2 * 60 + 50);
    expect(order).toContain(large);
  });

  test('begins a crawl of 10 sites next, although a window of a crawl of 10,000 waits', async () => {
    const large = await crawlOf(10_000);
    const queue = new QueueDouble();
    const feeder = feederOf(queue);
    await feeder.feed(never);
    expect(queue.waiting).toHaveLength(WINDOW);
    const small = await crawlOf(10);
    await feeder.feed(never);
    // The first sites of the large crawl went ahead, too: nothing else was there.
    const order = await work(queue, 70);
    expect(order.filter((id) => id === small)).toHaveLength(10);
    expect(order.lastIndexOf(small)).toBe(59);
    expect(order.at(-1)).toBe(large);
    const next = await crawlOf(10);
    await feeder.feed(never);
    expect(await work(queue, 11)).toEqual([...Array.from({ length: 10 }, () => next), large]);
  });

  test('goes on with a large crawl while more small ones come than can be worked on', async () => {
    const large = await crawlOf(3_000);
    const queue = new QueueDouble();
    const feeder = feederOf(queue);
    const order: string[] = [];
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 10 }, () => crawlOf(10)));
      await feeder.feed(never);
      order.push(...(await work(queue, 50)));
    }
    const ofLarge = order.filter((id) => id === large).length;
    expect(ofLarge).toBeGreaterThanOrEqual(200);
    expect(ofLarge).toBeLessThanOrEqual(800);
  });

  test('feeds a higher priority at once despite a full queue, and a lower one when the window has space', async () => {
    const queue = new QueueDouble();
    const feeder = feederOf(queue);
    const middle = await crawlOf(1_000, 5);
    await feeder.feed(never);
    const late = await crawlOf(1_000, 10);
    const soon = await crawlOf(30, 1);
    await feeder.feed(never);
    expect(await work(queue, 31)).toEqual([...Array.from({ length: 30 }, () => soon), middle]);
    for (let taken = 0; taken < 900; taken += 50) {
      await feeder.feed(never);
      expect(await work(queue, 50)).not.toContain(late);
    }
    await feeder.feed(never);
    await work(queue, 200);
    await feeder.feed(never);
    expect(await work(queue, 10)).toContain(late);
  });

  test('feeds every one of many crawls', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => crawlOf(100)));
    const queue = new QueueDouble();
    const feeder = feederOf(queue);
    const order: string[] = [];
    // Four shares of 50 fit into a window.
    for (let round = 0; round < 4; round++) {
      await feeder.feed(never);
      order.push(...(await work(queue, WINDOW)));
    }
    expect(new Set(order.slice(0, 600))).toEqual(new Set(ids));
  });

  test('adds sites again that left the queue without a result: when it is empty, otherwise once a minute', async () => {
    const id = await crawlOf(150);
    const queue = new QueueDouble();
    let now = 0;
    const feeder = feederOf(queue, () => now);
    await feeder.feed(never);
    const [lost] = queue.take(1);
    await work(queue, 100);
    await feeder.feed(never);
    expect(queue.waiting).toHaveLength(49);
    now = 60_001;
    await feeder.feed(never);
    expect(queue.waiting.map(({ domain }) => domain)).toContain(lost?.domain);
    queue.take(50);
    await feeder.feed(never);
    expect(queue.waiting).toHaveLength(50);
    await work(queue, 50);
    expect((await crawls.get(id))?.state).toBe('completed');
  });

  test('starts again when the queue has lost its content', async () => {
    await crawlOf(1_000);
    const queue = new QueueDouble();
    const feeder = feederOf(queue);
    await feeder.feed(never);
    const before = queue.take(WINDOW).map(({ domain }) => domain);
    feeder.restart();
    await feeder.feed(never);
    expect(queue.waiting.map(({ domain }) => domain)).toEqual(before);
  });

  test('exceeds the window by at most a share if several feed at once, and adds no job twice', async () => {
    await crawlOf(3_000);
    const queue = new QueueDouble();
    const feeders = [feederOf(queue), feederOf(queue), feederOf(queue)];
    for (let round = 0; round < 5; round++) {
      await Promise.all(feeders.map((feeder) => feeder.feed(never)));
      await work(queue, 150);
    }
    expect(queue.longest).toBeLessThanOrEqual(3 * WINDOW);
    expect(new Set(queue.waiting.map(({ domain }) => domain)).size).toBe(queue.waiting.length);
  });

  test('continues while sites are delayed, up to a limit', async () => {
    await crawlOf(1_000);
    const queue = new QueueDouble();
    const feeder = feederOf(queue);
    queue.delayed = WINDOW;
    await feeder.feed(never);
    expect(queue.waiting).toHaveLength(WINDOW);
    queue.take(WINDOW);
    queue.delayed = 2 * WINDOW;
    await feeder.feed(never);
    expect(queue.waiting).toEqual([]);
  });

  test('adds nothing of a cancelled crawl to the queue', async () => {
    const id = await crawlOf(1_000);
    await crawls.cancel(id);
    const queue = new QueueDouble();
    expect(await feederOf(queue).feed(never)).toBe(false);
    expect(queue.waiting).toEqual([]);
  });
});

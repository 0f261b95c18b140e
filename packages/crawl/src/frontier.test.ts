import type { Request } from '@crawlee/core';
import { expect, test } from 'vitest';
import { Frontier } from './frontier.ts';
import { Visit, type VisitOwner } from './visit.ts';

const owner: VisitOwner = {
  signal: new AbortController().signal,
  received: () => undefined,
  answered: () => Promise.resolve(),
  failed: () => undefined,
  break: () => undefined,
};

const visit = (url: string, trail: readonly string[] = []): Visit =>
  new Visit(owner, [new URL(url)], 0, trail);

/** Time that passes only when told to. */
function manualClock() {
  let now = 1_000_000;
  const timers = new Set<{ at: number; action: () => void }>();
  return {
    now: () => now,
    schedule(ms: number, action: () => void) {
      const timer = { at: now + ms, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms: number) {
      now += ms;
      for (const timer of timers) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.action();
      }
    },
    timers,
  };
}

function open(options: { hostConcurrency?: number; crawlDelayMs?: number } = {}) {
  const clock = manualClock();
  const frontier = new Frontier({
    clock,
    hostConcurrency: 1,
    crawlDelayMs: 1_000,
    maxCrawlDelayMs: 30_000,
    onReady: () => undefined,
    ...options,
  });
  const take = async (): Promise<Request> => {
    const request = await frontier.fetchNextRequest();
    if (request === null) throw new Error('nothing is ready');
    return request;
  };
  return { clock, frontier, take };
}

test('one visit a host at a time, hosts in turns, a pause after each, measured from its end', async () => {
  const { clock, frontier, take } = open();
  for (const url of ['http://a/1', 'http://a/2', 'https://b/1', 'http://b:81/2']) frontier.add(visit(url));
  const first = await take();
  const second = await take();
  expect([first.url, second.url]).toEqual(['http://a/1', 'https://b/1']);
  expect(await frontier.isEmpty()).toBe(true);
  clock.advance(5_000);
  expect(await frontier.isEmpty()).toBe(true);
  await frontier.markRequestHandled(first);
  clock.advance(999);
  expect(await frontier.fetchNextRequest()).toBeNull();
  clock.advance(1);
  expect((await take()).url).toBe('http://a/2');
  expect(await frontier.isEmpty()).toBe(true);
});

test('a longer pause that robots.txt asks for is kept, within the cap', async () => {
  const { clock, frontier, take } = open();
  frontier.add(visit('http://a/1'));
  frontier.add(visit('http://a/2'));
  const first = await take();
  frontier.requested('a', 86_400_000);
  await frontier.markRequestHandled(first);
  clock.advance(29_999);
  expect(await frontier.isEmpty()).toBe(true);
  clock.advance(1);
  expect((await take()).url).toBe('http://a/2');
});

test('the next step of a redirect goes before others and without our pause, but not without the one asked for', async () => {
  const { clock, frontier, take } = open();
  frontier.add(visit('http://a/1'));
  frontier.add(visit('http://a/2'));
  const first = await take();
  frontier.add(visit('http://a/moved', ['http://a/1']));
  await frontier.markRequestHandled(first);
  const hop = await take();
  expect(hop.url).toBe('http://a/moved');
  frontier.requested('a', 2_000);
  frontier.add(visit('http://a/moved-again', ['http://a/1', 'http://a/moved']));
  await frontier.markRequestHandled(hop);
  expect(await frontier.isEmpty()).toBe(true);
  clock.advance(2_000);
  expect((await take()).url).toBe('http://a/moved-again');
});

test('a visit that is taken back rests its whole host, then comes first and keeps its count of attempts', async () => {
  const { clock, frontier, take } = open({ crawlDelayMs: 0 });
  frontier.add(visit('http://a/1'));
  frontier.add(visit('http://a/2'));
  const first = await take();
  first.retryCount = 1;
  frontier.restBeforeRetry(first, 7_000);
  await frontier.reclaimRequest(first);
  frontier.add(visit('http://a/moved', ['http://a/0']));
  clock.advance(6_999);
  expect(await frontier.isEmpty()).toBe(true);
  clock.advance(1);
  await frontier.markRequestHandled(await take());
  expect(await take()).toBe(first);
});

test('as many visits to a host at once as it may have', async () => {
  const { frontier, take } = open({ hostConcurrency: 2, crawlDelayMs: 0 });
  for (const n of [1, 2, 3]) frontier.add(visit(`http://a/${n}`));
  const first = await take();
  await take();
  expect(await frontier.isEmpty()).toBe(true);
  await frontier.markRequestHandled(first);
  expect((await take()).url).toBe('http://a/3');
});

test('a visit that waits can be withdrawn, one under way cannot', async () => {
  const { frontier, take } = open();
  const [one, two] = [visit('http://a/1'), visit('http://a/2')];
  frontier.add(one);
  frontier.add(two);
  const request = await take();
  expect(frontier.withdraw(one)).toBe(false);
  expect(frontier.withdraw(two)).toBe(true);
  expect(frontier.withdraw(two)).toBe(false);
  await frontier.markRequestHandled(request);
  expect(frontier.getPendingCount()).toBe(0);
});

test('ten thousand sites later nothing is remembered', async () => {
  const { clock, frontier, take } = open();
  for (let n = 0; n < 10_000; n++) {
    frontier.add(visit(`http://s${n}.test/`));
    await frontier.markRequestHandled(await take());
    clock.advance(10);
    expect(frontier.size).toBeLessThanOrEqual(101);
  }
  clock.advance(1_000);
  expect(frontier.size).toBe(0);
  expect(clock.timers.size).toBe(0);
  expect(frontier.getTotalCount()).toBe(10_000);
  expect(frontier.getPendingCount()).toBe(0);
});

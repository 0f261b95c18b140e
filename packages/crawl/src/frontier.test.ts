import type { Request } from '@crawlee/core';
import { expect, test } from 'vitest';
import { Frontier } from './frontier.ts';
import { manualClock } from './manual-clock.fixture.ts';
import { Visit, type VisitOwner } from './visit.ts';

const owner: VisitOwner = {
  wants: 'page',
  signal: new AbortController().signal,
  validators: () => null,
  received: () => undefined,
  refused: () => undefined,
  answered: () => Promise.resolve(),
  failed: () => undefined,
  break: () => undefined,
};

const visit = (url: string, trail: readonly string[] = []): Visit =>
  new Visit(owner, [new URL(url)], 0, trail);

function open(options: { hostConcurrency?: number } = {}) {
  const clock = manualClock();
  const rests = new Map<string, number>();
  const frontier = new Frontier({
    clock,
    hostConcurrency: 1,
    restsFor: (host) => (rests.get(host) ?? 0) - clock.now(),
    onReady: () => undefined,
    ...options,
  });
  const rest = (host: string, ms: number): void => void rests.set(host, clock.now() + ms);
  const take = async (): Promise<Request> => {
    const request = await frontier.fetchNextRequest();
    if (request === null) throw new Error('nothing is ready');
    return request;
  };
  return { clock, frontier, rest, take };
}

test('one visit a host at a time, hosts in turns, none while its host rests', async () => {
  const { clock, frontier, rest, take } = open();
  for (const url of ['http://a/1', 'http://a/2', 'https://b/1', 'http://b:81/2']) frontier.add(visit(url));
  const first = await take();
  const second = await take();
  expect([first.url, second.url]).toEqual(['http://a/1', 'https://b/1']);
  expect(await frontier.isEmpty()).toBe(true);
  clock.advance(5_000);
  expect(await frontier.isEmpty()).toBe(true);
  rest('a', 1_000);
  await frontier.markRequestHandled(first);
  clock.advance(999);
  expect(await frontier.fetchNextRequest()).toBeNull();
  // Another request to the host made its rest longer meanwhile.
  rest('a', 500);
  clock.advance(499);
  expect(await frontier.fetchNextRequest()).toBeNull();
  clock.advance(1);
  expect((await take()).url).toBe('http://a/2');
  expect(await frontier.isEmpty()).toBe(true);
});

test('hosts of one registered domain are one host, sites of other people are not', async () => {
  const { frontier, take } = open();
  const urls = ['http://www.a.test/', 'http://shop.a.test/', 'http://x.github.io/', 'http://y.github.io/'];
  for (const url of urls) frontier.add(visit(url));
  const first = await take();
  expect([first.url, (await take()).url, (await take()).url]).toEqual([urls[0], urls[2], urls[3]]);
  expect(await frontier.isEmpty()).toBe(true);
  await frontier.markRequestHandled(first);
  expect((await take()).url).toBe(urls[1]);
});

test('the next step of a redirect goes before others', async () => {
  const { frontier, take } = open();
  frontier.add(visit('http://a/1'));
  frontier.add(visit('http://a/2'));
  const first = await take();
  frontier.add(visit('http://a/moved', ['http://a/1']));
  await frontier.markRequestHandled(first);
  expect((await take()).url).toBe('http://a/moved');
});

test('a visit that is taken back rests its whole host, then comes first and keeps its count of attempts', async () => {
  const { clock, frontier, take } = open();
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
  const { frontier, take } = open({ hostConcurrency: 2 });
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
    expect(frontier.size).toBe(0);
  }
  expect(clock.timers.size).toBe(0);
  expect(frontier.getTotalCount()).toBe(10_000);
  expect(frontier.getPendingCount()).toBe(0);
});

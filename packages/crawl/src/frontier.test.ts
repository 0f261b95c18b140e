import { expect, test } from 'vitest';
import { Frontier } from './frontier.ts';
import { manualClock } from '../test/manual-clock.ts';
import { Visit, type VisitOwner } from './visit.ts';

const owner: VisitOwner = {
  wants: 'page',
  cookies: null,
  signal: new AbortController().signal,
  validators: () => null,
  received: () => undefined,
  refused: () => undefined,
  answered: () => Promise.resolve(),
  failed: () => undefined,
  break: () => undefined,
};

const visit = (url: string, trail: readonly string[] = []): Visit =>
  new Visit(owner, [new URL(url)], 0, { trail });

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
  const take = (): Visit => {
    const next = frontier.take();
    if (next === null) throw new Error('nothing is ready');
    return next;
  };
  const taken = (): string => take().urls[0].href;
  return { clock, frontier, rest, take, taken };
}

test('one visit at a time per host, hosts in rotation, none during a pause of its host', () => {
  const { clock, frontier, rest, take, taken } = open();
  for (const url of ['http://a/1', 'http://a/2', 'https://b/1', 'http://b:81/2']) frontier.add(visit(url));
  const first = take();
  const second = take();
  expect([first.urls[0].href, second.urls[0].href]).toEqual(['http://a/1', 'https://b/1']);
  expect(frontier.take()).toBeNull();
  clock.advance(5_000);
  expect(frontier.take()).toBeNull();
  rest('a', 1_000);
  frontier.done(first);
  clock.advance(999);
  expect(frontier.take()).toBeNull();
  // Another request to the host extended its pause meanwhile.
  rest('a', 500);
  clock.advance(499);
  expect(frontier.take()).toBeNull();
  clock.advance(1);
  expect(taken()).toBe('http://a/2');
  expect(frontier.take()).toBeNull();
});

test('hosts of one registered domain are one host, domains under a public suffix are not', () => {
  const { frontier, take, taken } = open();
  const urls = ['http://www.a.test/', 'http://shop.a.test/', 'http://x.github.io/', 'http://y.github.io/'];
  for (const url of urls) frontier.add(visit(url));
  const first = take();
  expect([first.urls[0].href, taken(), taken()]).toEqual([urls[0], urls[2], urls[3]]);
  expect(frontier.take()).toBeNull();
  frontier.done(first);
  expect(taken()).toBe(urls[1]);
});

test('the next step of a redirect comes before other visits', () => {
  const { frontier, take, taken } = open();
  frontier.add(visit('http://a/1'));
  frontier.add(visit('http://a/2'));
  const first = take();
  frontier.add(visit('http://a/moved', ['http://a/1']));
  frontier.done(first);
  expect(taken()).toBe('http://a/moved');
});

test('a visit that is taken back pauses its host, then comes first', () => {
  const { clock, frontier, take } = open();
  frontier.add(visit('http://a/1'));
  frontier.add(visit('http://a/2'));
  const first = take();
  frontier.takeBack(first, 7_000);
  frontier.add(visit('http://a/moved', ['http://a/0']));
  clock.advance(6_999);
  expect(frontier.take()).toBeNull();
  clock.advance(1);
  frontier.done(take());
  expect(take()).toBe(first);
});

test('a host gets its maximum of concurrent visits', () => {
  const { frontier, take, taken } = open({ hostConcurrency: 2 });
  for (const n of [1, 2, 3]) frontier.add(visit(`http://a/${n}`));
  const first = take();
  take();
  expect(frontier.take()).toBeNull();
  frontier.done(first);
  expect(taken()).toBe('http://a/3');
});

test('a queued visit can be withdrawn, one under way cannot', () => {
  const { frontier, take } = open();
  const [one, two] = [visit('http://a/1'), visit('http://a/2')];
  frontier.add(one);
  frontier.add(two);
  const request = take();
  expect(frontier.withdraw(one)).toBe(false);
  expect(frontier.withdraw(two)).toBe(true);
  expect(frontier.withdraw(two)).toBe(false);
  frontier.done(request);
  expect(frontier.size).toBe(0);
});

test('a visit that is not under way can be neither ended nor taken back', () => {
  const { frontier, take } = open();
  const [one, two] = [visit('http://a/1'), visit('http://a/2')];
  frontier.add(one);
  frontier.add(two);
  expect(take()).toBe(one);
  frontier.done(two);
  frontier.takeBack(two, 0);
  expect(frontier.take()).toBeNull();
  frontier.done(one);
  frontier.done(one);
  frontier.takeBack(one, 0);
  expect(take()).toBe(two);
  expect(frontier.take()).toBeNull();
  frontier.close();
  frontier.takeBack(two, 0);
  expect(frontier.size).toBe(0);
});

test('after ten thousand sites no host is remembered', () => {
  const { clock, frontier, take } = open();
  for (let n = 0; n < 10_000; n++) {
    frontier.add(visit(`http://s${n}.test/`));
    frontier.done(take());
    expect(frontier.size).toBe(0);
  }
  expect(clock.timers.size).toBe(0);
});

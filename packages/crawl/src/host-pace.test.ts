import { expect, test } from 'vitest';
import { HostPace, pacedHost, type HostPaceSettings, type HostPermit } from './host-pace.ts';
import { manualClock } from '../test/manual-clock.ts';
import type { PermitReport } from './options.ts';

function open(options: Partial<HostPaceSettings> = {}) {
  const clock = manualClock();
  const slots: PermitReport[] = [];
  const pace = new HostPace(
    {
      clock,
      onPermit: (slot) => void slots.push(slot),
      hostConcurrency: 1,
      crawlDelayMs: 1_000,
      maxCrawlDelayMs: 30_000,
      delayFactor: 0,
      maxRetryAfterMs: 60_000,
      retryDelayMs: 1_000,
      ...options,
    },
    null,
  );
  const never = new AbortController().signal;
  /** Permits in the order in which they were given. */
  const given: string[] = [];
  const ask = async (url: string, signal = never): Promise<HostPermit> => {
    const slot = await pace.acquire(new URL(url), null, signal);
    given.push(url);
    return slot;
  };
  return { clock, pace, given, slots, ask };
}

const served = { kind: 'served' } as const;
/** Resolves after promises that have settled were handled. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test.each([
  ['www.example.co.uk', 'example.co.uk'],
  ['a.b.example.com', 'example.com'],
  ['user.github.io', 'user.github.io'],
  ['a.user.github.io', 'user.github.io'],
  ['github.io', 'github.io'],
  ['10.0.0.1', '10.0.0.1'],
  ['[::1]', '::1'],
  ['localhost', 'localhost'],
  ['xn--bcher-kva.example.de', 'example.de'],
])('%s is paced as %s', (hostname, host) => {
  expect(pacedHost(hostname)).toBe(host);
});

test('all hosts of a domain get one request at a time, in order, with a pause between an end and the next start', async () => {
  const { clock, given, slots, ask } = open();
  const urls = ['http://a.test/1', 'https://www.a.test:444/2', 'http://shop.a.test/3'] as const;
  const [first, second, third] = urls.map((url) => ask(url));
  void ask('http://b.test/');
  await settled();
  expect(given).toEqual([urls[0], 'http://b.test/']);
  clock.advance(5_000);
  expect((await first)?.end(served)).toBe(1_000);
  clock.advance(999);
  await settled();
  expect(given).toHaveLength(2);
  clock.advance(1);
  await second;
  clock.advance(60_000);
  await settled();
  expect(given).toHaveLength(3);
  (await second)?.end(served, 4_000);
  clock.advance(3_999);
  await settled();
  expect(given).toHaveLength(3);
  clock.advance(1);
  await third;
  expect(given).toHaveLength(4);
  expect(slots).toEqual([
    { waitedMs: 0, refused: false },
    { waitedMs: 6_000, refused: false },
  ]);
});

test('a permit ends once', async () => {
  const { clock, pace, slots, ask } = open();
  const slot = await ask('http://a.test/');
  expect(slot.end({ kind: 'refused', forMs: 9_000 })).toBe(9_000);
  clock.advance(1_000);
  expect(slot.end(served)).toBe(9_000);
  expect(pace.restsFor('a.test')).toBe(8_000);
  expect(slots).toEqual([{ waitedMs: 0, refused: true }]);
});

test('concurrent requests start a pause apart', async () => {
  const { clock, given, ask } = open({ hostConcurrency: 2 });
  const slots = ['http://a.test/1', 'http://a.test/2', 'http://a.test/3'].map((url) => ask(url));
  await settled();
  expect(given).toHaveLength(1);
  clock.advance(1_000);
  await settled();
  expect(given).toHaveLength(2);
  clock.advance(10_000);
  await settled();
  expect(given).toHaveLength(2);
  (await slots[0])?.end(served);
  clock.advance(1_000);
  await settled();
  expect(given).toHaveLength(3);
});

test('an aborted request in the queue does not delay others', async () => {
  const { clock, pace, ask } = open();
  const leave = new AbortController();
  const first = await ask('http://a.test/1');
  const second = ask('http://a.test/2', leave.signal);
  const third = ask('http://a.test/3');
  leave.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await expect(ask('http://c.test/', leave.signal)).rejects.toThrow('gone');
  first.end(served);
  clock.advance(1_000);
  (await third).end(served);
  clock.advance(1_000);
  expect(pace.size).toBe(0);
});

test('without a slot of the processes the permit goes to the next request', async () => {
  const pace = new HostPace(
    {
      clock: manualClock(),
      onPermit: () => undefined,
      hostConcurrency: 1,
      crawlDelayMs: 0,
      maxCrawlDelayMs: 0,
      delayFactor: 0,
      maxRetryAfterMs: 0,
      retryDelayMs: 0,
    },
    () => Promise.reject(new Error('Redis is away')),
  );
  const requested = [1, 2].map(() =>
    pace.acquire(new URL('http://a.test/'), null, new AbortController().signal),
  );
  for (const slot of requested) await expect(slot).rejects.toThrow('Redis is away');
  expect(pace.size).toBe(0);
});

test('a host is forgotten after its pause, and ten minutes later if it was slowed down', async () => {
  const { clock, pace, ask } = open();
  (await ask('http://a.test/')).end(served);
  (await ask('http://slow.test/')).end({ kind: 'refused', forMs: 30_000 });
  (await ask('http://dead.test/')).end({ kind: 'unreached' });
  expect(pace.size).toBe(2);
  clock.advance(1_000);
  expect(pace.size).toBe(1);
  clock.advance(20_000);
  const again = ask('http://slow.test/');
  clock.advance(9_000);
  expect((await again).end({ kind: 'refused', forMs: 0 })).toBe(4_000);
  clock.advance(4_000 + 10 * 60_000 - 1);
  expect(pace.size).toBe(1);
  clock.advance(1);
  expect(pace.size).toBe(0);
  expect(clock.timers.size).toBe(0);
});

test('who asks while a rest ends is called, though time passes between two looks at the clock', async () => {
  for (let beforeMs = 0; beforeMs < 12; beforeMs++) {
    const clock = manualClock();
    let looks = 0;
    const { given, ask } = open({ clock: { ...clock, now: () => clock.now() + looks++ } });
    (await ask('http://a.test/1')).end(served);
    clock.advance(1_000 - beforeMs);
    void ask('http://a.test/2');
    clock.advance(1_000);
    await settled();
    expect([beforeMs, given.length]).toEqual([beforeMs, 2]);
  }
});

test('a hundred thousand hosts later only those that rest are remembered', async () => {
  const { clock, pace } = open();
  const never = new AbortController().signal;
  let most = 0;
  for (let n = 0; n < 100_000; n++) {
    (await pace.acquire(new URL(`http://s${n}.test/`), null, never)).end(served);
    clock.advance(10);
    most = Math.max(most, pace.size);
  }
  // A second's worth of them.
  expect(most).toBeLessThanOrEqual(101);
  clock.advance(1_000);
  expect([pace.size, clock.timers.size]).toEqual([0, 0]);
});

test('however many hosts rest, a hundred thousand are remembered', async () => {
  const { clock, pace } = open();
  const never = new AbortController().signal;
  for (let n = 0; n < 100_100; n++) {
    (await pace.acquire(new URL(`http://s${n}.test/`), null, never)).end({ kind: 'refused', forMs: 60_000 });
  }
  expect(pace.size).toBe(100_000);
  expect(pace.restsFor('s99.test')).toBe(0);
  expect(pace.restsFor('s100.test')).toBe(60_000);
  pace.close();
  expect([pace.size, clock.timers.size]).toEqual([0, 0]);
});

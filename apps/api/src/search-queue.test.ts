import { createMetrics } from '@sitegrep/metrics';
import { parseExposition } from '@sitegrep/metrics/exposition';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Failure } from './failure.ts';
import { openSearchQueue, type SearchQueue } from './search-queue.ts';

afterEach(() => {
  vi.useRealTimers();
});

const LIMITS = { concurrency: 1, patient: 8, maxQueued: 100, maxWaitMs: 1_000 };

const SHORT_AT_ONCE = 4;

/** Searches that run until they are ended by hand. */
class Stage {
  readonly started: string[] = [];
  readonly refused: string[] = [];
  readonly metrics = createMetrics({ version: 'test' });
  readonly #queue: SearchQueue;
  readonly #ends = new Map<string, () => void>();

  constructor(limits: Partial<Parameters<typeof openSearchQueue>[0]>) {
    this.#queue = openSearchQueue({ ...LIMITS, ...limits }, SHORT_AT_ONCE, this.metrics);
  }

  /** @param name of a search: its first letter is its key; at the end, s: short, l: may be long, c: also continued */
  async ask(name: string, signal = new AbortController().signal): Promise<void> {
    const entry = {
      keyId: name.slice(0, 1),
      signal,
      isShort: name.endsWith('s'),
      mayBeLong: /[lc]$/.test(name),
      isContinued: name.endsWith('c'),
    };
    const running = this.#queue.run(entry, () => {
      this.started.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#ends.set(name, resolve);
      return promise;
    });
    running.catch((error: unknown) => {
      if (error instanceof Failure) this.refused.push(`${name} ${error.headers['retry-after']}`);
    });
    await settled();
  }

  refuseIfFull(keyId: string): void {
    this.#queue.refuseIfFull(keyId);
  }

  async setConcurrency(concurrency: number): Promise<void> {
    this.#queue.setConcurrency(concurrency);
    await settled();
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    this.#ends.delete(name);
    await settled();
  }
}

/** Waits until everything that can continue has continued. */
async function settled(): Promise<void> {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}

/** Waits for the next turn of the event loop, after which searches that passed `refuseIfFull` no longer count. */
async function nextIteration(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('searches', () => {
  test('in the queue are counted there alone: as many clients as may always wait are not an overload', async () => {
    const stage = new Stage({ maxWaitMs: 1 });
    // Searches take so long that a burst may not wait.
    await stage.ask('b');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await stage.end('b');
    // All in one turn of the event loop: one runs, eight wait.
    for (let client = 0; client < 9; client++) {
      stage.refuseIfFull('a');
      await stage.ask(`a${client}`);
    }
    expect(stage.refused).toEqual([]);
    expect(stage.started).toEqual(['b', 'a0']);
  });

  test('run at once up to the ceiling; the rest waits', async () => {
    const stage = new Stage({ concurrency: 2 });
    for (const name of ['a1', 'a2', 'a3']) await stage.ask(name);
    expect(stage.started).toEqual(['a1', 'a2']);
    await stage.end('a2');
    expect(stage.started).toEqual(['a1', 'a2', 'a3']);
  });

  test('that take equally long are served one of each key, each key in its order', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({});
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1']) await stage.ask(name);
    for (const name of ['a0', 'b1', 'c1', 'a1', 'b2', 'a2']) {
      vi.advanceTimersByTime(10);
      await stage.end(name);
    }
    expect(stage.started).toEqual(['a0', 'b1', 'c1', 'a1', 'b2', 'a2', 'a3']);
  });

  test('of a key get as much time as those of another, not as many turns', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({ patient: 100 });
    for (let n = 0; n < 3; n++) await stage.ask(`a${n}`);
    for (let n = 0; n < 20; n++) await stage.ask(`b${n}`);
    const ended: string[] = [];
    while (ended.length < 14) {
      const name = stage.started[ended.length] ?? '';
      vi.advanceTimersByTime(name.startsWith('a') ? 60 : 10);
      await stage.end(name);
      ended.push(name);
    }
    // Two searches of a take as long as twelve of b.
    expect(ended.filter((name) => name.startsWith('a'))).toHaveLength(2);
  });

  test('that take long leave a permit to keys whose searches are short', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({ concurrency: 2 });
    await stage.ask('a0');
    vi.advanceTimersByTime(3_000);
    await stage.end('a0');
    for (const name of ['a1', 'a2', 'a3']) await stage.ask(name);
    expect(stage.started).toEqual(['a0', 'a1']);
    await stage.ask('b1');
    await stage.ask('b2');
    expect(stage.started).toEqual(['a0', 'a1', 'b1']);
    vi.advanceTimersByTime(5);
    await stage.end('b1');
    await stage.end('b2');
    expect(stage.started).toEqual(['a0', 'a1', 'b1', 'b2']);
    vi.advanceTimersByTime(3_000);
    await stage.end('a1');
    expect(stage.started).toEqual(['a0', 'a1', 'b1', 'b2', 'a2']);
  });

  test('that may be long leave a permit too, whatever their key did before; others of the key pass them not', async () => {
    const stage = new Stage({ concurrency: 2 });
    for (const name of ['a0l', 'a1l', 'b0l', 'c0']) await stage.ask(name);
    expect(stage.started).toEqual(['a0l', 'c0']);
    await stage.ask('a2');
    await stage.end('c0');
    expect(stage.started).toEqual(['a0l', 'c0']);
    await stage.end('a0l');
    // The key b was charged least, and a2 comes after a1l.
    expect(stage.started).toEqual(['a0l', 'c0', 'b0l']);
    await stage.end('b0l');
    expect(stage.started).toEqual(['a0l', 'c0', 'b0l', 'a1l', 'a2']);
  });

  test('that go on after a slice are queued, and never refused', async () => {
    const stage = new Stage({ maxQueued: 1, patient: 1 });
    for (const name of ['a0', 'b0', 'c0', 'd0c', 'e0']) await stage.ask(name);
    expect(stage.refused.map((one) => one.slice(0, 2))).toEqual(['c0', 'e0']);
    for (const name of ['a0', 'b0']) await stage.end(name);
    expect(stage.started).toEqual(['a0', 'b0', 'd0c']);
  });

  test('of a key that nobody knows count as long once they are, and take turns on a single permit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({ concurrency: 2 });
    for (const name of ['a0', 'a1']) await stage.ask(name);
    vi.advanceTimersByTime(200);
    await stage.end('a0');
    await stage.ask('a2');
    expect(stage.started).toEqual(['a0', 'a1']);
    const alone = new Stage({});
    for (const name of ['a0', 'a1']) await alone.ask(name);
    vi.advanceTimersByTime(200);
    await alone.end('a0');
    expect(alone.started).toEqual(['a0', 'a1']);
  });

  test('that are short share a place; one that is not waits for a place of its own, and none passes it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({ concurrency: 2 });
    for (const name of ['a0s', 'a1s', 'a2s', 'a3s', 'a4s', 'a5', 'a6s']) await stage.ask(name);
    expect(stage.started).toEqual(['a0s', 'a1s', 'a2s', 'a3s', 'a4s']);
    await stage.end('a0s');
    expect(stage.started).toHaveLength(5 + 1);
    for (const name of ['a1s', 'a2s', 'a3s', 'a4s']) await stage.end(name);
    expect(stage.started.slice(5)).toEqual(['a5', 'a6s']);
  });

  test('of a later key do not wait for all searches of an earlier one', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({});
    for (const name of ['a0', 'a1', 'a2']) await stage.ask(name);
    vi.advanceTimersByTime(10);
    await stage.end('a0');
    await stage.ask('b1');
    vi.advanceTimersByTime(10);
    await stage.end('a1');
    expect(stage.started).toEqual(['a0', 'a1', 'b1']);
  });

  test('that fail give their slot to the next', async () => {
    const rounds = openSearchQueue(LIMITS, SHORT_AT_ONCE, createMetrics({ version: 'test' }));
    const { signal } = new AbortController();
    const failing = rounds.run({ keyId: 'a', signal, isShort: false, mayBeLong: false }, () =>
      Promise.reject(new Error('broken')),
    );
    const next = rounds.run({ keyId: 'a', signal, isShort: false, mayBeLong: false }, () =>
      Promise.resolve('next'),
    );
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});

describe('the queue', () => {
  test('is left by a search whose client has gone', async () => {
    const stage = new Stage({ maxQueued: 1 });
    const client = new AbortController();
    await stage.ask('a0');
    await stage.ask('a1', client.signal);
    client.abort();
    await settled();
    // Its slot is free again.
    await stage.ask('a2');
    await stage.end('a0');
    expect([stage.started, stage.refused]).toEqual([['a0', 'a2'], []]);
  });

  test('refuses a search whose client has gone already', async () => {
    const stage = new Stage({});
    await stage.ask('a0', AbortSignal.abort());
    expect(stage.started).toEqual([]);
  });

  test('has an end, after which requests are refused', async () => {
    const stage = new Stage({ maxQueued: 2 });
    for (const name of ['a0', 'a1', 'a2', 'a3']) await stage.ask(name);
    expect(stage.refused).toEqual(['a3 1']);
  });

  test('at its end, the newest of the key with the most makes way for a key with far less', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({ maxQueued: 3 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'a4', 'c1']) await stage.ask(name);
    // b1 displaced a3, and c1 displaced a2, since then no key had more than two.
    expect(stage.refused).toEqual(['a3 1', 'b2 1', 'a4 1', 'a2 1']);
    for (const name of ['a0', 'a1', 'b1']) await stage.end(name);
    expect(stage.started).toEqual(['a0', 'a1', 'b1', 'c1']);
  });

  test('holds as many as patient clients make, however long they wait, and more if they wait shortly', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({ patient: 8, maxWaitMs: 1_000 });
    await stage.ask('a0');
    vi.advanceTimersByTime(100);
    await stage.end('a0');
    // Searches take 100 ms from now on: ten of them fit into a second.
    for (let n = 1; n <= 12; n++) await stage.ask(`a${n}`);
    expect(stage.refused).toEqual(['a12 1']);
    const slow = new Stage({ patient: 8, maxWaitMs: 1_000 });
    await slow.ask('a0');
    vi.advanceTimersByTime(10_000);
    await slow.end('a0');
    for (let n = 1; n <= 10; n++) await slow.ask(`a${n}`);
    expect(slow.refused).toEqual(['a10 30']);
  });

  test('serves all of many clients that wait for their answers, whatever a search takes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({ concurrency: 2, patient: 64, maxWaitMs: 250 });
    for (let n = 0; n < 64; n++) await stage.ask(`a${n}`);
    for (let n = 0; n < 500; n++) {
      vi.advanceTimersByTime(n % 3 === 0 ? 90 : 5);
      await stage.end(`a${n}`);
      await stage.ask(`a${n + 64}`);
    }
    expect(stage.refused).toEqual([]);
  });

  /** Searches of 5 ms, two at a time, that arrive at a multiple of the rate at which they are done. */
  class Offer {
    readonly #stage: Stage;
    readonly #arrivals = new Map<string, number>();
    #ends: { readonly at: number; readonly name: string }[] = [];
    #now = 0;
    #due = 0;

    constructor(stage: Stage) {
      this.#stage = stage;
    }

    /** @returns how many were done, and the longest wait of one that was, in milliseconds */
    async run(ms: number, times: number): Promise<{ readonly done: number; readonly waited: number }> {
      let [done, waited] = [0, 0];
      for (let n = 0; n < ms; n++) {
        this.#now += 1;
        vi.advanceTimersByTime(1);
        const begun = this.#stage.started.length;
        const ended = this.#ends.filter(({ at }) => at <= this.#now);
        this.#ends = this.#ends.filter((search) => !ended.includes(search));
        for (const { name } of ended) await this.#stage.end(name);
        for (this.#due += 0.4 * times; this.#due >= 1; this.#due--) {
          const name = `a${this.#arrivals.size}`;
          this.#arrivals.set(name, this.#now);
          await this.#stage.ask(name);
        }
        done += ended.length;
        for (const name of this.#stage.started.slice(begun)) {
          this.#ends.push({ at: this.#now + 5, name });
          waited = Math.max(waited, this.#now - (this.#arrivals.get(name) ?? 0));
        }
      }
      return { done, waited };
    }
  }

  test.each([3, 10])(
    'is short while %d times as much arrives as is done, and as before soon after',
    async (times) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const stage = new Stage({ concurrency: 2, patient: 64, maxWaitMs: 250, maxQueued: 2_000 });
      const offer = new Offer(stage);
      await offer.run(1_000, 0.5);
      expect(stage.refused).toEqual([]);
      await offer.run(1_000, times);
      const { done, waited } = await offer.run(2_000, times);
      // All that can be done in two seconds is done.
      expect(done).toBeGreaterThan(0.95 * 800);
      expect(waited).toBeLessThan(20);
      await offer.run(2_000, 0.5);
      const refused = stage.refused.length;
      await offer.run(2_000, 0.5);
      // A burst may wait again.
      await offer.run(20, 10);
      expect(stage.refused.length).toBe(refused);
    },
  );
});

describe('before a search is read', () => {
  test('its key is refused when the queue is full, unless it displaces a search of another key', async () => {
    const stage = new Stage({ maxQueued: 2 });
    for (const name of ['a0', 'a1', 'a2']) await stage.ask(name);
    expect(() => stage.refuseIfFull('a')).toThrow(
      'Too many searches are queued at the moment; try again in 1 s.',
    );
    expect(() => stage.refuseIfFull('b')).not.toThrow();
    await stage.end('a0');
    await nextIteration();
    expect(() => stage.refuseIfFull('a')).not.toThrow();
  });

  test('as many pass in one turn of the event loop as may be queued', async () => {
    const stage = new Stage({ concurrency: 2, maxQueued: 3 });
    const passes = (): boolean => {
      try {
        stage.refuseIfFull('a');
        return true;
      } catch (error) {
        if (error instanceof Failure && error.code === 'unavailable') return false;
        throw error;
      }
    };
    const passed = (): number => Array.from({ length: 14 }, passes).filter(Boolean).length;
    // Eight short ones may run, and three may be queued.
    expect(passed()).toBe(11);
    await nextIteration();
    // None of them has come: their bodies may take long, and others need not wait for them.
    expect(passed()).toBe(11);
    await nextIteration();
    for (const name of ['a0', 'a1', 'a2', 'a3']) await stage.ask(name);
    expect(passed()).toBe(1);
  });
});

test('a wider queue starts what waits, and a narrower one lets what runs end', async () => {
  const stage = new Stage({ concurrency: null });
  const shown = async () =>
    parseExposition(await stage.metrics.text()).get('sitegrep_searches_at_once')?.samples[0]?.value;
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) await stage.ask(name);
  // Until the share is known one runs.
  expect([stage.started, await shown()]).toEqual([['a0'], 1]);
  await stage.setConcurrency(3);
  expect([stage.started, await shown()]).toEqual([['a0', 'a1', 'a2'], 3]);
  await stage.setConcurrency(1);
  await stage.end('a0');
  await stage.end('a1');
  expect([stage.started, await shown()]).toEqual([['a0', 'a1', 'a2'], 1]);
  await stage.end('a2');
  expect(stage.started).toEqual(['a0', 'a1', 'a2', 'a3']);
});

test('what waits and what is refused is counted', async () => {
  const stage = new Stage({ maxQueued: 1 });
  for (const name of ['a0', 'a1', 'a2', 'a3']) await stage.ask(name);
  const families = parseExposition(await stage.metrics.text());
  expect(families.get('sitegrep_searches_waiting')?.samples).toMatchObject([{ value: 1 }]);
  expect(families.get('sitegrep_requests_shed_total')?.samples).toContainEqual(
    expect.objectContaining({ labels: { reason: 'searches' }, value: 2 }),
  );
});

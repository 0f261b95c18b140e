import { createMetrics } from '@sitegrep/metrics';
import { parseExposition } from '@sitegrep/metrics/exposition';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Failure } from './failure.ts';
import { openSearchQueue, type SearchQueue } from './search-queue.ts';

afterEach(() => {
  vi.useRealTimers();
});

const LIMITS = { concurrency: 1, maxQueued: 100, maxWaitMs: 1_000 };

/** Searches that run until they are ended by hand. */
class Stage {
  readonly started: string[] = [];
  readonly refused: string[] = [];
  readonly metrics = createMetrics({ version: 'test' });
  readonly #queue: SearchQueue;
  readonly #ends = new Map<string, () => void>();

  constructor(limits: Partial<Parameters<typeof openSearchQueue>[0]>) {
    this.#queue = openSearchQueue({ ...LIMITS, ...limits }, this.metrics);
  }

  /** @param name of a search; its first letter is its key */
  async ask(name: string, signal = new AbortController().signal): Promise<void> {
    const running = this.#queue.run(name.slice(0, 1), signal, () => {
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
  test('that got into the line are counted there alone: as many clients as may always wait are no overload', async () => {
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
    for (const name of ['a1', 'a2', 'a3', 'b1']) await stage.ask(name);
    expect(stage.started).toEqual(['a1', 'a2']);
    await stage.end('a2');
    expect(stage.started).toEqual(['a1', 'a2', 'a3']);
  });

  test('of keys take turns, each key in its order', async () => {
    const stage = new Stage({});
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1']) await stage.ask(name);
    for (const name of ['a0', 'a1', 'b1', 'c1', 'a2', 'b2']) await stage.end(name);
    expect(stage.started).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('of a later key do not wait for all searches of an earlier one', async () => {
    const stage = new Stage({});
    for (const name of ['a0', 'a1', 'a2']) await stage.ask(name);
    await stage.end('a0');
    await stage.ask('b1');
    await stage.end('a1');
    await stage.end('a2');
    expect(stage.started).toEqual(['a0', 'a1', 'a2', 'b1']);
  });

  test('that fail give their slot to the next', async () => {
    const rounds = openSearchQueue(LIMITS, createMetrics({ version: 'test' }));
    const { signal } = new AbortController();
    const failing = rounds.run('a', signal, () => Promise.reject(new Error('broken')));
    const next = rounds.run('a', signal, () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});

describe('the line', () => {
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
    const stage = new Stage({ maxQueued: 3 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'a4', 'c1']) await stage.ask(name);
    // b1 displaced a3, and c1 displaced a2, since then no key had more than two.
    expect(stage.refused).toEqual(['a3 1', 'b2 1', 'a4 1', 'a2 1']);
    for (const name of ['a0', 'a1', 'b1']) await stage.end(name);
    expect(stage.started).toEqual(['a0', 'a1', 'b1', 'c1']);
  });

  test('may be as long as a burst may wait, and is short once more comes than can be done', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({ maxWaitMs: 1_000 });
    await stage.ask('a0');
    vi.advanceTimersByTime(100);
    // Searches take 100 ms from now on: ten of them fit into a second.
    await stage.end('a0');
    const names = Array.from({ length: 40 }, (_, n) => `a${n + 1}`);
    for (const name of names.slice(0, 12)) await stage.ask(name);
    expect(stage.refused).toEqual(['a12 1']);
    // One ends and one comes, for a second: the line stays as long as it is.
    for (const [n, name] of names.slice(12, 22).entries()) {
      vi.advanceTimersByTime(100);
      await stage.end(names[n] ?? '');
      await stage.ask(name);
    }
    expect(stage.refused).toEqual(['a12 1']);
    // It did not end in the time that a burst has. Now one may wait, the one that came first.
    expect(stage.started.at(-1)).toBe('a11');
    vi.advanceTimersByTime(1);
    await stage.ask('a23');
    const cut = ['a22', 'a21', 'a20', 'a19', 'a18', 'a17', 'a16', 'a15', 'a14'].map((name) => `${name} 1`);
    expect(stage.refused).toEqual(['a12 1', ...cut, 'a23 1']);
    await stage.end('a11');
    expect(stage.started.at(-1)).toBe('a13');
    await stage.ask('a24');
    await stage.ask('a25');
    expect(stage.refused).toEqual(['a12 1', ...cut, 'a23 1', 'a25 1']);
    // Nobody was one too many for a second: it may be long again.
    vi.advanceTimersByTime(1_001);
    for (const name of names.slice(25, 34)) await stage.ask(name);
    expect(stage.refused.at(-1)).toBe('a25 1');
  });

  test('of eight for each that runs is nothing unusual, however long it lasts', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stage = new Stage({ maxWaitMs: 1 });
    for (let n = 0; n < 9; n++) await stage.ask(`a${n}`);
    for (let n = 0; n < 50; n++) {
      vi.advanceTimersByTime(100);
      await stage.end(`a${n}`);
      await stage.ask(`a${n + 9}`);
    }
    expect(stage.refused).toEqual([]);
  });
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
    const passed = (): number => Array.from({ length: 20 }, passes).filter(Boolean).length;
    expect(passed()).toBe(5);
    await nextIteration();
    // None of them has come: their bodies may take long, and others need not wait for them.
    expect(passed()).toBe(5);
    await nextIteration();
    for (const name of ['a0', 'a1', 'a2', 'a3']) await stage.ask(name);
    expect(passed()).toBe(1);
  });
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

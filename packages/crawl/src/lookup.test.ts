import { expect, test } from 'vitest';
import { cachedLookup, type Lookup, type ResolvedAddress } from './lookup.ts';

const SECOND = 1_000;

/** A cached lookup, its clock, and the names that were not found in the cache. */
function open(lookup: Lookup) {
  let now = 0;
  const requested: string[] = [];
  const cached = cachedLookup(
    (hostname) => {
      requested.push(hostname);
      return lookup(hostname);
    },
    () => now,
  );
  return {
    requested,
    cached,
    pass: (ms: number): void => void (now += ms),
  };
}

const found = (ttl?: number): ResolvedAddress => ({
  address: '192.0.2.1',
  family: 4,
  ...(ttl === undefined ? {} : { ttl }),
});
const failing =
  (code: string): Lookup =>
  () =>
    Promise.reject(Object.assign(new Error(code), { code }));

test.each([
  [[undefined], 60],
  [[1], 60],
  [[300], 300],
  [[86_400], 3_600],
  [[900, 300], 300],
])('addresses with times to live of %j s are cached for %i s', async (ttls, seconds) => {
  const { requested, cached, pass } = open(() => Promise.resolve(ttls.map(found)));
  await cached('a.test');
  pass(seconds * SECOND - 1);
  expect(await cached('a.test')).toHaveLength(ttls.length);
  expect(requested).toHaveLength(1);
  pass(1);
  await cached('a.test');
  expect(requested).toHaveLength(2);
});

test.each([
  ['ENOTFOUND', 60],
  ['EAI_AGAIN', 0.4],
])('a failure with %s is cached for %i s', async (code, seconds) => {
  const { requested, cached, pass } = open(failing(code));
  await expect(cached('a.test')).rejects.toThrow(code);
  pass(seconds * SECOND - 1);
  await expect(cached('a.test')).rejects.toThrow(code);
  expect(requested).toHaveLength(1);
  pass(1);
  await expect(cached('a.test')).rejects.toThrow(code);
  expect(requested).toHaveLength(2);
});

test('concurrent calls for a name share one lookup, however long it takes', async () => {
  const answer = Promise.withResolvers<readonly ResolvedAddress[]>();
  const { requested, cached, pass } = open(() => answer.promise);
  const first = cached('a.test');
  pass(3_600 * SECOND);
  const second = cached('a.test');
  answer.resolve([found()]);
  expect(await second).toBe(await first);
  expect(requested).toEqual(['a.test']);
});

test('256 names are looked up at the same time, others are queued, also after failures', async () => {
  const answers = new Map<string, PromiseWithResolvers<readonly ResolvedAddress[]>>();
  const { requested, cached } = open((hostname) => {
    const answer = Promise.withResolvers<readonly ResolvedAddress[]>();
    answers.set(hostname, answer);
    return answer.promise;
  });
  const names = Array.from({ length: 300 }, (_, n) => `s${n}.test`);
  const all = Promise.allSettled(names.map((name) => cached(name)));
  expect(requested).toEqual(names.slice(0, 256));
  answers.get('s7.test')?.reject(new Error('no answer'));
  await expect(cached('s7.test')).rejects.toThrow('no answer');
  expect(requested).toEqual(names.slice(0, 257));
  while (answers.size > 0) {
    for (const [name, answer] of answers) {
      answer.resolve([found()]);
      answers.delete(name);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await all).filter(({ status }) => status === 'fulfilled')).toHaveLength(299);
  expect(requested).toEqual(names);
});

test('ten thousand hosts are cached, and the oldest are dropped', async () => {
  const { requested, cached } = open(() => Promise.resolve([found()]));
  for (let n = 0; n <= 10_000; n++) await cached(`s${n}.test`);
  await cached('s1.test');
  expect(requested).toHaveLength(10_001);
  await cached('s0.test');
  expect(requested).toHaveLength(10_002);
});

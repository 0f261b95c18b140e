import { expect, test } from 'vitest';
import { readSource, type Reading, type Source } from './sources.ts';

const DOMAINS = (value: number): Reading => ({ name: 'sitegrep_index_domains', labels: {}, value });

function sourceOf(read: Source['read'], isLight = false) {
  let now = 0;
  const shown = new Map<string, number>();
  let failures = 0;
  const told: string[] = [];
  const ask = readSource(
    { name: 'index', everyMs: 1_000, isLight, read, onFailure: (error) => told.push(String(error)) },
    {
      set: ({ name, value }) => shown.set(name, value),
      forget: (name) => shown.delete(name),
      failed: () => (failures += 1),
    },
    () => now,
  );
  return {
    shown,
    told,
    failures: () => failures,
    pass: (ms: number) => (now += ms),
    ask,
  };
}

test('is read at most once per interval', async () => {
  let requested = 0;
  const source = sourceOf(async () => [DOMAINS((requested += 1))]);
  await source.ask();
  source.pass(999);
  await source.ask();
  expect([requested, source.shown.get('sitegrep_index_domains')]).toEqual([1, 1]);
  source.pass(1);
  await source.ask();
  expect([requested, source.shown.get('sitegrep_index_domains')]).toEqual([2, 2]);
});

test('one that takes 50 ms pauses for 5,000 ms', async () => {
  let requested = 0;
  const source = sourceOf(async () => {
    requested += 1;
    source.pass(50);
    return [];
  });
  await source.ask();
  source.pass(4_999);
  await source.ask();
  expect(requested).toBe(1);
  source.pass(1);
  await source.ask();
  expect(requested).toBe(2);
});

test('a light one that takes 50 ms is read again after its interval', async () => {
  let requested = 0;
  const source = sourceOf(async () => {
    requested += 1;
    source.pass(50);
    return [];
  }, true);
  await source.ask();
  source.pass(949);
  await source.ask();
  expect(requested).toBe(1);
  source.pass(1);
  await source.ask();
  expect(requested).toBe(2);
});

test('a failure is told once, until it could be read again; each is counted', async () => {
  let works = false;
  const source = sourceOf(async () => {
    if (!works) throw new Error('away');
    return [];
  });
  const askAgain = async (): Promise<void> => {
    await source.ask();
    source.pass(1_000);
  };
  await askAgain();
  await askAgain();
  expect([source.told, source.failures()]).toEqual([['Error: away'], 2]);
  works = true;
  await askAgain();
  works = false;
  await askAgain();
  expect([source.told, source.failures()]).toEqual([['Error: away', 'Error: away'], 3]);
});

test('one that throws at once is a failure like any other', async () => {
  const source = sourceOf(() => {
    throw new Error('closed');
  });
  await source.ask();
  expect(source.failures()).toBe(1);
});

test('a late one is not waited for and not read again meanwhile, and its values remain', async () => {
  const answer = Promise.withResolvers<readonly Reading[]>();
  const answers = [Promise.resolve([DOMAINS(1)]), answer.promise];
  const source = sourceOf(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  await source.ask();
  source.pass(1_000);
  await Promise.all([source.ask(), source.ask()]);
  expect(source.shown.get('sitegrep_index_domains')).toBe(1);
  answer.resolve([DOMAINS(2)]);
  await source.ask();
  expect([source.shown.get('sitegrep_index_domains'), source.failures()]).toEqual([2, 0]);
});

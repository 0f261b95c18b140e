import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentOf, put } from '../../../../test/conformance/documents.ts';
import { query } from '../../../../test/conformance/query-walks.ts';
import { threadProgram } from '../../../../test/thread-program.ts';
import { MAX_LIST_DOMAINS } from '../../../lists/domain-lists.ts';
import { verifyTextIndex } from '../../maintenance/verify.ts';
import { openSqliteStorage } from '../../storage.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-lists-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const IN_LIST = {
  kind: 'condition',
  condition: { kind: 'in_list', field: 'list', values: ['million'], negated: false },
} as const;

test('a list of a million names finds those that are stored', async () => {
  const { domains, ...storage } = await openSqliteStorage({ dataDir, readers: 1 });
  const nameOf = (number: number): string => `host${number}.test`;
  const stored = Array.from({ length: 300 }, (_, number) => nameOf(6_007 * number));
  await put(domains, ...stored.map((domain) => documentOf(domain, ['x'])));
  function* names(): Generator<readonly string[]> {
    for (let from = MAX_LIST_DOMAINS; from > 0; from -= 10_000)
      yield Array.from({ length: 10_000 }, (_, number) => nameOf(from - 1 - number));
  }
  expect(await domains.lists.put({ id: 'million', at: 1 }, names())).toMatchObject({
    domains: MAX_LIST_DOMAINS,
  });
  const expected = stored.filter((_, number) => 6_007 * number < MAX_LIST_DOMAINS).sort();
  const found = async (): Promise<readonly string[]> =>
    (await domains.search(query(IN_LIST))).hits.map(({ domain }) => domain);
  expect(await found()).toEqual(expected);
  expect(await domains.lists.countStored('million')).toBe(expected.length);
  await put(domains, documentOf('host7.test', ['x']), documentOf('nohost.test', ['x']));
  await domains.delete('host0.test');
  expect(await found()).toEqual([...expected.filter((name) => name !== 'host0.test'), 'host7.test'].sort());
  const change = { add: [['added.test']], remove: [['host7.test']] };
  expect(await domains.lists.change({ id: 'million', at: 2 }, change)).toMatchObject({
    domains: MAX_LIST_DOMAINS,
  });
  expect(await found()).not.toContain('host7.test');
  await expect(
    domains.lists.change({ id: 'million', at: 3 }, { add: [['host7.test']], remove: [] }),
  ).rejects.toThrow('more than 1000000');
  expect((await domains.lists.names('million', { limit: 3, after: 'host999998.test' }))?.items).toEqual([
    'host999999.test',
  ]);
  await storage.close();
}, 600_000);

test('a list is one that was put, whole, after its processes were killed in the middle of puts', async () => {
  const NAMES = 40_000;
  for (let round = 0; round < 6; round++) {
    const program = threadProgram('killed-lists.ts', dataDir, String(NAMES));
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const writer = spawn(process.execPath, program, { stdio: [...stdio] });
    const exited = once(writer, 'exit');
    let acknowledged = 0;
    let seen = 0;
    for await (const line of createInterface(writer.stdout)) {
      acknowledged = Number(line);
      // Somewhere in the middle of the next put, which takes some tenths of a second.
      if (++seen === 2) void setTimeout(40 * round).then(() => writer.kill('SIGKILL'));
    }
    await exited;
    const { domains, ...storage } = await openSqliteStorage({ dataDir, readers: 1 });
    const list = await domains.lists.get('killed');
    const last = Number(list?.changedAt);
    expect(last).toBeGreaterThanOrEqual(acknowledged);
    expect(list?.domains).toBe(NAMES);
    const names: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: Awaited<ReturnType<typeof domains.lists.names>> = await domains.lists.names('killed', {
        limit: 10_000,
        ...(after === '' ? {} : { after }),
      });
      names.push(...(page?.items ?? []));
      after = page?.next ?? null;
    }
    expect(names).toEqual(Array.from({ length: NAMES }, (_, number) => `n${number}-of-${last}.test`).sort());
    await storage.close();
    await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
  }
}, 600_000);

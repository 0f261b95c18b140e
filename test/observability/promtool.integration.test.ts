import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { run } from '../../infra/dev/programs.ts';
import { ensurePromtool } from '../../infra/dev/promtool.ts';

const FOLDER = new URL('../../infra/prometheus/', import.meta.url).pathname;
const CHECK_MS = 60_000;

let promtool: string;
beforeAll(async () => {
  promtool = await ensurePromtool(cacheFolder(process.env, process.getuid?.()));
}, 600_000);

const says = (...args: readonly string[]): Promise<string> =>
  run(promtool, args, { timeoutMs: CHECK_MS, cwd: FOLDER });

test('Prometheus takes its configuration with all files of rules', async () => {
  expect(await says('check', 'config', 'prometheus.yml')).toContain('2 rule files found');
});

test('alerts fire when they should, and not before', async () => {
  const tests = (await readdir(join(FOLDER, 'tests'))).map((name) => join('tests', name));
  expect(tests.length).toBe(2);
  const output = await says('test', 'rules', ...tests);
  expect([...output.matchAll(/SUCCESS/g)].length).toBe(tests.length);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { METRICS } from '@sitegrep/metrics';
import { parseExposition } from '@sitegrep/metrics/exposition';
import { expect, test } from 'vitest';
import { bareEnvironment } from '../support/bare-environment.ts';

const MAIN = new URL('../../apps/cli/bin/sitegrep.js', import.meta.url).pathname;
const ADMIN_KEY = `sg_${'m'.repeat(40)}`;

test('a process with API and worker exports the complete table as soon as it has started', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-metrics-'));
  const env = {
    ...bareEnvironment(),
    SITEGREP_DATA_DIR: dataDir,
    SITEGREP_PORT: '0',
    SITEGREP_ADMIN_KEY: ADMIN_KEY,
    SITEGREP_LOG_LEVEL: 'silent',
    // Budgets are shown for providers that have one.
    SITEGREP_PROVIDER_BUDGETS: 'local:1000',
  };
  const server = spawn(process.execPath, [MAIN, 'up'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exit = once(server, 'exit');
  try {
    const url = await listensAt(server.stdout);
    const scrape = async (): Promise<ReturnType<typeof parseExposition>> => {
      const answer = await fetch(`${url}/metrics`, { headers: { 'x-api-key': ADMIN_KEY } });
      expect(answer.status).toBe(200);
      return parseExposition(await answer.text());
    };
    const ours = async (): Promise<readonly string[]> =>
      [...(await scrape()).keys()].filter((name) => name.startsWith('sitegrep_')).sort();
    // What takes a moment at the start, such as the first reader of the index, comes in the next text.
    // A process of its own has no clock beside its own.
    const expected = Object.keys(METRICS).filter((name) => name !== 'sitegrep_clock_ahead_seconds');
    await expect.poll(ours, { timeout: 30_000, interval: 500 }).toEqual(expected.sort());
    const families = await scrape();
    expect(families.get('sitegrep_queue_jobs')?.samples.map(({ value }) => value)).toEqual([
      0, 0, 0, 0, 0, 0,
    ]);
  } finally {
    server.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    await rm(dataDir, { recursive: true });
  }
});

async function listensAt(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const [, url] = /listens at (http:\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the server ended without saying where it listens');
}

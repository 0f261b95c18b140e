/*
 * Sends requests that chance has changed to a sitegrep of its own, over plain sockets: `npm run fuzz -- --cases 200000`.
 * What it finds is printed with the bytes that were sent; the same --seed sends the same requests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../support/server-process.ts';
import { chanceOf } from './mutations.ts';
import { fuzz } from './run.ts';
import { SETTINGS } from './settings.ts';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_007);
const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-fuzz-'));
const server = await startServer(dataDir, SETTINGS);
try {
  const { statuses, findings } = await fuzz(server, Number(values.cases), chanceOf(seed));
  console.log(`${values.cases} cases, seed ${seed}`);
  for (const [status, count] of [...statuses].sort(([a], [b]) => a - b))
    console.log(`${status === 0 ? 'no answer' : status}: ${count}`);
  for (const { what, sent } of findings.slice(0, 20))
    console.log(
      `\n${what}\n  sent: ${sent.map((part) => JSON.stringify(part.toString('latin1'))).join(' + ')}`,
    );
  console.log(`\n${findings.length} findings`);
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true });
}

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runAndKill } from './killed-process.ts';

const KILLS = 6;
const SETS = ['old', 'new'] as const;

/** Technologies of each set, which differ in their number. */
const TECHNOLOGIES = { old: 300, new: 500 } as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-kill-update-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test(
  'an update of technologies that is killed leaves the old set in use or the new one, each whole',
  { timeout: 600_000 },
  async () => {
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await (await openSqliteStorage({ dataDir, readers: 1 })).close();
    for (const name of SETS) await writeSet(name);
    const update = (name: string): string[] => ['technologies', 'update', join(folder, name)];

    const begun = performance.now();
    await runAndKill(update('old'), dataDir, null);
    const wholeMs = performance.now() - begun;
    let before: string = 'old';
    expect(await inUse(dataDir)).toBe(before);
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const wanted = before === 'old' ? 'new' : 'old';
      const moment = { afterLines: 0, thenMs: Math.random() * wholeMs };
      const run = await runAndKill(update(wanted), dataDir, moment);
      const now = await inUse(dataDir);
      expect(run.killed ? [before, wanted] : [wanted]).toContain(now);
      if (run.killed) killed++;
      before = now;
      // What is in use can be used.
      const said = await runAndKill(['technologies', 'in-use', '--json'], dataDir, null);
      expect(said.lines.at(-1)).toMatchObject({
        public_set: { name: now, technologies: TECHNOLOGIES[now === 'old' ? 'old' : 'new'] },
      });
    }
    expect(killed).toBeGreaterThan(0);
    for (const name of SETS) {
      await runAndKill(update(name), dataDir, null);
      expect(await inUse(dataDir)).toBe(name);
    }
  },
);

async function writeSet(name: (typeof SETS)[number]): Promise<void> {
  const set = join(folder, name);
  await mkdir(set);
  const categories = { 1: { name: 'CMS', groups: [3], priority: 1 } };
  await writeFile(join(set, 'categories.json'), JSON.stringify(categories));
  const technologies = Array.from({ length: TECHNOLOGIES[name] }, (_, number) => [
    `${name} ${number}`,
    { cats: [1], html: `${name}-mark-${number}` },
  ]);
  await writeFile(join(set, 'all.json'), JSON.stringify(Object.fromEntries(technologies)));
}

/** The name of the set in use, whose bytes are those that its digest stands for. */
async function inUse(dataDir: string): Promise<string> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    const { publicSet } = await storage.fingerprints.get();
    if (publicSet === null) throw new Error('no public set is in use');
    const bytes = await storage.fingerprints.set(publicSet.digest);
    if (bytes === null) throw new Error(`the set ${publicSet.name} has no bytes`);
    expect(createHash('sha256').update(zstdDecompressSync(bytes)).digest('hex')).toBe(publicSet.digest);
    return publicSet.name;
  } finally {
    await storage.close();
  }
}

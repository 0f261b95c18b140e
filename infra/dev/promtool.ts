// Prometheus' own tool for its files: that on PATH, or that of Debian's package, without a Prometheus that runs.
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { oneAtATime } from './one-at-a-time.ts';
import { findProgram, isExecutable, run } from './programs.ts';

const STEP_MS = 5 * 60_000;

/** @returns path of promtool, unpacked in `folder` if it is not on PATH */
export async function ensurePromtool(folder: string): Promise<string> {
  const installed = await findProgram('promtool');
  if (installed !== null) return installed;
  const home = join(folder, 'promtool');
  const program = join(home, 'usr', 'bin', 'promtool');
  return oneAtATime(home, STEP_MS, async () => {
    if (await isExecutable(program)) return program;
    if ((await findProgram('apt-get')) === null)
      throw new Error('promtool is not on PATH: install Prometheus, which has it, and run this again.');
    await mkdir(dirname(home), { recursive: true });
    const work = await mkdtemp(`${home}-`);
    try {
      console.error('Downloading promtool…');
      // A package source that cannot be reached makes it fail, while the lists may be there already.
      const [updated] = await Promise.allSettled([run('apt-get', ['update', '-q'], { timeoutMs: STEP_MS })]);
      if (updated.status === 'rejected') console.error(String(updated.reason));
      // As the user who may write here.
      const download = ['-o', 'APT::Sandbox::User=root', 'download', 'prometheus'];
      await run('apt-get', download, { timeoutMs: STEP_MS, cwd: work });
      const archive = (await readdir(work)).find((name) => name.endsWith('.deb')) ?? '';
      await run('dpkg-deb', ['-x', join(work, archive), join(work, 'unpacked')], { timeoutMs: STEP_MS });
      await rm(home, { recursive: true, force: true });
      await rename(join(work, 'unpacked'), home);
      return program;
    } finally {
      await rm(work, { recursive: true });
    }
  });
}

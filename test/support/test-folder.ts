import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryDisk } from '../../infra/dev/memory-disk.ts';

const PREFIX = 'sitegrep-tests-';

/**
 * Makes the folder below which the tests of this process make theirs, and removes it when the process ends: in memory if
 * there is room, because each commit of a database waits for the disk 7 ms, which is longer than most tests work.
 * Folders of processes that were killed are removed, too.
 */
export function testFolder(): string {
  const root = memoryDisk() ?? tmpdir();
  for (const name of readdirSync(root).filter((each) => each.startsWith(PREFIX)))
    if (!isRunning(Number.parseInt(name.slice(PREFIX.length), 10)))
      rmSync(join(root, name), { recursive: true, force: true });
  const folder = mkdtempSync(join(root, `${PREFIX}${process.pid}-`));
  // Some tests run a program as another user.
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

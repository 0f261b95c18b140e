import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Takes files out of the system's page cache, by dd of GNU coreutils (POSIX_FADV_DONTNEED), which needs no rights and
 * leaves other files in it. What was not written back to the disk yet stays.
 *
 * @returns false if the machine has no such dd
 */
export function evict(files: readonly string[]): boolean {
  const script = 'for file do dd if="$file" iflag=nocache count=0 status=none || exit 1; done';
  return spawnSync('sh', ['-c', script, 'sh', ...files], { stdio: 'ignore' }).status === 0;
}

/** Bytes that this process has had read from disks so far (Linux). */
export function readBytesFromDisk(): number {
  const bytes = /^read_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1];
  if (bytes === undefined) throw new Error('/proc/self/io names no read_bytes');
  return Number(bytes);
}

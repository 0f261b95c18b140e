// The file or folder of technologies of one's own, as it is on the disk.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@sitegrep/config';

/** Maximum entries of a folder that are looked at. */
const MAX_ENTRIES = 2_000;

/** Path of the file or folder that settings name; null: none, or there is nothing. */
export function pathOfOwn({ technologies: path }: Pick<Config, 'technologies'>): string | null {
  return path === null || stateOfFile(path) === null ? null : path;
}

/** Changes whenever a file is written; null: there is nothing at the path. */
export function stateOfFile(path: string): string | null {
  try {
    const names: string[] = [];
    let left = MAX_ENTRIES;
    const look = (at: string): void => {
      if (left-- <= 0) return;
      const { mtimeMs, size, ino } = statSync(at);
      names.push(`${at} ${mtimeMs} ${size} ${ino}`);
      if (statSync(at).isDirectory()) for (const name of readdirSync(at).toSorted()) look(join(at, name));
    };
    look(path);
    return names.join('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

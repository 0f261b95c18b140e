import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of all files in a folder without subfolders. */
export function folderBytes(folder: string): number {
  return filesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0);
}

/** Paths of the files in a folder. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

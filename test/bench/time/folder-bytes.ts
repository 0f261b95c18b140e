import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Bytes of the parts of a data folder: of its databases by table, with indexes by their own names, and of other files by folder. */
export type FolderBytes = Readonly<Record<string, number>>;

/** Measures a data folder that nobody writes to. */
export function folderBytes(dataDir: string): FolderBytes {
  const bytes: Record<string, number> = {};
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    const path = join(dataDir, name);
    if (!statSync(path).isFile()) continue;
    if (name.endsWith('.sqlite')) {
      for (const [table, size] of tableBytes(path)) bytes[`${name.replace('.sqlite', '')}.${table}`] = size;
    } else if (!/\.sqlite-(?:wal|shm)$/.test(name)) {
      const part = name.split('/')[0] ?? name;
      bytes[part] = (bytes[part] ?? 0) + statSync(path).size;
    }
  }
  return bytes;
}

/** Bytes of the parts that were there before, and of those that were not. */
export function addedBytes(before: FolderBytes, after: FolderBytes): FolderBytes {
  const added = Object.entries(after).map(([part, size]) => [part, size - (before[part] ?? 0)] as const);
  return Object.fromEntries(added.filter(([, size]) => size !== 0));
}

function tableBytes(path: string): readonly (readonly [table: string, bytes: number])[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE aggregate = TRUE GROUP BY name')
      .all()
      .map(({ name, bytes }) => [String(name), Number(bytes)]);
  } finally {
    database.close();
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { EmptyStore } from './conformance/empty-store.ts';

/** Stores of the tests of a file, each in a new folder, which is removed after them. */
export function inNewFolder<T>(open: (dataDir: string) => T | Promise<T>): EmptyStore<T> {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitegrep-'));
    folders.push(folder);
    return async () => open(folder);
  };
}

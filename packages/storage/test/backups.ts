import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { backUpDataFolder } from '../src/sqlite/backup/back-up.ts';
import type { BackupDescription } from '../src/sqlite/backup/contents.ts';
import { restoreDataFolder } from '../src/sqlite/backup/restore.ts';
import { verifyTextIndex } from '../src/sqlite/maintenance/verify.ts';
import { askFolder, fillFolders } from './damaged-folder.ts';
import type { Model } from './drawn-documents.ts';
import { drawQuestions } from './folder-questions.ts';

/** Enough for segments, dead files and a log. */
const DOMAINS = 180;

/** A folder of data folders: `closed` and `killed` are alike, as processes leave them that were stopped and killed. */
export interface BackupFolders {
  readonly root: string;
  readonly model: Model;
  at(name: string): string;
  /** A path where nothing is yet. */
  fresh(): string;
  /** Expects that a data folder answers as the two do. */
  expectIntact(dataDir: string): Promise<void>;
  remove(): void;
}

export async function prepareBackups(): Promise<BackupFolders> {
  const root = mkdtempSync(join(tmpdir(), 'sitegrep-backup-'));
  const at = (name: string): string => join(root, name);
  const model = await fillFolders(at('closed'), at('killed'), DOMAINS);
  const questions = drawQuestions(model, 26);
  await backUp(at('closed'), at('backup'));
  let made = 0;
  return {
    root,
    model,
    at,
    fresh: () => at(`fresh-${++made}`),
    async expectIntact(dataDir) {
      const { answers } = await askFolder(dataDir, questions, []);
      expect(answers).toEqual(questions.map(({ expected }) => ({ value: expected })));
      await verifyTextIndex(dataDir, () => {});
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export function backUp(dataDir: string, target: string, verify = true): Promise<BackupDescription> {
  return backUpDataFolder({ dataDir, target, version: '1.2.3', verify, onProgress: () => {} });
}

export async function restore(source: string, dataDir: string): Promise<string> {
  await restoreDataFolder({ source, dataDir, onProgress: () => {} });
  return dataDir;
}

/**
 * Backs up or restores in a process that kills itself at the given one of its steps.
 *
 * @returns null, or how many steps there were if it came to its end before
 */
export function killAt(kind: 'back-up' | 'restore', from: string, to: string, step: number): string | null {
  const { stdout, signal } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('killed-backup.ts', import.meta.url)), kind, from, to, String(step)],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return signal === 'SIGKILL' ? null : stdout;
}

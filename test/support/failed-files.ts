import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** File with the names of the test files that failed in the last run. */
export const FAILED_FILES = join(
  import.meta.dirname,
  '..',
  '..',
  'node_modules',
  '.cache',
  'failed-files.json',
);

export interface FailedRun {
  /** Configuration of the run, as a path. */
  readonly config: string;
  readonly files: readonly string[];
}

/** Notes the files of a run that failed, so that they can be run again by themselves. */
export class FailedFiles implements Reporter {
  #config = '';

  onInit({ vite }: Vitest): void {
    this.#config = vite.config.configFile ?? '';
    // A run that is ended from outside leaves none.
    this.#note([]);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#note(modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId));
  }

  #note(files: readonly string[]): void {
    const run: FailedRun = { config: this.#config, files };
    mkdirSync(dirname(FAILED_FILES), { recursive: true });
    writeFileSync(FAILED_FILES, JSON.stringify(run));
  }
}

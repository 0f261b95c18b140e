// What the builds of all engines share: their job, files, and what they take.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface BuildJob {
  /** Folder of the texts. */
  readonly texts: string;
  readonly copies: number;
  /** Folder to create and write to. */
  readonly folder: string;
}

/** Documents that are committed at once, by every engine. */
export const BATCH = 100;

/** Bytes of all files in a folder without subfolders. */
export function folderBytes(folder: string): number {
  return filesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0);
}

export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Duration of some work, in seconds. */
export interface Duration {
  readonly wall: number;
  /** Processor time of all threads of the process. Other work on the machine lengthens it little. */
  readonly cpu: number;
}

/** Adds up what pieces of work take. */
export class Stopwatch {
  #wallMs = 0;
  #cpuMicros = 0;

  get duration(): Duration {
    return { wall: this.#wallMs / 1e3, cpu: this.#cpuMicros / 1e6 };
  }

  time<T>(work: () => T): T {
    const stop = this.start();
    const result = work();
    stop();
    return result;
  }

  async timeAsync<T>(work: () => Promise<T>): Promise<T> {
    const stop = this.start();
    const result = await work();
    stop();
    return result;
  }

  /** @returns what ends the piece of work */
  start(): () => void {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    return () => {
      this.#wallMs += performance.now() - startedAt;
      const { user, system } = process.cpuUsage(before);
      this.#cpuMicros += user + system;
    };
  }
}

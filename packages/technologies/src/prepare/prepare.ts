// Compiled sets for a process: the built-in one as it is, any other compiled in a thread, once.
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { builtInFingerprints } from '../data.ts';
import type { OwnReport } from './own-report.ts';
import { readSetTexts } from '../own/set-files.ts';
import { digestOf, keep, readKept } from './kept-sets.ts';

/** Parts that a set is compiled of. */
export interface CompileTask {
  /** A public set as it is kept; null: the built-in one. */
  readonly publicSet: Uint8Array | null;
  /** File or folder with technologies of one's own; null: none. */
  readonly own: string | null;
}

/** Message of the thread. */
export interface CompiledReport {
  readonly compiled: SharedArrayBuffer;
  readonly own: OwnReport;
}

/** A set that is ready to run. */
export interface PreparedSet extends CompiledReport {
  /** Changes with everything that the set is made of. */
  readonly key: string;
}

export const NO_OWN: OwnReport = { technologies: [], queries: [], problems: [], replaced: [] };

/** Key of the set that is made of these parts, as they are now. @throws Error of the file system if a file can't be read */
function keyOfSet({ publicSet, own }: CompileTask): string {
  if (publicSet === null && own === null) return BUILT_IN;
  const hash = createHash('sha256');
  hash.update(digestOf(new Uint8Array(builtInFingerprints())));
  hash.update(publicSet === null ? '-' : digestOf(publicSet));
  if (own !== null) for (const text of readSetTexts(own)) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex').slice(0, 32);
}

const BUILT_IN = 'built-in';

/**
 * Gives the set that is made of these parts: out of the folder if it is kept there, and else compiled, and kept.
 *
 * @param folder where compiled sets are kept; null: nowhere
 * @throws Error of the file system if a file can't be read
 */
export async function prepareSet(task: CompileTask, folder: string | null): Promise<PreparedSet> {
  const key = keyOfSet(task);
  if (key === BUILT_IN) return { key, compiled: builtInFingerprints(), own: NO_OWN };
  const kept = folder === null ? null : readKept(folder, key);
  if (kept !== null) return { key, compiled: kept.compiled, own: kept.own };
  const made = await compiledInThread(task);
  if (folder !== null) keep(folder, key, made.compiled, made.own);
  return { key, ...made };
}

function compiledInThread(task: CompileTask): Promise<CompiledReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./compile-thread.ts', import.meta.url), {
      name: 'fingerprints',
      workerData: task,
    });
    worker.once('message', (report: CompiledReport) => resolve(report));
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`the thread that compiles fingerprints ended with code ${code}`)),
    );
  });
}

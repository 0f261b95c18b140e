// Runs the process that changes documents (killed-writer.ts), kills it, and finds out what it was at.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeDisk } from '../src/disk.ts';
import { SegmentsCorrupt } from '../src/errors.ts';
import { LogReader } from '../src/store/log-reader.ts';
import { fileName, filesOf, FIRST_MANIFEST, NEW_MANIFEST_NAME, readManifest } from '../src/store/manifest.ts';

/**
 * The moment of a kill: some time after the nth line of a kind that the process prints (it opens the store, appends a
 * batch, has committed one, begins a build or a merge), or in the middle of its nth write.
 */
export interface Moment {
  readonly kind: 'open' | 'append' | 'write' | 'committed' | 'build' | 'merge';
  readonly nth: number;
  readonly thenMs: number;
}

/** Lines that a process printed until it was killed. */
export interface KilledRun {
  /** Last sequence number of the last batch that was acknowledged; null: none was. */
  readonly acknowledged: number | null;
  /** Last sequence number of the last batch that was begun. */
  readonly begun: number | null;
  /** Numbers of the segments that were begun and not ended. */
  readonly building: readonly number[];
  readonly merging: readonly number[];
  readonly problems: readonly string[];
}

/** Work that was under way at a kill, as seen from the files that it left. */
export interface Interrupted {
  /** The log has more than was committed. */
  readonly append: boolean;
  /** … and ends within a record. */
  readonly record: boolean;
  /** There is a segment that is not named by the manifest, and had begun to be built, or merged. */
  readonly build: boolean;
  readonly merge: boolean;
  /** A manifest had not replaced the one before. */
  readonly manifest: boolean;
}

/** Number of commits after which it is killed even if the moment did not come. */
const MAX_COMMITS = 500;

const WRITER = new URL('./killed-writer.ts', import.meta.url).pathname;

export async function runAndKill(
  folder: string,
  seed: number,
  { kind, nth, thenMs }: Moment,
): Promise<KilledRun> {
  const child = spawn(process.execPath, [WRITER, folder, String(seed), String(kind === 'write' ? nth : 0)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines: (readonly [kind: string, rest: string])[] = [];
  const counts = new Map<string, number>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, word = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    lines.push([word, rest]);
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    if (
      (word === kind && (count === nth || kind === 'write')) ||
      (word === 'committed' && count === MAX_COMMITS)
    ) {
      // Timers count whole milliseconds.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, thenMs);
      child.kill('SIGKILL');
    }
  }
  const [code, signal] = await exited;
  if (signal !== 'SIGKILL') throw new Error(`the process ended with ${String(code ?? signal)}`);
  const of = (wanted: string): readonly string[] =>
    lines.filter(([word]) => word === wanted).map(([, rest]) => rest);
  const last = (wanted: string): number | null => of(wanted).map(Number).at(-1) ?? null;
  const open = (wanted: string): readonly number[] => {
    const ended = new Set(of(`end-of-${wanted}`));
    return of(wanted)
      .filter((number) => !ended.has(number))
      .map(Number);
  };
  return {
    acknowledged: last('committed'),
    begun: last('append'),
    building: open('build'),
    merging: open('merge'),
    problems: of('problem'),
  };
}

/** @param committed sequence number of the last operation that the process committed */
export function traceOf(
  index: string,
  committed: number,
  { begun, building, merging }: KilledRun,
): Interrupted {
  const names = nodeDisk.list(index);
  const manifest = readManifest(nodeDisk, index) ?? FIRST_MANIFEST;
  const named = new Set(filesOf(manifest));
  const isLeft = (number: number): boolean => {
    const name = fileName(number, 'segment');
    return names.includes(name) && !named.has(name);
  };
  const isAhead = begun !== null && begun > committed;
  const log = join(index, fileName(manifest.logs.at(-1) ?? 0, 'log'));
  const tail = isAhead ? tailOf(log, committed, begun) : 'none';
  return {
    append: tail !== 'none',
    record: tail === 'torn',
    build: building.some(isLeft),
    merge: merging.some(isLeft),
    manifest: names.includes(NEW_MANIFEST_NAME),
  };
}

/** State of a log after the last committed operation. */
function tailOf(path: string, committed: number, begun: number): 'none' | 'whole' | 'torn' {
  const log = LogReader.open(nodeDisk, path);
  try {
    log.read(committed);
    if (log.position === nodeDisk.stat(path)?.bytes) return 'none';
    log.read(begun);
    return 'whole';
  } catch (error) {
    if (error instanceof SegmentsCorrupt) return 'torn';
    throw error;
  } finally {
    log.close();
  }
}

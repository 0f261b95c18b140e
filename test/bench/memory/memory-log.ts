import { readFileSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readMemory } from '../harness/memory.ts';

const EVERY_MS = 5_000;
/** Minutes that have a row of the table. */
const SHOWN_MINUTES = [1, 2, 5, 10, 15, 20, 30, 40, 50, 60];
/** Signal that makes Node.js write a report; sitegrep itself uses SIGUSR2 otherwise. */
const REPORT_SIGNAL = 'SIGWINCH';
const REPORT_MS = 20_000;

/** Memory of a process at a moment, in MiB. */
interface MemorySample {
  readonly minute: number;
  readonly residentMiB: number;
  /** Memory that no file has: the system can't take it back when it needs it. */
  readonly anonymousMiB: number;
}

/** Heaps of the main thread and of all others, and buffers outside of them, in MiB. */
interface Heaps {
  readonly main: number;
  readonly threads: number;
  readonly buffers: number;
}

interface Row extends MemorySample {
  readonly name: string;
  readonly heaps: Heaps | null;
}

/** Watches the memory of a process (Linux). */
export class MemoryLog {
  readonly #samples: MemorySample[] = [];
  readonly #rows: Row[] = [];
  readonly #pid: number;
  readonly #reports: string;
  readonly #startedAt = performance.now();

  /** @param reports folder that the process was started with by `environment` */
  constructor(pid: number, reports: string) {
    this.#pid = pid;
    this.#reports = reports;
  }

  /** Variables of a process that tells its heaps. */
  static environment(reports: string): Readonly<Record<string, string>> {
    return {
      NODE_OPTIONS: `--report-on-signal --report-signal=${REPORT_SIGNAL} --report-exclude-env --report-directory=${reports}`,
    };
  }

  /** Takes a row of the table, with the heaps. */
  async look(name: string): Promise<MemorySample> {
    const sample = this.#sample();
    this.#rows.push({ name, ...sample, heaps: await this.#heaps() });
    return sample;
  }

  /** Looks again and again until a work has ended. @param nameOf gives the name of a row by the minute since the call */
  async lookUntil(ended: Promise<unknown>, nameOf: (minute: number) => string): Promise<void> {
    const startedAt = performance.now();
    const state = { isEnded: false };
    const done = ended.finally(() => {
      state.isEnded = true;
    });
    const shown = [...SHOWN_MINUTES];
    while (!state.isEnded) {
      await Promise.race([delay(EVERY_MS), done]);
      const next = shown[0] ?? Infinity;
      if (performance.now() - startedAt < next * 60_000) this.#sample();
      else {
        shown.shift();
        await this.look(nameOf(next));
      }
    }
    await done;
  }

  /** The highest memory between two minutes. */
  peakBetween(from: number, to: number): MemorySample {
    const some = this.#samples.filter(({ minute }) => minute >= from && minute <= to);
    return some.reduce((high, one) => (one.residentMiB > high.residentMiB ? one : high), {
      minute: from,
      residentMiB: 0,
      anonymousMiB: 0,
    });
  }

  /** The table. */
  rows(): readonly object[] {
    return this.#rows.map(({ name, residentMiB, anonymousMiB, heaps }) => ({
      at: name,
      RSS: Math.round(residentMiB),
      anonymous: Math.round(anonymousMiB),
      ...heaps,
    }));
  }

  #sample(): MemorySample {
    const rollup = readFileSync(`/proc/${this.#pid}/smaps_rollup`, 'utf8');
    const sample = {
      minute: (performance.now() - this.#startedAt) / 60_000,
      residentMiB: readMemory(this.#pid).residentMiB,
      anonymousMiB: Number(/^Anonymous:\s+(\d+) kB$/m.exec(rollup)?.[1]) / 1_024,
    };
    this.#samples.push(sample);
    return sample;
  }

  /** Null if the process wrote no report in time. */
  async #heaps(): Promise<Heaps | null> {
    process.kill(this.#pid, REPORT_SIGNAL);
    for (const giveUpAt = performance.now() + REPORT_MS; performance.now() < giveUpAt;) {
      await delay(200);
      const [name] = await readdir(this.#reports);
      if (name === undefined) continue;
      const path = join(this.#reports, name);
      const written = await readFile(path, 'utf8');
      // It is complete when it ends with its last brace.
      if (!written.endsWith('}\n') && !written.endsWith('}')) continue;
      await rm(path);
      return heapsIn(JSON.parse(written) as Report);
    }
    return null;
  }
}

interface Report {
  readonly javascriptHeap: { readonly totalCommittedMemory: number; readonly externalMemory: number };
  readonly workers?: readonly Report[];
}

function heapsIn(report: Report): Heaps {
  const { workers = [] } = report;
  const mebibytes = (reports: readonly Report[], part: keyof Report['javascriptHeap']): number =>
    Math.round(reports.reduce((sum, { javascriptHeap }) => sum + javascriptHeap[part], 0) / 2 ** 20);
  return {
    main: mebibytes([report], 'totalCommittedMemory'),
    threads: mebibytes(workers, 'totalCommittedMemory'),
    buffers: mebibytes([report, ...workers], 'externalMemory'),
  };
}

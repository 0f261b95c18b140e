import { readdirSync, readFileSync } from 'node:fs';

/** Processor time in milliseconds, by the name of the thread; `ended`: of threads that are gone, by whatever name. */
export type ProcessorTime = Readonly<Record<string, number>>;

/** Clock ticks of /proc are hundredths of a second wherever Linux runs. */
const TICK_MS = 10;

/** Processor time of a process, all its threads, in milliseconds (Linux). */
export function readProcessorMs(pid: number): number {
  return ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8')).ticks * TICK_MS;
}

/** Adds up the processor time of a process by thread. Threads come and go, so it looks often. */
export class ThreadTimes {
  readonly #pid: number;
  readonly #seen = new Map<string, { readonly name: string; readonly ticks: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#pid = pid;
    this.#look();
    this.#timer = setInterval(() => this.#look(), 100);
  }

  /** Reads the processor time used so far. */
  read(): ProcessorTime {
    this.#look();
    const times: Record<string, number> = {};
    let known = 0;
    for (const { name, ticks } of this.#seen.values()) {
      times[name] = (times[name] ?? 0) + ticks * TICK_MS;
      known += ticks * TICK_MS;
    }
    times['ended'] = Math.max(0, readProcessorMs(this.#pid) - known);
    return times;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const thread of readdirSync(`/proc/${this.#pid}/task`)) {
      const stat = readStat(`/proc/${this.#pid}/task/${thread}/stat`);
      if (stat !== null) this.#seen.set(thread, ticksOf(stat));
    }
  }
}

/** null if the thread has ended meanwhile. */
function readStat(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return null;
    throw error;
  }
}

/** Reads `123 (a name) S 1 …`, in which utime and stime are fields 14 and 15. */
function ticksOf(stat: string): { readonly name: string; readonly ticks: number } {
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { name, ticks: Number(fields[11]) + Number(fields[12]) };
}

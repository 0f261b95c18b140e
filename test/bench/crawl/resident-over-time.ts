import { readFileSync } from 'node:fs';

const EVERY_PAGES = 1_000;

/** Resident memory of a process while pages go by (Linux). */
export class Resident {
  readonly byPages: (readonly [pages: number, MiB: number])[] = [];
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  note(pages: number): void {
    const last = this.byPages.at(-1)?.[0] ?? -EVERY_PAGES;
    if (pages >= last + EVERY_PAGES) this.byPages.push([pages, Math.round(this.#read('VmRSS'))]);
  }

  /** The highest so far. */
  get peakMiB(): number {
    return this.#read('VmHWM');
  }

  #read(field: string): number {
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8');
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kilobytes === undefined) throw new Error(`/proc/${this.#pid}/status names no ${field}`);
    return Number(kilobytes) / 1024;
  }
}

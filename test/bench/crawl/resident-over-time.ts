import { readMemory } from '../resident.ts';

const EVERY_PAGES = 1_000;

/** Resident memory of a process while pages go by (Linux). */
export class Resident {
  readonly byPages: (readonly [pages: number, MiB: number])[] = [];
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** @returns whether it was looked at */
  note(pages: number): boolean {
    const last = this.byPages.at(-1)?.[0] ?? -EVERY_PAGES;
    if (pages < last + EVERY_PAGES) return false;
    this.byPages.push([pages, Math.round(readMemory(this.#pid).residentMiB)]);
    return true;
  }

  /** The highest so far. */
  get peakMiB(): number {
    return readMemory(this.#pid).peakMiB;
  }
}

import type { PagesLine } from '@sitegrep/contract';
import { jsonLine } from '@sitegrep/contract/json';
import { errorBody, type Failure } from '../failure.ts';

/** Characters of lines that may wait until the client reads them: some hundred thousand lines. */
const MAX_WAITING = 16 * 1024 * 1024;
/** Characters that are sent at a time, as far as there are so many. */
const BLOCK = 64 * 1024;

/** Lines of an answer, which wait until the client has read those before. */
export class AnswerLines {
  readonly #maxWaiting: number;
  readonly #blocks: string[] = [];
  #last = '';
  #waiting = 0;
  #lines = 0;
  #end: { readonly error: Failure | null } | null = null;
  #wake: () => void = () => {};
  #free: () => void = () => {};
  #isAbandoned = false;
  /** Time of the last line, as `performance.now` tells it. */
  lastAt = performance.now();

  constructor(maxWaiting = MAX_WAITING) {
    this.#maxWaiting = maxWaiting;
  }

  push(line: PagesLine): void {
    this.#add(jsonLine(line));
  }

  /** Waits until the client has read so much that there is capacity for further lines. */
  async capacity(): Promise<void> {
    while (this.#waiting > this.#maxWaiting && !this.#isAbandoned) {
      await new Promise<void>((resolve) => {
        const others = this.#free;
        this.#free = () => {
          others();
          resolve();
        };
      });
    }
  }

  end(line: PagesLine): void {
    this.push(line);
    this.#end = { error: null };
    this.#wake();
  }

  fail(error: Failure): void {
    this.#add(jsonLine(errorBody(error.code, error.message)));
    this.#end = { error };
    this.#wake();
  }

  /** Drops all lines: nobody reads them. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#blocks.length = 0;
    this.#last = '';
    this.#waiting = 0;
    this.#freed();
    this.#wake();
  }

  /** Waits for the first line. @returns the failure if it is the only one, which is an ordinary answer then */
  async begun(): Promise<Failure | null> {
    while (this.#lines === 0 && !this.#isAbandoned) await this.#change();
    return this.#lines === 1 && this.#end !== null ? this.#end.error : null;
  }

  async *texts(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      const text = this.#taken();
      if (text !== '') {
        yield text;
        continue;
      }
      if (this.#end !== null || this.#isAbandoned) break;
      await this.#change();
    }
    // The connection is closed without an end, which tells a failed import from a complete one.
    if (this.#end !== null && this.#end.error !== null) throw this.#end.error;
  }

  #add(text: string): void {
    if (this.#isAbandoned) return;
    this.lastAt = performance.now();
    this.#lines += 1;
    this.#waiting += text.length;
    this.#last += text;
    if (this.#last.length >= BLOCK) {
      this.#blocks.push(this.#last);
      this.#last = '';
    }
    this.#wake();
  }

  #taken(): string {
    let text = this.#blocks.shift();
    if (text === undefined) {
      text = this.#last;
      this.#last = '';
    }
    this.#waiting -= text.length;
    if (this.#waiting <= this.#maxWaiting) this.#freed();
    return text;
  }

  #freed(): void {
    const free = this.#free;
    this.#free = () => {};
    free();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

import type { PagesLine } from '@sitegrep/contract';
import { jsonLine } from '@sitegrep/contract/json';
import type { Failure } from '../failure.ts';

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
  #hasEnded = false;
  #refusal: Failure | null = null;
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
    this.#hasEnded = true;
    this.#wake();
  }

  /** Ends the answer with a last line that has the failure, unless there was none before: then the failure is the answer. */
  fail(failure: Failure, line: PagesLine): void {
    if (this.#lines === 0) this.#refusal = failure;
    else this.push(line);
    this.#hasEnded = true;
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

  /** Waits for the first line. @returns the failure if there is none, which is an ordinary answer then */
  async begun(): Promise<Failure | null> {
    while (this.#lines === 0 && !this.#hasEnded && !this.#isAbandoned) await this.#change();
    return this.#refusal;
  }

  async *texts(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      const text = this.#taken();
      if (text !== '') {
        yield text;
        continue;
      }
      if (this.#hasEnded || this.#isAbandoned) return;
      await this.#change();
    }
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

/**
 * One try of a request: ends when its time is over or the caller's signal fires, and knows which of the two it was. (What
 * AbortSignal.any and AbortSignal.timeout do, but that the time can begin anew with each sign of life.)
 */
export class Attempt {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timeoutMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;

  /** @param timeoutMs 0 for no end */
  constructor(outer: AbortSignal | undefined, timeoutMs: number) {
    outer?.throwIfAborted();
    this.#outer = outer;
    this.#timeoutMs = timeoutMs;
    outer?.addEventListener('abort', this.#leave, { once: true });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Its time was over. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Gives it all of its time again. */
  restart(): void {
    clearTimeout(this.#timer);
    if (this.#timeoutMs === 0 || this.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#controller.abort();
    }, this.#timeoutMs);
  }

  /** Stops its clock until it is started again: nobody waits. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** Lets go of timer and signal, and of the connection if `stop` is set. */
  end(how: { readonly stop: boolean }): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#leave);
    if (how.stop) this.#controller.abort();
  }

  readonly #leave = (): void => {
    clearTimeout(this.#timer);
    this.#controller.abort(this.#outer?.reason);
  };
}

import { SearchAborted } from '../../errors.ts';

/** Longest time that a timer of Node can wait, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Tells a thread to stop when a search is aborted, or when looking at sources has taken as long as it may. */
export class StopSign {
  /** Cell that is 1 when the sign is set. */
  readonly shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly signal: AbortSignal | undefined;
  readonly #set = (): void => void Atomics.store(this.shared, 0, 1);
  #leftMs: number;
  #begunAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(signal: AbortSignal | undefined, budgetMs = Infinity) {
    this.signal = signal;
    this.#leftMs = budgetMs;
    if (signal?.aborted === true) this.#set();
    signal?.addEventListener('abort', this.#set, { once: true });
  }

  get isSet(): boolean {
    return Atomics.load(this.shared, 0) !== 0;
  }

  /** A look at sources begins. */
  begin(): void {
    this.#begunAt = performance.now();
    if (this.#leftMs <= MAX_TIMER_MS) this.#timer = setTimeout(this.#set, this.#leftMs);
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#begunAt;
    if (this.#leftMs <= 0) this.#set();
  }

  /** @throws SearchAborted as soon as the search is aborted */
  async orAborted<Value>(work: Promise<Value>): Promise<Value> {
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = (): void => reject(new SearchAborted('the search was aborted'));
    if (this.signal?.aborted === true) abort();
    this.signal?.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([work, promise]);
    } finally {
      this.signal?.removeEventListener('abort', abort);
    }
  }

  release(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.signal?.removeEventListener('abort', this.#set);
  }
}

/** Makes a checkpoint for work in a thread: it throws `Stopped` when the sign is set. */
export function checkpointFor(shared: StopSign['shared']): () => void {
  return () => {
    if (Atomics.load(shared, 0) !== 0) throw new Stopped();
  };
}

/** The work was stopped. */
export class Stopped extends Error {}

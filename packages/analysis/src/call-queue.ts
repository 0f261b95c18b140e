// The pages that wait for a thread, and the threads that wait for a page.
import type { Urgency } from './analysis.ts';
import type { AnalysisThread } from './thread-handle.ts';

export interface Call {
  /** Has the page read by a thread, and passes the result on. */
  readonly run: (thread: AnalysisThread) => Promise<void>;
  readonly reject: (error: unknown) => void;
}

export class CallQueue {
  readonly #threads: number;
  readonly #queueLimit: number;
  readonly #calls: Readonly<Record<Urgency, Call[]>> = { urgent: [], queued: [], idle: [] };
  /** Idle threads, the longest idle first. */
  readonly #idle: ((call: Call | null) => void)[] = [];
  readonly #ending = new AbortController();
  #unanswered = 0;

  constructor({ threads, queueLimit }: { readonly threads: number; readonly queueLimit: number }) {
    this.#threads = threads;
    this.#queueLimit = queueLimit;
  }

  /** Aborted when the queue ends, with the reason. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  get length(): number {
    const { urgent, queued, idle } = this.#calls;
    return urgent.length + queued.length + idle.length;
  }

  /** Gives work to an idle thread, or puts it in the queue. Rejects if the queue is full or has ended. */
  give<Result>(urgency: Urgency, work: (thread: AnalysisThread) => Promise<Result>): Promise<Result> {
    if (this.ended.aborted) return Promise.reject(this.ended.reason);
    const limit = this.#queueLimit;
    if (this.#unanswered >= this.#threads + limit) {
      return Promise.reject(
        new Error(`the analysis queue is full: ${limit} pages wait already; await earlier ones first`),
      );
    }
    this.#unanswered++;
    return new Promise((resolve, reject) => {
      const call: Call = { run: async (thread) => resolve(await work(thread)), reject };
      const take = this.#idle.shift();
      if (take === undefined) this.#calls[urgency].push(call);
      else take(call);
    });
  }

  /** The next call for a thread; null after the end. */
  next(): Promise<Call | null> {
    if (this.ended.aborted) return Promise.resolve(null);
    const { urgent, queued, idle } = this.#calls;
    const call = urgent.shift() ?? queued.shift() ?? idle.shift();
    return call === undefined ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve(call);
  }

  /** Has a thread answer a call. @param thread null if there is none, since the queue has ended */
  async answer(call: Call, thread: AnalysisThread | null): Promise<void> {
    try {
      if (thread === null) throw this.ended.reason;
      await call.run(thread);
    } catch (error) {
      call.reject(error);
    } finally {
      this.#unanswered--;
    }
  }

  /** Rejects all calls that wait, and dismisses idle threads. The first reason counts. */
  end(reason: Error): void {
    if (this.ended.aborted) return;
    this.#ending.abort(reason);
    this.#unanswered -= this.length;
    const { urgent, queued, idle } = this.#calls;
    for (const call of [...urgent.splice(0), ...queued.splice(0), ...idle.splice(0)]) call.reject(reason);
    for (const dismiss of this.#idle.splice(0)) dismiss(null);
  }
}

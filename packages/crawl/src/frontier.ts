// The frontier: which visit is next. One line of visits a host; hosts take turns. It begins no visit while its host
// rests, as far as is known here; each of its requests waits for its own turn (host-pace.ts). It is the request manager of
// Crawlee's crawler, and unlike Crawlee's own queue it forgets what is done.
import { Request, type IRequestManager } from '@crawlee/core';
import type { Clock } from './clock.ts';
import type { Visit } from './visit.ts';

export interface FrontierOptions {
  readonly clock: Clock;
  readonly hostConcurrency: number;
  /** For how long a host rests from now on, in milliseconds. */
  readonly restsFor: (host: string) => number;
  /** A visit can be taken now. */
  readonly onReady: () => void;
}

interface Turn {
  readonly visit: Visit;
  readonly request: Request;
  readonly line: Line;
  /** How long the host is left alone if this turn is taken back; set before Crawlee does so. */
  restMs: number;
}

/** A host's visits. Lives until it is empty. */
interface Line {
  readonly host: string;
  readonly waiting: Turn[];
  underWay: number;
  /** No visit before this, because one is to be repeated then. */
  restsUntil: number;
  cancelTimer: (() => void) | null;
}

export class Frontier implements IRequestManager {
  readonly #options: FrontierOptions;
  readonly #lines = new Map<string, Line>();
  /** Lines whose first visit may start, in the order they became so. */
  readonly #ready = new Set<Line>();
  /** Turns that wait or are under way. */
  readonly #turns = new Map<Request, Turn>();
  /** Asked for after the end of a turn too: Crawlee tells of a failure when it has let go of the request. */
  readonly #visits = new WeakMap<Request, Visit>();
  #handled = 0;
  #sequence = 0;

  constructor(options: FrontierOptions) {
    this.#options = options;
  }

  add(visit: Visit): void {
    const line = this.#lineOf(visit.host);
    const request = new Request({ url: visit.urls[0].href, uniqueKey: String(++this.#sequence) });
    const turn = { visit, request, line, restMs: 0 };
    this.#turns.set(request, turn);
    this.#visits.set(request, visit);
    // What goes on with a turn doesn't queue again.
    if (visit.trail.length > 0) line.waiting.unshift(turn);
    else line.waiting.push(turn);
    this.#refresh(line);
  }

  /** Takes a visit that has not begun out again. False if it has, or is done. */
  withdraw(visit: Visit): boolean {
    const line = this.#lines.get(visit.host);
    const at = line?.waiting.findIndex((turn) => turn.visit === visit) ?? -1;
    const [turn] = line === undefined || at < 0 ? [] : line.waiting.splice(at, 1);
    if (turn === undefined) return false;
    this.#turns.delete(turn.request);
    this.#refresh(turn.line);
    return true;
  }

  visitOf(request: Request): Visit | null {
    return this.#visits.get(request) ?? null;
  }

  /** Leaves the host of a visit alone for a while, once Crawlee takes its request back for another attempt. */
  restBeforeRetry(request: Request, restMs: number): void {
    const turn = this.#turns.get(request);
    if (turn !== undefined) turn.restMs = restMs;
  }

  /** Hosts that are remembered now. */
  get size(): number {
    return this.#lines.size;
  }

  /** Forgets every host, and with them all timers. */
  close(): void {
    for (const line of this.#lines.values()) line.cancelTimer?.();
    this.#lines.clear();
    this.#ready.clear();
    this.#turns.clear();
  }

  isEmpty(): Promise<boolean> {
    return Promise.resolve(this.#ready.size === 0);
  }

  isFinished(): Promise<boolean> {
    return Promise.resolve(this.#turns.size === 0);
  }

  fetchNextRequest<T extends Record<string, unknown>>(): Promise<Request<T> | null>;
  fetchNextRequest(): Promise<Request | null> {
    const [line] = this.#ready;
    const turn = line?.waiting.shift();
    if (line === undefined || turn === undefined) return Promise.resolve(null);
    // To the end of the order: hosts take turns.
    this.#ready.delete(line);
    line.underWay++;
    this.#refresh(line);
    return Promise.resolve(turn.request);
  }

  markRequestHandled(request: Request): Promise<null> {
    const turn = this.#turns.get(request);
    if (turn !== undefined) {
      this.#turns.delete(request);
      this.#handled++;
      this.#end(turn.line);
    }
    return Promise.resolve(null);
  }

  reclaimRequest(request: Request): Promise<null> {
    const turn = this.#turns.get(request);
    if (turn !== undefined) {
      const { line } = turn;
      line.restsUntil = Math.max(line.restsUntil, this.#options.clock.now() + turn.restMs);
      line.waiting.unshift(turn);
      this.#end(line);
    }
    return Promise.resolve(null);
  }

  handledCount(): Promise<number> {
    return Promise.resolve(this.#handled);
  }

  getTotalCount(): number {
    return this.#handled + this.#turns.size;
  }

  getPendingCount(): number {
    return this.#turns.size;
  }

  /** Requests come by `add` only; Crawlee's ways to add them are closed. */
  addRequest(): Promise<never> {
    return Promise.reject(new Error('requests are added by the frontier only'));
  }

  addRequestsBatched(): Promise<never> {
    return Promise.reject(new Error('requests are added by the frontier only'));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Request> {
    for (let next = await this.fetchNextRequest(); next !== null; next = await this.fetchNextRequest())
      yield next;
  }

  #lineOf(host: string): Line {
    const known = this.#lines.get(host);
    if (known !== undefined) return known;
    const line = {
      host,
      waiting: [],
      underWay: 0,
      restsUntil: -Infinity,
      cancelTimer: null,
    };
    this.#lines.set(host, line);
    return line;
  }

  #end(line: Line): void {
    line.underWay--;
    this.#refresh(line);
  }

  /** Brings a line to where its state says: among the ready ones, waiting for its time, or forgotten. */
  #refresh(line: Line): void {
    const { clock, restsFor, hostConcurrency, onReady } = this.#options;
    line.cancelTimer?.();
    line.cancelTimer = null;
    this.#ready.delete(line);
    if (line.waiting.length === 0) {
      if (line.underWay === 0) this.#lines.delete(line.host);
      return;
    }
    if (line.underWay >= hostConcurrency) return;
    const waitMs = Math.max(line.restsUntil - clock.now(), restsFor(line.host));
    if (waitMs > 0) {
      line.cancelTimer = clock.schedule(Math.ceil(waitMs), () => this.#refresh(line));
    } else {
      this.#ready.add(line);
      onReady();
    }
  }
}

// The frontier: which visit is next. One line of visits a host, each with its own pace; hosts take turns. It is the
// request manager of Crawlee's crawler, and unlike Crawlee's own queue it forgets what is done.
import { Request, type IRequestManager } from '@crawlee/core';
import type { Clock } from './clock.ts';
import { crawlDelay } from './pacing.ts';
import type { Visit } from './visit.ts';

export interface FrontierOptions {
  readonly clock: Clock;
  readonly hostConcurrency: number;
  readonly crawlDelayMs: number;
  readonly maxCrawlDelayMs: number;
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

/** A host's visits and its pace. Lives until it is empty and its host has rested. */
interface Line {
  readonly host: string;
  readonly waiting: Turn[];
  underWay: number;
  /** When the last visit ended, or one began, by the clock. */
  endedAt: number;
  /** No visit before this, not even one that goes on with a turn. */
  restsUntil: number;
  /** What robots.txt asks for. */
  askedDelayMs: number | null;
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

  /** A request goes to a host now, mostly to that of its visit. Its robots.txt, if known, asks for this pause. */
  requested(host: string, askedDelayMs: number | null): void {
    const line = this.#lineOf(host);
    if (askedDelayMs !== null) line.askedDelayMs = askedDelayMs;
    line.endedAt = this.#options.clock.now();
    this.#refresh(line);
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
      endedAt: -Infinity,
      restsUntil: -Infinity,
      askedDelayMs: null,
      cancelTimer: null,
    };
    this.#lines.set(host, line);
    return line;
  }

  #end(line: Line): void {
    line.underWay--;
    line.endedAt = this.#options.clock.now();
    this.#refresh(line);
  }

  /** Brings a line to where its state says: among the ready ones, waiting for its time, or forgotten. */
  #refresh(line: Line): void {
    const { clock, crawlDelayMs, maxCrawlDelayMs, hostConcurrency, onReady } = this.#options;
    line.cancelTimer?.();
    line.cancelTimer = null;
    const [head] = line.waiting;
    if (line.underWay >= hostConcurrency || (head === undefined && line.underWay > 0)) {
      this.#ready.delete(line);
      return;
    }
    // A redirect's next step is part of the same turn to the site, but not to one that has stated its pace.
    const ownDelayMs = (head?.visit.trail.length ?? 0) > 0 ? 0 : crawlDelayMs;
    const turnAt = Math.max(
      line.restsUntil,
      line.endedAt + crawlDelay(line.askedDelayMs, ownDelayMs, maxCrawlDelayMs),
    );
    const waitMs = turnAt - clock.now();
    if (waitMs > 0) {
      this.#ready.delete(line);
      line.cancelTimer = clock.schedule(Math.ceil(waitMs), () => this.#refresh(line));
    } else if (head === undefined) {
      this.#ready.delete(line);
      this.#lines.delete(line.host);
    } else {
      this.#ready.add(line);
      onReady();
    }
  }
}

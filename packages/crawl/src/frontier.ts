// The frontier: which visit is next. One line of visits a host; hosts take turns. It begins no visit while its host
// rests, as far as is known here; each of its requests waits for its own turn (host-pace.ts). What is done is forgotten.
import type { Clock } from './options.ts';
import type { Visit } from './visit.ts';

export interface FrontierOptions {
  readonly clock: Clock;
  readonly hostConcurrency: number;
  /** For how long a host rests from now on, in milliseconds. */
  readonly restsFor: (host: string) => number;
  /** A visit can be taken now. */
  readonly onReady: () => void;
}

/** A host's visits. Lives until it is empty. */
interface Line {
  readonly host: string;
  readonly waiting: Visit[];
  readonly underWay: Set<Visit>;
  /** No visit before this, because one is to be repeated then. */
  restsUntil: number;
  cancelTimer: (() => void) | null;
}

export class Frontier {
  readonly #options: FrontierOptions;
  readonly #lines = new Map<string, Line>();
  /** Lines whose first visit may start, in the order they became so. */
  readonly #ready = new Set<Line>();

  constructor(options: FrontierOptions) {
    this.#options = options;
  }

  add(visit: Visit): void {
    const line = this.#lineOf(visit.host);
    // What goes on with a turn doesn't queue again.
    if (visit.trail.length > 0) line.waiting.unshift(visit);
    else line.waiting.push(visit);
    this.#refresh(line);
  }

  /** Takes a visit that has not begun out again. False if it has, or is done. */
  withdraw(visit: Visit): boolean {
    const line = this.#lines.get(visit.host);
    const at = line?.waiting.indexOf(visit) ?? -1;
    if (line === undefined || at < 0) return false;
    line.waiting.splice(at, 1);
    this.#refresh(line);
    return true;
  }

  /** The next visit, which is under way until it is done or taken back; null if none may start now. */
  take(): Visit | null {
    const [line] = this.#ready;
    const visit = line?.waiting.shift();
    if (line === undefined || visit === undefined) return null;
    // To the end of the order: hosts take turns.
    this.#ready.delete(line);
    line.underWay.add(visit);
    this.#refresh(line);
    return visit;
  }

  /** A visit under way has ended. */
  done(visit: Visit): void {
    const line = this.#lines.get(visit.host);
    if (line?.underWay.delete(visit) === true) this.#refresh(line);
  }

  /** A visit under way is to be repeated, before others of its host, once that has rested for so many milliseconds. */
  takeBack(visit: Visit, restMs: number): void {
    const line = this.#lines.get(visit.host);
    if (line?.underWay.delete(visit) !== true) return;
    line.restsUntil = Math.max(line.restsUntil, this.#options.clock.now() + restMs);
    line.waiting.unshift(visit);
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
  }

  #lineOf(host: string): Line {
    const known = this.#lines.get(host);
    if (known !== undefined) return known;
    const line = {
      host,
      waiting: [],
      underWay: new Set<Visit>(),
      restsUntil: -Infinity,
      cancelTimer: null,
    };
    this.#lines.set(host, line);
    return line;
  }

  /** Brings a line to where its state says: among the ready ones, waiting for its time, or forgotten. */
  #refresh(line: Line): void {
    const { clock, restsFor, hostConcurrency, onReady } = this.#options;
    line.cancelTimer?.();
    line.cancelTimer = null;
    this.#ready.delete(line);
    if (line.waiting.length === 0) {
      if (line.underWay.size === 0) this.#lines.delete(line.host);
      return;
    }
    if (line.underWay.size >= hostConcurrency) return;
    const waitMs = Math.max(line.restsUntil - clock.now(), restsFor(line.host));
    if (waitMs > 0) {
      line.cancelTimer = clock.schedule(Math.ceil(waitMs), () => this.#refresh(line));
    } else {
      this.#ready.add(line);
      onReady();
    }
  }
}

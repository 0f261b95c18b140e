// The frontier decides which visit is next. Each host has a queue of visits, and hosts are served in rotation. No visit
// starts during a known pause of its host; its requests also wait for permits (host-pace.ts). Ended visits are forgotten.
import type { Clock } from './options.ts';
import type { Visit } from './visit.ts';

export interface FrontierOptions {
  readonly clock: Clock;
  readonly hostConcurrency: number;
  /** Remaining pause of a host, in milliseconds. */
  readonly restsFor: (host: string) => number;
  /** Called when a visit can be taken. */
  readonly onReady: () => void;
}

/** A host's visits. It exists until it is empty. */
interface HostQueue {
  readonly host: string;
  readonly queued: Visit[];
  readonly underWay: Set<Visit>;
  /** Time before which no visit starts, since one is repeated then. */
  restsUntil: number;
  cancelTimer: (() => void) | null;
}

export class Frontier {
  readonly #options: FrontierOptions;
  readonly #queues = new Map<string, HostQueue>();
  /** Queues whose first visit may start, in the order in which they became ready. */
  readonly #ready = new Set<HostQueue>();

  constructor(options: FrontierOptions) {
    this.#options = options;
  }

  add(visit: Visit): void {
    const queue = this.#queueOf(visit.host);
    // A redirect's visit continues an earlier one, so it comes first.
    if (visit.trail.length > 0) queue.queued.unshift(visit);
    else queue.queued.push(visit);
    this.#refresh(queue);
  }

  /** Removes a visit that has not started. @returns false if it has, or has ended */
  withdraw(visit: Visit): boolean {
    const queue = this.#queues.get(visit.host);
    const at = queue?.queued.indexOf(visit) ?? -1;
    if (queue === undefined || at < 0) return false;
    queue.queued.splice(at, 1);
    this.#refresh(queue);
    return true;
  }

  /** Takes the next visit, which is under way until it ends or is taken back; null if none may start now. */
  take(): Visit | null {
    const [queue] = this.#ready;
    const visit = queue?.queued.shift();
    if (queue === undefined || visit === undefined) return null;
    // Its queue goes to the end of the rotation.
    this.#ready.delete(queue);
    queue.underWay.add(visit);
    this.#refresh(queue);
    return visit;
  }

  /** Removes a visit that has ended. */
  done(visit: Visit): void {
    const queue = this.#queues.get(visit.host);
    if (queue?.underWay.delete(visit) === true) this.#refresh(queue);
  }

  /** Queues a visit again, before others of its host, to start after `restMs` milliseconds. */
  takeBack(visit: Visit, restMs: number): void {
    const queue = this.#queues.get(visit.host);
    if (queue?.underWay.delete(visit) !== true) return;
    queue.restsUntil = Math.max(queue.restsUntil, this.#options.clock.now() + restMs);
    queue.queued.unshift(visit);
    this.#refresh(queue);
  }

  /** Number of hosts with visits. */
  get size(): number {
    return this.#queues.size;
  }

  /** Forgets every host, with all timers. */
  close(): void {
    for (const queue of this.#queues.values()) queue.cancelTimer?.();
    this.#queues.clear();
    this.#ready.clear();
  }

  #queueOf(host: string): HostQueue {
    const known = this.#queues.get(host);
    if (known !== undefined) return known;
    const queue = {
      host,
      queued: [],
      underWay: new Set<Visit>(),
      restsUntil: -Infinity,
      cancelTimer: null,
    };
    this.#queues.set(host, queue);
    return queue;
  }

  /** Updates a queue by its state: ready, waiting for its time, or forgotten. */
  #refresh(queue: HostQueue): void {
    const { clock, restsFor, hostConcurrency, onReady } = this.#options;
    queue.cancelTimer?.();
    queue.cancelTimer = null;
    this.#ready.delete(queue);
    if (queue.queued.length === 0) {
      if (queue.underWay.size === 0) this.#queues.delete(queue.host);
      return;
    }
    if (queue.underWay.size >= hostConcurrency) return;
    const waitMs = Math.max(queue.restsUntil - clock.now(), restsFor(queue.host));
    if (waitMs > 0) {
      queue.cancelTimer = clock.schedule(Math.ceil(waitMs), () => this.#refresh(queue));
    } else {
      this.#ready.add(queue);
      onReady();
    }
  }
}

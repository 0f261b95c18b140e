// The API keys that search, with their searches that wait, and which of them is next: the key that was charged least.

/** Duration above which a search is long, and a key whose mean is above it makes long searches, in milliseconds. */
export const LONG_MS = 100;
/** Maximum keys whose durations are remembered; beyond it those without searches are forgotten, oldest first. */
const MAX_KEYS = 10_000;

interface QueuedSearch {
  readonly parts: number;
  readonly mayBeLong: boolean;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** An API key's searches. */
export interface Share {
  readonly queue: QueuedSearch[];
  running: number;
  /** Time that the key was charged, in milliseconds; comparable between keys that have searches. */
  charged: number;
  /** Mean duration of its searches, in milliseconds; 0: none has ended. */
  meanMs: number;
}

export class SearchShares {
  readonly #shares = new Map<string, Share>();
  /** Shares with queued searches, which are few, while `#shares` remembers many. */
  readonly #waiting = new Set<Share>();
  readonly #onQueued: (by: 1 | -1) => void;
  #queued = 0;
  /** Charge of the key whose search started last: a key that comes back starts from there. */
  #chargedNow = 0;

  /** @param onQueued called when a search begins to wait, and when it ends waiting */
  constructor(onQueued: (by: 1 | -1) => void) {
    this.#onQueued = onQueued;
  }

  /** Number of searches that wait. */
  get queued(): number {
    return this.#queued;
  }

  of(keyId: string): Share {
    const known = this.#shares.get(keyId);
    if (known !== undefined && !isIdle(known)) return known;
    const share = known ?? { queue: [], running: 0, charged: 0, meanMs: 0 };
    share.charged = Math.max(share.charged, this.#chargedNow);
    this.#shares.delete(keyId);
    this.#shares.set(keyId, share);
    if (this.#shares.size > MAX_KEYS) this.#forgetOldest(share);
    return share;
  }

  /** Notes that a search of a share starts, before it is charged. */
  starts({ charged }: Share): void {
    this.#chargedNow = Math.max(this.#chargedNow, charged);
  }

  /** Queues a search. Resolves when it starts; rejects if it is refused, or with the reason of an aborted signal. */
  wait<Started>(
    share: Share,
    {
      parts,
      mayBeLong,
      signal,
    }: Pick<QueuedSearch, 'parts' | 'mayBeLong'> & { readonly signal: AbortSignal },
    { start, refusal }: { readonly start: () => Started; readonly refusal: () => Error },
  ): Promise<Started> {
    const { promise, resolve, reject } = Promise.withResolvers<Started>();
    const onAbort = (): void => {
      if (this.remove(share, search)) reject(signal.reason);
    };
    const search: QueuedSearch = {
      parts,
      mayBeLong,
      start: () => {
        signal.removeEventListener('abort', onAbort);
        resolve(start());
      },
      refuse: () => {
        signal.removeEventListener('abort', onAbort);
        reject(refusal());
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    share.queue.push(search);
    this.#waiting.add(share);
    this.#change(1);
    return promise;
  }

  /** Removes a search from its queue. @returns whether it was still there */
  remove(share: Share, search: QueuedSearch): boolean {
    const { queue } = share;
    const index = queue.indexOf(search);
    if (index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) this.#waiting.delete(share);
    this.#change(-1);
    return true;
  }

  /** The share that is served next; null if none waits that may start. @param mayBeLong whether a long search may start */
  next(mayBeLong: boolean): Share | null {
    let next: Share | null = null;
    for (const share of this.#waiting) {
      if (!mayBeLong && (isLong(share) || share.queue[0]?.mayBeLong === true)) continue;
      if (next === null || share.charged < next.charged) next = share;
    }
    return next;
  }

  /** The share with the longest queue; null if no queue is longer than `length`. */
  longest(length: number): Share | null {
    let longest: Share | null = null;
    for (const share of this.#waiting) {
      if (share.queue.length > (longest?.queue.length ?? length)) longest = share;
    }
    return longest;
  }

  /** Refuses the newest search of a share. */
  refuseNewest(share: Share | null): void {
    const search = share?.queue.at(-1);
    if (share === null || search === undefined) throw new Error('a queue with searches is missing');
    this.remove(share, search);
    search.refuse();
  }

  #change(by: 1 | -1): void {
    this.#queued += by;
    this.#onQueued(by);
  }

  #forgetOldest(except: Share): void {
    for (const [keyId, share] of this.#shares) {
      if (share === except || !isIdle(share)) continue;
      this.#shares.delete(keyId);
      return;
    }
  }
}

function isIdle({ queue, running }: Share): boolean {
  return queue.length === 0 && running === 0;
}

/** Whether the searches of a key take long in the mean. */
export function isLong({ meanMs }: Share): boolean {
  return meanMs > LONG_MS;
}

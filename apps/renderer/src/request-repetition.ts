// Polling: a request that a page sends again and again. What differs at each time, as a clock or a random number, does not make
// another request of it; what is asked for does, as the number of a page or the query in a body.

/** Requests of a kind that were answered, after which a further one is polling. */
const MAX_SERVED = 2;
/** Requests of a kind after which a further one is polling whatever became of them: one that failed may be tried again. */
const MAX_SENT = 5;
/** Maximum kinds of requests that are counted. */
const MAX_KEYS = 1_000;
/** Maximum characters of a body that are compared. */
const MAX_BODY = 10_000;

/** Parameters against caches, and those of long polls. */
const CHANGING = /([?&](?:_|_t|t|ts|time|timestamp|r|rand|rnd|random|cb|nc|nocache|cachebuster)=)[^&#]*/gi;
/** Times since 1970 in seconds or milliseconds, and fractions as `Math.random` gives them. */
const CLOCKS = /(?<!\d)1[4-9]\d{8}(?:\d{3})?(?!\d)|(?<!\d)0\.\d{6,}/g;

export interface RepeatedRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
}

/** Returns a text that a request has in common with those that repeat it. */
export function repetitionKey({ method, url, body }: RepeatedRequest): string {
  const address = url.replace(/#.*$/s, '').replace(CHANGING, '$1').replace(CLOCKS, '');
  return `${method} ${address} ${(body ?? '').slice(0, MAX_BODY).replace(CLOCKS, '')}`;
}

/** Counts requests by what they have in common. */
export class RequestRepetition {
  readonly #counts = new Map<string, { sent: number; served: number }>();

  /** Counts a request. @returns whether it is polling */
  sent(key: string): boolean {
    const count = this.#counts.get(key) ?? { sent: 0, served: 0 };
    const isPolling = count.served >= MAX_SERVED || count.sent >= MAX_SENT;
    count.sent++;
    if (this.#counts.size < MAX_KEYS) this.#counts.set(key, count);
    return isPolling;
  }

  /** Notes that a request was answered with what it asked for. */
  served(key: string): void {
    const count = this.#counts.get(key);
    if (count !== undefined) count.served++;
  }
}

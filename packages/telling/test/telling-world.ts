import type { Deliveries, Delivery, SearchEvent } from '@sitegrep/storage';
import { openGuardedRequests, type GuardedOptions } from '@sitegrep/crawl';
import { expect } from 'vitest';
import type { Destination, TellingSearch, WebhookDestination } from '../src/destinations.ts';
import type { FoundReport } from '../src/running/parts.ts';
import { runTelling } from '../src/running/run-telling.ts';
import type { MailSettings } from '../src/sending/mail.ts';
import { openSender } from '../src/sending/sender.ts';
import { newSecret } from '../src/signing.ts';

export const SECRET = newSecret();

/** A webhook that is told of all. */
export function hookAt(url: string, changed: Partial<WebhookDestination> = {}): WebhookDestination {
  return {
    kind: 'webhook',
    name: 'ops',
    on: ['appeared', 'disappeared', 'changed'],
    count: null,
    since: 0,
    url,
    secrets: [SECRET],
    template: 'standard',
    ...changed,
  };
}

export interface World {
  /** Events that are stored, by number. */
  events: SearchEvent[];
  readonly searches: Map<string, TellingSearch>;
  readonly counts: Map<string, number>;
  /** Reports by search and number. */
  readonly reports: Map<string, FoundReport>;
  /** Milliseconds since the epoch. */
  now: number;
  readonly deliveries: Deliveries;
  readonly faults: unknown[];
  /** Tells until the function that it gives is called. */
  start(): () => Promise<void>;
  /** The deliveries, the oldest first. */
  stored(): Promise<readonly Delivery[]>;
}

export interface WorldOptions {
  readonly deliveries: Deliveries;
  readonly requests?: Partial<GuardedOptions>;
  readonly mail?: MailSettings;
  readonly limitMs?: number;
}

/** Saved searches as plain lists, real deliveries, and real requests to loopback. */
export function openWorld({ deliveries, requests = {}, mail, limitMs = 10_000 }: WorldOptions): World {
  const world: World = {
    events: [],
    searches: new Map(),
    counts: new Map(),
    reports: new Map(),
    now: Date.now(),
    deliveries,
    faults: [],
    start() {
      const stop = new AbortController();
      const now = (): number => world.now;
      const sender = openSender({
        requests: openGuardedRequests({
          proxy: null,
          allowedAddresses: ['127.0.0.1/32'],
          lookup: (name) => Promise.reject(new Error(`nobody looks up ${name}`)),
          certificateAuthorities: null,
          connectTimeoutMs: 5_000,
          ...requests,
        }),
        mail: mail ?? null,
        userAgent: 'sitegrep',
        now,
        limitMs,
      });
      const running = runTelling({
        searches: {
          events: async ({ after, limit, search }) =>
            world.events
              .filter((event) => event.number > after && (search === undefined || event.search === search))
              .slice(0, limit),
          count: async (id) => world.counts.get(id) ?? null,
        },
        find: async (id) => world.searches.get(id) ?? null,
        findReport: async (search, number, withFile) => {
          const found = world.reports.get(`${search} ${number}`);
          return found === undefined ? null : { ...found, attachment: withFile ? found.attachment : null };
        },
        deliveries,
        sender,
        onError: (error) => world.faults.push(error),
        signal: stop.signal,
        now,
        random: () => 0.5,
        pollMs: 5,
        againMs: 5,
      });
      return async () => {
        stop.abort();
        await running;
        await sender.close();
      };
    },
    stored: async () => (await deliveries.list({ limit: 1_000 })).items.toReversed(),
  };
  return world;
}

/** A search with destinations. */
export function searchWith(...destinations: readonly Destination[]): TellingSearch {
  return { id: 'shops', label: null, destinations, stopped: null };
}

/** Waits until something is true, for as long as a loaded machine may need. */
export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(what, { timeout: 100_000, interval: 5 }).toBe(true);
}

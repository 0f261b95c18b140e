import {
  type Crawl,
  type CrawlRecords,
  type CrawlSeed,
  type CrawlSpec,
  MAX_ENTRY_CHARACTERS,
  MAX_FIRST_ENTRIES,
} from '@sitegrep/storage';
import { RejectedCounter } from './list-lines.ts';
import type { SeedLine } from './seeds.ts';

/** Maximum lines in memory before they are written. */
const BATCH = 1_000;

/** Idempotency key of a submission, with a fingerprint that distinguishes a repetition from another submission. */
export interface SubmissionKey {
  readonly key: string;
  /** Fingerprint of the complete submission; called after the seeds have been read. */
  readonly fingerprint: () => string;
}

/** An earlier submission has the same key: nothing was read of this one. */
export class SubmissionRepeated extends Error {
  override readonly name = 'SubmissionRepeated';
  readonly crawlId: string;

  constructor(crawlId: string) {
    super(`crawl ${crawlId} was submitted with the same key`);
    this.crawlId = crawlId;
  }
}

export interface SubmitOptions {
  readonly key?: SubmissionKey | null;
  /** Interval of heartbeats while seeds are slow, in milliseconds, well below the time after which upkeep discards. */
  readonly heartbeatMs?: number;
  /** Called with the id of the crawl before it gets any site. If it throws, the crawl is discarded. */
  readonly onCreated?: (crawlId: string) => Promise<void>;
}

/**
 * Submits a crawl of the seeds: create, reserve the key, append, seal. When it resolves, every site of the crawl is recorded,
 * and `startUpkeep` feeds the sites to the queue over time. If it is interrupted before (an error of the input, a kill), the
 * crawl was never acknowledged, and is discarded here or by upkeep. A kill after the seal leaves a complete crawl, which
 * runs. Memory is bounded for any number of lines, and seeds may come at any speed.
 *
 * Lines that name the same site are merged if they are within a thousand lines of each other. Farther apart, the first ones
 * take precedence, and lost start URLs are counted as rejected.
 *
 * @returns the sealed crawl, with its refused lines in `rejected`
 * @throws SubmissionRepeated before any seed is read
 * @throws CrawlClosed if the crawl was discarded meanwhile, e.g. because this process was suspended for too long
 * @throws errors of `seeds` and the storage, after the crawl was discarded
 */
export async function submitCrawl(
  crawls: CrawlRecords,
  spec: CrawlSpec,
  seeds: AsyncIterable<SeedLine> | Iterable<SeedLine>,
  { key = null, heartbeatMs = HEARTBEAT_MS, onCreated }: SubmitOptions = {},
): Promise<Crawl> {
  const { id } = await crawls.create(spec);
  try {
    await onCreated?.(id);
    const holder = key === null ? id : await crawls.reserveKey(key.key, id);
    if (holder !== id) throw new SubmissionRepeated(holder);
    const heartbeat = startHeartbeat(() => crawls.appendSites(id, []), heartbeatMs);
    const { rejected, firstEntries } = await appendAll(crawls, id, seeds, heartbeat);
    return await crawls.seal(id, rejected.total(), {
      firstEntries,
      ...(key !== null && { fingerprint: key.fingerprint() }),
    });
  } catch (error) {
    await discardAfter(error, crawls, id);
    throw error;
  }
}

async function appendAll(
  crawls: CrawlRecords,
  crawlId: string,
  seeds: AsyncIterable<SeedLine> | Iterable<SeedLine>,
  heartbeat: Heartbeat,
): Promise<{ readonly rejected: RejectedCounter; readonly firstEntries: readonly string[] }> {
  const rejected = new RejectedCounter();
  /** The first entry of each of the first sites. */
  const firstEntries = new Map<string, string>();
  const batch = new SeedBatch();
  try {
    for await (const seed of seeds) {
      if (seed.kind === 'rejected') rejected.add(seed.line, seed.text, seed.reason);
      else {
        batch.add(seed.line, seed.seed);
        const { domain } = seed.seed;
        if (firstEntries.size < MAX_FIRST_ENTRIES && !firstEntries.has(domain))
          firstEntries.set(domain, entryOf(seed.seed));
      }
      if (batch.lines < BATCH) continue;
      heartbeat.check();
      await append(crawls, crawlId, batch, rejected);
    }
    if (batch.lines > 0) await append(crawls, crawlId, batch, rejected);
  } finally {
    await heartbeat.stop();
  }
  heartbeat.check();
  return { rejected, firstEntries: [...firstEntries.values()] };
}

/** The URL or domain that named a site. */
function entryOf({ domain, urls }: CrawlSeed): string {
  return (urls[0] ?? domain).slice(0, MAX_ENTRY_CHARACTERS);
}

async function append(
  crawls: CrawlRecords,
  crawlId: string,
  batch: SeedBatch,
  rejected: RejectedCounter,
): Promise<void> {
  const seeds = batch.seeds();
  const added = await crawls.appendSites(crawlId, seeds);
  // Some sites were in the crawl already; their URLs stay as they were.
  if (added < seeds.length) await countLostUrls(crawls, crawlId, batch, rejected);
  batch.clear();
}

async function countLostUrls(
  crawls: CrawlRecords,
  crawlId: string,
  batch: SeedBatch,
  rejected: RejectedCounter,
): Promise<void> {
  for (const { domain, url, line } of batch.urls()) {
    const site = await crawls.site(crawlId, domain);
    if (site?.urls.includes(url)) continue;
    rejected.add(line, url, 'its site came more than a thousand lines before, without this URL');
  }
}

/** Discards a crawl after an error. If that fails, upkeep does it; both errors are thrown. */
async function discardAfter(error: unknown, crawls: CrawlRecords, crawlId: string): Promise<void> {
  try {
    await crawls.discard(crawlId);
  } catch (second) {
    throw new AggregateError(
      [error, second],
      `the submission of crawl ${crawlId} failed, and the crawl could not be discarded`,
      { cause: second },
    );
  }
}

/** A domain of a batch, with the lines of its start URLs. */
interface Entry {
  readonly urls: Map<string, number>;
  plain: boolean;
}

/** Seeds on their way into a crawl, one per domain: lines that name the same site are merged. */
class SeedBatch {
  readonly #entries = new Map<string, Entry>();
  #lines = 0;

  /** Lines added since the batch was empty. */
  get lines(): number {
    return this.#lines;
  }

  add(line: number, seed: CrawlSeed): void {
    const entry: Entry = this.#entries.get(seed.domain) ?? { urls: new Map(), plain: false };
    if (seed.urls.length === 0) entry.plain = true;
    for (const url of seed.urls) if (!entry.urls.has(url)) entry.urls.set(url, line);
    this.#entries.set(seed.domain, entry);
    this.#lines += 1;
  }

  /** Seeds of the batch. A site that is named with and without URLs also starts at its home page. */
  seeds(): CrawlSeed[] {
    return [...this.#entries].map(([domain, { urls, plain }]) => ({
      domain,
      urls: plain && urls.size > 0 ? [homeOf(domain), ...urls.keys()] : [...urls.keys()],
    }));
  }

  /** Each URL with its line. */
  *urls(): Generator<{ readonly domain: string; readonly url: string; readonly line: number }> {
    for (const [domain, { urls }] of this.#entries)
      for (const [url, line] of urls) yield { domain, url, line };
  }

  clear(): void {
    this.#entries.clear();
    this.#lines = 0;
  }
}

function homeOf(domain: string): string {
  return domain.includes(':') ? `https://[${domain}]/` : `https://${domain}/`;
}

/**
 * Time without a heartbeat after which the submission of an unsealed crawl counts as interrupted, in milliseconds. A
 * submission has a heartbeat at least once a minute; the rest is for a slow store, and for the cluster's clocks, which may
 * differ or jump by up to ten minutes. The time limit of an upload over HTTP must be shorter.
 */
export const INTERRUPTED_AFTER_MS = 15 * 60_000;

/** Interval of heartbeats of a submission, in milliseconds. */
const HEARTBEAT_MS = 60_000;

/** Heartbeats until `stop`. */
interface Heartbeat {
  /** @throws the error of a heartbeat, which ends the submission like any other failure of the store */
  check(): void;
  /** Resolves when no heartbeat is under way. */
  stop(): Promise<void>;
}

/** Starts a heartbeat, one call at a time. */
function startHeartbeat(beat: () => Promise<unknown>, everyMs: number): Heartbeat {
  let underWay: Promise<void> | null = null;
  let failed: { readonly error: unknown } | null = null;
  const beatOnce = async (): Promise<void> => {
    try {
      await beat();
    } catch (error) {
      failed ??= { error };
    } finally {
      underWay = null;
    }
  };
  const timer = setInterval(() => {
    underWay ??= beatOnce();
  }, everyMs);
  return {
    check: () => {
      if (failed !== null) throw failed.error;
    },
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}

import type { CrawlSeed } from '@sitegrep/storage';

/** A domain of a batch, with the lines its start URLs came from. */
interface Entry {
  readonly urls: Map<string, number>;
  plain: boolean;
}

/** Seeds on their way into a crawl, one a domain: lines that name the same site are united. */
export class SeedBatch {
  readonly #entries = new Map<string, Entry>();
  #lines = 0;

  /** Lines taken since the batch was empty. */
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

  /** A site named with and without URLs starts at its home page too. */
  seeds(): CrawlSeed[] {
    return [...this.#entries].map(([domain, { urls, plain }]) => ({
      domain,
      urls: plain && urls.size > 0 ? [homeOf(domain), ...urls.keys()] : [...urls.keys()],
    }));
  }

  /** Each URL with the line it came from. */
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

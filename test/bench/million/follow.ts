import { setTimeout as delay } from 'node:timers/promises';
import type { RunningServer } from '../../support/server-process.ts';

/** The fields of a crawl that the benchmark reads from the API. */
export interface CrawlState {
  readonly id: string;
  readonly state: string;
  readonly finished_at: string | null;
  readonly sites: {
    readonly total: number;
    readonly pending: number;
    readonly running: number;
    readonly finished: number;
  };
  readonly outcomes: Readonly<Record<string, number>>;
  readonly rejected: { readonly count: number; readonly reasons: Readonly<Record<string, number>> };
}

const LOOK_EVERY_MS = 200;

export interface FollowedCrawl {
  readonly look: () => Promise<CrawlState>;
  /** @throws Error if it never is within the time */
  readonly until: (is: (crawl: CrawlState) => boolean) => Promise<CrawlState>;
}

export function followCrawl(server: RunningServer, id: string, withinMs: number): FollowedCrawl {
  const look = async (): Promise<CrawlState> => {
    const answer = await server.ask(`/admin/crawls/${id}`);
    if (answer.status !== 200) throw new Error(`crawl ${id}: ${answer.status} ${await answer.text()}`);
    const { data } = (await answer.json()) as { readonly data: CrawlState };
    return data;
  };
  return {
    look,
    until: async (is) => {
      const end = performance.now() + withinMs;
      for (;;) {
        const crawl = await look();
        if (is(crawl)) return crawl;
        if (performance.now() > end) throw new Error(`it stays so: ${JSON.stringify(crawl)}`);
        await delay(LOOK_EVERY_MS);
      }
    },
  };
}

import type { CrawlItem, CrawlSiteItem } from '@sitegrep/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { type CrawlNews, positionBefore, withEvent } from './crawl-news.ts';

/** Time between two updates of what is shown, in milliseconds: fast crawls end hundreds of sites a second. */
const SHOW_EVERY_MS = 500;

/** Key of the query for a crawl. */
export function crawlKey(id: string): readonly [string, string] {
  return ['crawl', id];
}

export interface LiveCrawl {
  /** The sites that ended last, the latest first. */
  readonly last: readonly CrawlSiteItem[];
  /** Whether events come at the moment. */
  readonly isLive: boolean;
}

/** Follows a crawl by its events, which change the crawl in the cache. @param isOver the crawl has ended already */
export function useLiveCrawl(id: string, isOver: boolean): LiveCrawl {
  const queries = useQueryClient();
  const [live, setLive] = useState<LiveCrawl>({ last: [], isLive: false });
  useEffect(() => {
    if (isOver) return;
    const ending = new AbortController();
    let news: CrawlNews = { last: [], change: {} };
    const show = (isLive: boolean): void => {
      const { last, change } = news;
      news = { last, change: {} };
      queries.setQueryData<CrawlItem>(crawlKey(id), (crawl) => crawl && { ...crawl, ...change });
      setLive({ last, isLive });
    };
    const timer = setInterval(() => show(true), SHOW_EVERY_MS);
    const follow = async (): Promise<void> => {
      const { signal } = ending;
      const after = positionBefore(await client.admin.crawls.get(id, { signal }));
      for await (const event of client.admin.crawls.events(id, { signal, retries: 100, ...after }))
        news = withEvent(news, event);
      await queries.invalidateQueries({ queryKey: crawlKey(id) });
      await queries.invalidateQueries({ queryKey: ['crawl-sites', id] });
    };
    follow()
      .catch((error: unknown) => {
        // What was shown stays; the page reads the crawl again by itself.
        if (!ending.signal.aborted) console.warn('the events of the crawl ended', error);
      })
      .finally(() => {
        clearInterval(timer);
        if (!ending.signal.aborted) show(false);
      });
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [id, isOver, queries]);
  return live;
}

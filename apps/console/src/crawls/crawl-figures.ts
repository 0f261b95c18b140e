import type { CrawlItem } from '@sitegrep/client';
import { duration, number, size, spanText } from '../format.ts';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';

/** Figures of a crawl with their names: of one that goes on, its rate and the time that is left; of others, what it took. */
export function figuresOf(
  crawl: CrawlItem,
  isLive: boolean,
): readonly (readonly [name: string, value: string])[] {
  const { sites, pages, bytes, pages_per_second: rate, eta_seconds: left, finished_at: finished } = crawl;
  const figures: [name: string, value: string][] = [
    [WORDS.state, `${WORDS.states[crawl.state]}${isLive ? ` · ${WORDS.live}` : ''}`],
    [WORDS.sites, `${number(sites.finished)} / ${number(sites.total)}`],
    [WORDS.pagesDone, `${number(pages)} · ${size(bytes)}`],
  ];
  if (rate !== null) figures.push([WORDS.rate, WORDS.perSecond(rate.toFixed(1))]);
  if (left !== null && finished === null) figures.push([WORDS.eta, duration(left)]);
  const took = spanText(crawl.started_at, finished);
  if (took !== '') figures.push([WORDS.took, took]);
  return figures;
}

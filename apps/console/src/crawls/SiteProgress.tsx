import type { CrawlItem } from '@sitegrep/client';
import { number } from '../format.ts';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';

/** How many sites of a crawl have ended, as a bar. */
export function SiteProgress({ sites: { finished, total } }: Pick<CrawlItem, 'sites'>) {
  return (
    <progress
      max={Math.max(1, total)}
      value={finished}
      aria-label={`${WORDS.progress}: ${number(finished)} / ${number(total)}`}
    />
  );
}

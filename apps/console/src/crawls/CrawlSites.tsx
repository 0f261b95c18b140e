import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CrawlItem, CrawlSiteItem, SiteOutcome } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { messageOf } from '../api/message.ts';
import { number } from '../format.ts';
import { FilteredList } from '../parts/Loaded.tsx';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { ALL, sitesNow } from './shown-sites.ts';
import { SiteTable } from './SiteTable.tsx';

/** Intervals at which sites are read again while the crawl goes on, in milliseconds. */
const READ_EVERY_MS = 5_000;
const READ_IN_FLIGHT_EVERY_MS = 2_000;

/** Sites in flight that are shown. */
const MAX_IN_FLIGHT = 20;

interface CrawlSitesProps {
  readonly crawl: CrawlItem;
  /** Outcome of the sites; ALL: any or none; empty: those of the moment, or all of a crawl that has ended. */
  readonly chosen: string;
  /** The sites that ended last. */
  readonly last: readonly CrawlSiteItem[];
}

/** The sites of a crawl: of the moment while it goes on, or by name, all or those of an outcome. */
export function CrawlSites({ crawl, chosen, last }: CrawlSitesProps) {
  const isOver = crawl.finished_at !== null;
  if (chosen === '' && !isOver) return <SitesNow crawl={crawl} last={last} />;
  return <SitesByName id={crawl.id} outcome={chosen === ALL ? '' : chosen} isOver={isOver} />;
}

function SitesByName(props: { readonly id: string; readonly outcome: string; readonly isOver: boolean }) {
  const { id, outcome, isOver } = props;
  const sites = useInfiniteQuery({
    ...listQuery(['crawl-sites', id, outcome], (from, options) =>
      client.admin.crawls.sites(
        id,
        {
          limit: 100,
          // One that does not exist is refused by the API, with those that do.
          ...(outcome !== '' && { outcome: outcome as SiteOutcome }),
          ...from,
        },
        options,
      ),
    ),
    refetchInterval: isOver ? false : READ_EVERY_MS,
  });
  return (
    <section className="stack">
      <FilteredList list={sites} none={<SiteTable items={[]} />}>
        {(items) => <SiteTable items={items} />}
      </FilteredList>
    </section>
  );
}

/** Sites in flight and as they end, which stand still while the pointer or the focus is in them. */
function SitesNow({ crawl, last }: Pick<CrawlSitesProps, 'crawl' | 'last'>) {
  const { id } = crawl;
  const inFlight = useQuery({
    queryKey: ['crawl-running', id],
    queryFn: ({ signal }) =>
      client.admin.crawls.sites(id, { running: true, limit: MAX_IN_FLIGHT }, { signal }),
    refetchInterval: READ_IN_FLIGHT_EVERY_MS,
  });
  const rows = sitesNow(inFlight.data?.items ?? [], last);
  const [held, hold] = useState<typeof rows | null>(null);
  const isPart = (inFlight.data?.next_token ?? '') !== '';
  return (
    <section
      className="stack tight"
      onPointerEnter={() => hold(rows)}
      onPointerLeave={() => hold(null)}
      onFocus={() => hold((before) => before ?? rows)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // From one site to another it goes on.
        if (!currentTarget.contains(relatedTarget)) hold(null);
      }}
    >
      {inFlight.isError && <p className="warning">{messageOf(inFlight.error)}</p>}
      <p className="quiet">
        {WORDS.nowHint}
        {isPart && ` ${WORDS.inFlightMore(number(MAX_IN_FLIGHT))}`}
      </p>
      <SiteTable items={held ?? rows} />
    </section>
  );
}

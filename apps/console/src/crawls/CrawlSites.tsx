import { useInfiniteQuery } from '@tanstack/react-query';
import type { CrawlSiteItem, SiteOutcome } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { number } from '../format.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { CRAWLS_TEXT } from '../text/crawls.ts';

const WORDS = CRAWLS_TEXT;

/** Interval at which the sites of a running crawl are read again, in milliseconds. */
const READ_EVERY_MS = 5_000;

const COLUMNS: readonly Column<CrawlSiteItem>[] = [
  {
    text: WORDS.sites,
    cell: ({ domain }) => (
      <Link to="/domains/$domain" params={{ domain }}>
        <DomainName domain={domain} />
      </Link>
    ),
  },
  { text: WORDS.outcome, cell: ({ outcome }) => outcome ?? <span className="quiet">…</span> },
  { text: WORDS.pagesDone, isNumber: true, cell: ({ pages }) => (pages === null ? '' : number(pages)) },
  { text: WORDS.reason, cell: ({ reason }) => reason !== null && <Foreign text={reason} /> },
];

interface CrawlSitesProps {
  readonly id: string;
  /** Outcome of the sites; empty: any or none. */
  readonly outcome: string;
  readonly isOver: boolean;
}

/** The sites of a crawl, with the reason of each outcome. */
export function CrawlSites({ id, outcome, isOver }: CrawlSitesProps) {
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
  const table = (items: readonly CrawlSiteItem[]) => (
    <Table label={WORDS.sites} columns={COLUMNS} items={items} keyOf={({ domain }) => domain} />
  );
  return (
    <section className="stack">
      <LoadedList list={sites} none={table([])}>
        {table}
      </LoadedList>
    </section>
  );
}

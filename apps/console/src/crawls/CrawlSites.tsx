import { useInfiniteQuery } from '@tanstack/react-query';
import type { SiteOutcome } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { continuation } from '../api/queries.ts';
import { number } from '../format.ts';
import { Failure, Loading } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { More } from '../parts/More.tsx';
import { Table } from '../parts/Table.tsx';
import { CRAWLS_TEXT } from '../text/crawls.ts';

const WORDS = CRAWLS_TEXT;

/** Interval at which the sites of a running crawl are read again, in milliseconds. */
const READ_EVERY_MS = 5_000;

const COLUMNS = [
  { text: WORDS.sites },
  { text: WORDS.outcome },
  { text: WORDS.pagesDone, isNumber: true },
  { text: WORDS.reason },
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
    queryKey: ['crawl-sites', id, outcome],
    queryFn: ({ pageParam, signal }) =>
      client.admin.crawls.sites(
        id,
        {
          limit: 100,
          // One that does not exist is refused by the API, with those that do.
          ...(outcome !== '' && { outcome: outcome as SiteOutcome }),
          ...(pageParam !== '' && { next_token: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
    refetchInterval: isOver ? false : READ_EVERY_MS,
  });
  if (sites.data === undefined)
    return sites.isError ? <Failure error={sites.error} retry={() => void sites.refetch()} /> : <Loading />;
  return (
    <section className="stack">
      <Table label={WORDS.sites} columns={COLUMNS}>
        {sites.data.pages
          .flatMap(({ items }) => items)
          .map((site) => (
            <tr key={site.domain}>
              <td>
                <Link to="/domains/$domain" params={{ domain: site.domain }}>
                  {site.domain}
                </Link>
              </td>
              <td>{site.outcome ?? <span className="quiet">…</span>}</td>
              <td className="number">{site.pages === null ? '' : number(site.pages)}</td>
              <td>{site.reason !== null && <Foreign text={site.reason} />}</td>
            </tr>
          ))}
      </Table>
      <More list={sites} />
    </section>
  );
}

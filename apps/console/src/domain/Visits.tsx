import { useInfiniteQuery } from '@tanstack/react-query';
import type { DomainVisit } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { continuation } from '../api/queries.ts';
import { duration, number, timeOf } from '../format.ts';
import { Failure, Loading, State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { More } from '../parts/More.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { VISITS_TEXT } from '../text/domain.ts';

const WORDS = VISITS_TEXT;

const COLUMNS = [
  { text: WORDS.crawl },
  { text: WORDS.outcome },
  { text: WORDS.reason },
  { text: WORDS.pages, isNumber: true },
  { text: WORDS.took, isNumber: true },
  { text: WORDS.redirects },
];

/** How a domain ended in each crawl, newest crawl first. */
export function Visits({ domain }: { readonly domain: string }) {
  const visits = useInfiniteQuery({
    queryKey: ['domain-visits', domain],
    queryFn: ({ pageParam, signal }) =>
      client.admin.domains.visits(
        domain,
        { limit: 50, ...(pageParam !== '' && { next_token: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
  });
  if (visits.data === undefined)
    return visits.isError ? (
      <Failure error={visits.error} retry={() => void visits.refetch()} />
    ) : (
      <Loading />
    );
  const items = visits.data.pages.flatMap((page) => page.items);
  return (
    <div className="stack">
      {items.length === 0 ? (
        <State title={visits.hasNextPage ? WORDS.notYet : WORDS.none}>
          <p>{visits.hasNextPage ? WORDS.notYetHint : WORDS.noneHint}</p>
        </State>
      ) : (
        <Table label={WORDS.title} columns={COLUMNS}>
          {items.map((visit) => (
            <tr key={visit.crawl_id}>
              <td>
                <Link to="/crawls/$id" params={{ id: visit.crawl_id }}>
                  <Time at={visit.submitted_at} />
                </Link>
              </td>
              <td>{visit.outcome ?? <span className="quiet">{WORDS.open}</span>}</td>
              <td>{visit.reason !== null && <Foreign text={visit.reason} />}</td>
              <td className="number">{visit.pages === null ? '' : number(visit.pages)}</td>
              <td className="number">{tookOf(visit)}</td>
              <td>
                <Redirects redirects={visit.redirects} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <More list={visits} />
    </div>
  );
}

function tookOf({ started_at: started, finished_at: finished }: DomainVisit): string {
  if (started === null || finished === null) return '';
  return duration((timeOf(finished).getTime() - timeOf(started).getTime()) / 1_000);
}

function Redirects({ redirects }: { readonly redirects: DomainVisit['redirects'] }) {
  if (redirects.length === 0) return null;
  return (
    <details>
      <summary>{number(redirects.length)}</summary>
      <ol className="stack tight">
        {redirects.map(({ from, to, status }) => (
          <li key={`${from} ${to}`}>
            <Foreign text={from} /> <span className="quiet">{status} →</span> <Foreign text={to} />
          </li>
        ))}
      </ol>
    </details>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { DomainVisit } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { number, spanText } from '../format.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { VISITS_TEXT as WORDS } from '../text/domain.ts';

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
  const visits = useInfiniteQuery(
    listQuery(['domain-visits', domain], (from, options) =>
      client.admin.domains.visits(domain, { limit: 50, ...from }, options),
    ),
  );
  const none = (
    <State title={visits.hasNextPage ? WORDS.notYet : WORDS.none}>
      <p>{visits.hasNextPage ? WORDS.notYetHint : WORDS.noneHint}</p>
    </State>
  );
  return (
    <div className="stack">
      <LoadedList list={visits} none={none}>
        {(items) => (
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
                <td className="number">{spanText(visit.started_at, visit.finished_at)}</td>
                <td>
                  <Redirects redirects={visit.redirects} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </LoadedList>
    </div>
  );
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

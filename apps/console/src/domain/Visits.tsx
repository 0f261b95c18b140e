import { useInfiniteQuery } from '@tanstack/react-query';
import type { DomainVisit } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { number, spanText } from '../format.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { VISITS_TEXT as WORDS } from '../text/domain.ts';

const COLUMNS: readonly Column<DomainVisit>[] = [
  {
    text: WORDS.crawl,
    cell: ({ crawl_id: id, submitted_at: at }) => (
      <Link to="/crawls/$id" params={{ id }}>
        <Time at={at} />
      </Link>
    ),
  },
  { text: WORDS.outcome, cell: ({ outcome }) => outcome ?? <span className="quiet">{WORDS.open}</span> },
  { text: WORDS.reason, cell: ({ reason }) => reason !== null && <Foreign text={reason} /> },
  { text: WORDS.pages, isNumber: true, cell: ({ pages }) => (pages === null ? '' : number(pages)) },
  {
    text: WORDS.took,
    isNumber: true,
    cell: ({ started_at: from, finished_at: to }) => spanText(from, to),
  },
  { text: WORDS.redirects, cell: ({ redirects }) => <Redirects redirects={redirects} /> },
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
          <Table label={WORDS.title} columns={COLUMNS} items={items} keyOf={({ crawl_id: id }) => id} />
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

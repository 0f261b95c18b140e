import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CrawlItem, CrawlSettings } from '@sitegrep/client';
import { Link, useNavigate, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { continuation } from '../api/queries.ts';
import { number } from '../format.ts';
import { Failure, Loading, messageOf, State } from '../parts/Failure.tsx';
import { More } from '../parts/More.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { CRAWLS_TEXT } from '../text/crawls.ts';
import { CrawlOptions, crawlOptionsIn } from './CrawlOptions.tsx';
import { formatOf, isEmptyList } from './list-preview.ts';
import { SitesInput } from './SitesInput.tsx';
import './crawls.css';

const crawlsRoute = getRouteApi('/crawls');

const WORDS = CRAWLS_TEXT;

/** Interval at which the list is read again, in milliseconds. */
const READ_EVERY_MS = 5_000;

export function CrawlsPage() {
  const { sites = '' } = crawlsRoute.useSearch();
  const crawls = useInfiniteQuery({
    queryKey: ['crawls'],
    queryFn: ({ pageParam, signal }) =>
      client.admin.crawls.list({ limit: 50, ...(pageParam !== '' && { next_token: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
    refetchInterval: READ_EVERY_MS,
  });
  const items = crawls.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="page">
      <h1>{WORDS.title}</h1>
      <Submission given={sites} />
      {crawls.data === undefined ? (
        crawls.isError ? (
          <Failure error={crawls.error} retry={() => void crawls.refetch()} />
        ) : (
          <Loading />
        )
      ) : items.length === 0 ? (
        <State title={WORDS.none}>
          <p>{WORDS.noneHint}</p>
        </State>
      ) : (
        <CrawlTable crawls={items} />
      )}
      <More list={crawls} />
    </div>
  );
}

const COLUMNS = [
  { text: WORDS.created },
  { text: WORDS.state },
  { text: WORDS.sites, isNumber: true },
  { text: WORDS.progress },
  { text: WORDS.pagesDone, isNumber: true },
  { text: WORDS.outcomes },
];

function CrawlTable({ crawls }: { readonly crawls: readonly CrawlItem[] }) {
  return (
    <Table label={WORDS.title} columns={COLUMNS}>
      {crawls.map(({ id, state, created_at: created, sites, pages, outcomes }) => (
        <tr key={id}>
          <td>
            <Link to="/crawls/$id" params={{ id }}>
              <Time at={created} />
            </Link>
          </td>
          <td>{WORDS.states[state]}</td>
          <td className="number">{number(sites.total)}</td>
          <td>
            <progress
              max={Math.max(1, sites.total)}
              value={sites.finished}
              aria-label={`${WORDS.progress}: ${number(sites.finished)} / ${number(sites.total)}`}
            />
          </td>
          <td className="number">{number(pages)}</td>
          <td className="quiet">
            {Object.entries(outcomes)
              .map(([outcome, count]) => `${outcome} ${number(count)}`)
              .join(' · ')}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Submission({ given }: { readonly given: string }) {
  const [list, setList] = useState<string | File>(given);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const submit = useMutation({
    mutationFn: (settings: CrawlSettings) => client.admin.crawls.upload(list, settings, formatOf(list)),
    onSuccess: async (crawl) => {
      await queries.invalidateQueries({ queryKey: ['crawls'] });
      await navigate({ to: '/crawls/$id', params: { id: crawl.id } });
    },
  });
  return (
    <form
      className="stack submission"
      onSubmit={(event) => {
        event.preventDefault();
        submit.mutate(crawlOptionsIn(new FormData(event.currentTarget)));
      }}
    >
      <h2>{WORDS.submit}</h2>
      <SitesInput list={list} onList={setList} />
      <details>
        <summary>{WORDS.more}</summary>
        <CrawlOptions />
      </details>
      {submit.isError && (
        <p className="bad" role="alert">
          {messageOf(submit.error)}
        </p>
      )}
      <div>
        <button type="submit" className="button primary" disabled={isEmptyList(list) || submit.isPending}>
          {WORDS.start}
        </button>
      </div>
    </form>
  );
}

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CrawlItem, CrawlSettings } from '@sitegrep/client';
import { useNavigate, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { listQuery } from '../api/lists.ts';
import { number } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Problem, State } from '../parts/Failure.tsx';
import { Field } from '../parts/Field.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { PAGES } from '../pages.ts';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { crawlOptionsIn, MAX_NAME, nameIn } from './crawl-options.ts';
import { CrawlOptions, PagesOption } from './CrawlOptions.tsx';
import { formatOf, isEmptyList } from './list-format.ts';
import { outcomeName, sortedOutcomes } from './outcome-kinds.ts';
import { SiteProgress } from './SiteProgress.tsx';
import { SitesInput } from './SitesInput.tsx';
import './crawls.css';

const crawlsRoute = getRouteApi('/crawls');

/** Interval at which the list is read again, in milliseconds. */
const READ_EVERY_MS = 5_000;

export function CrawlsPage() {
  const { sites = '' } = crawlsRoute.useSearch();
  const crawls = useInfiniteQuery({
    ...listQuery(['crawls'], (from, options) => client.admin.crawls.list({ limit: 50, ...from }, options)),
    refetchInterval: READ_EVERY_MS,
  });
  const none = (
    <State title={WORDS.none}>
      <p>{WORDS.noneHint}</p>
    </State>
  );
  return (
    <Page name="crawls">
      <Submission given={sites} />
      <LoadedList list={crawls} none={none}>
        {(items) => (
          <Table label={PAGES.crawls.title} columns={COLUMNS} items={items} keyOf={({ id }) => id} />
        )}
      </LoadedList>
    </Page>
  );
}

const COLUMNS: readonly Column<CrawlItem>[] = [
  {
    text: WORDS.name,
    cell: ({ id, name }) => (
      <Link to="/crawls/$id" params={{ id }}>
        <Foreign text={name} />
      </Link>
    ),
  },
  { text: WORDS.created, className: () => 'nowrap', cell: ({ created_at: at }) => <Time at={at} /> },
  { text: WORDS.state, cell: ({ state }) => WORDS.states[state] },
  { text: WORDS.sites, isNumber: true, cell: ({ sites }) => number(sites.total) },
  { text: WORDS.progress, cell: ({ sites }) => <SiteProgress sites={sites} /> },
  { text: WORDS.pagesDone, isNumber: true, cell: ({ pages }) => number(pages) },
  {
    text: WORDS.outcomes,
    className: () => 'quiet',
    cell: ({ outcomes }) =>
      sortedOutcomes(outcomes)
        .entries.map(([outcome, count]) => `${outcomeName(outcome)} ${number(count)}`)
        .join(' · '),
  },
];

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
        const data = new FormData(event.currentTarget);
        submit.mutate({ ...nameIn(data, list), ...crawlOptionsIn(data) });
      }}
    >
      <h2>{WORDS.submit}</h2>
      <SitesInput list={list} onList={setList} />
      <div className="options">
        <PagesOption />
        <Field label={WORDS.name} hint={WORDS.nameHint} name="name" maxLength={MAX_NAME} />
      </div>
      <details>
        <summary>{WORDS.more}</summary>
        <CrawlOptions />
      </details>
      <Problem text={submit.isError ? messageOf(submit.error) : null} />
      <div>
        <Button type="submit" look="primary" disabled={isEmptyList(list) || submit.isPending}>
          {WORDS.start}
        </Button>
      </div>
    </form>
  );
}

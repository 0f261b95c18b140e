// Links and redirects of a domain. What it links to is stored; who links to it is asked by a search, as anybody may ask it.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { DomainLinks, FoundDomain, FoundPage, Level } from '@sitegrep/client';
import type { ReactNode } from 'react';
import { client } from '../api/client.ts';
import { foundQuery, listQuery } from '../api/lists.ts';
import { number } from '../format.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadedList, type Requested } from '../parts/Loaded.tsx';
import type { Continued } from '../parts/More.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { totalText } from '../search/criteria.ts';
import { LINKS_TEXT as WORDS } from '../text/domain.ts';
import { linkingTo, redirectedFrom, redirectedTo } from './link-queries.ts';

/** Entries that are shown at first. */
const AT_A_TIME = 25;

const LINKING: readonly Column<FoundDomain>[] = [
  { text: WORDS.site, cell: ({ domain }) => <DomainLink domain={domain} /> },
  { text: WORDS.rank, isNumber: true, cell: ({ rank }) => number(rank) },
  {
    text: WORDS.link,
    cell: ({ matches: [first] = [] }) =>
      first !== undefined && <Foreign text={first.match} className="mono" />,
  },
];

const LINKED: readonly Column<DomainLinks['items'][number]>[] = [
  { text: WORDS.host, cell: ({ host }) => <DomainLink domain={host} /> },
  { text: WORDS.pages, isNumber: true, cell: ({ pages_count: pages }) => number(pages) },
  { text: WORDS.first, cell: ({ url }) => <Foreign text={url} /> },
];

const MOVED: readonly Column<FoundPage>[] = [
  { text: WORDS.site, cell: ({ domain }) => <DomainLink domain={domain} /> },
  { text: WORDS.page, cell: ({ url }) => <Foreign text={url} /> },
];

/** Neighbours of a domain, by links and by redirects. */
export function Links({ domain }: { readonly domain: string }) {
  return (
    <div className="stack sections">
      <Incoming domain={domain} />
      <Outgoing domain={domain} />
      <Redirected title={WORDS.redirectsIn} none={WORDS.noRedirectsIn} query={redirectedTo(domain)} />
      <Redirected title={WORDS.redirectsOut} none={WORDS.noRedirectsOut} query={redirectedFrom(domain)} />
    </div>
  );
}

function Incoming({ domain }: { readonly domain: string }) {
  const query = linkingTo(domain);
  const found = useInfiniteQuery(
    foundQuery(['links-in', domain], (from, options) =>
      client.query.search(
        { q: query, limit: AT_A_TIME, snippets: { per_item: 1, around: 0 }, ...from },
        options,
      ),
    ),
  );
  return (
    <Neighbours title={WORDS.in} none={WORDS.noneIn} list={found} query={query} level="domain">
      {(items) => (
        <Table label={WORDS.in} columns={LINKING} items={items} keyOf={({ domain: site }) => site} />
      )}
    </Neighbours>
  );
}

function Outgoing({ domain }: { readonly domain: string }) {
  const links = useInfiniteQuery(
    listQuery(['links-out', domain], (from, options) =>
      client.domains.links(domain, { limit: AT_A_TIME, ...from }, options),
    ),
  );
  return (
    <Neighbours title={WORDS.out} none={WORDS.noneOut} list={links}>
      {(items) => <Table label={WORDS.out} columns={LINKED} items={items} keyOf={({ host }) => host} />}
    </Neighbours>
  );
}

/** Pages that were stored under another host than that of their site, because a redirect led there. */
function Redirected(props: { readonly title: string; readonly none: string; readonly query: string }) {
  const { title, none, query } = props;
  const found = useInfiniteQuery(
    foundQuery(['redirected', query], (from, options) =>
      client.query.search({ q: query, level: 'page', limit: AT_A_TIME, ...from }, options),
    ),
  );
  return (
    <Neighbours title={title} none={none} list={found} query={query} level="page">
      {(items) => (
        <Table label={title} columns={MOVED} items={items} keyOf={({ domain, url }) => `${domain} ${url}`} />
      )}
    </Neighbours>
  );
}

function DomainLink({ domain }: { readonly domain: string }) {
  return (
    <Link to="/domains/$domain" params={{ domain }}>
      <DomainName domain={domain} />
    </Link>
  );
}

interface Part<Item> {
  readonly items: readonly Item[];
  readonly total_count: number;
}

interface NeighboursProps<Item> {
  readonly title: string;
  readonly list: Continued & Requested<{ readonly pages: readonly Part<Item>[] }>;
  /** Text instead of an empty list. */
  readonly none: string;
  /** The search that found them; absent: they are stored. */
  readonly query?: string;
  readonly level?: Level;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** Neighbours of one kind, with how many there are and a link to the search that finds them. */
function Neighbours<Item>(props: NeighboursProps<Item>) {
  const { title, list, none, query, level = 'domain', children } = props;
  const total = list.data?.pages[0]?.total_count ?? 0;
  return (
    <section className="stack tight">
      <div className="row apart">
        <h2>
          {title} {list.data !== undefined && <span className="quiet">{number(total)}</span>}
        </h2>
        {query !== undefined && total > 0 && (
          <Link to="/search" search={level === 'page' ? { q: query, level } : { q: query }}>
            {WORDS.search(totalText(total, level))}
          </Link>
        )}
      </div>
      <LoadedList list={list} lines={2} none={<p className="quiet">{none}</p>}>
        {children}
      </LoadedList>
    </section>
  );
}

// Links and redirects of a domain. What it links to is stored; who links to it is asked by a search, as anybody may ask it.
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { FoundDomain, FoundPage } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { client } from '../api/client.ts';
import { continuation } from '../api/queries.ts';
import { counted, number } from '../format.ts';
import { Failure, Loading } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { More } from '../parts/More.tsx';
import { Table } from '../parts/Table.tsx';
import { TEXT } from '../text.ts';
import { LINKS_TEXT } from '../text/domain.ts';
import { linkingTo, redirectedFrom, redirectedTo } from './link-queries.ts';

const WORDS = LINKS_TEXT;

/** Entries that are shown at first. */
const AT_A_TIME = 25;

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
  const found = useInfiniteQuery({
    queryKey: ['links-in', domain],
    queryFn: ({ pageParam, signal }) =>
      client.query.search(
        {
          q: query,
          limit: AT_A_TIME,
          snippets: { per_item: 1, around: 0 },
          ...(pageParam !== '' && { offset_token: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.offset_token),
  });
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="stack tight">
      <Heading title={WORDS.in} total={found.data?.pages[0]?.total_count} query={query} level="domain" />
      <Listed list={found} isEmpty={items.length === 0} none={WORDS.noneIn}>
        <Table
          label={WORDS.in}
          columns={[{ text: WORDS.site }, { text: WORDS.rank, isNumber: true }, { text: WORDS.link }]}
        >
          {items.map((item: FoundDomain) => (
            <tr key={item.domain}>
              <td>
                <Link to="/domains/$domain" params={{ domain: item.domain }}>
                  {item.domain}
                </Link>
              </td>
              <td className="number">{number(item.domain_rank)}</td>
              <td>
                {item.matches?.[0] !== undefined && <Foreign text={item.matches[0].match} className="mono" />}
              </td>
            </tr>
          ))}
        </Table>
      </Listed>
    </section>
  );
}

function Outgoing({ domain }: { readonly domain: string }) {
  const links = useInfiniteQuery({
    queryKey: ['links-out', domain],
    queryFn: ({ pageParam, signal }) =>
      client.domains.links(
        domain,
        { limit: AT_A_TIME, ...(pageParam !== '' && { next_token: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
  });
  const items = links.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="stack tight">
      <Heading title={WORDS.out} total={links.data?.pages[0]?.total_count} />
      <Listed list={links} isEmpty={items.length === 0} none={WORDS.noneOut}>
        <Table
          label={WORDS.out}
          columns={[{ text: WORDS.host }, { text: WORDS.pages, isNumber: true }, { text: WORDS.first }]}
        >
          {items.map(({ host, pages_count: pages, url }) => (
            <tr key={host}>
              <td>
                <Link to="/domains/$domain" params={{ domain: host }}>
                  {host}
                </Link>
              </td>
              <td className="number">{number(pages)}</td>
              <td>
                <Foreign text={url} />
              </td>
            </tr>
          ))}
        </Table>
      </Listed>
    </section>
  );
}

/** Pages that were stored under another host than that of their site, because a redirect led there. */
function Redirected(props: { readonly title: string; readonly none: string; readonly query: string }) {
  const { title, none, query } = props;
  const found = useInfiniteQuery({
    queryKey: ['redirected', query],
    queryFn: ({ pageParam, signal }) =>
      client.query.searchPages(
        { q: query, limit: AT_A_TIME, ...(pageParam !== '' && { offset_token: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.offset_token),
  });
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="stack tight">
      <Heading title={title} total={found.data?.pages[0]?.total_count} query={query} level="page" />
      <Listed list={found} isEmpty={items.length === 0} none={none}>
        <Table label={title} columns={[{ text: WORDS.site }, { text: WORDS.page }]}>
          {items.map(({ domain, url }: FoundPage) => (
            <tr key={`${domain} ${url}`}>
              <td>
                <Link to="/domains/$domain" params={{ domain }}>
                  {domain}
                </Link>
              </td>
              <td>
                <Foreign text={url} />
              </td>
            </tr>
          ))}
        </Table>
      </Listed>
    </section>
  );
}

interface ListedProps {
  readonly list: UseInfiniteQueryResult;
  readonly isEmpty: boolean;
  /** Text instead of an empty list. */
  readonly none: string;
  readonly children: ReactNode;
}

/** A list, or why there is none yet. */
function Listed({ list, isEmpty, none, children }: ListedProps) {
  if (list.isError && list.data === undefined)
    return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading lines={2} />;
  return (
    <>
      {isEmpty ? <p className="quiet">{none}</p> : children}
      <More list={list} />
    </>
  );
}

function Heading(props: {
  readonly title: string;
  readonly total?: number | undefined;
  readonly query?: string;
  readonly level?: string;
}) {
  const { title, total, query, level = 'domain' } = props;
  return (
    <div className="row apart">
      <h2>
        {title} {total !== undefined && <span className="quiet">{number(total)}</span>}
      </h2>
      {query !== undefined && total !== undefined && total > 0 && (
        <Link to="/search" search={level === 'page' ? { q: query, level } : { q: query }}>
          {WORDS.search(
            counted(
              total,
              TEXT.search[level === 'page' ? 'page' : 'domain'],
              TEXT.search[level === 'page' ? 'pages' : 'domains'],
            ),
          )}
        </Link>
      )}
    </div>
  );
}

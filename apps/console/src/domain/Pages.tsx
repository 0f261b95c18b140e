import { useInfiniteQuery } from '@tanstack/react-query';
import type { DomainPage } from '@sitegrep/client';
import { size } from '../format.ts';
import { useMay } from '../frame/caller.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { DOMAIN_TEXT } from '../text/domain.ts';
import { pageList } from './page-list.ts';
import { Thumbnail } from './Screenshot.tsx';

interface PagesProps {
  readonly domain: string;
  /** Query that is marked in sources. */
  readonly query: string | undefined;
}

/** The stored pages of a domain. */
export function Pages({ domain, query }: PagesProps) {
  const pages = useInfiniteQuery(pageList(domain));
  const table = (items: readonly DomainPage[]) => <PageTable domain={domain} query={query} items={items} />;
  return (
    <div className="stack">
      <LoadedList list={pages} none={table([])}>
        {table}
      </LoadedList>
    </div>
  );
}

function PageTable({ domain, query, items }: PagesProps & { readonly items: readonly DomainPage[] }) {
  const maySource = useMay('source');
  const hasScreenshots = maySource && items.some((page) => page.screenshot_bytes !== null);
  const address: Column<DomainPage> = {
    text: DOMAIN_TEXT.url,
    cell: ({ url }) =>
      maySource ? (
        <Link
          to="/domains/$domain"
          params={{ domain }}
          search={{ ...(query !== undefined && { q: query }), tab: 'source', url }}
        >
          <Foreign text={url} />
        </Link>
      ) : (
        <Foreign text={url} />
      ),
  };
  const screenshot: Column<DomainPage> = {
    text: DOMAIN_TEXT.screenshot.name,
    cell: ({ screenshot_bytes: bytes, url }) => bytes !== null && <Thumbnail domain={domain} url={url} />,
  };
  const versions: Column<DomainPage> = {
    text: DOMAIN_TEXT.versions,
    cell: ({ url }) => (
      <Link to="/domains/$domain" params={{ domain }} search={{ tab: 'versions', url }}>
        {DOMAIN_TEXT.versionsShow}
        <span className="hidden-text"> {DOMAIN_TEXT.versionsOf(url)}</span>
      </Link>
    ),
  };
  const columns = [address, ...FACTS, versions, ...(hasScreenshots ? [screenshot] : [])];
  return <Table label={DOMAIN_TEXT.tabs.pages} columns={columns} items={items} keyOf={({ url }) => url} />;
}

const FACTS: readonly Column<DomainPage>[] = [
  { text: DOMAIN_TEXT.pageTitle, cell: ({ title }) => title !== null && <Foreign text={title} /> },
  { text: DOMAIN_TEXT.charset, cell: ({ charset }) => charset },
  {
    text: DOMAIN_TEXT.size,
    isNumber: true,
    cell: ({ bytes, truncated }) => (
      <span title={truncated ? DOMAIN_TEXT.truncated : undefined}>
        {size(bytes)}
        {truncated && <span className="warning"> ✂</span>}
      </span>
    ),
  },
  { text: DOMAIN_TEXT.fetched, cell: ({ fetched_at: at }) => <Time at={at} /> },
];

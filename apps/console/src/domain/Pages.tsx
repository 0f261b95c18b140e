import { useInfiniteQuery } from '@tanstack/react-query';
import type { DomainPage } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { size } from '../format.ts';
import { useMay } from '../frame/caller.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { DOMAIN_TEXT } from '../text/domain.ts';
import { pageList } from './page-list.ts';
import { Thumbnail } from './Screenshot.tsx';

const COLUMNS = [
  { text: DOMAIN_TEXT.url },
  { text: DOMAIN_TEXT.pageTitle },
  { text: DOMAIN_TEXT.charset },
  { text: DOMAIN_TEXT.size, isNumber: true },
  { text: DOMAIN_TEXT.fetched },
];

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
  const columns = hasScreenshots ? [...COLUMNS, { text: DOMAIN_TEXT.screenshot.name }] : COLUMNS;
  return (
    <Table label={DOMAIN_TEXT.tabs.pages} columns={columns}>
      {items.map((page) => (
        <tr key={page.url}>
          <td>
            {maySource ? (
              <Link
                to="/domains/$domain"
                params={{ domain }}
                search={{ ...(query !== undefined && { q: query }), tab: 'source', url: page.url }}
              >
                <Foreign text={page.url} />
              </Link>
            ) : (
              <Foreign text={page.url} />
            )}
          </td>
          <td>{page.title === null ? '' : <Foreign text={page.title} />}</td>
          <td>{page.charset}</td>
          <td className="number" title={page.truncated ? DOMAIN_TEXT.truncated : undefined}>
            {size(page.bytes)}
            {page.truncated && <span className="warning"> ✂</span>}
          </td>
          <td>
            <Time at={page.fetched_at} />
          </td>
          {hasScreenshots && (
            <td>{page.screenshot_bytes !== null && <Thumbnail domain={domain} url={page.url} />}</td>
          )}
        </tr>
      ))}
    </Table>
  );
}

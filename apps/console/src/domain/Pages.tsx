import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { continuation } from '../api/queries.ts';
import { size } from '../format.ts';
import { useMay } from '../frame/caller.ts';
import { Failure, Loading } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { More } from '../parts/More.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { Thumbnail } from './Screenshot.tsx';
import { DOMAIN_TEXT } from '../text/domain.ts';

const COLUMNS = [
  { text: DOMAIN_TEXT.url },
  { text: DOMAIN_TEXT.pageTitle },
  { text: DOMAIN_TEXT.charset },
  { text: DOMAIN_TEXT.size, isNumber: true },
  { text: DOMAIN_TEXT.fetched },
];

interface PagesProps {
  readonly domain: string;
  readonly kept: { readonly q?: string };
}

/** The stored pages of a domain. */
export function Pages({ domain, kept }: PagesProps) {
  const maySource = useMay('source');
  const pages = useInfiniteQuery({
    queryKey: ['domain-pages', domain],
    queryFn: ({ pageParam, signal }) =>
      client.domains.pages(
        domain,
        { limit: 100, ...(pageParam !== '' && { next_token: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
  });
  if (pages.data === undefined)
    return pages.isError ? <Failure error={pages.error} retry={() => void pages.refetch()} /> : <Loading />;
  const items = pages.data.pages.flatMap((part) => part.items);
  const hasScreenshots = maySource && items.some((page) => page.screenshot_bytes !== null);
  const columns = hasScreenshots ? [...COLUMNS, { text: DOMAIN_TEXT.screenshot.name }] : COLUMNS;
  return (
    <div className="stack">
      <Table label={DOMAIN_TEXT.tabs.pages} columns={columns}>
        {items.map((page) => (
          <tr key={page.url}>
            <td>
              {maySource ? (
                <Link
                  to="/domains/$domain"
                  params={{ domain }}
                  search={{ ...kept, tab: 'source', url: page.url }}
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
      <More list={pages} />
    </div>
  );
}

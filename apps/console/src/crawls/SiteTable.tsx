import type { CrawlSiteItem } from '@sitegrep/client';
import { duration, number, spanText, timeOf } from '../format.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { kindOf, outcomeName } from './outcome-kinds.ts';

const COLUMNS: readonly Column<CrawlSiteItem>[] = [
  {
    text: WORDS.site,
    cell: ({ domain }) => (
      <Link to="/domains/$domain" params={{ domain }}>
        <DomainName domain={domain} />
      </Link>
    ),
  },
  { text: WORDS.state, cell: (site) => <SiteState site={site} /> },
  { text: WORDS.reason, cell: ({ reason }) => reason !== null && <Foreign text={reason} /> },
  { text: WORDS.pagesDone, isNumber: true, cell: ({ pages }) => (pages === null ? '' : number(pages)) },
  {
    text: WORDS.took,
    isNumber: true,
    cell: (site) => <Took site={site} />,
  },
  {
    text: WORDS.ended,
    className: () => 'quiet nowrap',
    cell: ({ finished_at: at }) => at !== null && <Time at={at} />,
  },
];

/** Sites of a crawl: where each is, how it ended and why. */
export function SiteTable({ items }: { readonly items: readonly CrawlSiteItem[] }) {
  return (
    <Table
      label={WORDS.sites}
      className="crawl-sites"
      columns={COLUMNS}
      items={items}
      keyOf={({ domain }) => domain}
    />
  );
}

/** Time that a site took, or has taken so far. */
function Took({ site: { started_at: from, finished_at: to } }: { readonly site: CrawlSiteItem }) {
  if (from === null || to !== null) return spanText(from, to);
  return <span className="quiet">{duration((Date.now() - timeOf(from).getTime()) / 1_000)}</span>;
}

function SiteState({ site: { outcome, started_at: since } }: { readonly site: CrawlSiteItem }) {
  if (outcome !== null)
    return (
      <span className="site-state" data-kind={kindOf(outcome)} title={outcome}>
        {outcomeName(outcome)}
      </span>
    );
  if (since === null) return <span className="quiet">{WORDS.states.queued}</span>;
  return (
    <span className="site-state" data-kind="now">
      {WORDS.inFlight}
    </span>
  );
}

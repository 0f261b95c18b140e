import { useQuery } from '@tanstack/react-query';
import type { CrawlItem, CrawlSiteItem } from '@sitegrep/client';
import { Link, useNavigate, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { isNotFound } from '../api/message.ts';
import { counted } from '../format.ts';
import { PAGES } from '../pages.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { useTitle } from '../parts/Page.tsx';
import { Time } from '../parts/Time.tsx';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { CrawlActions } from './CrawlActions.tsx';
import { figuresOf } from './crawl-figures.ts';
import { CrawlSites } from './CrawlSites.tsx';
import { crawlKey, useLiveCrawl } from './live-crawl.ts';
import { InFlight } from './InFlight.tsx';
import { Outcomes } from './Outcomes.tsx';
import { Rejected } from './Rejected.tsx';
import { SiteProgress } from './SiteProgress.tsx';
import './crawls.css';

const crawlRoute = getRouteApi('/crawls/$id');

/** Interval at which a crawl is read again, beside its events, in milliseconds. */
const READ_EVERY_MS = 10_000;

export function CrawlPage() {
  const { id } = crawlRoute.useParams();
  const crawl = useQuery({
    queryKey: crawlKey(id),
    queryFn: ({ signal }) => client.admin.crawls.get(id, { signal }),
    refetchInterval: (query) => (query.state.data?.finished_at === null ? READ_EVERY_MS : false),
  });
  useTitle(PAGES.crawls.title);
  return (
    <div className="page">
      <nav aria-label={PAGES.crawls.title}>
        <Link to="/crawls">← {PAGES.crawls.title}</Link>
      </nav>
      <Loaded
        query={crawl}
        lines={8}
        failed={(error) =>
          isNotFound(error) ? (
            <State title={WORDS.notFound}>
              <p>
                <Foreign text={id} />
              </p>
            </State>
          ) : null
        }
      >
        {(item) => <Crawl crawl={item} />}
      </Loaded>
    </div>
  );
}

function Crawl({ crawl }: { readonly crawl: CrawlItem }) {
  const { outcome } = crawlRoute.useSearch();
  const navigate = useNavigate();
  const { last, isLive } = useLiveCrawl(crawl.id, crawl.finished_at !== null);
  const choose = (chosen: string): void => {
    void navigate({
      to: '/crawls/$id',
      params: { id: crawl.id },
      search: chosen === '' ? {} : { outcome: chosen },
      resetScroll: false,
    });
  };
  return (
    <>
      <header className="row apart">
        <h1>
          {WORDS.created} <Time at={crawl.created_at} />
        </h1>
        <CrawlActions crawl={crawl} />
      </header>
      <Progress crawl={crawl} isLive={isLive} />
      <Rejected rejected={crawl.rejected} />
      {crawl.sites.running > 0 && crawl.finished_at === null && (
        <InFlight id={crawl.id} count={crawl.sites.running} />
      )}
      {last.length > 0 && <LastSites sites={last} />}
      <div className="crawl-columns">
        <Outcomes outcomes={crawl.outcomes} chosen={outcome ?? ''} onChoose={choose} />
        <CrawlSites id={crawl.id} outcome={outcome ?? ''} isOver={crawl.finished_at !== null} />
      </div>
    </>
  );
}

/** Figures of a crawl, and what it waits for. */
function Progress({ crawl, isLive }: { readonly crawl: CrawlItem; readonly isLive: boolean }) {
  const { waiting, retry_of: original } = crawl;
  return (
    <section className="stack tight crawl-progress" aria-label={WORDS.progress}>
      <SiteProgress sites={crawl.sites} />
      <dl className="crawl-figures">
        {figuresOf(crawl, isLive).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {waiting !== null && crawl.finished_at === null && (
        <p className="quiet">
          {WORDS.waiting}: {WORDS.waitingFor(counted(waiting.sites, 'site'), waiting.domain, waiting.reason)}
        </p>
      )}
      {original !== null && (
        <p>
          {WORDS.retryOf}{' '}
          <Link to="/crawls/$id" params={{ id: original }}>
            {original}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Sites as they end, which stand still while the pointer is over them. */
function LastSites({ sites }: { readonly sites: readonly CrawlSiteItem[] }) {
  const [held, hold] = useState<typeof sites | null>(null);
  return (
    <section aria-label={WORDS.last}>
      <h2>{WORDS.last}</h2>
      <p className="quiet">{WORDS.lastHint}</p>
      <ul className="last-sites" onPointerEnter={() => hold(sites)} onPointerLeave={() => hold(null)}>
        {(held ?? sites).map((site) => (
          <li key={site.domain}>
            <Link to="/domains/$domain" params={{ domain: site.domain }}>
              <DomainName domain={site.domain} />
            </Link>
            <span className="quiet">{site.outcome}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type CrawlItem, SitegrepError } from '@sitegrep/client';
import { Link, useNavigate, getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { counted, duration, number, size, timeOf } from '../format.ts';
import { Failure, Loading, State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Time } from '../parts/Time.tsx';
import { TEXT } from '../text.ts';
import { CRAWLS_TEXT } from '../text/crawls.ts';
import { CrawlActions } from './CrawlActions.tsx';
import { CrawlSites } from './CrawlSites.tsx';
import { crawlKey, useLiveCrawl } from './live-crawl.ts';
import { InFlight } from './InFlight.tsx';
import { Outcomes } from './Outcomes.tsx';
import { Rejected } from './Rejected.tsx';
import './crawls.css';

const crawlRoute = getRouteApi('/crawls/$id');

const WORDS = CRAWLS_TEXT;

/** Interval at which a crawl is read again, beside its events, in milliseconds. */
const READ_EVERY_MS = 10_000;

export function CrawlPage() {
  const { id } = crawlRoute.useParams();
  const crawl = useQuery({
    queryKey: crawlKey(id),
    queryFn: ({ signal }) => client.admin.crawls.get(id, { signal }),
    refetchInterval: (query) => (query.state.data?.finished_at === null ? READ_EVERY_MS : false),
  });
  useEffect(() => {
    document.title = `${WORDS.title} · ${TEXT.name}`;
  }, []);
  return (
    <div className="page">
      <nav aria-label={WORDS.title}>
        <Link to="/crawls">← {WORDS.title}</Link>
      </nav>
      {crawl.data === undefined ? (
        crawl.isError ? (
          crawl.error instanceof SitegrepError && crawl.error.code === 'not_found' ? (
            <State title={WORDS.notFound}>
              <p>
                <Foreign text={id} />
              </p>
            </State>
          ) : (
            <Failure error={crawl.error} retry={() => void crawl.refetch()} />
          )
        ) : (
          <Loading lines={8} />
        )
      ) : (
        <Crawl crawl={crawl.data} />
      )}
    </div>
  );
}

function Crawl({ crawl }: { readonly crawl: CrawlItem }) {
  const { outcome } = crawlRoute.useSearch();
  const navigate = useNavigate();
  const { last, isLive } = useLiveCrawl(crawl.id, crawl.finished_at !== null);
  const [held, hold] = useState<typeof last | null>(null);
  const { sites, waiting } = crawl;
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
      <section className="stack tight crawl-progress" aria-label={WORDS.progress}>
        <progress
          max={Math.max(1, sites.total)}
          value={sites.finished}
          aria-label={`${WORDS.progress}: ${number(sites.finished)} / ${number(sites.total)}`}
        />
        <dl className="crawl-figures">
          <Figure
            name={WORDS.state}
            value={`${WORDS.states[crawl.state]}${isLive ? ` · ${WORDS.live}` : ''}`}
          />
          <Figure name={WORDS.sites} value={`${number(sites.finished)} / ${number(sites.total)}`} />
          <Figure name={WORDS.pagesDone} value={`${number(crawl.pages)} · ${size(crawl.bytes)}`} />
          {crawl.pages_per_second !== null && (
            <Figure name={WORDS.rate} value={WORDS.perSecond(crawl.pages_per_second.toFixed(1))} />
          )}
          {crawl.eta_seconds !== null && crawl.finished_at === null && (
            <Figure name={WORDS.eta} value={duration(crawl.eta_seconds)} />
          )}
          {crawl.finished_at !== null && crawl.started_at !== null && (
            <Figure
              name={WORDS.took}
              value={duration(
                (timeOf(crawl.finished_at).getTime() - timeOf(crawl.started_at).getTime()) / 1_000,
              )}
            />
          )}
        </dl>
        {waiting !== null && crawl.finished_at === null && (
          <p className="quiet">
            {WORDS.waiting}:{' '}
            {WORDS.waitingFor(counted(waiting.sites, 'site'), waiting.domain, waiting.reason)}
          </p>
        )}
        {crawl.retry_of !== null && (
          <p>
            {WORDS.retryOf}{' '}
            <Link to="/crawls/$id" params={{ id: crawl.retry_of }}>
              {crawl.retry_of}
            </Link>
          </p>
        )}
      </section>
      <Rejected rejected={crawl.rejected} />
      {sites.running > 0 && crawl.finished_at === null && <InFlight id={crawl.id} count={sites.running} />}
      {last.length > 0 && (
        <section aria-label={WORDS.last}>
          <h2>{WORDS.last}</h2>
          <p className="quiet">{WORDS.lastHint}</p>
          <ul className="last-sites" onPointerEnter={() => hold(last)} onPointerLeave={() => hold(null)}>
            {(held ?? last).map((site) => (
              <li key={site.domain}>
                <Link to="/domains/$domain" params={{ domain: site.domain }}>
                  {site.domain}
                </Link>
                <span className="quiet">{site.outcome}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="crawl-columns">
        <Outcomes outcomes={crawl.outcomes} chosen={outcome ?? ''} onChoose={choose} />
        <CrawlSites id={crawl.id} outcome={outcome ?? ''} isOver={crawl.finished_at !== null} />
      </div>
    </>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

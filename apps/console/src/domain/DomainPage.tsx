import { useQuery } from '@tanstack/react-query';
import type { DomainDetails } from '@sitegrep/client';
import { useNavigate, getRouteApi } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { client } from '../api/client.ts';
import { isNotFound } from '../api/message.ts';
import { number } from '../format.ts';
import { useCaller, useMay } from '../frame/caller.ts';
import { Loading, State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { onDemand } from '../parts/on-demand.tsx';
import { useTitle } from '../parts/Page.tsx';
import { QueryBar } from '../query/QueryBar.tsx';
import { DOMAIN_TEXT, VISITS_TEXT } from '../text/domain.ts';
import { DomainHead } from './DomainHead.tsx';
import { Overview } from './overview/Overview.tsx';
import { Pages } from './Pages.tsx';
import type { HistoryParameters } from './History.tsx';
import { countsOf, type Tab, tabsFor } from './tabs.ts';
import { Technologies } from './Technologies.tsx';
import type { VersionParameters } from './version-choice.ts';

const domainRoute = getRouteApi('/domains/$domain');

const TAB = { waiting: <Loading lines={8} /> };
const SourceTab = onDemand('SourceTab', async () => (await import('./SourceTab.tsx')).SourceTab, TAB);

const Answers = onDemand('Answers', async () => (await import('./Answers.tsx')).Answers, TAB);
const History = onDemand('History', async () => (await import('./History.tsx')).History, TAB);
const Links = onDemand('Links', async () => (await import('./Links.tsx')).Links, TAB);
const Versions = onDemand('Versions', async () => (await import('./Versions.tsx')).Versions, TAB);
const Visits = onDemand('Visits', async () => (await import('./Visits.tsx')).Visits, TAB);

/** Everything that is known of a domain. */
export function DomainPage() {
  const { domain } = domainRoute.useParams();
  const given = domainRoute.useSearch();
  const navigate = useNavigate();
  const { scopes } = useCaller().key;
  const tabs = tabsFor(scopes);
  const tab = tabs.find((one) => one === given.tab) ?? 'overview';
  const details = useQuery({
    queryKey: ['domain', domain],
    queryFn: ({ signal }) => client.domains.get(domain, { signal }),
  });
  useTitle(domain);
  return (
    <div className="page">
      <QueryBar
        query={given.q ?? ''}
        level="domain"
        onSubmit={(q) => void navigate({ to: '/search', search: q === '' ? {} : { q } })}
      />
      <Loaded query={details} failed={(error) => (isNotFound(error) ? <Missing domain={domain} /> : null)}>
        {(known) => (
          <>
            <DomainHead details={known} />
            <Tabs details={known} tabs={tabs} current={tab} query={given.q} />
            <Shown tab={tab} details={known} given={given} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Tabs(props: {
  readonly details: DomainDetails;
  readonly tabs: readonly Tab[];
  readonly current: Tab;
  readonly query: string | undefined;
}) {
  const { details, tabs, current, query } = props;
  const { domain } = details;
  const counts = countsOf(details);
  const list = useRef<HTMLElement>(null);
  // On a phone, not all of them are in view.
  useLayoutEffect(() => {
    const [shown, bar] = [list.current?.querySelector('[aria-current]'), list.current];
    if (!(shown instanceof HTMLElement) || bar === null) return;
    bar.scrollLeft = shown.offsetLeft - bar.offsetLeft - (bar.clientWidth - shown.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={list} className="tabs" aria-label={domain}>
      {tabs.map((one) => (
        <Link
          key={one}
          to="/domains/$domain"
          params={{ domain }}
          search={{ ...(query !== undefined && { q: query }), ...(one !== 'overview' && { tab: one }) }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={one === current ? 'page' : undefined}
        >
          {DOMAIN_TEXT.tabs[one]}
          {counts[one] !== undefined && <span className="quiet"> {number(counts[one])}</span>}
        </Link>
      ))}
    </nav>
  );
}

function Shown(props: {
  readonly tab: Tab;
  readonly details: DomainDetails;
  readonly given: VersionParameters & HistoryParameters;
}) {
  const { tab, details, given } = props;
  const { domain } = details;
  switch (tab) {
    case 'overview':
      return <Overview details={details} query={given.q ?? ''} />;
    case 'technologies':
      return <Technologies domain={domain} />;
    case 'answers':
      return <Answers domain={domain} />;
    case 'pages':
      return <Pages domain={domain} query={given.q} />;
    case 'source':
      return <SourceTab domain={domain} given={given} />;
    case 'versions':
      return <Versions domain={domain} given={given} />;
    case 'links':
      return <Links domain={domain} />;
    case 'history':
      return <History domain={domain} given={given} />;
    case 'visits':
      return <Visits domain={domain} />;
  }
}

function Missing({ domain }: { readonly domain: string }) {
  const mayCrawl = useMay('admin');
  return (
    <>
      <h1>
        <Foreign text={domain} />
      </h1>
      <State title={DOMAIN_TEXT.notFound}>
        <p>{DOMAIN_TEXT.notFoundHint}</p>
        {mayCrawl && (
          <Link to="/crawls" search={{ sites: domain }} className="button primary">
            {DOMAIN_TEXT.crawl}
          </Link>
        )}
      </State>
      {mayCrawl && (
        <section className="stack tight">
          <h2>{VISITS_TEXT.title}</h2>
          <Visits domain={domain} />
        </section>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type KeyScope, SitegrepError } from '@sitegrep/client';
import { Link, useNavigate, getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { client } from '../api/client.ts';
import { useCaller, useMay } from '../frame/caller.ts';
import { Failure, Loading, State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { SiteLink } from '../parts/SiteLink.tsx';
import { QueryBar } from '../query/QueryBar.tsx';
import { TEXT } from '../text.ts';
import { DOMAIN_TEXT, VISITS_TEXT } from '../text/domain.ts';
import { Overview } from './Overview.tsx';
import { Pages } from './Pages.tsx';
import { Technologies } from './Technologies.tsx';

const domainRoute = getRouteApi('/domains/$domain');

const SourceTab = lazy(async () => ({ default: (await import('./SourceTab.tsx')).SourceTab }));

const Links = lazy(async () => ({ default: (await import('./Links.tsx')).Links }));
const Visits = lazy(async () => ({ default: (await import('./Visits.tsx')).Visits }));

const TABS = ['overview', 'technologies', 'pages', 'source', 'links', 'visits'] as const;

/** Scopes that tabs need besides that of the page. */
const SCOPE_OF: { readonly [Tab in (typeof TABS)[number]]?: KeyScope } = {
  source: 'source',
  visits: 'admin',
};

/** Everything that is known of a domain. */
export function DomainPage() {
  const { domain } = domainRoute.useParams();
  const given = domainRoute.useSearch();
  const navigate = useNavigate();
  const { scopes } = useCaller().key;
  const tabs = TABS.filter((one) => scopes.includes(SCOPE_OF[one] ?? 'search'));
  const tab = tabs.find((one) => one === given.tab) ?? 'overview';
  const details = useQuery({
    queryKey: ['domain', domain],
    queryFn: ({ signal }) => client.domains.get(domain, { signal }),
  });
  useEffect(() => {
    document.title = `${domain} · ${TEXT.name}`;
  }, [domain]);
  const kept = given.q === undefined ? {} : { q: given.q };
  return (
    <div className="page">
      <QueryBar
        query={given.q ?? ''}
        level="domain"
        onSubmit={(q) => void navigate({ to: '/search', search: q === '' ? {} : { q } })}
      />
      {details.data === undefined ? (
        details.isError ? (
          <Missing domain={domain} error={details.error} retry={() => void details.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          <header className="stack tight">
            <div className="row apart">
              <h1>{domain}</h1>
              <SiteLink url={`https://${domain}/`}>{DOMAIN_TEXT.open}</SiteLink>
            </div>
            {details.data.title !== null && (
              <p>
                <Foreign text={details.data.title} />
              </p>
            )}
          </header>
          <nav className="tabs" aria-label={domain}>
            {tabs.map((one) => (
              <Link
                key={one}
                to="/domains/$domain"
                params={{ domain }}
                search={one === 'overview' ? kept : { ...kept, tab: one }}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={one === tab ? 'page' : undefined}
              >
                {DOMAIN_TEXT.tabs[one]}
              </Link>
            ))}
          </nav>
          {tab === 'overview' && <Overview details={details.data} />}
          {tab === 'technologies' && <Technologies domain={domain} />}
          {tab === 'pages' && <Pages domain={domain} kept={kept} />}
          {tab === 'source' && (
            <Suspense fallback={<Loading lines={12} />}>
              <SourceTab domain={domain} given={given} />
            </Suspense>
          )}
          {(tab === 'links' || tab === 'visits') && (
            <Suspense fallback={<Loading lines={8} />}>
              {tab === 'links' ? <Links domain={domain} /> : <Visits domain={domain} />}
            </Suspense>
          )}
        </>
      )}
    </div>
  );
}

function Missing(props: { readonly domain: string; readonly error: unknown; readonly retry: () => void }) {
  const { domain, error, retry } = props;
  const mayCrawl = useMay('admin');
  if (!(error instanceof SitegrepError && error.code === 'not_found'))
    return <Failure error={error} retry={retry} />;
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
          <Suspense fallback={<Loading />}>
            <Visits domain={domain} />
          </Suspense>
        </section>
      )}
    </>
  );
}

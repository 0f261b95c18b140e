import { useQuery } from '@tanstack/react-query';
import type { CrawlItem } from '@sitegrep/client';
import { useNavigate, getRouteApi } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { isNotFound } from '../api/message.ts';
import { counted } from '../format.ts';
import { PAGES } from '../pages.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { useTitle } from '../parts/Page.tsx';
import { Time } from '../parts/Time.tsx';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { CrawlActions } from './CrawlActions.tsx';
import { figuresOf } from './crawl-figures.ts';
import { CrawlSites } from './CrawlSites.tsx';
import { crawlKey, useLiveCrawl } from './live-crawl.ts';
import { Outcomes } from './Outcomes.tsx';
import { PagesLine } from './PagesLine.tsx';
import { SiteProgress } from './SiteProgress.tsx';
import { Submitted } from './Submitted.tsx';
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
  useTitle(crawl.data?.name ?? PAGES.crawls.title);
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
  const { outcome: chosen = '' } = crawlRoute.useSearch();
  const navigate = useNavigate();
  const { last, isLive } = useLiveCrawl(crawl.id, crawl.finished_at !== null);
  const choose = (outcome: string): void => {
    void navigate({
      to: '/crawls/$id',
      params: { id: crawl.id },
      search: outcome === '' ? {} : { outcome },
      resetScroll: false,
    });
  };
  return (
    <>
      <header className="row apart">
        <div>
          <h1>
            <Foreign text={crawl.name} />
          </h1>
          <p className="quiet">
            {WORDS.created} <Time at={crawl.created_at} />
          </p>
        </div>
        <CrawlActions crawl={crawl} />
      </header>
      <Progress crawl={crawl} isLive={isLive} />
      <PagesLine crawl={crawl} />
      <Submitted crawl={crawl} />
      <div className="crawl-columns">
        <Outcomes crawl={crawl} chosen={chosen} onChoose={choose} />
        <CrawlSites crawl={crawl} chosen={chosen} last={last} />
      </div>
    </>
  );
}

/** Figures of a crawl, and what it waits for. */
function Progress({ crawl, isLive }: { readonly crawl: CrawlItem; readonly isLive: boolean }) {
  const { waiting } = crawl;
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
    </section>
  );
}

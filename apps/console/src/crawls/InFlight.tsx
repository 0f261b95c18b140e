import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Link } from '@tanstack/react-router';
import { DomainName } from '../parts/DomainName.tsx';
import { Time } from '../parts/Time.tsx';
import { number } from '../format.ts';
import { CRAWLS_TEXT } from '../text/crawls.ts';

const WORDS = CRAWLS_TEXT;

/** Sites that are shown, and the interval at which they are read again, in milliseconds. */
const MAX_SHOWN = 20;
const READ_EVERY_MS = 2_000;

/** The sites of a crawl that are being crawled. @param count number of them by the counts of the crawl */
export function InFlight({ id, count }: { readonly id: string; readonly count: number }) {
  const sites = useQuery({
    queryKey: ['crawl-running', id],
    queryFn: ({ signal }) => client.admin.crawls.sites(id, { running: true, limit: MAX_SHOWN }, { signal }),
    refetchInterval: READ_EVERY_MS,
  });
  const items = sites.data?.items ?? [];
  return (
    <section aria-label={WORDS.inFlight} className="in-flight">
      <h2>
        {WORDS.inFlight} <span className="quiet">{number(count)}</span>
      </h2>
      {sites.isError && <p className="warning">{messageOf(sites.error)}</p>}
      <ul className="last-sites">
        {items.map(({ domain, started_at: since }) => (
          <li key={domain}>
            <Link to="/domains/$domain" params={{ domain }}>
              <DomainName domain={domain} />
            </Link>
            <span className="quiet">{since !== null && <Time at={since} />}</span>
          </li>
        ))}
        {sites.data?.next_token !== undefined && sites.data.next_token !== '' && (
          <li className="quiet">{WORDS.inFlightMore(number(MAX_SHOWN))}</li>
        )}
      </ul>
    </section>
  );
}

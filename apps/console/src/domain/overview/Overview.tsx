import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DomainDetails } from '@sitegrep/client';
import { Loading } from '../../parts/Failure.tsx';
import { Loaded, type Requested } from '../../parts/Loaded.tsx';
import { answersList, historyList } from '../domain-lists.ts';
import { pageList } from '../page-list.ts';
import { AnswersCard } from './AnswersCard.tsx';
import { ContactCard } from './ContactCard.tsx';
import { FurtherFacts } from './FurtherFacts.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { HostsCard } from './HostsCard.tsx';
import { matchesAt, thirdParties } from './overview-queries.ts';
import { PictureCard } from './PictureCard.tsx';
import { QueryMatches } from './QueryMatches.tsx';
import { RelatedCard } from './RelatedCard.tsx';
import { TechnologyCard } from './TechnologyCard.tsx';
import { useGrace } from './use-grace.ts';
import '../domain.css';
import './overview.css';

interface OverviewProps {
  readonly details: DomainDetails;
  /** Query that led here; empty: none did. */
  readonly query: string;
}

/**
 * A domain at a glance. What the stored document alone tells is requested at once and waited for; what is searched for comes where
 * its space is kept, or last.
 */
export function Overview({ details, query }: OverviewProps) {
  const { domain } = details;
  const history = useInfiniteQuery(historyList(domain));
  const answers = useInfiniteQuery(answersList(domain));
  const pages = useInfiniteQuery(pageList(domain));
  const hosts = useQuery(thirdParties(domain));
  const matches = useQuery({ ...matchesAt(domain, query), enabled: query !== '' });
  const isWaiting = useGrace(matches.isLoading);
  const visits = history.data?.pages[0] ?? null;
  const known = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="overview">
      <div className="overview-main">
        {history.isPending || isWaiting ? (
          <Loading lines={12} />
        ) : (
          <>
            {query !== '' && (
              <QueryMatches
                domain={domain}
                query={query}
                titles={new Map(known.map(({ url, title }) => [url, title]))}
              />
            )}
            <TechnologyCard details={details} query={query} history={visits} />
            <Loaded query={history}>
              {({ pages: [first] }) =>
                first !== undefined && <HistoryCard domain={domain} query={query} history={first} />
              }
            </Loaded>
          </>
        )}
      </div>
      <aside className="overview-side">
        {[history, answers, pages, hosts].some(({ isPending }) => isPending) ? (
          <Loading lines={12} />
        ) : (
          <>
            <PictureCard domain={domain} pages={known} />
            <ContactCard details={details} />
            <Loaded query={hosts}>
              {(parties) => <HostsCard domain={domain} parties={parties} history={visits} />}
            </Loaded>
            <Loaded query={firstOf(answers)}>
              {(first) => <AnswersCard domain={domain} answers={first} />}
            </Loaded>
            <RelatedCard details={details} icon={answers.data?.pages[0]?.icon?.mmh3 ?? null} />
          </>
        )}
      </aside>
      <FurtherFacts details={details} />
    </div>
  );
}

/** The first part of a list as a request of its own. */
function firstOf<Part>(list: Requested<{ readonly pages: readonly Part[] }>): Requested<Part> {
  return { data: list.data?.pages[0], error: list.error, refetch: () => list.refetch() };
}

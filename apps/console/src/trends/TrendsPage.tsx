import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { useTitle } from '../parts/Page.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { PAGES } from '../pages.ts';
import { Queries } from '../query/Queries.tsx';
import { QueryBar } from '../query/QueryBar.tsx';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';
import { LineList } from './LineList.tsx';
import { ShownTrends } from './ShownTrends.tsx';
import { TrendForm } from './TrendForm.tsx';
import { trendParameters, trendRequest, type TrendWish, trendWishIn } from './trend-lines.ts';
import './trends.css';

const trendsRoute = getRouteApi('/trends');

/** How many domains fulfilled queries over time. */
export function TrendsPage() {
  const wish = trendWishIn(trendsRoute.useSearch());
  const navigate = useNavigate();
  const request = trendRequest(wish);
  const trends = useQuery({
    queryKey: ['trends', request],
    queryFn: ({ signal }) => client.query.trends(request, { signal }),
    placeholderData: keepPreviousData,
  });
  const { lines } = wish;
  const [first, ...others] = lines;
  useTitle(first === '' ? PAGES.trends.title : `${PAGES.trends.title}: ${lines.join(', ')}`);
  const ask = (change: Partial<TrendWish>): void => {
    void navigate({
      to: '/trends',
      search: trendParameters({ ...wish, ...change }),
      resetScroll: false,
    });
  };
  return (
    <div className="page">
      <header className="stack tight">
        <h1>{PAGES.trends.title}</h1>
        <p className="quiet">{WORDS.lead}</p>
      </header>
      <QueryBar
        query={first}
        level="domain"
        action={WORDS.show}
        onSubmit={(q) => ask({ lines: [q, ...others] })}
      >
        <Queries query={first} onChoose={(q) => ask({ lines: [q, ...others] })} />
      </QueryBar>
      <div className="stack">
        <TrendForm wish={wish} ask={ask} />
        {lines.length > 1 && <LineList lines={lines} ask={ask} />}
        <Loaded query={trends} lines={12}>
          {(answer) => <ShownTrends answer={answer} />}
        </Loaded>
      </div>
    </div>
  );
}

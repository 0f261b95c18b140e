import { useQuery } from '@tanstack/react-query';
import { type Found, type Level, SitegrepError } from '@sitegrep/client';
import { type ReactNode, useEffect, useMemo } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import type { Item } from '../api/search.ts';
import { areStepsHidden } from '../first/steps.ts';
import { useMay } from '../frame/caller.ts';
import { useFocusAtStart } from '../frame/start-focus.ts';
import { QUERY_FIELD } from '../frame/shortcuts.tsx';
import { Button } from '../parts/Button.tsx';
import { Failure, Loading, State } from '../parts/Failure.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { onDemand } from '../parts/on-demand.tsx';
import { useTitle } from '../parts/Page.tsx';
import { SkipLink } from '../parts/SkipLink.tsx';
import { faultIn } from '../query/language.ts';
import { noteQuery } from '../query/history.ts';
import { QueryBar } from '../query/QueryBar.tsx';
import { ShownQuery } from '../query/ShownQuery.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import { TEXT } from '../text.ts';
import { CHANGES_TEXT as CHANGES } from '../text/history.ts';
import { PROGRESS_TEXT as PROGRESS } from '../text/results.ts';
import { Conditions } from './Conditions.tsx';
import { type Criteria, totalText } from './criteria.ts';
import { useFirstPart, useShown } from './first-part.ts';
import { notedBesides } from './Reading.tsx';
import { type Pane, Results, RESULTS } from './Results.tsx';
import { SearchProgress } from './SearchProgress.tsx';
import { StillShown } from './StillShown.tsx';
import { Toolbar } from './Toolbar.tsx';
import './search.css';

interface SearchedProps {
  readonly title: string;
  readonly criteria: Criteria;
  readonly ask: (change: Partial<Criteria>) => void;
  /** Queries that are offered while there is none, each with its meaning before it. */
  readonly examples: readonly (readonly [meaning: string, query: string])[];
  /** Buttons beside the query. */
  readonly beside: ReactNode;
  /** Counts beside the results of criteria: those that are shown, so that a search that is under way waits for nothing else. */
  readonly facets: (of: Criteria) => ReactNode;
  /** Pictures of what was found; absent: there are none. */
  readonly pictures?: (of: Criteria) => ReactNode;
  /** The source beside the results; null: they have none. */
  readonly pane: Pane | null;
}

const FirstSteps = onDemand('first steps', async () => (await import('../first/FirstSteps.tsx')).FirstSteps, {
  waiting: (
    <div className="first-waiting">
      <Loading lines={6} />
    </div>
  ),
  failed: (failure, { children }) => (
    <>
      {failure}
      {children}
    </>
  ),
});
const SourcePane = onDemand(
  'source pane',
  async () => (await import('../domain/SourcePane.tsx')).SourcePane,
  {
    waiting: <div className="source-pane" />,
    failed: (failure) => <div className="source-pane">{failure}</div>,
  },
);

/** A query with what it finds, whatever the level. */
export function Searched(props: SearchedProps) {
  const { title, criteria, ask, beside } = props;
  const { found, progress, isCancelled } = useFirstPart(criteria);
  const shown = useShown(criteria, found.data);
  const noted = useMemo(
    () => found.data && notedBesides(found.data, criteria.q, criteria.level),
    [found.data, criteria.q, criteria.level],
  );
  /** True if it is not what the query finds. */
  const isOld = shown !== null && found.data === undefined;
  const mayAll = useMay('admin');
  const retry = (): void => void found.refetch();
  const clear = (): void => ask({ q: '' });
  useTitle(criteria.q === '' && criteria.level === 'change' ? title : criteria.q);
  useEffect(() => noteQuery(criteria.q), [criteria.q]);
  useFocusAtStart(QUERY_FIELD, criteria.q === '');
  useEffect(() => {
    // They come with the results, not after them.
    if (mayAll && criteria.q === '' && !areStepsHidden()) void FirstSteps.preload();
  }, [mayAll, criteria.q]);
  return (
    <div className="page search-page">
      <h1 className="hidden-text">{title}</h1>
      {shown !== null && shown.first.total_count > 0 && <SkipLink to={RESULTS}>{TEXT.search.skip}</SkipLink>}
      <QueryBar query={criteria.q} level={criteria.level} answer={noted} onSubmit={(q) => ask({ q })}>
        {beside}
      </QueryBar>
      {isOld && (found.error !== null || isCancelled) && (
        <StillShown error={found.error} of={shown.criteria.q} retry={retry} onClear={clear} />
      )}
      <div className="search-slot">
        {progress !== null && <SearchProgress {...progress} isOver={isOld} />}
        {shown !== null ? (
          <div
            className={isOld ? 'stale' : ''}
            aria-busy={found.isFetching}
            data-results-of={shown.criteria.q}
          >
            <FirstPart {...props} {...shown} />
          </div>
        ) : isCancelled ? (
          <State title={PROGRESS.cancelled}>
            <Button onClick={retry}>{TEXT.failed.again}</Button>
          </State>
        ) : (
          <Loaded
            query={found}
            lines={8}
            failed={(error) => <SearchFailure error={error} retry={retry} onClear={clear} />}
          >
            {() => null}
          </Loaded>
        )}
      </div>
    </div>
  );
}

function FirstPart(props: SearchedProps & { readonly first: Found<Item> }) {
  const { first, title, criteria, ask, facets, pictures, examples, pane } = props;
  const { q, level, order, context } = criteria;
  const shown = pane?.shown ?? null;
  if (first.total_count === 0)
    return q === '' ? <Empty level={level} ask={ask} /> : <NoMatch criteria={criteria} ask={ask} />;
  return (
    <div className={shown === null ? 'search-found' : 'search-found with-source'}>
      {facets(criteria)}
      <section className="stack" aria-label={title}>
        {q === '' && (
          <First isEmpty={false} isShown={level !== 'change'} ask={ask}>
            <Examples examples={examples} onChoose={(next) => ask({ q: next })} />
          </First>
        )}
        <Toolbar criteria={criteria} total={first.total_count} tookMs={first.took_ms} ask={ask} />
        {first.total_count > 1 && pictures?.(criteria)}
        <Results key={`${level} ${order} ${context} ${q}`} criteria={criteria} start={first} pane={pane} />
      </section>
      {pane !== null && shown !== null && (
        <SourcePane
          shown={shown}
          query={q}
          onShow={(next) => pane.show(next, true)}
          onClose={() => pane.show(null)}
        />
      )}
    </div>
  );
}

function SearchFailure(props: {
  readonly error: unknown;
  readonly retry: () => void;
  readonly onClear: () => void;
}) {
  const { error } = props;
  if (error instanceof SitegrepError && error.code === 'too_broad') {
    return (
      <State title={TEXT.search.tooBroad} isBad>
        <p>{messageOf(error)}</p>
        <Button onClick={props.retry}>{TEXT.failed.again}</Button>
      </State>
    );
  }
  // The bar says what is wrong with the query.
  if (error instanceof SitegrepError && error.code === 'bad_request') {
    return (
      <State title={TEXT.search.faulty}>
        <p>{faultIn(error.details, '') === null ? messageOf(error) : TEXT.search.faultyHint}</p>
        <Button onClick={props.onClear}>{TEXT.search.clear}</Button>
      </State>
    );
  }
  return <Failure error={error} retry={props.retry} />;
}

/** Nothing is in the index, or no visit changed anything yet. */
function Empty({ level, ask }: Pick<SearchedProps, 'ask'> & { readonly level: Level }) {
  if (level !== 'change') return <EmptyIndex ask={ask} />;
  return (
    <State title={CHANGES.noneYet}>
      <p>{CHANGES.noneYetHint}</p>
      <p className="quiet">{CHANGES.noneYetCause}</p>
    </State>
  );
}

function NoMatch({ criteria, ask }: Pick<SearchedProps, 'criteria' | 'ask'>) {
  const all = useQuery({
    queryKey: ['total', '', 'domain'],
    queryFn: async ({ signal }) => (await client.query.search({ count_only: true }, { signal })).total_count,
  });
  if (all.data === 0) return <EmptyIndex ask={ask} />;
  return (
    <State title={TEXT.search.noMatch}>
      <p>{criteria.level === 'change' ? CHANGES.noMatchHint : TEXT.search.noMatchHint}</p>
      <div className="row">
        <Conditions query={criteria.q} onQuery={(q) => ask({ q })} />
        <Button onClick={() => ask({ q: '' })}>{TEXT.search.clear}</Button>
        <SaveButton criteria={criteria} />
        {all.data !== undefined && <span className="quiet">{totalText(all.data, 'domain')}</span>}
      </div>
    </State>
  );
}

function EmptyIndex({ ask }: Pick<SearchedProps, 'ask'>) {
  const mayCrawl = useMay('admin');
  if (!mayCrawl) {
    return (
      <State title={TEXT.search.empty}>
        <p>{TEXT.search.emptyNoAdmin}</p>
      </State>
    );
  }
  return (
    <section className="stack" aria-label={TEXT.search.empty}>
      <h2>{TEXT.search.empty}</h2>
      <p>{TEXT.search.emptyHint}</p>
      <First isEmpty isShown ask={ask} />
    </section>
  );
}

interface FirstProps extends Pick<SearchedProps, 'ask'> {
  readonly isEmpty: boolean;
  readonly isShown: boolean;
  readonly children?: ReactNode;
}

/** The first steps with a new instance, and what stands in their stead where they have no searches, or are not there. */
function First({ isEmpty, isShown, ask, children }: FirstProps) {
  const mayAll = useMay('admin');
  if (!isShown || !mayAll || (!isEmpty && areStepsHidden())) return children;
  return (
    <FirstSteps isEmpty={isEmpty} onQuery={(q) => ask({ q })}>
      {children}
    </FirstSteps>
  );
}

function Examples(props: Pick<SearchedProps, 'examples'> & { readonly onChoose: (query: string) => void }) {
  const { examples, onChoose } = props;
  return (
    <section className="examples" aria-label={TEXT.search.start}>
      {examples.map(([meaning, query]) => (
        <button key={query} type="button" className="example" onClick={() => onChoose(query)}>
          <ShownQuery query={query} />
          <span className="quiet">{meaning}</span>
        </button>
      ))}
    </section>
  );
}

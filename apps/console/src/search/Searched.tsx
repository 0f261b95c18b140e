import { useQuery } from '@tanstack/react-query';
import { type Found, type Level, SitegrepError } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import type { Item } from '../api/search.ts';
import { useMay } from '../frame/caller.ts';
import { Button } from '../parts/Button.tsx';
import { Failure, State } from '../parts/Failure.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { useTitle } from '../parts/Page.tsx';
import { faultIn } from '../query/language.ts';
import { noteQuery } from '../query/history.ts';
import { QueryBar } from '../query/QueryBar.tsx';
import { ShownQuery } from '../query/ShownQuery.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import { TEXT } from '../text.ts';
import { CHANGES_TEXT as CHANGES } from '../text/history.ts';
import { Conditions } from './Conditions.tsx';
import { type Criteria, totalText } from './criteria.ts';
import { partQuery } from './result-parts.ts';
import { Results } from './Results.tsx';
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
  readonly facets: ReactNode;
}

/** A query with what it finds, whatever the level. */
export function Searched(props: SearchedProps) {
  const { title, criteria, ask, beside } = props;
  const found = useQuery(partQuery(criteria, 0, ''));
  useTitle(criteria.q === '' && criteria.level === 'change' ? title : criteria.q);
  useEffect(() => noteQuery(criteria.q), [criteria.q]);
  return (
    <div className="page search-page">
      <h1 className="hidden-text">{title}</h1>
      <QueryBar query={criteria.q} level={criteria.level} answer={found.data} onSubmit={(q) => ask({ q })}>
        {beside}
      </QueryBar>
      <Loaded
        query={found}
        lines={8}
        failed={(error, retry) => (
          <SearchFailure error={error} retry={retry} onClear={() => ask({ q: '' })} />
        )}
      >
        {(first) => <FirstPart first={first} {...props} />}
      </Loaded>
    </div>
  );
}

function FirstPart(props: SearchedProps & { readonly first: Found<Item> }) {
  const { first, title, criteria, ask, facets, examples } = props;
  const { q, level, order } = criteria;
  if (first.total_count === 0)
    return q === '' ? <Empty level={level} /> : <NoMatch criteria={criteria} ask={ask} />;
  return (
    <div className="search-found">
      {facets}
      <section className="stack" aria-label={title}>
        {q === '' && <Examples examples={examples} onChoose={(next) => ask({ q: next })} />}
        <Toolbar criteria={criteria} total={first.total_count} tookMs={first.took_ms} ask={ask} />
        <Results key={`${level} ${order} ${q}`} criteria={criteria} start={first} />
      </section>
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
function Empty({ level }: { readonly level: Level }) {
  if (level !== 'change') return <EmptyIndex />;
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
  if (all.data === 0) return <EmptyIndex />;
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

function EmptyIndex() {
  const mayCrawl = useMay('admin');
  return (
    <State title={TEXT.search.empty}>
      {mayCrawl ? (
        <>
          <p>{TEXT.search.emptyHint}</p>
          <Link to="/crawls" className="button primary">
            {TEXT.search.emptyCrawl}
          </Link>
          <Link to="/import" className="button">
            {TEXT.search.emptyImport}
          </Link>
          <p className="quiet">{TEXT.search.emptyOthers}</p>
        </>
      ) : (
        <p>{TEXT.search.emptyNoAdmin}</p>
      )}
    </State>
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

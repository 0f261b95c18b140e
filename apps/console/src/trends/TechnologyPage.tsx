import { useQuery } from '@tanstack/react-query';
import type { TechnologyDetails } from '@sitegrep/client';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { client } from '../api/client.ts';
import { isNotFound } from '../api/message.ts';
import { CountBars } from '../charts/CountBars.tsx';
import { counted, number } from '../format.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { useTitle } from '../parts/Page.tsx';
import { PAGES } from '../pages.ts';
import { shownValue } from '../query/facet-values.ts';
import { valueOf } from '../query/language.ts';
import { TEXT } from '../text.ts';
import { SPREAD_TEXT as WORDS } from '../text/trends.ts';
import { IntervalChart } from './IntervalChart.tsx';
import { Moves } from './Moves.tsx';
import './trends.css';

const technologyRoute = getRouteApi('/trends/$technology');

/** How a technology spread in the last twelve months. */
export function TechnologyPage() {
  const { technology: name } = technologyRoute.useParams();
  const details = useQuery({
    queryKey: ['technology', name],
    queryFn: ({ signal }) => client.technologies.get(name, {}, { signal }),
  });
  useTitle(details.data?.name ?? name);
  return (
    <div className="page">
      <Loaded
        query={details}
        lines={12}
        failed={(error) => (isNotFound(error) ? <Unknown name={name} /> : null)}
      >
        {(known) => <Spread technology={known} />}
      </Loaded>
    </div>
  );
}

function Unknown({ name }: { readonly name: string }) {
  return (
    <>
      <h1>
        <Foreign text={name} />
      </h1>
      <State title={WORDS.unknown}>
        <p>{WORDS.unknownHint}</p>
        <Link to="/trends" className="button">
          {PAGES.trends.title}
        </Link>
      </State>
    </>
  );
}

function Spread({ technology }: { readonly technology: TechnologyDetails }) {
  const { name, categories, domains, implied_domains: implied, gained, lost } = technology;
  const condition = `tech:${valueOf(name)}`;
  return (
    <>
      <header className="stack tight">
        <div className="row apart">
          <h1>{name}</h1>
          <div className="row">
            <Link to="/search" search={{ q: condition }} className="button">
              {WORDS.search}
            </Link>
            <Link to="/trends" search={{ q: condition }} className="button">
              {WORDS.compare}
            </Link>
          </div>
        </div>
        <p className="quiet">
          {[
            ...categories.map((category) => shownValue('category', category)),
            WORDS.now(counted(domains, TEXT.search.domain, TEXT.search.domains)),
            ...(implied > 0 ? [WORDS.implied(number(implied))] : []),
          ].join(' · ')}
        </p>
      </header>
      <Months name={name} condition={condition} trend={technology.trend} />
      <div className="spread">
        <Moves
          title={WORDS.gained}
          hint={WORDS.gainedHint(counted(gained.changes_count, WORDS.change))}
          othersTitle={WORDS.insteadOf}
          others={gained.instead_of}
          latest={gained.latest}
          all={`added:${condition}`}
          with={(other) => `added:${condition} removed:tech:${valueOf(other)}`}
          from={technology.trend[0]?.from ?? null}
        />
        <Moves
          title={WORDS.lost}
          hint={WORDS.lostHint(counted(lost.changes_count, WORDS.change))}
          othersTitle={WORDS.replacedBy}
          others={lost.replaced_by}
          latest={lost.latest}
          all={`removed:${condition}`}
          with={(other) => `removed:${condition} added:tech:${valueOf(other)}`}
          from={technology.trend[0]?.from ?? null}
        />
      </div>
      <Versions technology={technology} />
    </>
  );
}

/** The domains that had it at the end of each month. */
function Months(props: {
  readonly name: string;
  readonly condition: string;
  readonly trend: TechnologyDetails['trend'];
}) {
  const { name, condition, trend } = props;
  const lines = useMemo(
    () => [{ name: condition, query: condition, values: trend.map(({ domains }) => domains) }],
    [condition, trend],
  );
  return (
    <section className="stack">
      <h2>{WORDS.trend}</h2>
      <IntervalChart by="month" intervals={trend} lines={lines} technology={name} />
    </section>
  );
}

function Versions({ technology }: { readonly technology: TechnologyDetails }) {
  const { name, versions, versions_count: all } = technology;
  if (versions.length === 0) return null;
  return (
    <section className="stack tight">
      <h2>{WORDS.versions}</h2>
      {all > versions.length && (
        <p className="quiet">{WORDS.moreVersions(number(versions.length), number(all))}</p>
      )}
      <CountBars
        counts={versions.map(({ version, domains }) => ({ key: version, count: domains }))}
        show={(version) => (
          <Link to="/search" search={{ q: `tech:${valueOf(`${name}@${version}`)}` }}>
            <Foreign text={version} />
          </Link>
        )}
      />
    </section>
  );
}

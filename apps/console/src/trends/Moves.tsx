import type { TechnologyDetails } from '@sitegrep/client';
import { CountBars } from '../charts/CountBars.tsx';
import { Day } from '../parts/Day.tsx';
import { DomainName } from '../parts/DomainName.tsx';
import { Link } from '../parts/Link.tsx';
import { SPREAD_TEXT as WORDS } from '../text/trends.ts';

interface MovesProps {
  readonly title: string;
  readonly hint: string;
  readonly othersTitle: string;
  /** Technologies of the same kind that the same changes removed, or added. */
  readonly others: TechnologyDetails['gained']['instead_of'];
  readonly latest: TechnologyDetails['gained']['latest'];
  /** Query for all of these changes, and that for those with another technology. */
  readonly all: string;
  readonly with: (other: string) => string;
  /** First day; null: there is none. */
  readonly from: string | null;
}

/** Changes that brought a technology, or took it away: how many, what for, and the last ones. */
export function Moves(props: MovesProps) {
  const { title, hint, othersTitle, others, latest, all, from } = props;
  const within = (query: string): string => (from === null ? query : `${query} at:>=${from}`);
  return (
    <section className="stack tight">
      <h2>{title}</h2>
      <p className="quiet">{hint}</p>
      {latest.length > 0 && (
        <>
          <h3>{othersTitle}</h3>
          {others.length === 0 ? (
            <p className="quiet">{WORDS.none}</p>
          ) : (
            <CountBars
              counts={others.map(({ technology, changes_count: count }) => ({ key: technology, count }))}
              show={(other) => (
                <Link to="/changes" search={{ q: within(props.with(other)) }}>
                  {other}
                </Link>
              )}
            />
          )}
          <h3>{WORDS.latest}</h3>
          <ul className="stack tight">
            {latest.map(({ domain, at }) => (
              <li key={`${domain} ${at}`} className="row apart">
                <Link to="/domains/$domain" params={{ domain }} search={{ tab: 'history' }}>
                  <DomainName domain={domain} />
                </Link>
                <span className="quiet">
                  <Day at={at} />
                </span>
              </li>
            ))}
          </ul>
          <p>
            <Link to="/changes" search={{ q: within(all) }}>
              {WORDS.all}
            </Link>
          </p>
        </>
      )}
    </section>
  );
}

import type { FoundChange } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { number } from '../format.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Time } from '../parts/Time.tsx';
import { TEXT } from '../text.ts';
import { changedLabels } from './result-facts.ts';

/** Labels that a row shows of what was added, and of what was removed. */
const SHOWN = 12;

/** A change of a domain: what was added, and what was removed. */
export function ChangeRow({ change }: { readonly change: FoundChange }) {
  const { domain, rank, at, by, added, removed } = change;
  return (
    <article className="result">
      <div className="row apart">
        <h2>
          <Link to="/domains/$domain" params={{ domain }}>
            <DomainName domain={domain} />
          </Link>
        </h2>
        <p className="row quiet">
          <span title={TEXT.search.rank}>
            {TEXT.search.rank} {number(rank)}
          </span>
          {by !== 'visit' && <span>{TEXT.search.causes[by]}</span>}
          <Time at={at} />
        </p>
      </div>
      <Labels side="added" labels={changedLabels(added)} />
      <Labels side="removed" labels={changedLabels(removed)} />
    </article>
  );
}

function Labels(props: {
  readonly side: 'added' | 'removed';
  readonly labels: readonly { readonly kind: string; readonly label: string }[];
}) {
  const { side, labels } = props;
  if (labels.length === 0) return null;
  return (
    <ul className={`row changed ${side}`} aria-label={TEXT.search[side]}>
      {labels.slice(0, SHOWN).map(({ kind, label }) => (
        <li key={`${kind} ${label}`} className="chip">
          <span aria-hidden="true">{side === 'added' ? '+' : '−'}</span>
          <span className="quiet">{kind.replaceAll('_', ' ')}</span>
          <Foreign text={label} />
        </li>
      ))}
      {labels.length > SHOWN && <li className="quiet">{TEXT.search.more(number(labels.length - SHOWN))}</li>}
    </ul>
  );
}

import type { FoundChange } from '@sitegrep/client';
import { dayText, number, timeOf } from '../format.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Day } from '../parts/Day.tsx';
import { Link } from '../parts/Link.tsx';
import { labelName } from '../query/label-name.ts';
import { TEXT } from '../text.ts';
import { CHANGES_TEXT as WORDS, KIND_NAMES } from '../text/history.ts';
import { type ChangedLabel, changedLabels } from './result-facts.ts';

/** Labels that a row shows of what was added, and of what was removed. */
const SHOWN = 12;

/** A change of a domain: what was added, and what was removed. */
export function ChangeRow({ change }: { readonly change: FoundChange }) {
  const { domain, rank, at, by, added, removed } = change;
  const previous = change.previous_at === at ? null : dayText(timeOf(change.previous_at));
  return (
    <article className="result">
      <div className="row apart">
        <h2>
          <Link to="/domains/$domain" params={{ domain }} search={{ tab: 'history' }}>
            <DomainName domain={domain} />
          </Link>
        </h2>
        <p className="row quiet">
          {rank > 0 && (
            <span>
              {TEXT.search.rank} {number(rank)}
            </span>
          )}
          {by !== 'visit' && <span>{TEXT.search.causes[by]}</span>}
          <span>
            <Day at={at} />
            {previous !== null && WORDS.before(previous)}
          </span>
        </p>
      </div>
      <Labels side="added" labels={changedLabels(added)} />
      <Labels side="removed" labels={changedLabels(removed)} />
    </article>
  );
}

function Labels(props: { readonly side: 'added' | 'removed'; readonly labels: readonly ChangedLabel[] }) {
  const { side, labels } = props;
  if (labels.length === 0) return null;
  return (
    <ul className={`row changed ${side}`} aria-label={TEXT.search[side]}>
      {labels.slice(0, SHOWN).map(({ kind, label }) => (
        <li key={`${kind} ${label}`} className="chip">
          <span aria-hidden="true">{side === 'added' ? '+' : '−'}</span>
          <span className="quiet">{KIND_NAMES[kind]}</span>
          <Foreign text={labelName(kind, label)} />
        </li>
      ))}
      {labels.length > SHOWN && <li className="quiet">{TEXT.search.more(number(labels.length - SHOWN))}</li>}
    </ul>
  );
}

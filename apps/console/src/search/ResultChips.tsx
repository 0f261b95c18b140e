import type { FoundDomain, FoundPage } from '@sitegrep/client';
import { dayText, number, timeOf } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { TEXT } from '../text.ts';
import { KIND_NAMES } from '../text/history.ts';
import { RESULTS_TEXT as WORDS } from '../text/results.ts';
import { newestOf, type NewestLabel } from './newest.ts';
import { technologiesOf } from './result-facts.ts';

/** Technologies that a row shows, and labels of its last change. */
const [SHOWN, SHOWN_OF_CHANGE] = [6, 4];

interface ResultChipsProps {
  readonly item: FoundDomain | FoundPage;
  /** True if the row before it is of the same domain, whose change stands there. */
  readonly isContinued: boolean;
}

/** Chips of the technologies of a domain, of the versions of a page, and of what the last change brought and took away. */
export function ResultChips({ item, isContinued }: ResultChipsProps) {
  const { domain } = item;
  const newest = newestOf(isContinued ? null : (item.changed ?? null));
  const shown = newest.slice(0, SHOWN_OF_CHANGE);
  const isNew = new Set(
    shown.flatMap(({ side, kind, label }) => (side === 'added' && kind === 'tech' ? label : [])),
  );
  const technologies = technologiesOf(item).filter(({ name }) => !isNew.has(name));
  const versions = item.type === 'page_item' ? (item.versions_count ?? 1) : 1;
  const day = item.changed == null ? '' : dayText(timeOf(item.changed.at));
  if (technologies.length === 0 && newest.length === 0 && versions < 2) return null;
  return (
    <ul className="row technologies">
      {versions > 1 && item.type === 'page_item' && (
        <li>
          <Link
            to="/domains/$domain"
            params={{ domain }}
            search={{ tab: 'versions', url: item.url }}
            className="chip"
          >
            {WORDS.versionsOfPage(number(versions))}
          </Link>
        </li>
      )}
      {technologies.slice(0, SHOWN).map(({ name, isImplied }) => (
        <li key={name} className={isImplied ? 'chip implied' : 'chip'}>
          {name}
          {isImplied && <span className="hidden-text"> {TEXT.search.implied}</span>}
        </li>
      ))}
      {technologies.length > SHOWN && (
        <li className="quiet">{TEXT.search.technologies(technologies.length - SHOWN)}</li>
      )}
      {shown.map((one) => (
        <ChangedChip key={`${one.side} ${one.kind} ${one.label}`} label={one} day={day} />
      ))}
      {newest.length > SHOWN_OF_CHANGE && (
        <li>
          <Link to="/domains/$domain" params={{ domain }} search={{ tab: 'history' }}>
            {WORDS.moreChanged(number(newest.length - SHOWN_OF_CHANGE))}
          </Link>
        </li>
      )}
    </ul>
  );
}

function ChangedChip({
  label: { side, kind, label },
  day,
}: {
  readonly label: NewestLabel;
  readonly day: string;
}) {
  return (
    <li className={`chip ${side}`} title={WORDS.changed[side](KIND_NAMES[kind], day)}>
      {side === 'added' && <span aria-hidden="true">+</span>}
      <span className="hidden-text">{WORDS.changed[side](KIND_NAMES[kind], day)}: </span>
      <Foreign text={label} />
      {side === 'added' && <span className="quiet">{day}</span>}
    </li>
  );
}

// The newest event of a saved search, and how its deliveries do, in a line of the list.
import type { SavedSearchItem } from '@sitegrep/client';
import { number } from '../format.ts';
import { Time } from '../parts/Time.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { EventKind } from './EventKind.tsx';

/** Number of recent events from which on there may be more. */
const MAX_RECENT = 100;

interface RowProps {
  readonly search: SavedSearchItem;
}

export function LastEvent({ search: { last_event: event, recent_events: recent } }: RowProps) {
  if (event === null) return <span className="quiet">{WORDS.noEvent}</span>;
  return (
    <>
      <EventKind kind={event.kind} /> <span className="mono">{event.domain}</span>{' '}
      <span className="quiet">
        <Time at={event.at} />
      </span>
      {recent > 1 && <div className="quiet">{WORDS.recent(number(recent), recent === MAX_RECENT)}</div>}
    </>
  );
}

/** A word on what of a search has not arrived. */
export function Told({ search: { notify, deliveries, last_event: event } }: RowProps) {
  if (notify === null || deliveries === null) return <span className="quiet">{WORDS.notOwn}</span>;
  if (notify.webhook === null && notify.mail === null)
    return <span className="quiet">{WORDS.tellsNobody}</span>;
  const { dead, failing, waiting } = deliveries;
  if (dead > 0) return <span className="bad">{WORDS.failing(number(dead))}</span>;
  if (failing > 0) return <span className="warning">{WORDS.notAccepted}</span>;
  if (waiting > 0) return <span className="quiet">{WORDS.waiting}</span>;
  if (event === null) return <span className="quiet">{WORDS.noDelivery}</span>;
  return <span className="good">{WORDS.fine}</span>;
}

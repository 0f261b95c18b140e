// The newest event and the newest deliveries of a saved search, in a line of the list.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { SavedSearchItem } from '@sitegrep/client';
import { messageOf } from '../api/message.ts';
import { number } from '../format.ts';
import { Time } from '../parts/Time.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { EventKind } from './EventKind.tsx';
import { deliveryList, eventList, READ_EVERY_MS } from './queries.ts';

/** Deliveries by which a line says whether they fail. */
const LOOKED_AT = 20;

export function LastEvent({ id }: { readonly id: string }) {
  const { data, error } = useInfiniteQuery({ ...eventList(id, 1), refetchInterval: READ_EVERY_MS });
  if (error !== null) return <span className="bad">{messageOf(error)}</span>;
  if (data === undefined) return null;
  const event = data.pages[0]?.items[0];
  if (event === undefined) return <span className="quiet">{WORDS.noEvent}</span>;
  return (
    <>
      <EventKind kind={event.kind} /> <span className="mono">{event.domain}</span>{' '}
      <span className="quiet">
        <Time at={event.at} />
      </span>
    </>
  );
}

/** A word on the last deliveries of a search: they arrive, or so many were given up. */
export function Told({ search: { id, notify } }: { readonly search: SavedSearchItem }) {
  if (notify === null) return <span className="quiet">{WORDS.notOwn}</span>;
  if (notify.webhook === null && notify.mail === null)
    return <span className="quiet">{WORDS.tellsNobody}</span>;
  return <LastDeliveries id={id} />;
}

function LastDeliveries({ id }: { readonly id: string }) {
  const { data, error } = useInfiniteQuery({
    ...deliveryList(id, LOOKED_AT),
    refetchInterval: READ_EVERY_MS,
  });
  if (error !== null) return <span className="bad">{messageOf(error)}</span>;
  if (data === undefined) return null;
  const items = data.pages[0]?.items ?? [];
  const [last] = items;
  const dead = items.filter(({ state }) => state === 'dead').length;
  if (dead > 0) return <span className="bad">{WORDS.failing(number(dead))}</span>;
  if (last === undefined) return <span className="quiet">{WORDS.noDelivery}</span>;
  if (last.state === 'delivered') return <span className="good">{WORDS.fine}</span>;
  return <span className={last.attempts > 0 ? 'warning' : 'quiet'}>{WORDS.waiting}</span>;
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { SavedSearchRecord, SearchEventItem } from '@sitegrep/client';
import { number } from '../format.ts';
import { DomainName } from '../parts/DomainName.tsx';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { EventKind } from './EventKind.tsx';
import { eventList, READ_EVERY_MS } from './queries.ts';

/** Events of a part of the list. */
const LIMIT = 50;

/** The events of a search, newest first, as they happen. */
export function Events({ search }: { readonly search: SavedSearchRecord }) {
  const events = useInfiniteQuery({ ...eventList(search.id, LIMIT), refetchInterval: READ_EVERY_MS });
  const none = (
    <State title={WORDS.eventsNone}>
      <p>{WORDS.eventsNoneHint}</p>
    </State>
  );
  return (
    <section className="stack tight">
      <h2>{WORDS.events}</h2>
      <LoadedList list={events} none={none}>
        {(items) => (
          <Table
            label={WORDS.events}
            columns={columnsFor(search)}
            items={items}
            keyOf={(event) => String(event.number)}
          />
        )}
      </LoadedList>
    </section>
  );
}

function columnsFor(search: SavedSearchRecord): readonly Column<SearchEventItem>[] {
  return [
    { text: WORDS.what, cell: ({ kind }) => <EventKind kind={kind} /> },
    {
      text: WORDS.domain,
      cell: ({ domain }) => (
        <Link to="/domains/$domain" params={{ domain }}>
          <DomainName domain={domain} />
        </Link>
      ),
    },
    { text: WORDS.where, cell: (event) => <Shown event={event} search={search} /> },
    { text: WORDS.when, cell: ({ at }) => <Time at={at} /> },
  ];
}

/** The pages that show it, each of which leads to its source at the match. */
function Shown(props: { readonly event: SearchEventItem; readonly search: SavedSearchRecord }) {
  const { event, search } = props;
  const { domain, pages, total_pages: total, by } = event;
  const [first] = pages;
  if (by === 'deletion') return <span className="quiet">{WORDS.byDeletion}</span>;
  if (search.level === 'change' || first === undefined)
    return (
      <Link to="/domains/$domain" params={{ domain }} search={{ tab: 'history' }}>
        {WORDS.history}
      </Link>
    );
  return (
    <>
      <Link
        to="/domains/$domain"
        params={{ domain }}
        search={{ tab: 'source', url: first, ...(search.q !== null && { q: search.q }) }}
      >
        <Foreign text={first} />
      </Link>
      {total > 1 && <span className="quiet"> {WORDS.more(number(total - 1))}</span>}
    </>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { SavedSearchItem } from '@sitegrep/client';
import { number } from '../format.ts';
import { PAGES } from '../pages.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { LastEvent, Told } from './LastNews.tsx';
import { READ_EVERY_MS, savedList } from './queries.ts';
import { SavedQuery } from './SavedQuery.tsx';
import './saved.css';

const COLUMNS: readonly Column<SavedSearchItem>[] = [
  { text: WORDS.name, cell: (search) => <Name search={search} /> },
  { text: WORDS.query, cell: (search) => <SavedQuery search={search} /> },
  { text: WORDS.level, cell: ({ level }) => WORDS.levels[level] },
  { text: WORDS.domains, isNumber: true, cell: (search) => <Domains search={search} /> },
  { text: WORDS.last, cell: (search) => <LastEvent search={search} /> },
  { text: WORDS.deliveries, cell: (search) => <Told search={search} /> },
];

/** Searches that are saved. */
export function SavedPage() {
  const searches = useInfiniteQuery({ ...savedList(), refetchInterval: READ_EVERY_MS });
  const none = (
    <State title={WORDS.none}>
      <p>{WORDS.noneHint}</p>
      <Link to="/search" className="button primary">
        {WORDS.noneAction}
      </Link>
    </State>
  );
  return (
    <Page name="saved" lead={WORDS.lead}>
      <LoadedList list={searches} none={none}>
        {(items) => (
          <Table
            label={PAGES.saved.title}
            columns={COLUMNS}
            items={items}
            keyOf={({ id }) => id}
            className="saved-table"
          />
        )}
      </LoadedList>
    </Page>
  );
}

function Name({ search: { id, label } }: { readonly search: SavedSearchItem }) {
  return (
    <>
      <Link to="/saved/$id" params={{ id }} className={label === null ? 'mono' : ''}>
        {label === null ? id : <Foreign text={label} />}
      </Link>
      {label !== null && <div className="quiet mono">{id}</div>}
    </>
  );
}

/** How many domains fulfil a search, and whether that still rises. */
export function Domains({ search: { domains, filled } }: { readonly search: SavedSearchItem }) {
  if (domains === null) return <span className="quiet">–</span>;
  return (
    <>
      {number(domains)}
      {!filled && <div className="quiet">{WORDS.filling}</div>}
    </>
  );
}

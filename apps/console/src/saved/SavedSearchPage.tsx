import { useQuery } from '@tanstack/react-query';
import type { SavedSearchRecord } from '@sitegrep/client';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isNotFound } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { useTitle } from '../parts/Page.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { DeleteSearch } from './DeleteSearch.tsx';
import { Deliveries } from './Deliveries.tsx';
import { Events } from './Events.tsx';
import { Feeds } from './Feeds.tsx';
import { READ_EVERY_MS, savedSearch } from './queries.ts';
import { Reports } from './Reports.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { SavedFacts } from './SavedFacts.tsx';
import { SavedTrend } from './SavedTrend.tsx';
import './saved.css';

const savedRoute = getRouteApi('/saved/$id');

/** A saved search: what happened, whom it told, and what can be done with it. */
export function SavedSearchPage() {
  const { id } = savedRoute.useParams();
  const search = useQuery({ ...savedSearch(id), refetchInterval: READ_EVERY_MS });
  useTitle(search.data?.label ?? id);
  return (
    <div className="page">
      <Loaded query={search} lines={12} failed={(error) => (isNotFound(error) ? <Unknown id={id} /> : null)}>
        {(known) => <Known search={known} />}
      </Loaded>
    </div>
  );
}

function Unknown({ id }: { readonly id: string }) {
  return (
    <>
      <h1>
        <Foreign text={id} />
      </h1>
      <State title={WORDS.unknown}>
        <p>{WORDS.unknownHint}</p>
        <Link to="/saved" className="button">
          {WORDS.all}
        </Link>
      </State>
    </>
  );
}

function Known({ search }: { readonly search: SavedSearchRecord }) {
  const { id, label, level, q, notify, report } = search;
  return (
    <>
      <header className="stack tight">
        <div className="row apart">
          <h1>{label === null ? id : <Foreign text={label} />}</h1>
          <div className="row">
            {level !== 'change' ? (
              <Link to="/search" search={{ q: `saved:${id}` }} className="button">
                {WORDS.search}
              </Link>
            ) : (
              q !== null && (
                <Link to="/changes" search={{ q }} className="button">
                  {WORDS.searchChanges}
                </Link>
              )
            )}
            {notify !== null && <Acts search={search} />}
          </div>
        </div>
      </header>
      <SavedFacts search={search} />
      <SavedTrend search={search} />
      <Events search={search} />
      {notify !== null && level !== 'change' && <Reports id={id} report={report} />}
      {notify !== null && <Deliveries id={id} notify={notify} />}
      <Feeds search={search} />
    </>
  );
}

/** Buttons that change a search and remove it. */
function Acts({ search }: { readonly search: SavedSearchRecord }) {
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  const wish = { q: search.q ?? '', level: search.level };
  return (
    <>
      <Button onClick={() => setOpen('change')}>{WORDS.change}</Button>
      <Button look="danger" onClick={() => setOpen('delete')}>
        {WORDS.remove}
      </Button>
      {open === 'change' && <SaveDialog given={search} wish={wish} onClose={close} />}
      {open === 'delete' && <DeleteSearch id={search.id} onClose={close} />}
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { SavedSearchRecord } from '@sitegrep/client';
import { useState } from 'react';
import { client, START } from '../api/client.ts';
import { Button } from '../parts/Button.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { savedSearch } from './queries.ts';

/** Addresses of the feeds of a search, with the button that gives them others. */
export function Feeds({ search: { id, feed, notify } }: { readonly search: SavedSearchRecord }) {
  const [isRenewing, renew] = useState(false);
  const queries = useQueryClient();
  return (
    <section className="stack tight">
      <h2>{WORDS.feeds}</h2>
      <p className="quiet">{WORDS.feedsLead}</p>
      <dl className="facts">
        <Address name={WORDS.atom} path={feed.atom} />
        <Address name={WORDS.json} path={feed.json} />
      </dl>
      {notify !== null && (
        <div>
          <Button onClick={() => renew(true)}>{WORDS.renew}</Button>
        </div>
      )}
      {isRenewing && (
        <Confirm
          title={WORDS.renew}
          action={WORDS.renew}
          onConfirm={async () =>
            queries.setQueryData(savedSearch(id).queryKey, await client.searches.renewFeeds(id))
          }
          onClose={() => renew(false)}
        >
          <p>{WORDS.renewAsk}</p>
        </Confirm>
      )}
    </section>
  );
}

function Address({ name, path }: { readonly name: string; readonly path: string }) {
  // The console may be below a path, which those of the API do not have.
  const address = new URL(path.replace(/^\//, ''), START).href;
  return (
    <>
      <dt>{name}</dt>
      <dd className="row">
        <code className="feed-address">{address}</code>
        <CopyButton text={address} item={name} />
      </dd>
    </>
  );
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedKey } from '@sitegrep/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { KEYS_TEXT as WORDS } from '../text/admin.ts';
import { CreateKey } from './CreateKey.tsx';
import { Key } from './Key.tsx';
import './keys.css';

const keysRoute = getRouteApi('/keys');

export function KeysPage() {
  const navigate = useNavigate();
  const isCreating = keysRoute.useSearch().new !== undefined;
  const create = (isWished: boolean): void =>
    void navigate({ to: '/keys', search: isWished ? { new: 'yes' } : {}, replace: true });
  const [made, setMade] = useState<CreatedKey | null>(null);
  const queries = useQueryClient();
  const keys = useInfiniteQuery(
    listQuery(['keys'], (from, options) => client.admin.keys.list({ limit: 100, ...from }, options)),
  );
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['keys'] });
  const button = (
    <Button look="primary" onClick={() => create(true)}>
      {WORDS.create}
    </Button>
  );
  return (
    <Page name="keys" beside={button}>
      <LoadedList list={keys} none={null}>
        {(items) => (
          <ul className="keys">
            {items.map((key) => (
              <li key={key.id}>
                <Key item={key} onChanged={changed} onSecret={setMade} />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
      {isCreating && (
        <CreateKey
          onClose={() => create(false)}
          onCreated={(key) => {
            create(false);
            setMade(key);
            void changed();
          }}
        />
      )}
      {made !== null && <Secret made={made} onClose={() => setMade(null)} />}
    </Page>
  );
}

function Secret({ made, onClose }: { readonly made: CreatedKey; readonly onClose: () => void }) {
  return (
    <Dialog title={WORDS.secretTitle} onClose={onClose}>
      <p>{WORDS.secretLead}</p>
      <pre className="secret">{made.secret}</pre>
      <div className="row">
        <CopyButton text={made.secret} />
        <Button look="primary" onClick={onClose}>
          {WORDS.done}
        </Button>
      </div>
    </Dialog>
  );
}

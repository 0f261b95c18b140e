import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedKey, KeyItem } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { continuation, SESSION_KEY } from '../api/queries.ts';
import { useCaller } from '../frame/caller.ts';
import { number, timeOf } from '../format.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Failure, Loading } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Time } from '../parts/Time.tsx';
import { TEXT } from '../text.ts';
import { KEYS_TEXT } from '../text/admin.ts';
import { CreateKey } from './CreateKey.tsx';
import './keys.css';

const WORDS = KEYS_TEXT;

export function KeysPage() {
  const [isCreating, create] = useState(false);
  const [made, setMade] = useState<CreatedKey | null>(null);
  const queries = useQueryClient();
  const keys = useInfiniteQuery({
    queryKey: ['keys'],
    queryFn: ({ pageParam, signal }) =>
      client.admin.keys.list({ limit: 100, ...(pageParam !== '' && { next_token: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
  });
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['keys'] });
  return (
    <div className="page">
      <header className="row apart">
        <h1>{WORDS.title}</h1>
        <button type="button" className="button primary" onClick={() => create(true)}>
          {WORDS.create}
        </button>
      </header>
      {keys.data === undefined ? (
        keys.isError ? (
          <Failure error={keys.error} retry={() => void keys.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <ul className="keys">
          {keys.data.pages
            .flatMap(({ items }) => items)
            .map((key) => (
              <li key={key.id}>
                <Key item={key} onChanged={changed} onSecret={setMade} />
              </li>
            ))}
        </ul>
      )}
      {keys.hasNextPage && (
        <div>
          <button type="button" className="button" onClick={() => void keys.fetchNextPage()}>
            {TEXT.more}
          </button>
        </div>
      )}
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
    </div>
  );
}

function stateOf({ revoked_at: revoked, expires_at: expires }: KeyItem): 'valid' | 'revoked' | 'expired' {
  if (revoked !== null) return 'revoked';
  return expires !== null && timeOf(expires).getTime() <= Date.now() ? 'expired' : 'valid';
}

interface KeyProps {
  readonly item: KeyItem;
  readonly onChanged: () => Promise<void>;
  readonly onSecret: (made: CreatedKey) => void;
}

function Key({ item, onChanged, onSecret }: KeyProps) {
  const caller = useCaller();
  const queries = useQueryClient();
  const [question, ask] = useState<'rotate' | 'revoke' | null>(null);
  const [overlap, setOverlap] = useState('86400');
  const state = stateOf(item);
  const isOwn = item.id === caller.key.id;

  async function rotate(): Promise<void> {
    onSecret(await client.admin.keys.rotate(item.id, { overlap_seconds: Number(overlap) }));
    await onChanged();
  }
  async function revoke(): Promise<void> {
    await client.admin.keys.revoke(item.id);
    if (isOwn) await queries.invalidateQueries({ queryKey: SESSION_KEY });
    else await onChanged();
  }
  async function end(session: string): Promise<void> {
    await client.sessions.end(session);
    if (session === caller.session?.id) await queries.invalidateQueries({ queryKey: SESSION_KEY });
    else await onChanged();
  }
  return (
    <article className="key" data-state={state}>
      <div className="stack tight">
        <h2>
          <Foreign text={item.name} />{' '}
          <span className={state === 'valid' ? 'good' : 'bad'}>{WORDS[state]}</span>
        </h2>
        <p className="row">
          <code>{item.prefix}…</code>
          {item.scopes.map((scope) => (
            <span key={scope} className="chip">
              {scope}
            </span>
          ))}
        </p>
        <p className="quiet">
          {WORDS.created} <Time at={item.created_at} /> · {WORDS.used}{' '}
          {item.last_used_at === null ? WORDS.never : <Time at={item.last_used_at} />}
          {item.expires_at !== null && (
            <>
              {' '}
              · {WORDS.expires} <Time at={item.expires_at} />
            </>
          )}
          {item.rate_limit_per_minute !== null && ` · ${number(item.rate_limit_per_minute)} ${WORDS.limit}`}
        </p>
        {item.sessions.length > 0 && (
          <details>
            <summary>
              {WORDS.sessions} ({item.sessions.length})
            </summary>
            <ul className="stack tight">
              {item.sessions.map((session) => (
                <li key={session.id} className="row">
                  <Time at={session.created_at} /> <span className="quiet">{WORDS.until}</span>{' '}
                  <Time at={session.ends_at} />
                  {session.id === caller.session?.id && <span className="chip">{WORDS.this}</span>}
                  <button type="button" className="button" onClick={() => void end(session.id)}>
                    {WORDS.endSession}
                  </button>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {state === 'valid' && (
        <div className="row">
          <button type="button" className="button" onClick={() => ask('rotate')}>
            {WORDS.rotate}
            <span className="hidden-text"> {item.name}</span>
          </button>
          <button type="button" className="button danger" onClick={() => ask('revoke')}>
            {WORDS.revoke}
            <span className="hidden-text"> {item.name}</span>
          </button>
        </div>
      )}
      {question === 'rotate' && (
        <Confirm title={WORDS.rotate} action={WORDS.rotate} onConfirm={rotate} onClose={() => ask(null)}>
          <p>{WORDS.rotateAsk(item.name)}</p>
          <label className="row">
            {WORDS.overlap}
            <select className="input" value={overlap} onChange={(event) => setOverlap(event.target.value)}>
              {Object.entries(WORDS.overlaps).map(([seconds, name]) => (
                <option key={seconds} value={seconds}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </Confirm>
      )}
      {question === 'revoke' && (
        <Confirm
          title={WORDS.revoke}
          action={WORDS.revoke}
          isDangerous
          onConfirm={revoke}
          onClose={() => ask(null)}
        >
          <p>{WORDS.revokeAsk(item.name)}</p>
          {isOwn && <p className="warning">{WORDS.own}</p>}
        </Confirm>
      )}
    </article>
  );
}

function Secret({ made, onClose }: { readonly made: CreatedKey; readonly onClose: () => void }) {
  const [note, setNote] = useState('');
  return (
    <Dialog title={WORDS.secretTitle} onClose={onClose}>
      <p>{WORDS.secretLead}</p>
      <pre className="secret">{made.secret}</pre>
      <div className="row">
        <button
          type="button"
          className="button"
          onClick={() => {
            void navigator.clipboard.writeText(made.secret).then(() => setNote(TEXT.copied));
          }}
        >
          {TEXT.copy}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {WORDS.done}
        </button>
        <span role="status" className="quiet">
          {note}
        </span>
      </div>
    </Dialog>
  );
}

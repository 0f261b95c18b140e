import { useQueryClient } from '@tanstack/react-query';
import type { CreatedKey, KeyItem } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { SESSION_KEY } from '../api/queries.ts';
import { number } from '../format.ts';
import { useCaller } from '../frame/caller.ts';
import { Button } from '../parts/Button.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { Time } from '../parts/Time.tsx';
import { KEYS_TEXT as WORDS } from '../text/admin.ts';
import { stateOf } from './key-request.ts';

interface KeyProps {
  readonly item: KeyItem;
  readonly onChanged: () => Promise<void>;
  readonly onSecret: (made: CreatedKey) => void;
}

/** A key: what it may do, its sessions, and buttons that end it. */
export function Key({ item, onChanged, onSecret }: KeyProps) {
  const [question, ask] = useState<'rotate' | 'revoke' | null>(null);
  const state = stateOf(item, new Date());
  const close = (): void => ask(null);
  return (
    <article className="key" data-state={state}>
      <div className="stack tight">
        <h2>
          <Foreign text={item.name} />{' '}
          <span className={state === 'valid' ? 'good' : 'bad'}>{WORDS[state]}</span>
        </h2>
        <KeyFacts item={item} />
        <Sessions sessions={item.sessions} onChanged={onChanged} />
      </div>
      {state === 'valid' && (
        <div className="row">
          <ItemButton action={WORDS.rotate} item={item.name} onClick={() => ask('rotate')} />
          <ItemButton action={WORDS.revoke} item={item.name} isDangerous onClick={() => ask('revoke')} />
        </div>
      )}
      {question === 'rotate' && (
        <RotateQuestion item={item} onChanged={onChanged} onSecret={onSecret} onClose={close} />
      )}
      {question === 'revoke' && <RevokeQuestion item={item} onChanged={onChanged} onClose={close} />}
    </article>
  );
}

function KeyFacts({ item }: { readonly item: KeyItem }) {
  return (
    <>
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
        {item.rate_limit_per_minute !== null && ` · ${WORDS.limited(number(item.rate_limit_per_minute))}`}
      </p>
    </>
  );
}

/** The sessions that were opened with a key. Ending the own one signs out. */
function Sessions({ sessions, onChanged }: Pick<KeyItem, 'sessions'> & Pick<KeyProps, 'onChanged'>) {
  const own = useCaller().session?.id;
  const queries = useQueryClient();
  async function end(id: string): Promise<void> {
    await client.sessions.end(id);
    if (id === own) await queries.invalidateQueries({ queryKey: SESSION_KEY });
    else await onChanged();
  }
  if (sessions.length === 0) return null;
  return (
    <details>
      <summary>
        {WORDS.sessions} ({sessions.length})
      </summary>
      <ul className="stack tight">
        {sessions.map((session) => (
          <li key={session.id} className="row">
            <Time at={session.created_at} /> <span className="quiet">{WORDS.until}</span>{' '}
            <Time at={session.ends_at} />
            {session.id === own && <span className="chip">{WORDS.this}</span>}
            <Button onClick={() => void end(session.id)}>{WORDS.endSession}</Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function RotateQuestion(props: KeyProps & { readonly onClose: () => void }) {
  const { item, onChanged, onSecret, onClose } = props;
  const [overlap, setOverlap] = useState('86400');
  async function rotate(): Promise<void> {
    onSecret(await client.admin.keys.rotate(item.id, { overlap_seconds: Number(overlap) }));
    await onChanged();
  }
  return (
    <Confirm title={WORDS.rotate} action={WORDS.rotate} onConfirm={rotate} onClose={onClose}>
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
  );
}

function RevokeQuestion(props: Omit<KeyProps, 'onSecret'> & { readonly onClose: () => void }) {
  const { item, onChanged, onClose } = props;
  const isOwn = useCaller().key.id === item.id;
  const queries = useQueryClient();
  async function revoke(): Promise<void> {
    await client.admin.keys.revoke(item.id);
    if (isOwn) await queries.invalidateQueries({ queryKey: SESSION_KEY });
    else await onChanged();
  }
  return (
    <Confirm title={WORDS.revoke} action={WORDS.revoke} isDangerous onConfirm={revoke} onClose={onClose}>
      <p>{WORDS.revokeAsk(item.name)}</p>
      {isOwn && <p className="warning">{WORDS.own}</p>}
    </Confirm>
  );
}

import type { CreatedKey, KeyScope } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { textIn } from '../parts/form.ts';
import { messageOf } from '../parts/Failure.tsx';
import { TEXT } from '../text.ts';
import { KEYS_TEXT } from '../text/admin.ts';

const WORDS = KEYS_TEXT;
const SCOPES = Object.keys(WORDS.scopeHints) as readonly KeyScope[];

interface CreateKeyProps {
  readonly onCreated: (made: CreatedKey) => void;
  readonly onClose: () => void;
}

export function CreateKey({ onCreated, onClose }: CreateKeyProps) {
  const [problem, setProblem] = useState('');
  async function submit(data: FormData): Promise<void> {
    const [limit, expires] = [textIn(data, 'limit'), textIn(data, 'expires')];
    try {
      const made = await client.admin.keys.create({
        name: textIn(data, 'name'),
        scopes: SCOPES.filter((scope) => data.has(scope)),
        ...(limit !== '' && { rate_limit_per_minute: Number(limit) }),
        ...(expires !== '' && { expires_at: expires }),
      });
      onCreated(made);
    } catch (error) {
      setProblem(messageOf(error));
    }
  }
  return (
    <Dialog title={WORDS.create} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <label className="field">
          {WORDS.name}
          <input className="input" name="name" required maxLength={200} autoComplete="off" />
          <span className="hint">{WORDS.nameHint}</span>
        </label>
        <fieldset className="stack tight">
          <legend>{WORDS.scopes}</legend>
          {SCOPES.map((scope) => (
            <label key={scope} className="row">
              <input type="checkbox" name={scope} defaultChecked={scope === 'search'} />
              <code>{scope}</code>
              <span className="quiet">{WORDS.scopeHints[scope]}</span>
            </label>
          ))}
        </fieldset>
        <label className="field">
          {WORDS.limit}
          <input className="input" name="limit" type="number" min={1} max={1_000_000} />
          <span className="hint">{WORDS.limitHint}</span>
        </label>
        <label className="field">
          {WORDS.expires}
          <input className="input" name="expires" type="date" />
          <span className="hint">{WORDS.expiresHint}</span>
        </label>
        {problem !== '' && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
        <div className="row">
          <button type="submit" className="button primary">
            {WORDS.create}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {TEXT.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

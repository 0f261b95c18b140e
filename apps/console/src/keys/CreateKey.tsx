import type { CreatedKey } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Problem } from '../parts/Failure.tsx';
import { Field } from '../parts/Field.tsx';
import { TEXT } from '../text.ts';
import { KEYS_TEXT as WORDS } from '../text/admin.ts';
import { keyRequestIn, SCOPES } from './key-request.ts';

interface CreateKeyProps {
  readonly onCreated: (made: CreatedKey) => void;
  readonly onClose: () => void;
}

export function CreateKey({ onCreated, onClose }: CreateKeyProps) {
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(data: FormData): Promise<void> {
    try {
      onCreated(await client.admin.keys.create(keyRequestIn(data)));
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
        <Field label={WORDS.name} hint={WORDS.nameHint} name="name" required maxLength={200} />
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
        <Field
          label={WORDS.limit}
          hint={WORDS.limitHint}
          name="limit"
          type="number"
          min={1}
          max={1_000_000}
        />
        <Field label={WORDS.expires} hint={WORDS.expiresHint} name="expires" type="date" />
        <Problem text={problem} />
        <div className="row">
          <Button type="submit" look="primary">
            {WORDS.create}
          </Button>
          <Button onClick={onClose}>{TEXT.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

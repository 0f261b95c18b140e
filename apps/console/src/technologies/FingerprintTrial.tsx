import type { TechnologyTrial } from '@sitegrep/client';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { Field } from '../parts/Field.tsx';
import { textIn } from '../parts/form.ts';
import { TECHNOLOGIES_TEXT as WORDS } from '../text/technologies.ts';
import { fingerprintsIn } from './fingerprint-text.ts';
import { TriedPages } from './TriedPages.tsx';

const EXAMPLE = `{
  "Acme Widgets": {
    "cats": ["widgets"],
    "scriptSrc": "widget-([\\\\d.]+)\\\\.js\\\\;version:\\\\1"
  }
}`;

/** A form that tries fingerprints on a stored domain, and what came of it. */
export function FingerprintTrial() {
  const running = useRef<AbortController | null>(null);
  const trial = useMutation({
    mutationFn: async (data: FormData): Promise<TechnologyTrial> => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const request = { fingerprints: fingerprintsIn(textIn(data, 'json')), on: textIn(data, 'on') };
      return client.technologies.test(request, { signal: controller.signal });
    },
  });
  return (
    <div className="stack">
      <p className="quiet">{WORDS.tryLead}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          trial.mutate(new FormData(event.currentTarget));
        }}
      >
        <label className="field">
          {WORDS.json}
          <textarea
            className="input mono fingerprint-json"
            name="json"
            required
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            defaultValue={EXAMPLE}
          />
          <span className="hint">{WORDS.jsonHint}</span>
        </label>
        <Field label={WORDS.on} hint={WORDS.onHint} name="on" required spellCheck={false} />
        <div className="row">
          <Button type="submit" look="primary" disabled={trial.isPending}>
            {trial.isPending ? WORDS.testing : WORDS.test}
          </Button>
        </div>
      </form>
      <Problem text={trial.error === null ? null : messageOf(trial.error)} />
      {trial.data !== undefined && !trial.isPending && trial.error === null && (
        <TriedPages trial={trial.data} />
      )}
    </div>
  );
}

import type { ScheduleItem } from '@sitegrep/client';
import { useState } from 'react';
import { Field } from '../parts/Field.tsx';
import { CRAWLS_TEXT, SCHEDULES_TEXT as WORDS } from '../text/crawls.ts';
import { Choices } from './Choices.tsx';
import { entriesOf, sourceKindOf } from './schedule-request.ts';

/** The part of the form that says what a schedule crawls. @param given the schedule that it changes; null: a new one */
export function Source({ given }: { readonly given: ScheduleItem | null }) {
  const [kind, choose] = useState<keyof typeof WORDS.sources>(given === null ? 'index' : sourceKindOf(given));
  return (
    <fieldset className="stack tight">
      <legend>{WORDS.what}</legend>
      <Choices name="source" values={WORDS.sources} chosen={kind} onChoose={choose} />
      {kind === 'named' && (
        <Field
          label={WORDS.named}
          hint={WORDS.namedHint}
          className="mono"
          name="named"
          required
          maxLength={64}
          defaultValue={given?.source.list ?? ''}
        />
      )}
      {kind === 'entries' && (
        <label className="field">
          {CRAWLS_TEXT.list}
          <textarea
            className="input"
            name="list"
            rows={5}
            required
            spellCheck={false}
            defaultValue={entriesOf(given).join('\n')}
          />
          <span className="hint">{WORDS.entriesHint}</span>
        </label>
      )}
    </fieldset>
  );
}

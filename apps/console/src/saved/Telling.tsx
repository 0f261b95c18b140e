import type { SavedSearchItem } from '@sitegrep/client';
import { Field, Tick } from '../parts/Field.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { EVENT_KINDS, ON, PERIODS, TEMPLATES } from './saved-request.ts';
import { Select } from './Select.tsx';

/** The part of the form that says whom a saved search tells what. @param given as it tells now; null: nobody */
export function Telling({ given }: { readonly given: SavedSearchItem['notify'] }) {
  const isTold = given !== null && (given.webhook !== null || given.mail !== null);
  const on = isTold ? given.on : (['appeared', 'disappeared'] as const);
  return (
    <fieldset className="stack tight">
      <legend>{WORDS.tell}</legend>
      <div className="telling">
        <Field
          label={WORDS.webhook}
          hint={WORDS.webhookHint}
          name="webhook"
          inputMode="url"
          spellCheck={false}
          defaultValue={given?.webhook?.url ?? ''}
        />
        <Select
          label={WORDS.template}
          name="template"
          values={TEMPLATES}
          texts={WORDS.templates}
          given={given?.webhook?.template ?? 'standard'}
        />
      </div>
      <div className="telling">
        <Field
          label={WORDS.mail}
          hint={WORDS.mailHint}
          name="mail"
          inputMode="email"
          spellCheck={false}
          defaultValue={given?.mail?.to.join(', ') ?? ''}
        />
        <Select
          label={WORDS.every}
          name="every"
          values={PERIODS}
          texts={WORDS.periods}
          given={given?.mail?.every ?? 'day'}
        />
      </div>
      <div className="row" role="group" aria-label={WORDS.on}>
        <span>{WORDS.on}</span>
        {EVENT_KINDS.map((kind) => (
          <Tick
            key={kind}
            label={WORDS.kinds[kind]}
            name={ON + kind}
            defaultChecked={on.some((one) => one === kind)}
          />
        ))}
      </div>
      <p className="quiet">{WORDS.changedHint}</p>
      <Field
        label={WORDS.count}
        hint={WORDS.countHint}
        name="count"
        type="number"
        min={0}
        max={1_000_000_000}
        defaultValue={given?.count ?? ''}
      />
    </fieldset>
  );
}

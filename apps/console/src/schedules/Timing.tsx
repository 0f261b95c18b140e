import { useMay } from '../frame/caller.ts';
import { Field, Tick } from '../parts/Field.tsx';
import { SCHEDULES_TEXT as WORDS } from '../text/crawls.ts';
import { NextRuns } from './NextRuns.tsx';
import { type Rhythm, type TimingFields, timingOf, type Unit, UNIT_NAMES } from './timing.ts';

interface TimingProps {
  readonly fields: TimingFields;
  readonly onFields: (fields: TimingFields) => void;
}

/** Minutes of the longest interval: 366 days. */
const MAX_MINUTES = 527_040;

/** Days of the week in their order, Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

/** The part of the form that says when a schedule runs, in words, with its next runs. */
export function Timing({ fields, onFields }: TimingProps) {
  const { rhythm } = fields;
  const mayPreview = useMay('admin');
  const change = (some: Partial<TimingFields>): void => onFields({ ...fields, ...some });
  return (
    <fieldset className="stack tight">
      <legend>{WORDS.when}</legend>
      <div className="row at-bottom">
        <label className="field">
          {WORDS.rhythm}
          <select
            className="input"
            value={rhythm}
            onChange={(event) => change({ rhythm: event.target.value as Rhythm })}
          >
            {Object.entries(WORDS.rhythms).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {rhythm === 'monthly' && (
          <Field
            label={WORDS.day}
            type="number"
            required
            min={1}
            max={31}
            value={fields.day}
            onChange={(event) => change({ day: event.target.value })}
          />
        )}
        {rhythm === 'interval' && <Interval fields={fields} onChange={change} />}
        {rhythm === 'cron' && (
          <Field
            label={WORDS.pattern}
            className="mono"
            required
            value={fields.pattern}
            onChange={(event) => change({ pattern: event.target.value })}
          />
        )}
        {rhythm !== 'interval' && rhythm !== 'cron' && (
          <Field
            label={WORDS.time}
            type="time"
            required
            value={fields.time}
            onChange={(event) => change({ time: event.target.value })}
          />
        )}
        {rhythm !== 'interval' && (
          <Field
            label={WORDS.zone}
            required
            value={fields.zone}
            onChange={(event) => change({ zone: event.target.value })}
          />
        )}
      </div>
      {rhythm === 'weekly' && <Weekdays chosen={fields.weekdays} onChange={change} />}
      {rhythm === 'monthly' && Number(fields.day) > 28 && <p className="quiet">{WORDS.shortMonths}</p>}
      {rhythm === 'cron' && <p className="quiet">{WORDS.patternHint}</p>}
      {mayPreview && <NextRuns timing={timingOf(fields)} />}
    </fieldset>
  );
}

interface PartProps {
  readonly onChange: (some: Partial<TimingFields>) => void;
}

function Weekdays({ chosen, onChange }: PartProps & { readonly chosen: readonly number[] }) {
  return (
    <div className="row" role="group" aria-label={WORDS.weekdaysLabel}>
      {WEEK.map((day) => (
        <Tick
          key={day}
          label={WORDS.weekdays[day]}
          checked={chosen.includes(day)}
          // One day at least is chosen.
          disabled={chosen.length === 1 && chosen.includes(day)}
          onChange={({ target }) =>
            onChange({
              weekdays: target.checked ? [...chosen, day] : chosen.filter((one) => one !== day),
            })
          }
        />
      ))}
    </div>
  );
}

function Interval({ fields, onChange }: PartProps & Pick<TimingProps, 'fields'>) {
  return (
    <>
      <Field
        label={WORDS.count}
        type="number"
        required
        min={fields.unit === 'seconds' ? 60 : 1}
        max={fields.unit === 'seconds' ? MAX_MINUTES * 60 : MAX_MINUTES}
        value={fields.count}
        onChange={(event) => onChange({ count: event.target.value })}
      />
      <label className="field">
        {WORDS.unit}
        <select
          className="input"
          value={fields.unit}
          onChange={(event) => onChange({ unit: event.target.value as Unit })}
        >
          {UNIT_NAMES.map((one) => (
            <option key={one} value={one}>
              {WORDS.units[one]}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

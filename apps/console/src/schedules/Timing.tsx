import type { ScheduleItem } from '@sitegrep/client';
import { useState } from 'react';
import { Field } from '../parts/Field.tsx';
import { SCHEDULES_TEXT as WORDS } from '../text/crawls.ts';
import { Choices } from './Choices.tsx';
import { DEFAULT_PATTERN, intervalOf, UNIT_NAMES, UNITS } from './timing.ts';

interface TimingProps {
  /** The schedule that the form changes; null: it makes a new one. */
  readonly given: ScheduleItem | null;
}

/** The part of the form that says when a schedule runs: at fixed times, or at an interval. */
export function Timing({ given }: TimingProps) {
  const [kind, choose] = useState<keyof typeof WORDS.timings>(
    given?.every_seconds == null ? 'cron' : 'every',
  );
  return (
    <fieldset className="stack tight">
      <legend>{WORDS.when}</legend>
      <Choices name="timing" values={WORDS.timings} chosen={kind} onChoose={choose} />
      {kind === 'cron' ? <FixedTimes given={given} /> : <Interval given={given} />}
    </fieldset>
  );
}

function FixedTimes({ given }: TimingProps) {
  return (
    <>
      <div className="row at-bottom">
        <Field
          label={WORDS.pattern}
          className="mono"
          name="pattern"
          required
          defaultValue={given?.pattern ?? DEFAULT_PATTERN}
        />
        <Field
          label={WORDS.zone}
          name="time_zone"
          required
          defaultValue={given?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
        />
      </div>
      <p className="quiet">{WORDS.patternHint}</p>
    </>
  );
}

function Interval({ given }: TimingProps) {
  const [unit, count] = intervalOf(given?.every_seconds ?? UNITS.days);
  return (
    <div className="row at-bottom">
      <Field
        label={WORDS.count}
        type="number"
        name="count"
        required
        min={1}
        max={527_040}
        defaultValue={count}
      />
      <label className="field">
        {WORDS.unit}
        <select className="input" name="unit" defaultValue={unit}>
          {UNIT_NAMES.map((one) => (
            <option key={one} value={one}>
              {WORDS.units[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

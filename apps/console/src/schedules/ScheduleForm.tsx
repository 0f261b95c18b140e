import { type PutScheduleRequest, type ScheduleItem, SitegrepError } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { CrawlOptions, crawlOptionsIn } from '../crawls/CrawlOptions.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { messageOf } from '../parts/Failure.tsx';
import { textIn } from '../parts/form.ts';
import { TEXT } from '../text.ts';
import { CRAWLS_TEXT, SCHEDULES_TEXT } from '../text/crawls.ts';
import { intervalOf, timingIn, UNITS } from './timing.ts';

const WORDS = SCHEDULES_TEXT;

interface ScheduleFormProps {
  /** The schedule to change; null: a new one. */
  readonly given: ScheduleItem | null;
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Form of a schedule: when it runs, and what it crawls. */
export function ScheduleForm({ given, onSaved, onClose }: ScheduleFormProps) {
  const [timing, setTiming] = useState(given?.every_seconds == null ? 'cron' : 'every');
  const [source, setSource] = useState(given === null || given.source.index === true ? 'index' : 'list');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [unit, count] = intervalOf(given?.every_seconds ?? UNITS.days);

  async function save(data: FormData): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const id = given?.id ?? textIn(data, 'id');
      if (given === null && (await isTaken(id))) throw new Error(WORDS.taken(id));
      await client.admin.schedules.put(id, {
        ...timingIn(data),
        ...crawlOptionsIn(data),
        source: source === 'index' ? { index: true } : { domains: linesIn(data) },
        enabled: given?.enabled ?? true,
      });
      await onSaved();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title={given === null ? WORDS.create : `${WORDS.change} ${given.id}`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save(new FormData(event.currentTarget));
        }}
      >
        {given === null && (
          <label className="field">
            {WORDS.id}
            <input
              className="input mono"
              name="id"
              required
              pattern="[a-z0-9][a-z0-9_\-]{0,63}"
              maxLength={64}
              autoComplete="off"
              title={WORDS.idHint}
            />
            <span className="hint">{WORDS.idHint}</span>
          </label>
        )}
        <fieldset className="stack tight">
          <legend>{WORDS.when}</legend>
          <p className="row">
            <Choice name="timing" value="cron" chosen={timing} onChoose={setTiming} text={WORDS.cron} />
            <Choice name="timing" value="every" chosen={timing} onChoose={setTiming} text={WORDS.interval} />
          </p>
          {timing === 'cron' ? (
            <>
              <div className="row at-bottom">
                <label className="field">
                  {WORDS.pattern}
                  <input
                    className="input mono"
                    name="pattern"
                    required
                    defaultValue={given?.pattern ?? '30 4 * * 1'}
                    autoComplete="off"
                  />
                </label>
                <label className="field">
                  {WORDS.zone}
                  <input
                    className="input"
                    name="time_zone"
                    required
                    defaultValue={given?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
                    autoComplete="off"
                  />
                </label>
              </div>
              <p className="quiet">{WORDS.patternHint}</p>
            </>
          ) : (
            <div className="row at-bottom">
              <label className="field">
                {WORDS.count}
                <input
                  className="input"
                  type="number"
                  name="count"
                  required
                  min={1}
                  max={527_040}
                  defaultValue={count}
                />
              </label>
              <label className="field">
                {WORDS.unit}
                <select className="input" name="unit" defaultValue={unit}>
                  {Object.keys(UNITS).map((one) => (
                    <option key={one} value={one}>
                      {WORDS.units[one as keyof typeof UNITS]}
                    </option>
                  ))}
                </select>
              </label>
            </div>
          )}
        </fieldset>
        <fieldset className="stack tight">
          <legend>{WORDS.what}</legend>
          <p className="row">
            <Choice name="source" value="index" chosen={source} onChoose={setSource} text={WORDS.index} />
            <Choice name="source" value="list" chosen={source} onChoose={setSource} text={WORDS.list} />
          </p>
          {source === 'list' && (
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
              <span className="hint">{WORDS.listHint}</span>
            </label>
          )}
        </fieldset>
        <details open={given !== null}>
          <summary>{CRAWLS_TEXT.more}</summary>
          <CrawlOptions {...(given !== null && { given })} />
        </details>
        {problem !== null && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
        <div className="row">
          <button type="submit" className="button primary" disabled={isBusy}>
            {WORDS.save}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {TEXT.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Choice(props: {
  readonly name: string;
  readonly value: string;
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
  readonly text: string;
}) {
  const { name, value, chosen, onChoose, text } = props;
  return (
    <label className="row">
      <input
        type="radio"
        name={name}
        value={value}
        checked={value === chosen}
        onChange={() => onChoose(value)}
      />
      {text}
    </label>
  );
}

/** Whether a schedule has this id: creating another one would replace it without a word. */
async function isTaken(id: string): Promise<boolean> {
  try {
    await client.admin.schedules.get(id);
    return true;
  } catch (error) {
    if (error instanceof SitegrepError && error.code === 'not_found') return false;
    throw error;
  }
}

function linesIn(data: FormData): readonly string[] {
  return textIn(data, 'list')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function entriesOf(schedule: ScheduleItem | null): readonly string[] {
  return schedule?.source.domains ?? schedule?.source.urls ?? [];
}

/** The request that makes a schedule what it is, with a change. */
export function requestOf(schedule: ScheduleItem, change: Partial<PutScheduleRequest>): PutScheduleRequest {
  const { pattern, time_zone: zone, every_seconds: seconds, source, enabled } = schedule;
  return {
    ...(seconds === null ? { pattern: pattern ?? '', time_zone: zone ?? 'UTC' } : { every_seconds: seconds }),
    source,
    enabled,
    max_pages: schedule.max_pages,
    max_depth: schedule.max_depth,
    priority: schedule.priority,
    revisit_after_days: schedule.revisit_after_days,
    render: schedule.render,
    ...change,
  };
}

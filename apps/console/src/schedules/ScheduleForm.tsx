import type { ScheduleItem } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { isNotFound, messageOf } from '../api/message.ts';
import { CrawlOptions, PagesOption } from '../crawls/CrawlOptions.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Problem } from '../parts/Failure.tsx';
import { Field } from '../parts/Field.tsx';
import { textIn } from '../parts/form.ts';
import { TEXT } from '../text.ts';
import { CRAWLS_TEXT, SCHEDULES_TEXT as WORDS } from '../text/crawls.ts';
import { requestIn } from './schedule-request.ts';
import { Source } from './Source.tsx';
import { fieldsOf, timingOf } from './timing.ts';
import { Timing } from './Timing.tsx';

interface ScheduleFormProps {
  /** The schedule to change; null: a new one. */
  readonly given: ScheduleItem | null;
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Form of a schedule: when it runs, and what it crawls. */
export function ScheduleForm({ given, onSaved, onClose }: ScheduleFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [timing, setTiming] = useState(() =>
    fieldsOf(given, Intl.DateTimeFormat().resolvedOptions().timeZone),
  );

  async function save(data: FormData): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const id = given?.id ?? textIn(data, 'id');
      if (given === null && (await isTaken(id))) throw new Error(WORDS.taken(id));
      await client.admin.schedules.put(id, requestIn(data, timingOf(timing), given));
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
          <Field
            label={WORDS.id}
            hint={WORDS.idHint}
            className="mono"
            name="id"
            required
            pattern="[a-z0-9][a-z0-9_\-]{0,63}"
            maxLength={64}
            title={WORDS.idHint}
          />
        )}
        <Timing fields={timing} onFields={setTiming} />
        <Source given={given} />
        <PagesOption given={given?.max_pages} />
        <details open={given !== null}>
          <summary>{CRAWLS_TEXT.more}</summary>
          <CrawlOptions {...(given !== null && { given })} />
        </details>
        <Problem text={problem} />
        <div className="row">
          <Button type="submit" look="primary" disabled={isBusy}>
            {WORDS.save}
          </Button>
          <Button onClick={onClose}>{TEXT.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether a schedule has this id: creating another one would replace it without a word. */
async function isTaken(id: string): Promise<boolean> {
  try {
    await client.admin.schedules.get(id);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

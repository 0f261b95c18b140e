import type { PutSavedSearchRequest, SavedSearchItem, WrittenSavedSearch } from '@sitegrep/client';
import { MAX_LIST_NAME } from '@sitegrep/search/list-names';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { useMay } from '../frame/caller.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { Field, Tick } from '../parts/Field.tsx';
import { textIn } from '../parts/form.ts';
import { TEXT } from '../text.ts';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { isTaken } from './queries.ts';
import { draftOf } from './report-draft.ts';
import { ReportFields } from './ReportFields.tsx';
import { nameFor, requestIn, SAVED_LEVELS } from './saved-request.ts';
import { Select } from './Select.tsx';
import { Telling } from './Telling.tsx';
import './saved.css';

interface SaveFormProps {
  /** The search to change; null: a new one. */
  readonly given: SavedSearchItem | null;
  /** Query and level of a new search. */
  readonly wish: { readonly q: string; readonly level: NonNullable<PutSavedSearchRequest['level']> };
  readonly onSaved: (saved: WrittenSavedSearch) => void;
  readonly onClose: () => void;
}

/** Form of a saved search. What the API refuses stays, with its words. */
export function SaveForm({ given, wish, onSaved, onClose }: SaveFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const mayShare = useMay('admin');
  const [report, setReport] = useState(() =>
    draftOf(given?.report ?? null, Intl.DateTimeFormat().resolvedOptions().timeZone),
  );

  async function save(data: FormData): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const id = given?.id ?? textIn(data, 'id');
      if (given === null && (await isTaken(id))) throw new Error(WORDS.taken(id));
      onSaved(await client.searches.put(id, requestIn(data, report, given)));
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      {given === null && (
        <Field
          label={WORDS.name}
          hint={WORDS.nameHint}
          className="mono"
          name="id"
          required
          maxLength={MAX_LIST_NAME}
          defaultValue={nameFor(wish.q)}
        />
      )}
      <Field
        label={WORDS.label}
        hint={WORDS.labelHint}
        name="label"
        maxLength={200}
        defaultValue={given?.label ?? ''}
      />
      {given !== null && given.q === null ? (
        <p className="quiet">{WORDS.tree}</p>
      ) : (
        <Field
          label={WORDS.query}
          className="mono"
          name="q"
          required
          spellCheck={false}
          defaultValue={given?.q ?? wish.q}
        />
      )}
      <div className="row at-bottom">
        <Select
          label={WORDS.level}
          name="level"
          values={SAVED_LEVELS}
          texts={WORDS.levels}
          given={given?.level ?? wish.level}
        />
        {mayShare && <Tick label={WORDS.shared} name="shared" defaultChecked={given?.shared ?? false} />}
      </div>
      <Telling given={given?.notify ?? null} />
      <ReportFields draft={report} onDraft={setReport} />
      <Problem text={problem} />
      <div className="row">
        <Button type="submit" look="primary" disabled={isBusy}>
          {WORDS.saving}
        </Button>
        <Button onClick={onClose}>{TEXT.cancel}</Button>
      </div>
    </form>
  );
}

import { SitegrepError, type SavedSearchItem } from '@sitegrep/client';
import { MAX_LIST_NAME } from '@sitegrep/search/list-names';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { Problem, State } from '../parts/Failure.tsx';
import { Field } from '../parts/Field.tsx';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { faultIn } from '../query/language.ts';
import { Notes } from '../query/Notes.tsx';
import { QueryField } from '../query/QueryField.tsx';
import { useSettled } from '../query/settled.ts';
import { isTaken, SAVED_KEY, savedSearch } from '../saved/queries.ts';
import { nameFor } from '../saved/saved-request.ts';
import { SAVED_TEXT } from '../text/saved.ts';
import { TECHNOLOGIES_TEXT as WORDS } from '../text/technologies.ts';
import { Categories } from './Categories.tsx';
import { EditorMatches } from './EditorMatches.tsx';
import { matchingPages, SET_KEY } from './queries.ts';
import { draftOf, NO_DRAFT, requestOf, type TechnologyDraft } from './technology-request.ts';

interface EditorProps {
  /** Saved search whose technology is changed; empty: it is a new one. */
  readonly search: string;
  /** Query that a new one begins with. */
  readonly q: string;
}

/** Editor of a technology by query, which shows what it finds while one types. */
export function TechnologyEditor({ search, q }: EditorProps) {
  const given = useQuery({ ...savedSearch(search), enabled: search !== '', refetchOnWindowFocus: false });
  if (search === '') return <Editor given={null} start={{ ...NO_DRAFT, q }} />;
  return (
    <Loaded query={given}>
      {(item) =>
        item.q === null ? <State title={WORDS.tree} /> : <Editor given={item} start={draftOf(item)} />
      }
    </Loaded>
  );
}

interface Saved {
  readonly id: string;
  readonly name: string;
}

function Editor({
  given,
  start,
}: {
  readonly given: SavedSearchItem | null;
  readonly start: TechnologyDraft;
}) {
  const [draft, setDraft] = useState(start);
  const [id, setId] = useState<string | null>(given?.id ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const settledQ = useSettled(draft.q);
  const settledVersion = useSettled(draft.version).trim();
  const { data: pages, error } = useQuery(matchingPages(settledQ, settledVersion));
  const fault = error instanceof SitegrepError && error.field === 'q' ? error : null;
  const isNoted = draft.q.trim() !== '' && error === null;
  const change = (some: Partial<TechnologyDraft>): void => setDraft((before) => ({ ...before, ...some }));
  const shownId = id ?? (draft.name.trim() === '' ? '' : nameFor(draft.name));

  async function save(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      if (draft.categories.length === 0) throw new Error(WORDS.noCategory);
      if (given === null && (await isTaken(shownId))) throw new Error(SAVED_TEXT.taken(shownId));
      await client.searches.put(shownId, requestOf(draft, given));
      setSaved({ id: shownId, name: draft.name.trim() });
      void queries.invalidateQueries({ queryKey: SAVED_KEY });
      void queries.invalidateQueries({ queryKey: SET_KEY });
    } catch (failure) {
      setProblem(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  if (saved !== null)
    return (
      <SavedNote
        saved={saved}
        onAnother={() => {
          // Another one is new: it leaves the search that was changed, which it would replace otherwise.
          if (given !== null) {
            void navigate({ to: '/technologies', search: { tab: 'editor' } });
            return;
          }
          setDraft(NO_DRAFT);
          setId(null);
          setSaved(null);
        }}
      />
    );
  return (
    <div className="stack">
      <p className="quiet">{WORDS.editorLead}</p>
      <form
        className="technology-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="wide">
          <QueryField
            draft={draft.q}
            fault={fault !== null && draft.q === settledQ ? faultIn(fault.details, draft.q) : null}
            isFaulty={fault !== null}
            onDraft={(q) => change({ q })}
            onPasted={() => undefined}
            onSubmit={() => document.getElementById(NAME_FIELD)?.focus()}
          />
          <Notes answer={isNoted ? pages : null} onChoose={(q) => change({ q })} />
        </div>
        <Field
          id={NAME_FIELD}
          label={WORDS.fields.name}
          hint={WORDS.fields.nameHint}
          required
          maxLength={200}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label={WORDS.fields.id}
          hint={WORDS.fields.idHint}
          className="mono"
          required
          maxLength={MAX_LIST_NAME}
          disabled={given !== null}
          value={shownId}
          onChange={({ target }) => setId(target.value)}
        />
        <Categories chosen={draft.categories} onChosen={(categories) => change({ categories })} />
        <Field
          label={WORDS.fields.website}
          hint={WORDS.fields.websiteHint}
          type="url"
          value={draft.website}
          onChange={({ target }) => change({ website: target.value })}
        />
        <Field
          label={WORDS.fields.version}
          hint={WORDS.fields.versionHint}
          className="mono"
          spellCheck={false}
          value={draft.version}
          onChange={({ target }) => change({ version: target.value })}
        />
        <div className="wide stack tight">
          <Problem text={problem} />
          <div className="row">
            <Button type="submit" look="primary" disabled={isBusy || draft.q.trim() === ''}>
              {isBusy ? WORDS.saving : WORDS.save}
            </Button>
          </div>
        </div>
      </form>
      <EditorMatches q={settledQ} version={settledVersion} />
    </div>
  );
}

const NAME_FIELD = 'technology-name';

function SavedNote({ saved, onAnother }: { readonly saved: Saved; readonly onAnother: () => void }) {
  return (
    <State title={WORDS.saved(saved.name)}>
      <p role="status">{WORDS.savedHint}</p>
      <div className="row">
        <Link to="/technologies" className="button primary">
          {WORDS.tab.own}
        </Link>
        <Link to="/saved/$id" params={{ id: saved.id }} className="button">
          {WORDS.open}
        </Link>
        <Button onClick={onAnother}>{WORDS.another}</Button>
      </div>
    </State>
  );
}

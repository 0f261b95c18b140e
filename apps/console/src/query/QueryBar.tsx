import { useQuery } from '@tanstack/react-query';
import { type Level, SitegrepError } from '@sitegrep/client';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { messageOf } from '../api/message.ts';
import { searchAt } from '../api/search.ts';
import { QUERY_FIELD } from '../frame/shortcuts.tsx';
import { Button } from '../parts/Button.tsx';
import { totalText } from '../search/criteria.ts';
import { TEXT } from '../text.ts';
import { faultIn } from './language.ts';
import { Notes, type Noted } from './Notes.tsx';
import { type Pasted, typeOver } from './pasted.ts';
import { QueryField } from './QueryField.tsx';
import { useSettled } from './settled.ts';

interface QueryBarProps {
  /** The query of the page. */
  readonly query: string;
  readonly level: Level;
  /** Answer of the search that is shown; undefined: there is none yet. */
  readonly answer?: Noted | undefined;
  readonly onSubmit: (query: string) => void;
  /** Name of the button; absent: it searches. */
  readonly action?: string;
  /** Further buttons, beside the form. */
  readonly children?: ReactNode;
}

/** The field with the query: coloured, completed, with its total and notes while it is typed and its fault at its column. */
export function QueryBar({
  query,
  level,
  answer,
  onSubmit,
  action = TEXT.search.submit,
  children,
}: QueryBarProps) {
  const [draft, setDraft] = useState(query);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  useLayoutEffect(() => setDraft(query), [query]);
  const settled = useSettled(draft);
  const total = useQuery({
    queryKey: ['count', settled, level],
    queryFn: ({ signal }) => searchAt(level, { q: settled, count_only: true }, { signal, retries: 0 }),
    enabled: settled.trim() !== '',
  });
  const isSettled = draft === settled;
  const fault = isSettled ? total.error : null;
  const isOther = draft.trim() !== query.trim();
  const counted = isSettled ? total.data : undefined;
  // Of what was asked for, the page says itself why it is not there.
  const told = fault !== null && (isOfQuery(fault) || isOther) ? messageOf(fault) : null;
  return (
    <search className="query-bar">
      <div className="query-line">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit(draft.trim());
          }}
        >
          <QueryField
            draft={draft}
            fault={fault instanceof SitegrepError ? faultIn(fault.details, draft) : null}
            isFaulty={isOfQuery(fault)}
            onDraft={setDraft}
            onPasted={setPasted}
            onSubmit={onSubmit}
          />
          <Button type="submit" look="primary">
            {action}
          </Button>
        </form>
        {children}
      </div>
      <p id="query-state" className={told === null ? 'query-state quiet' : 'query-state bad'} role="status">
        {told?.replace(/^q cannot be read: /, '')}
        {fault === null && isOther && counted !== undefined && totalText(counted.total_count, level)}
      </p>
      {isOther && pasted?.query === draft && <Quoted pasted={pasted} onDraft={setDraft} />}
      <Notes
        answer={fault === null && draft.trim() !== '' ? (isOther ? counted : answer) : null}
        onChoose={onSubmit}
      />
    </search>
  );
}

/** Tells whether an error is a fault of the query, and not of what should answer it. */
function isOfQuery(error: Error | null): boolean {
  return error instanceof SitegrepError && (error.code === 'bad_request' || error.code === 'too_broad');
}

/** Says that what was pasted is in quotes, and takes them off. */
function Quoted({ pasted, onDraft }: { readonly pasted: Pasted; readonly onDraft: (draft: string) => void }) {
  function leave(): void {
    const field = document.getElementById(QUERY_FIELD);
    if (!(field instanceof HTMLTextAreaElement && typeOver(field, pasted.text))) onDraft(pasted.text);
  }
  return (
    <p className="query-pasted" role="status">
      <span className="quiet">{TEXT.pasted.quoted}</span>{' '}
      <button type="button" className="link-button" onClick={leave}>
        {TEXT.pasted.leave}
      </button>
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type Level, SitegrepError } from '@sitegrep/client';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '../api/message.ts';
import { searchAt } from '../api/search.ts';
import { Button } from '../parts/Button.tsx';
import { totalText } from '../search/criteria.ts';
import { TEXT } from '../text.ts';
import { faultIn } from './language.ts';
import { QueryField } from './QueryField.tsx';
import './query.css';

/** Time after the last key before the total is asked for, in milliseconds. */
const DEBOUNCE_MS = 150;

interface QueryBarProps {
  /** The query of the page. */
  readonly query: string;
  readonly level: Level;
  readonly onSubmit: (query: string) => void;
  /** Further buttons, beside the form. */
  readonly children?: ReactNode;
}

/** The field with the query: coloured, completed, with its total while it is typed and its fault at its column. */
export function QueryBar({ query, level, onSubmit, children }: QueryBarProps) {
  const [draft, setDraft] = useState(query);
  useEffect(() => setDraft(query), [query]);
  const settled = useSettled(draft);
  const total = useQuery({
    queryKey: ['total', settled, level],
    queryFn: async ({ signal }) =>
      (await searchAt(level, { q: settled, count_only: true }, { signal, retries: 0 })).total_count,
    enabled: settled.trim() !== '',
  });
  const isSettled = draft === settled;
  const fault = isSettled ? total.error : null;
  const isOther = draft.trim() !== query.trim();
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
            isFaulty={fault !== null}
            onDraft={setDraft}
            onSubmit={onSubmit}
          />
          <Button type="submit" look="primary">
            {TEXT.search.submit}
          </Button>
        </form>
        {children}
      </div>
      <p id="query-state" className={fault === null ? 'query-state quiet' : 'query-state bad'} role="status">
        {fault !== null && messageOf(fault).replace(/^q is not a query: /, '')}
        {fault === null && isSettled && isOther && total.data !== undefined && totalText(total.data, level)}
      </p>
    </search>
  );
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

import { useQuery } from '@tanstack/react-query';
import { SitegrepError } from '@sitegrep/client';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { client } from '../api/client.ts';
import { QUERY_FIELD } from '../frame/shortcuts.tsx';
import { counted } from '../format.ts';
import { messageOf } from '../parts/Failure.tsx';
import { TEXT } from '../text.ts';
import { type Completion, type Completions, complete } from './completion.ts';
import { faultIn, spansOf } from './language.ts';
import './query.css';

/** Time after the last key before the total is asked for, in milliseconds. */
const DEBOUNCE_MS = 150;

interface QueryBarProps {
  /** The query of the page. */
  readonly query: string;
  readonly level: 'domain' | 'page';
  /** A fault that the search of the page was answered with. */
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
    queryFn: ({ signal }) => countOf(settled, level, signal),
    enabled: settled.trim() !== '',
  });
  const fault = draft === settled && total.error !== null ? total.error : null;
  const column = fault instanceof SitegrepError ? faultIn(fault.details, draft) : null;
  return (
    <search className="query-bar">
      <div className="query-line">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit(draft.trim());
          }}
        >
          <Field
            draft={draft}
            fault={column}
            onDraft={setDraft}
            onSubmit={onSubmit}
            isFaulty={fault !== null}
          />
          <button type="submit" className="button primary">
            {TEXT.search.submit}
          </button>
        </form>
        {children}
      </div>
      <p id="query-state" className={fault === null ? 'query-state quiet' : 'query-state bad'} role="status">
        {fault === null
          ? draft.trim() !== query.trim() && total.data !== undefined && draft === settled
            ? totalText(total.data, level)
            : ''
          : messageOf(fault).replace(/^q is not a query: /, '')}
      </p>
    </search>
  );
}

export function totalText(total: number, level: 'domain' | 'page'): string {
  return level === 'page'
    ? counted(total, TEXT.search.page, TEXT.search.pages)
    : counted(total, TEXT.search.domain, TEXT.search.domains);
}

async function countOf(q: string, level: 'domain' | 'page', signal: AbortSignal): Promise<number> {
  const request = { q, count_only: true };
  const found = await (level === 'page'
    ? client.query.searchPages(request, { signal, retries: 0 })
    : client.query.search(request, { signal, retries: 0 }));
  return found.total_count;
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface FieldProps {
  readonly draft: string;
  /** Column of the fault, from 0; null: none. */
  readonly fault: number | null;
  readonly isFaulty: boolean;
  readonly onDraft: (draft: string) => void;
  readonly onSubmit: (query: string) => void;
}

function Field({ draft, fault, isFaulty, onDraft, onSubmit }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [found, setFound] = useState<Completions | null>(null);
  const [chosen, choose] = useState(0);
  const rounds = useRef(0);
  const options = found?.options ?? [];

  async function offer(query: string, cursor: number, isRequested: boolean): Promise<void> {
    const round = ++rounds.current;
    // Without completions one types on; the search itself will say what is wrong.
    const completions = await complete(query, cursor, isRequested).catch(() => null);
    if (round !== rounds.current) return;
    setFound(completions);
    choose(0);
  }

  function close(): void {
    rounds.current += 1;
    setFound(null);
  }

  function take({ insert, isWhole = false }: Completion): void {
    const input = field.current;
    if (input === null || found === null) return;
    const [from, to] = isWhole ? [0, draft.length] : [found.from, input.selectionStart];
    const next = draft.slice(0, from) + insert + draft.slice(to);
    close();
    // The field has its new text before the next key arrives, so that a cursor set later can't part what is typed.
    flushSync(() => onDraft(next));
    const cursor = from + insert.length;
    input.focus();
    input.setSelectionRange(cursor, cursor);
    if (insert.endsWith(':')) void offer(next, cursor, false);
  }

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      void offer(draft, event.currentTarget.selectionStart, true);
      return;
    }
    const option = options[chosen];
    if (option !== undefined && ['ArrowDown', 'ArrowUp', 'Tab', 'Enter', 'Escape'].includes(event.key)) {
      event.preventDefault();
      if (event.key === 'ArrowDown') choose((chosen + 1) % options.length);
      else if (event.key === 'ArrowUp') choose((chosen + options.length - 1) % options.length);
      else if (event.key === 'Escape') close();
      else take(option);
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      close();
      onSubmit(draft.trim());
    } else if (event.key === 'Escape') event.currentTarget.blur();
  }

  return (
    <div className="query-field">
      <label className="hidden-text" htmlFor={QUERY_FIELD}>
        {TEXT.search.label}
      </label>
      <pre className="query-colours" aria-hidden="true">
        {coloured(draft, fault)}
        {'\n'}
      </pre>
      <textarea
        ref={field}
        id={QUERY_FIELD}
        rows={1}
        value={draft}
        placeholder={TEXT.search.placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        maxLength={10_000}
        aria-invalid={isFaulty}
        aria-describedby="query-state"
        aria-autocomplete="list"
        aria-controls={options.length > 0 ? list : undefined}
        aria-activedescendant={options.length > 0 ? `${list}-${chosen}` : undefined}
        onChange={(event) => {
          const { value, selectionStart } = event.target;
          onDraft(value);
          void offer(value, selectionStart, false);
        }}
        onKeyDown={pressed}
        onBlur={close}
      />
      {options.length > 0 && (
        <ul id={list} className="completions" role="listbox" aria-label={TEXT.search.label}>
          {options.map((option, index) => (
            <li
              key={option.insert}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onPointerDown={(event) => {
                event.preventDefault();
                take(option);
              }}
            >
              <bdi className="mono" dir="auto">
                {option.shown ?? option.insert}
              </bdi>
              <span className="quiet">{option.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A query in its colours. @param fault column of its fault, from 0 */
function coloured(query: string, fault: number | null): ReactNode {
  const spans = spansOf(query);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to, kind } of spans) {
    if (from > at) parts.push(query.slice(at, from));
    const isFault = fault !== null && from <= fault && fault < to;
    parts.push(
      <span key={from} className={`query-${isFault ? 'fault' : kind}`}>
        {query.slice(from, to)}
      </span>,
    );
    at = to;
  }
  const rest = query.slice(at);
  const isInRest = fault !== null && fault >= at && fault < query.length;
  if (!isInRest) return [...parts, rest];
  return [
    ...parts,
    query.slice(at, fault),
    <span key="fault" className="query-fault">
      {query.slice(fault)}
    </span>,
  ];
}

/** The same colours for a query that is only shown. */
export function ShownQuery({ query }: { readonly query: string }) {
  const shown = useMemo(() => coloured(query, null), [query]);
  return <code className="shown-query">{shown}</code>;
}

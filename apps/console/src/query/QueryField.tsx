import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { QUERY_FIELD } from '../frame/shortcuts.tsx';
import { TEXT } from '../text.ts';
import { complete, type Completions } from './complete.ts';
import type { Completion } from './completion.ts';
import { type FieldAct, fieldAct, isWritten, withCompletion } from './field-keys.ts';
import { type Pasted, pastedSource, typeOver } from './pasted.ts';
import { Coloured } from './ShownQuery.tsx';
import { Switches } from './Switches.tsx';
import './query.css';

/** Completions of a query. */
interface Offered extends Completions {
  readonly query: string;
}

/** Index of the completion that is chosen while none is. */
const NONE = -1;

const NOTHING: Offered = { query: '', from: 0, options: [] };

interface QueryFieldProps {
  readonly draft: string;
  /** Column of the fault, from 0; null: none. */
  readonly fault: number | null;
  readonly isFaulty: boolean;
  readonly onDraft: (draft: string) => void;
  /** Called with source that was pasted and put into quotes. */
  readonly onPasted: (pasted: Pasted) => void;
  readonly onSubmit: (query: string) => void;
}

/** The field of a query, in its colours, with its switches, and with completions below it. */
export function QueryField({ draft, fault, isFaulty, onDraft, onPasted, onSubmit }: QueryFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const { found, chosen, choose, offer, close } = useCompletions();
  const { options } = found;
  // Keys mean those completions that belong to what is typed: until the next ones come, none is chosen.
  const isCurrent = options.length > 0 && found.query === draft;

  function take(option: Completion): void {
    const input = field.current;
    if (input === null) return;
    const next = withCompletion(draft, option, { from: found.from, cursor: input.selectionStart });
    close();
    // The field has its new text before the next key arrives, so that a cursor set later can't part what is typed.
    flushSync(() => onDraft(next.query));
    input.focus();
    input.setSelectionRange(next.cursor, next.cursor);
    if (option.insert.endsWith(':')) void offer(next.query, next.cursor, false);
  }

  function act(wish: FieldAct, input: HTMLTextAreaElement): void {
    const option = options[chosen];
    if (wish === 'offer') void offer(draft, input.selectionStart, true);
    else if (wish === 'next') choose((chosen + 1) % options.length);
    else if (wish === 'previous') choose((Math.max(0, chosen) + options.length - 1) % options.length);
    else if (wish === 'take' && option !== undefined) take(option);
    else if (wish === 'leave') input.blur();
    else close();
    if (wish === 'submit') onSubmit(draft.trim());
  }

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    const option = options[chosen];
    const typed = { from: found.from, cursor: event.currentTarget.selectionStart };
    // What is written in full is searched for, whether or not its completion has come.
    const isTaken = option !== undefined && !(event.key === 'Enter' && isWritten(draft, option, typed));
    const wish = fieldAct(event, isCurrent, isTaken);
    if (wish === null) return;
    if (wish !== 'leave') event.preventDefault();
    act(wish, event.currentTarget);
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const input = event.currentTarget;
    const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const pasted = isWhole ? pastedSource(event.clipboardData.getData('text/plain')) : null;
    // As two steps, of which the browser undoes the quotes first.
    if (pasted === null || !typeOver(input, pasted.text)) return;
    event.preventDefault();
    typeOver(input, pasted.query);
    onPasted(pasted);
  }

  return (
    <div className="query-field">
      <label className="hidden-text" htmlFor={QUERY_FIELD}>
        {TEXT.search.label}
      </label>
      <pre className="query-colours" aria-hidden="true">
        <Coloured query={draft} fault={fault} />
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
        aria-invalid={isFaulty}
        aria-describedby="query-state"
        aria-autocomplete="list"
        aria-controls={options.length > 0 ? list : undefined}
        aria-activedescendant={isCurrent && chosen !== NONE ? `${list}-${chosen}` : undefined}
        onChange={({ target: { value, selectionStart } }) => {
          onDraft(value);
          void offer(value, selectionStart, false);
        }}
        onKeyDown={pressed}
        onPaste={paste}
        onBlur={close}
      />
      <Switches draft={draft} onDraft={onDraft} />
      {options.length > 0 && (
        <Options list={list} options={options} chosen={isCurrent ? chosen : null} onTake={take} />
      )}
    </div>
  );
}

/** Completions that are offered, and which of them is chosen. Of several requests, the last one counts. */
function useCompletions() {
  const [found, setFound] = useState(NOTHING);
  const [chosen, choose] = useState(0);
  const rounds = useRef(0);
  async function offer(query: string, cursor: number, isRequested: boolean): Promise<void> {
    const round = ++rounds.current;
    // Without completions one types on; the search itself will say what is wrong.
    const completions = await complete(query, cursor, isRequested).catch((): Completions => NOTHING);
    if (round !== rounds.current) return;
    setFound({ ...completions, query });
    const typed = { from: completions.from, cursor };
    const written = completions.options.findIndex((option) => isWritten(query, option, typed));
    choose(completions.isHint === true ? NONE : Math.max(0, written));
  }
  function close(): void {
    rounds.current += 1;
    setFound(NOTHING);
  }
  return { found, chosen, choose, offer, close };
}

function Options(props: {
  readonly list: string;
  readonly options: readonly Completion[];
  /** Null: none. */
  readonly chosen: number | null;
  readonly onTake: (option: Completion) => void;
}) {
  const { list, options, chosen, onTake } = props;
  return (
    <ul id={list} className="completions" role="listbox" aria-label={TEXT.search.label}>
      {options.map((option, index) => (
        <li
          key={option.insert}
          id={`${list}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(option);
          }}
        >
          <bdi className="mono" dir="auto">
            {option.shown ?? option.insert}
          </bdi>
          <span className="quiet">{option.detail}</span>
        </li>
      ))}
    </ul>
  );
}

import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { START } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { useCaller } from '../frame/caller.ts';
import { useModal } from '../parts/modal.ts';
import { PALETTE_TEXT as WORDS } from '../text/palette.ts';
import { type Entry, shownEntries } from './entries.ts';
import { EntryList, optionId } from './EntryList.tsx';
import { focusWhenThere } from './focus-when-there.ts';
import { useFoundEntries } from './found-entries.ts';
import { keepEntry, keptEntries, recentEntries } from './recent.ts';
import './palette.css';

interface PaletteProps {
  /** Entries that need no request. */
  readonly known: readonly Entry[];
  readonly onClose: () => void;
}

/** A list of all that one can go to or do, which typing narrows down: a field with a list of options (ARIA: combobox). */
export function Palette({ known, onClose }: PaletteProps) {
  const { scopes } = useCaller().key;
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [note, setNote] = useState('');
  const [kept] = useState(keptEntries);
  const found = useFoundEntries(typed, scopes);
  const groups = shownEntries(typed, [...known, ...found.entries], recentEntries(kept, known, scopes));
  const options = groups.flatMap(({ entries }) => entries);
  const chosen = Math.min(at, options.length - 1);
  // False once an entry led to another page, which takes the focus.
  const isGivenBack = useRef(true);
  useModal(dialog, () => isGivenBack.current);

  async function take(entry: Entry): Promise<void> {
    keepEntry(entry);
    if (entry.to !== undefined) {
      isGivenBack.current = false;
      onClose();
      const { pathname } = START;
      router.history.push(pathname.replace(/\/$/, '') + entry.to);
      focusWhenThere(entry.focus ?? '#content');
      return;
    }
    const said = await entry.run?.();
    if (typeof said === 'string') setNote(said);
    else if (entry.isNext !== true) onClose();
  }

  function pressed(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const next = after(event.key, chosen, options.length);
    const entry = options[chosen];
    if (next !== null) setAt(next);
    else if (event.key === 'Enter' && entry !== undefined) void take(entry);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={WORDS.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="palette-content">
        <input
          className="input"
          type="text"
          role="combobox"
          aria-label={WORDS.title}
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={options.length === 0 ? undefined : optionId(list, chosen)}
          placeholder={WORDS.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={({ target: { value } }) => {
            setTyped(value);
            setAt(0);
            setNote('');
          }}
          onKeyDown={pressed}
        />
        <EntryList id={list} groups={groups} chosen={chosen} onTake={(entry) => void take(entry)} />
        {options.length === 0 && !found.isLoading && <p className="palette-none">{WORDS.none}</p>}
        <div className="palette-foot quiet">
          <p role="status">
            {note}
            {note === '' && found.error !== null && WORDS.failed(messageOf(found.error))}
            {note === '' && found.error === null && !found.isLoading && (
              <>
                <span className="hidden-text">{WORDS.count(options.length)}. </span>
                {typed.trim() !== '' && found.cut.join(' ')}
              </>
            )}
          </p>
          <p aria-hidden="true">{WORDS.hint}</p>
        </div>
      </div>
    </dialog>
  );
}

/** Index of the option that a key leads to; null: it leads to none. */
function after(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  if (key === 'PageDown') return Math.min(count - 1, at + 8);
  return key === 'PageUp' ? Math.max(0, at - 8) : null;
}

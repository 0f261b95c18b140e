import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Dialog } from '../parts/Dialog.tsx';
import { TEXT } from '../text.ts';

/** Time in which the second key of a pair such as `g s` must come, in milliseconds. */
const PAIR_MS = 1_000;

/** Id of the field with the query. */
export const QUERY_FIELD = 'query';

/** Whether a key is meant for a field and not for the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null)
  );
}

/** Pages by the second key of a pair. */
const PAIRS: ReadonlyMap<string, '/search' | '/crawls' | '/providers' | '/keys' | '/index'> = new Map([
  ['s', '/search'],
  ['c', '/crawls'],
  ['p', '/providers'],
  ['k', '/keys'],
  ['i', '/index'],
]);

/** The keys that work on every page. */
export function useShortcuts(acts: { readonly onMap: () => void; readonly onFold: () => void }): void {
  const { onMap, onFold } = acts;
  const navigate = useNavigate();
  useEffect(() => {
    let goAt = -Infinity;
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event)) return;
      const isPair = event.timeStamp - goAt < PAIR_MS;
      goAt = -Infinity;
      if (isPair) {
        const to = PAIRS.get(event.key);
        if (to !== undefined) {
          event.preventDefault();
          void navigate({ to });
        }
      } else if (event.key === 'g') goAt = event.timeStamp;
      else if (event.key === '?') {
        event.preventDefault();
        onMap();
      } else if (event.key === '[') {
        event.preventDefault();
        onFold();
      } else if (event.key === '/') {
        event.preventDefault();
        const field = document.getElementById(QUERY_FIELD);
        if (field === null) void navigate({ to: '/search' });
        else field.focus();
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate, onMap, onFold]);
}

export function ShortcutMap({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={TEXT.shortcuts.title} onClose={onClose}>
      <dl className="facts">
        {TEXT.shortcuts.keys.map(([keys, effect]) => (
          <div key={keys} className="shortcut">
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button" onClick={onClose}>
        {TEXT.close}
      </button>
    </Dialog>
  );
}

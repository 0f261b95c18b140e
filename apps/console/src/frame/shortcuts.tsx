import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { TEXT } from '../text.ts';
import { SHORTCUT_TEXTS, type Shortcut, shortcutReader } from './shortcut.ts';

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

/** Follows the keys that work on every page. */
export function useShortcuts(acts: { readonly onMap: () => void; readonly onFold: () => void }): void {
  const navigate = useNavigate();
  const act = useEffectEvent((shortcut: Shortcut): void => {
    switch (shortcut.does) {
      case 'open':
        return void navigate({ to: shortcut.path });
      case 'map':
        return acts.onMap();
      case 'fold':
        return acts.onFold();
      case 'query': {
        const field = document.getElementById(QUERY_FIELD);
        if (field === null) void navigate({ to: '/search' });
        else field.focus();
      }
    }
  });
  useEffect(() => {
    const read = shortcutReader();
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event)) return;
      const shortcut = read(event.key, event.timeStamp);
      if (shortcut === null) return;
      event.preventDefault();
      act(shortcut);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

export function ShortcutMap({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={TEXT.shortcuts.title} onClose={onClose}>
      <dl className="facts">
        {SHORTCUT_TEXTS.map(([keys, effect]) => (
          <div key={keys} className="shortcut">
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={onClose}>{TEXT.close}</Button>
    </Dialog>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { TEXT } from '../text.ts';
import { isMac } from './platform.ts';
import { SHORTCUT_TEXTS, type Shortcut, shortcutReader } from './shortcut.ts';

/** Id of the field with the query. */
export const QUERY_FIELD = 'query';

/** Tells whether a dialog is open, which gets all keys, wherever the focus is. */
function isDialogOpen(): boolean {
  return document.querySelector('dialog:modal:not(.source-pane)') !== null;
}

/** Tells whether a key is meant for a field or a dialog, and not for the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isDialogOpen()) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select') !== null)
  );
}

/** Follows the keys that work on every page. */
export function useShortcuts(acts: {
  readonly onMap: () => void;
  readonly onFold: () => void;
  readonly onPalette: () => void;
}): void {
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
  const openPalette = useEffectEvent(() => acts.onPalette());
  useEffect(() => {
    const read = shortcutReader();
    const pressed = (event: KeyboardEvent): void => {
      if (isPaletteKey(event)) {
        // Also keys of the browser, such as those that search the web.
        event.preventDefault();
        if (!isDialogOpen()) openPalette();
        return;
      }
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

/** Tells whether keys open the palette: they do from within fields, too. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'k' && (isMac() ? metaKey : ctrlKey) && !altKey && !shiftKey;
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

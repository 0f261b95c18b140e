// The field that has the focus once the console was opened: later pages leave the focus where the user has it.
import { useEffect } from 'react';

let isAtStart = true;

/** Gives the focus to an element if the page that is wished is the first one, and nothing has the focus yet. */
export function useFocusAtStart(id: string, isWished: boolean): void {
  useEffect(() => {
    if (isAtStart && isWished && document.activeElement === document.body)
      document.getElementById(id)?.focus({ preventScroll: true });
    // Of the first page alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}

/** Notes that the first page is there. Called around all pages, whose effects come before it. */
export function useEndOfStart(): void {
  useEffect(() => {
    isAtStart = false;
  }, []);
}

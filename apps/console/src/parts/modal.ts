import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/**
 * Shows a dialog above the page while it is there. At its end the focus goes back to what had it before, unless something else has
 * taken it.
 *
 * @param isGivenBack whether it goes back; it does by default
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  isGivenBack: () => boolean = () => true,
): void {
  const giveBack = useEffectEvent((before: Element | null) => {
    if (isGivenBack()) focusAfterwards(before);
  });
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => giveBack(before);
  }, [dialog]);
}

/** Gives the focus to an element once what had it is gone: what is below an open dialog takes none. */
export function focusAfterwards(element: Element | null): void {
  queueMicrotask(() => {
    if (document.activeElement === document.body && element instanceof HTMLElement)
      element.focus({ preventScroll: true });
  });
}

import { type ReactNode, useEffect, useRef } from 'react';
import { useMedia } from '../parts/media.ts';
import { focusAfterwards, useModal } from '../parts/modal.ts';
import { PANE_TEXT as WORDS } from '../text/results.ts';

/** Width of the window below which the pane covers the results. */
const NARROW = '(max-width: 960px)';

/** The frame of what stands beside the results: on a small window, it covers them and keeps the focus. */
export function PaneFrame({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const isNarrow = useMedia(NARROW);
  useFocusBack();
  return isNarrow ? (
    <Cover onClose={onClose}>{children}</Cover>
  ) : (
    <section className="source-pane" aria-label={WORDS.label}>
      {children}
    </section>
  );
}

function Cover({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  // The frame gives it back, to the result that is shown last.
  useModal(ref, () => false);
  return (
    <dialog
      ref={ref}
      className="source-pane"
      aria-label={WORDS.label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}

/** Gives the focus to the result whose source was shown, when that is closed with the focus in it. */
function useFocusBack(): void {
  const row = useRef<HTMLElement | null>(null);
  useEffect(() => {
    row.current = document.querySelector<HTMLElement>('[data-shown="true"] h2 a') ?? row.current;
  });
  useEffect(() => () => focusAfterwards(row.current), []);
}

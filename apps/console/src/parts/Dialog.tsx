import { type ReactNode, useId, useRef } from 'react';
import { useModal } from './modal.ts';

/** A dialog: it keeps the focus, gives it back when it is closed, and closes with Escape. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const title = useId();
  useModal(ref);
  return (
    <dialog
      ref={ref}
      aria-labelledby={title}
      onClose={props.onClose}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <div className="stack">
        <h2 id={title}>{props.title}</h2>
        {props.children}
      </div>
    </dialog>
  );
}

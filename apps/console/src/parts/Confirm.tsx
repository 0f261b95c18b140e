import { type ReactNode, useState } from 'react';
import { messageOf } from '../api/message.ts';
import { TEXT } from '../text.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Problem } from './Failure.tsx';

/** A question before something that cannot be undone: it names the object and the effect. */
export function Confirm(props: {
  readonly title: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await props.onConfirm();
      props.onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {props.children}
      <Problem text={problem} />
      <div className="row">
        <button
          type="button"
          className={props.isDangerous === true ? 'button danger' : 'button primary'}
          disabled={isBusy}
          onClick={() => void confirm()}
        >
          {props.action}
        </button>
        <Button onClick={props.onClose}>{TEXT.cancel}</Button>
      </div>
    </Dialog>
  );
}

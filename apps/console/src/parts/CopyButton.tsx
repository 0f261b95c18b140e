import { useState } from 'react';
import { TEXT } from '../text.ts';

/** A button that copies a text, and says so. */
export function CopyButton({ text }: { readonly text: string }) {
  const [note, setNote] = useState('');
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setNote(TEXT.copied))}
      >
        {TEXT.copy}
      </button>
      <span role="status" className="quiet">
        {note}
      </span>
    </>
  );
}

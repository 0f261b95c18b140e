import { useState } from 'react';
import { TEXT } from '../text.ts';
import { Button } from './Button.tsx';

/** A button that copies a text, and says so. */
export function CopyButton({ text }: { readonly text: string }) {
  const [note, setNote] = useState('');
  return (
    <>
      <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setNote(TEXT.copied))}>
        {TEXT.copy}
      </Button>
      <span role="status" className="quiet">
        {note}
      </span>
    </>
  );
}

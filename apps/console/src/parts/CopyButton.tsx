import { useState } from 'react';
import { TEXT } from '../text.ts';
import { Button } from './Button.tsx';
import { noteOfCopy } from './copy.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Name of the text, where several stand beside each other, for those who do not see beside what the button stands. */
  readonly item?: string;
}

/** A button that copies a text, and says whether it is copied. */
export function CopyButton({ text, item }: CopyButtonProps) {
  const [note, setNote] = useState('');
  return (
    <>
      <Button onClick={() => void noteOfCopy(text).then(setNote)}>
        {TEXT.copy}
        {item !== undefined && <span className="hidden-text"> {item}</span>}
      </Button>
      <span role="status" className="quiet">
        {note}
      </span>
    </>
  );
}

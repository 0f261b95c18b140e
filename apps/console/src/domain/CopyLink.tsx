import { useState } from 'react';
import { START } from '../api/client.ts';
import { Button } from '../parts/Button.tsx';
import { noteOfCopy } from '../parts/copy.ts';
import { PANE_TEXT as WORDS } from '../text/results.ts';
import { type LinkedMatch, permalinkOf } from './permalink.ts';

/** A button that copies a link to a match. @param to null: what it leads to is not known yet */
export function CopyLink({ to }: { readonly to: LinkedMatch | null }) {
  const [note, setNote] = useState('');
  return (
    <>
      <Button
        disabled={to === null}
        title={WORDS.linkHint}
        onClick={() => {
          if (to !== null) void noteOfCopy(permalinkOf(to, START)).then(setNote);
        }}
      >
        {WORDS.link}
      </Button>
      <span role="status" className="quiet">
        {note}
      </span>
    </>
  );
}

import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { TEXT } from '../text.ts';
import type { Criteria } from '../search/criteria.ts';
import { SaveOnDemand } from './save-on-demand.ts';

/** The button that saves a search; none where it is of all, or of versions, which nothing is told about. */
export function SaveButton({ criteria: { q, level } }: { readonly criteria: Criteria }) {
  const [isOpen, open] = useState(false);
  if (q.trim() === '' || level === 'version') return null;
  return (
    <>
      <Button onClick={() => open(true)}>{TEXT.search.save}</Button>
      {isOpen && <SaveOnDemand given={null} wish={{ q, level }} onClose={() => open(false)} />}
    </>
  );
}

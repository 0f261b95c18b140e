import { lazy, Suspense, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { TEXT } from '../text.ts';
import type { Criteria } from '../search/criteria.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog.tsx')).SaveDialog }));

/** The button that saves a search; none where it is of all, or of versions, which nothing is told about. */
export function SaveButton({ criteria: { q, level } }: { readonly criteria: Criteria }) {
  const [isOpen, open] = useState(false);
  if (q.trim() === '' || level === 'version') return null;
  return (
    <>
      <Button onClick={() => open(true)}>{TEXT.search.save}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SaveDialog given={null} wish={{ q, level }} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  );
}

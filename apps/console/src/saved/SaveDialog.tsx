import type { SavedSearchItem, WrittenSavedSearch } from '@sitegrep/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { number } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Link } from '../parts/Link.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { SaveForm } from './SaveForm.tsx';
import { SAVED_KEY } from './queries.ts';
import { EVENT_KINDS } from './saved-request.ts';

interface SaveDialogProps {
  /** The search to change; null: a new one. */
  readonly given: SavedSearchItem | null;
  readonly wish: ComponentProps<typeof SaveForm>['wish'];
  readonly onClose: () => void;
}

/** Saves a search, or changes one. After that it shows what can be seen this once. */
export function SaveDialog({ given, wish, onClose }: SaveDialogProps) {
  const [saved, setSaved] = useState<WrittenSavedSearch | null>(null);
  const queries = useQueryClient();
  const title = given === null ? WORDS.save : WORDS.changeTitle(given.id);
  return (
    <Dialog title={saved === null ? title : WORDS.saved} onClose={onClose}>
      {saved === null ? (
        <SaveForm
          given={given}
          wish={wish}
          onClose={onClose}
          onSaved={(written) => {
            void queries.invalidateQueries({ queryKey: SAVED_KEY });
            // Whoever changes a search is on its page.
            if (given !== null && written.secret === null) onClose();
            else setSaved(written);
          }}
        />
      ) : (
        <Written saved={saved} isNew={given === null} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** A sentence on what a search would have told. */
function pastMonthIn(past: WrittenSavedSearch['past_month']): string {
  const known = EVENT_KINDS.flatMap((kind) => past[kind] ?? []);
  if (known.length === 0) return WORDS.pastMonthUnknown(past.unknown ?? '');
  const times = known.reduce((sum, one) => sum + one, 0);
  return WORDS.pastMonth(number(times), times === 1);
}

function Written(props: {
  readonly saved: WrittenSavedSearch;
  readonly isNew: boolean;
  readonly onClose: () => void;
}) {
  const { saved, isNew, onClose } = props;
  return (
    <>
      {isNew && (
        <p role="status">
          <Link to="/saved/$id" params={{ id: saved.id }} className="mono">
            {saved.id}
          </Link>
          <br />
          {WORDS.savedLead} {pastMonthIn(saved.past_month)}
        </p>
      )}
      {saved.secret !== null && (
        <>
          <p>{WORDS.secretLead}</p>
          <pre className="secret">{saved.secret}</pre>
        </>
      )}
      <div className="row">
        {saved.secret !== null && <CopyButton text={saved.secret} />}
        {isNew && (
          <Link to="/saved/$id" params={{ id: saved.id }} className="button">
            {WORDS.open}
          </Link>
        )}
        <Button look="primary" onClick={onClose}>
          {WORDS.done}
        </Button>
      </div>
    </>
  );
}

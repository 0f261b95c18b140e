import { SitegrepError } from '@sitegrep/client';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { OutdatedLine } from '../parts/Outdated.tsx';
import { ShownQuery } from '../query/ShownQuery.tsx';
import { TEXT } from '../text.ts';
import { OUTDATED_TEXT as WORDS } from '../text/health.ts';
import { PROGRESS_TEXT as PROGRESS } from '../text/results.ts';

interface StillShownProps {
  /** Why there are no results; null: the search was cancelled. */
  readonly error: Error | null;
  /** The query whose results are shown all the same. */
  readonly of: string;
  readonly retry: () => void;
  readonly onClear: () => void;
}

/** Says why there are no results, and of which query some are shown all the same. */
export function StillShown({ error, of, retry, onClear }: StillShownProps) {
  // The bar says what is wrong with the query, and to try again does not help.
  const isFaulty = error instanceof SitegrepError && error.code === 'bad_request';
  const why = error === null ? PROGRESS.cancelled : isFaulty ? `${TEXT.search.faulty}.` : messageOf(error);
  const button = isFaulty ? (
    <Button onClick={onClear}>{TEXT.search.clear}</Button>
  ) : (
    <Button onClick={retry}>{TEXT.failed.again}</Button>
  );
  return (
    <OutdatedLine why={why} button={button}>
      {of === '' ? (
        WORDS.all
      ) : (
        <>
          {WORDS.resultsOf} <ShownQuery query={of} />
        </>
      )}
    </OutdatedLine>
  );
}

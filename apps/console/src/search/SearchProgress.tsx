import type { SearchProgressEvent } from '@sitegrep/client';
import { useQueryClient } from '@tanstack/react-query';
import { number } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { TEXT } from '../text.ts';
import { PROGRESS_TEXT as WORDS } from '../text/results.ts';
import './search-progress.css';

/** Requests that belong to a search, by the first part of their keys. */
const OF_SEARCH: ReadonlySet<unknown> = new Set(['results', 'facets', 'count']);

interface SearchProgressProps extends SearchProgressEvent {
  /** True if it lies over what is shown meanwhile, so that nothing moves. */
  readonly isOver: boolean;
}

/** How far a search is that takes longer than a second, with the button that ends it. */
export function SearchProgress({ candidates, looked_at: done, isOver }: SearchProgressProps) {
  const queries = useQueryClient();
  const cancel = (): void =>
    void queries.cancelQueries({ predicate: ({ queryKey }) => OF_SEARCH.has(queryKey[0]) });
  const isKnown = candidates > 0;
  return (
    <div className={isOver ? 'search-progress over' : 'search-progress'}>
      <span className="hidden-text" role="status">
        {WORDS.slow}
      </span>
      <progress aria-label={WORDS.label} {...(isKnown && { max: candidates, value: done })} />
      <span className="figures-text">
        {isKnown ? WORDS.lookedAt(number(done), number(candidates)) : WORDS.searching}
      </span>
      <Button onClick={cancel}>{TEXT.cancel}</Button>
    </div>
  );
}

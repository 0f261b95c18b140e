import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../frame/shortcuts.tsx';
import { Button } from '../parts/Button.tsx';
import { SOURCE_TEXT as WORDS } from '../text/domain.ts';
import type { ReadSource } from './source-forms.ts';
import { matchAfter, matchesText } from './source-state.ts';

interface MatchStepsProps {
  readonly query: string;
  /** Null: the matches are being looked for. */
  readonly read: Pick<ReadSource, 'all' | 'isCut'> | null;
  /** Index of the match that is looked at; -1: none. */
  readonly current: number;
  readonly onMatch: (index: number) => void;
}

/** Buttons and keys that go from match to match of a source, with how many there are. */
export function MatchSteps({ query, read, current, onMatch }: MatchStepsProps) {
  const count = read?.all.length ?? 0;
  const follow = (key: string): boolean => {
    const next = matchAfter(key, current, count);
    if (next !== null) onMatch(next);
    return next !== null;
  };
  useMatchKeys(follow);
  return (
    <div className="row match-steps">
      <Button disabled={count === 0} onClick={() => follow('p')} aria-label={WORDS.previous}>
        ↑
      </Button>
      <Button disabled={count === 0} onClick={() => follow('n')} aria-label={WORDS.next}>
        ↓
      </Button>
      <span role="status">
        {matchesText(query, current, read === null ? null : count)}
        {read?.isCut === true && <span className="warning">{` ${WORDS.cut}`}</span>}
      </span>
    </div>
  );
}

/** Follows keys outside of fields that nothing else took. @param follow says whether it takes a key */
function useMatchKeys(follow: (key: string) => boolean): void {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (!event.defaultPrevented && !isTyping(event) && follow(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

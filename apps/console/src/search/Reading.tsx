import { useQuery } from '@tanstack/react-query';
import type { Level } from '@sitegrep/client';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { searchAt } from '../api/search.ts';
import { duration } from '../format.ts';
import { isTyping } from '../frame/shortcuts.tsx';
import { shownCharacters } from '../parts/Foreign.tsx';
import type { Noted } from '../query/Notes.tsx';
import { readingOf } from '../query/reading.ts';
import { otherReading } from '../query/switches.ts';
import { READING_TEXT as WORDS } from '../text/results.ts';
import { type Criteria, criteriaIn, nounOf, parametersOf, totalText } from './criteria.ts';

interface ReadingProps {
  readonly criteria: Criteria;
  readonly total: number;
  readonly tookMs: number;
  readonly ask: (change: Partial<Criteria>) => void;
}

/** Keys that switch between domains and pages, and between the two readings of a text. */
const [LEVEL_KEY, READING_KEY] = ['l', 'w'];

/** The line that says how many there are, of domains and of pages, and how the query was read, with what it may be read as. */
export function Reading({ criteria, total, tookMs, ask }: ReadingProps) {
  const { q, level } = criteria;
  const other = level === 'domain' ? 'page' : level === 'page' ? 'domain' : null;
  const alternative = useMemo(() => alternativeOf(q, level), [q, level]);
  const otherTotal = useTotal(q, other);
  const alternativeTotal = useTotal(alternative?.query ?? '', alternative === null ? null : level);
  const parts = useMemo(() => readingOf(q), [q]);
  const switchLevel = (): void => {
    if (other !== null) ask(criteriaIn({ ...parametersOf(criteria), level: other, order: '' }));
  };
  const switchReading = (): void => {
    if (alternative !== null) ask({ q: alternative.query });
  };
  useKeys({ [LEVEL_KEY]: switchLevel, [READING_KEY]: switchReading });
  return (
    <p className="reading">
      <span className="total">
        <strong>{totalText(total, level)}</strong>
      </span>
      {other !== null && (
        <button type="button" className="chip" onClick={switchLevel}>
          {otherTotal === undefined ? nounOf(other) : totalText(otherTotal, other)}{' '}
          <kbd aria-hidden="true">{LEVEL_KEY}</kbd>
        </button>
      )}
      <span className="quiet">{duration(tookMs / 1_000)}</span>
      {alternative !== null && (
        <button type="button" className="chip" title={alternative.query} onClick={switchReading}>
          {alternative.isText ? WORDS.text : WORDS.words}
          {alternativeTotal !== undefined && `: ${totalText(alternativeTotal, level)}`}{' '}
          <kbd aria-hidden="true">{READING_KEY}</kbd>
        </button>
      )}
      {parts.length > 0 && (
        <span className="reading-words quiet">
          {WORDS.read}{' '}
          {parts.map(({ text, isText }, index) => {
            const key = `${index} ${text}`;
            return isText ? (
              <bdi key={key} className="mono">
                {shownCharacters(text)}{' '}
              </bdi>
            ) : (
              <span key={key}>{text} </span>
            );
          })}
        </span>
      )}
    </p>
  );
}

/** The other reading of a query. @returns null: nothing, or what the level does not count */
function alternativeOf(q: string, level: Level): ReturnType<typeof otherReading> {
  return level === 'change' ? null : otherReading(q);
}

/** The answer to a query without the note that the line above its results has. */
export function notedBesides(answer: Noted, q: string, level: Level): Noted {
  if (answer.total_count === 0 || alternativeOf(q, level) === null) return answer;
  const { notes, total_count } = answer;
  return { notes: notes.filter(({ code }) => code !== 'as_it_stands'), total_count };
}

/** The number of what a query finds at a level, as the field of the query counts it while one types. @param level null: none */
function useTotal(q: string, level: Level | null): number | undefined {
  const counted = useQuery({
    queryKey: ['count', q, level],
    queryFn: ({ signal }) => searchAt(level ?? 'domain', { q, count_only: true }, { signal, retries: 0 }),
    enabled: level !== null,
  });
  return level === null ? undefined : counted.data?.total_count;
}

function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isTyping(event) || !Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]?.();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

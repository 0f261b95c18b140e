import type { Found } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Item } from '../api/search.ts';
import { isTyping } from '../frame/shortcuts.tsx';
import { Failure, Loading } from '../parts/Failure.tsx';
import type { Criteria } from './criteria.ts';
import { sourceParameters, urlOf } from './result-facts.ts';
import { useReached, useResultParts } from './result-parts.ts';
import { rowAfter } from './result-window.ts';
import { ResultRow } from './ResultRow.tsx';

/** Height of a row before it was measured, and rows beyond the window that are rendered. */
const ROW_PX = 132;
const OVERSCAN = 6;

const estimateSize = (): number => ROW_PX;

interface ResultsProps {
  readonly criteria: Criteria;
  /** The first part of the results. */
  readonly start: Found<Item>;
}

/** The results, of which only those near the window are in the page and in memory; more come when the end is near. */
export function Results({ criteria, start }: ResultsProps) {
  const { q: query } = criteria;
  const list = useRef<HTMLOListElement>(null);
  const navigate = useNavigate();
  const [reached, reach] = useReached(criteria, start);
  const rows = useWindowVirtualizer({
    count: reached.count,
    estimateSize,
    overscan: OVERSCAN,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const shown = rows.getVirtualItems();
  const { itemAt, isLoading, error, retry } = useResultParts(
    criteria,
    reached,
    [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0],
    reach,
  );

  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isTyping(event)) return;
    const row = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
    const at = row === null ? -1 : Number(row.dataset['row']);
    const next = rowAfter(event.key, at, reached.count);
    if (next !== null) {
      event.preventDefault();
      rows.scrollToIndex(next, { align: 'auto' });
      const link = (): HTMLElement | null | undefined =>
        list.current?.querySelector<HTMLElement>(`[data-row="${next}"] h2 a`);
      // A row beyond those in the page is there in the next frame.
      const there = link();
      if (there) there.focus({ preventScroll: true });
      else requestAnimationFrame(() => link()?.focus());
      return;
    }
    const item = itemAt(at);
    if (item === undefined) return;
    if (event.key === 'o') void navigate({ to: '/leave', search: { to: urlOf(item) } });
    else if (event.key === 's')
      void navigate({
        to: '/domains/$domain',
        params: { domain: item.domain },
        search: sourceParameters(item, query),
      });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return (
    <>
      <ol ref={list} className="results" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start: top }) => {
          const item = itemAt(index);
          return (
            <li
              key={index}
              // A row that is being loaded has no height of its own.
              ref={item === undefined ? undefined : rows.measureElement}
              data-index={index}
              data-row={index}
              aria-setsize={start.total_count}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${top - rows.options.scrollMargin}px)` }}
            >
              {item === undefined ? (
                <div className="result">
                  <div className="skeleton" />
                </div>
              ) : (
                <ResultRow item={item} query={query} />
              )}
            </li>
          );
        })}
      </ol>
      {isLoading && <Loading lines={3} />}
      {error !== null && <Failure error={error} retry={retry} />}
    </>
  );
}

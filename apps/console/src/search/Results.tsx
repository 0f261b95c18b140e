import type { Found } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Item } from '../api/search.ts';
import { useMay } from '../frame/caller.ts';
import { isTyping } from '../frame/shortcuts.tsx';
import { Failure, Loading } from '../parts/Failure.tsx';
import type { Criteria } from './criteria.ts';
import { urlOf } from './result-facts.ts';
import { useReached, useResultParts } from './result-parts.ts';
import { rowAfter } from './result-window.ts';
import { ResultRow } from './ResultRow.tsx';
import { isOf, type ShownSource, sourceOf } from './shown-source.ts';

/** Height of a row before it was measured, and rows beyond the window that are rendered. */
const ROW_PX = 132;
const OVERSCAN = 6;

/** Id of the list. */
export const RESULTS = 'results';

const estimateSize = (): number => ROW_PX;

/** The source beside the results. */
export interface Pane {
  /** Null: there is none. */
  readonly shown: ShownSource | null;
  /** @param isStep whether going back leads to what was before this one and those stepped through */
  readonly show: (next: ShownSource | null, isStep?: boolean) => void;
}

interface ResultsProps {
  readonly criteria: Criteria;
  /** Null: results of this level have no source. */
  readonly pane: Pane | null;
  /** The first part of the results. */
  readonly start: Found<Item>;
}

/** The results, of which only those near the window are in the page and in memory; more come when the end is near. */
export function Results({ criteria, start, pane }: ResultsProps) {
  const shownSource = pane?.shown ?? null;
  const maySource = useMay('source');
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

  /** Index of the row that has the focus, or else whose source is shown; -1: none. */
  function currentRow(): number {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
    if (row !== null) return Number(row.dataset['row']);
    if (shownSource === null) return -1;
    return (
      shown.find(({ index }) => {
        const item = itemAt(index);
        return item !== undefined && isOf(shownSource, item);
      })?.index ?? -1
    );
  }

  function goTo(index: number): void {
    rows.scrollToIndex(index, { align: 'auto' });
    const link = (): HTMLElement | null | undefined =>
      list.current?.querySelector<HTMLElement>(`[data-row="${index}"] h2 a`);
    // A row beyond those in the page is there in the next frame.
    const there = link();
    if (there) there.focus({ preventScroll: true });
    else requestAnimationFrame(() => link()?.focus());
    const item = itemAt(index);
    const source = item === undefined || shownSource === null ? null : sourceOf(item);
    if (source !== null) pane?.show(source, true);
  }

  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isTyping(event)) return;
    if (event.key === 'Escape' && shownSource !== null) {
      event.preventDefault();
      pane?.show(null);
      return;
    }
    const at = currentRow();
    const next = rowAfter(event.key, at, reached.count, shownSource !== null && !isInSource(event));
    if (next !== null) {
      event.preventDefault();
      goTo(next);
      return;
    }
    const item = itemAt(at);
    if (item === undefined) return;
    if (event.key === 'o') void navigate({ to: '/leave', search: { to: urlOf(item) } });
    else if (event.key === 's' && maySource) {
      const source = sourceOf(item);
      if (source !== null) pane?.show(source);
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return (
    <>
      <ol ref={list} id={RESULTS} tabIndex={-1} className="results" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start: top }) => {
          const item = itemAt(index);
          return (
            <li
              key={index}
              // A row that is being loaded has no height of its own.
              ref={item === undefined ? undefined : rows.measureElement}
              data-index={index}
              data-row={index}
              data-shown={item !== undefined && shownSource !== null && isOf(shownSource, item)}
              aria-setsize={start.total_count}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${top - rows.options.scrollMargin}px)` }}
            >
              {item === undefined ? (
                <div className="result">
                  <div className="skeleton" />
                </div>
              ) : (
                <ResultRow
                  item={item}
                  criteria={criteria}
                  isContinued={criteria.level !== 'domain' && itemAt(index - 1)?.domain === item.domain}
                  onShow={(source) => pane?.show(source)}
                />
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

/** Tells whether a key is meant for a source, in which arrows move the cursor. */
function isInSource(event: KeyboardEvent): boolean {
  return event
    .composedPath()
    .some((one) => one instanceof Element && one.matches('.source-text, .version-slider'));
}

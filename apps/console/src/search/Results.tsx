import type { FoundDomain, FoundPage } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { isTyping } from '../frame/shortcuts.tsx';
import { Loading } from '../parts/Failure.tsx';
import { ResultRow, urlOf } from './ResultRow.tsx';

/** Height of a row before it was measured, and rows beyond the window that are rendered. */
const ROW_PX = 132;
const OVERSCAN = 6;

interface ResultsProps {
  readonly items: readonly (FoundDomain | FoundPage)[];
  readonly query: string;
  readonly total: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** The results, of which only those near the window are in the page; more come when the end is near. */
export function Results({ items, query, total, hasMore, isLoading, onMore }: ResultsProps) {
  const list = useRef<HTMLOListElement>(null);
  const navigate = useNavigate();
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => keyOf(items[index]),
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && last >= items.length - OVERSCAN - 1) onMore();
  }, [hasMore, isLoading, last, items.length, onMore]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event)) return;
      const row = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
      const at = row === null ? -1 : Number(row.dataset['row']);
      const step = { j: 1, k: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        const next = Math.min(items.length - 1, Math.max(0, at + step));
        rows.scrollToIndex(next, { align: 'auto' });
        requestAnimationFrame(() =>
          list.current?.querySelector<HTMLElement>(`[data-row="${next}"] h2 a`)?.focus(),
        );
        return;
      }
      const item = items[at];
      if (item === undefined) return;
      if (event.key === 'o') void navigate({ to: '/leave', search: { to: urlOf(item) } });
      else if (event.key === 's') {
        const url = item.type === 'page_item' ? item.url : item.matches?.[0]?.url;
        void navigate({
          to: '/domains/$domain',
          params: { domain: item.domain },
          search: { tab: 'source', ...(query !== '' && { q: query }), ...(url !== undefined && { url }) },
        });
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [items, navigate, query, rows]);

  return (
    <>
      <ol ref={list} className="results" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              data-row={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
            >
              <ResultRow item={item} query={query} />
            </li>
          );
        })}
      </ol>
      {isLoading && <Loading lines={3} />}
    </>
  );
}

function keyOf(item: FoundDomain | FoundPage | undefined): string {
  if (item === undefined) return '';
  return item.type === 'page_item' ? item.url : item.domain;
}

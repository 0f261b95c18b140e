// What is shown although it could not be read anew: a line says so, and how old it is.
import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { messageOf } from '../api/message.ts';
import { refetchFailed } from '../api/queries.ts';
import { relativeTime } from '../format.ts';
import { OUTDATED_TEXT as WORDS } from '../text/health.ts';
import { TEXT } from '../text.ts';
import { Button } from './Button.tsx';
import './outdated.css';

interface OutdatedLineProps {
  readonly why: string;
  readonly button: ReactNode;
  /** Words on what is shown all the same. */
  readonly children: ReactNode;
}

/** A line above what is shown although a request failed. */
export function OutdatedLine({ why, button, children }: OutdatedLineProps) {
  return (
    <div className="outdated" role="status">
      <p>
        <strong>{why}</strong> <span className="quiet">{children}</span>
      </p>
      {button}
    </div>
  );
}

/** The line of a page of which something could not be read anew; nothing if all was. */
export function Outdated() {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(changed),
    [queries],
  );
  const failed = useSyncExternalStore(subscribe, () => oldestFailed(queries.getQueryCache().getAll()));
  if (failed === null) return null;
  const { error, dataUpdatedAt } = failed.state;
  return (
    <OutdatedLine
      why={messageOf(error)}
      button={<Button onClick={refetchFailed}>{TEXT.failed.again}</Button>}
    >
      {WORDS.isOld(relativeTime(new Date(dataUpdatedAt), new Date()))}
    </OutdatedLine>
  );
}

/** The query that was read first of those that are shown and could not be read anew; null: there is none. */
function oldestFailed(all: readonly Query[]): Query | null {
  return all
    .filter(({ state }) => state.status === 'error' && state.data !== undefined)
    .filter((query) => query.isActive())
    .reduce<Query | null>(
      (oldest, query) =>
        oldest === null || query.state.dataUpdatedAt < oldest.state.dataUpdatedAt ? query : oldest,
      null,
    );
}

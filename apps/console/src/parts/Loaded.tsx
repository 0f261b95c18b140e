import type { ReactElement, ReactNode } from 'react';
import { Failure, Loading } from './Failure.tsx';
import { messageOf } from '../api/message.ts';
import { TEXT } from '../text.ts';
import { OUTDATED_TEXT } from '../text/health.ts';
import { Button } from './Button.tsx';
import { useKept } from './kept.ts';
import { More, type Continued } from './More.tsx';
import { OutdatedLine } from './Outdated.tsx';

export interface Requested<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}

interface LoadedProps<Data> {
  readonly query: Requested<Data>;
  /** Lines that stand for the content while it loads. */
  readonly lines?: number;
  /** Element in place of an error; null: the message of the error. */
  readonly failed?: (error: Error, retry: () => void) => ReactElement | null;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the answer to a request; until then that it loads, or why it failed. An answer stays when a later request fails, which the frame says. */
export function Loaded<Data>({ query, lines, failed, children }: LoadedProps<Data>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Loading {...(lines !== undefined && { lines })} />;
  const retry = (): void => void query.refetch();
  return failed?.(error, retry) ?? <Failure error={error} retry={retry} />;
}

interface ListProps<Item> {
  readonly list: Continued & Requested<{ readonly pages: readonly { readonly items: readonly Item[] }[] }>;
  readonly lines?: number;
  /** Shown in place of an empty list. */
  readonly none: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** The items of a list as far as it was read, with the button that reads on. */
export function LoadedList<Item>({ list, none, children, ...loading }: ListProps<Item>) {
  return (
    <>
      <Loaded query={list} {...loading}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return items.length === 0 ? none : children(items);
        }}
      </Loaded>
      <More list={list} />
    </>
  );
}

/** Does what `LoadedList` does for a list with filters: one that fails leaves what the filters before it gave. */
export function FilteredList<Item>(props: ListProps<Item>) {
  const { list, children } = props;
  const kept = useKept(list.data);
  if (list.data !== undefined || kept === undefined) return <LoadedList {...props} />;
  return (
    <>
      {list.error !== null && (
        <OutdatedLine
          why={messageOf(list.error)}
          button={<Button onClick={() => void list.refetch()}>{TEXT.failed.again}</Button>}
        >
          {OUTDATED_TEXT.isOther}
        </OutdatedLine>
      )}
      <div className="stale" aria-busy={list.error === null}>
        {children(kept.pages.flatMap(({ items }) => items))}
      </div>
    </>
  );
}

import type { ReactElement, ReactNode } from 'react';
import { Failure, Loading } from './Failure.tsx';
import { More, type Continued } from './More.tsx';

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

/** Shows the answer to a request; until then that it loads, or why it failed. An answer stays when a later request fails. */
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

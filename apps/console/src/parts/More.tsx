import { TEXT } from '../text.ts';

export interface Continued {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** The button with which a list goes on; none at its end. */
export function More({ list }: { readonly list: Continued }) {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <button
        type="button"
        className="button"
        disabled={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {TEXT.more}
      </button>
    </div>
  );
}

import { TEXT } from '../text.ts';
import { Button } from './Button.tsx';

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
      <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {TEXT.more}
      </Button>
    </div>
  );
}

// The sites that a list names, as the API reads it: asked for a moment after the list has changed.
import type { ListPreview } from '@sitegrep/client';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { formatOf, isEmptyList } from './list-format.ts';

/** Time without a change before the API is asked, in milliseconds. */
const PAUSE_MS = 300;

export type Previewed =
  | { readonly state: 'none' }
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly preview: ListPreview }
  | { readonly state: 'refused'; readonly error: unknown };

/** Reads what a crawl of a list would take. */
export function useListPreview(list: string | File): Previewed {
  const [previewed, show] = useState<Previewed>({ state: 'none' });
  useEffect(() => {
    if (isEmptyList(list)) {
      show({ state: 'none' });
      return;
    }
    show({ state: 'reading' });
    const ending = new AbortController();
    const timer = setTimeout(() => {
      client.admin.crawls.preview(list, { ...formatOf(list), signal: ending.signal }).then(
        (preview) => show({ state: 'read', preview }),
        (error: unknown) => {
          if (!ending.signal.aborted) show({ state: 'refused', error });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [list]);
  return previewed;
}

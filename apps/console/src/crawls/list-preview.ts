// The sites that a list names, as the API reads it: asked for a moment after the list has changed.
import type { ListPreview, UploadOptions } from '@sitegrep/client';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';

/** Time without a change before the API is asked, in milliseconds. */
const PAUSE_MS = 300;

export type Previewed =
  | { readonly state: 'none' }
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly preview: ListPreview }
  | { readonly state: 'refused'; readonly error: unknown };

/** How a list is sent. Its content says what a file in gzip is. */
export function formatOf(list: string | File): Pick<UploadOptions, 'type' | 'gzip'> {
  if (typeof list === 'string') return {};
  const name = list.name.toLowerCase();
  return {
    type: /\.csv(?:\.gz)?$/.test(name)
      ? 'text/csv'
      : /\.(?:ndjson|jsonl)(?:\.gz)?$/.test(name)
        ? 'application/x-ndjson'
        : 'text/plain',
    gzip: name.endsWith('.gz'),
  };
}

export function isEmptyList(list: string | File): boolean {
  return typeof list === 'string' ? list.trim() === '' : list.size === 0;
}

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

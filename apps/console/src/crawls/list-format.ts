import type { UploadOptions } from '@sitegrep/client';

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

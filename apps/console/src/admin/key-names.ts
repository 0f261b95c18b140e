import { useQuery } from '@tanstack/react-query';
import type { KeyItem } from '@sitegrep/client';
import { client } from '../api/client.ts';

/** Keys whose names are read; those of further ones are shown by their first characters. */
const MAX_KEYS = 1_000;

/** The keys of the instance, the names of which stand for their ids. */
export function useKeys(): readonly KeyItem[] {
  const keys = useQuery({
    queryKey: ['keys', 'names'],
    queryFn: async ({ signal }) => {
      const all: KeyItem[] = [];
      for await (const key of client.admin.keys.all({ signal })) {
        if (all.push(key) === MAX_KEYS) break;
      }
      return all;
    },
  });
  return keys.data ?? NO_KEYS;
}

const NO_KEYS: readonly KeyItem[] = [];

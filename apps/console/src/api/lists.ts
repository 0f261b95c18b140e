// Lists that are read in parts, each of which ends with a token that the next one begins with.
import type { CallOptions } from '@sitegrep/client';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** Token with which a list goes on; undefined: it has ended. */
export function continuation(token: string | null): string | undefined {
  return token === null || token === '' ? undefined : token;
}

/** A list as a query. @param load reads the part that begins with a token; the first one has none */
export function listQuery<Part extends { readonly next_token: string | null }>(
  queryKey: readonly unknown[],
  load: (from: { readonly next_token?: string }, options: CallOptions) => Promise<Part>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam === '' ? {} : { next_token: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
  });
}

/** Finds of a search as a query. @param load reads the part that begins with a token; the first one has none */
export function foundQuery<Part extends { readonly offset_token: string | null }>(
  queryKey: readonly unknown[],
  load: (from: { readonly offset_token?: string }, options: CallOptions) => Promise<Part>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam === '' ? {} : { offset_token: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.offset_token),
  });
}

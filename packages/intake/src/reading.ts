import type { CrawlSeed } from '@sitegrep/storage';

/** What one line says: a seed, nothing (a comment, a header), or why it is refused. */
export type Reading =
  | { readonly kind: 'seed'; readonly seed: CrawlSeed }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'rejected'; readonly reason: string };

export type LineReader = (line: string) => Reading;

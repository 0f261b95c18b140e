import type { Stats } from '@sitegrep/client';
import { counted } from './terminal.ts';

/** Domains with outdated pages, in words: `3 domains`; `at most 3 domains` if it is still to be found out. */
export function outdatedText({ count, is_exact: isExact }: Stats['outdated_domains']): string {
  return `${isExact ? '' : 'at most '}${counted(count, 'domain')}`;
}

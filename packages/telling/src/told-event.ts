import type { EventKind } from './destinations.ts';

/** An event of a saved search, as storages number them. */
export interface ToldEvent {
  readonly number: number;
  readonly search: string;
  readonly domain: string;
  readonly revision: number;
  readonly kind: EventKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** URLs of pages that show it. */
  readonly pages: readonly string[];
  /** Number of pages that fulfil it. */
  readonly total: number;
  readonly by: 'visit' | 'deletion';
}

import type { Deliveries, SavedSearches, Told } from '@sitegrep/storage';
import { type Destination, destinationKey, type TellingSearch } from '../destinations.ts';
import type { ReportData } from '../message.ts';
import type { Attachment } from '../sending/webhook.ts';
import type { Sender } from '../sending/sender.ts';

/** The things that telling works with. */
export interface TellingParts {
  readonly searches: Pick<SavedSearches, 'events' | 'count'>;
  /** The search with its destinations, as they are now; null: it was deleted. */
  readonly find: (search: string) => Promise<TellingSearch | null>;
  readonly deliveries: Deliveries;
  /** A report with its file, if a mail is to have it; null: it is gone. */
  readonly findReport: (search: string, number: number, withFile: boolean) => Promise<FoundReport | null>;
  readonly sender: Sender;
  /** Clock in milliseconds since the epoch. */
  readonly now: () => number;
  /** A number from 0 to 1. */
  readonly random: () => number;
}

export interface FoundReport {
  readonly report: ReportData;
  /** Null: it was not wanted, or is too large for a mail. */
  readonly attachment: Attachment | null;
}

/** How far a destination was told that was not yet. */
export function untold(search: string, destination: string): Told {
  return { destination, search, position: 0, isBehind: false, isAbove: null, failures: 0, off: null };
}

/** How far a destination was told. */
export async function toldOf(
  { deliveries }: Pick<TellingParts, 'deliveries'>,
  search: string,
  destination: Pick<Destination, 'name'>,
): Promise<Told> {
  const key = destinationKey(search, destination);
  return (await deliveries.told(key)) ?? untold(search, key);
}

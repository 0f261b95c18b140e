// The list of the versions of a document, which `_source` has.
import type { PastVersion } from '../../../past/past.ts';

/** A version of a page that does not stand any more. */
export interface ListedPast extends Pick<PastVersion, 'id' | 'title' | 'charset' | 'truncated'> {
  readonly url: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly goneAt: number | null;
}

/** The list as this program stored it, see `parseFacts`. */
export function parsePast(json: string): readonly ListedPast[] {
  return JSON.parse(json) as readonly ListedPast[];
}

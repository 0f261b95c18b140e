// The list of the versions of a document, which `_source` has.
import type { PastVersion } from '../../../past/past.ts';

/** A version of a page that does not stand any more. */
export interface ListedPast extends Pick<PastVersion, 'id' | 'title' | 'charset' | 'truncated'> {
  readonly url: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly goneAt: number | null;
}

/** Fields of a document with versions. */
export interface PastFields {
  /** JSON of a list of `ListedPast`, in the order of their numbers, which follow those of the pages. */
  readonly past_versions: string;
  readonly version_count: number;
  /** Bytes of the stored field `pasts`. */
  readonly version_bytes: number;
  /** Bytes of the sources of the versions before they were packed. */
  readonly version_source_bytes: number;
}

/** The list as this program stored it, see `parseFacts`. */
export function parsePast(json: string): readonly ListedPast[] {
  return JSON.parse(json) as readonly ListedPast[];
}

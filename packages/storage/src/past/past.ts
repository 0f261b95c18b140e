// The past of a page: what it was before, and when that was seen. Pure values; storages keep them.

/** Sources of a page at a time, as they are stored. */
export interface Content {
  readonly source: Buffer;
  /** Null if the page was not rendered. */
  readonly rendered: Buffer | null;
}

/** Properties of a content besides its sources. */
export interface ContentFacts {
  readonly charset: string;
  readonly truncated: boolean;
  readonly renderedTruncated: boolean;
  readonly title: string | null;
}

/** A version of a page: successive visits found the same, or the same but for noise. */
export interface PastVersion extends ContentFacts {
  /** No other version, and no page, has it. */
  readonly id: number;
  /** Times at which it was seen, in milliseconds since the epoch, ascending: at least one. */
  readonly times: readonly number[];
  /** When a visit found that the page was gone after it; null: none did. */
  readonly endedAt: number | null;
  readonly bytes: number;
  /** Null if the page was not rendered. */
  readonly renderedBytes: number | null;
  /** `contentDigest` of the sources that were seen last. */
  readonly digest: string;
  /** Digest of the content that it is packed against, which is that of the next version; null: it is packed alone. */
  readonly base: string | null;
  /** Bytes of its packed sources. */
  readonly packedBytes: number;
}

/** The page as it is stored, as far as its past has to know it. */
interface PastPresent {
  /** Number of the page. What follows is void if the stored page has another one. */
  readonly id: number;
  /** Times at which the same was seen. */
  readonly times: readonly number[];
}

/** All that is kept of a page besides its sources. */
export interface Past {
  /** Noise of its sources, and of what scripts made of them. */
  readonly noise: Uint8Array;
  readonly renderedNoise: Uint8Array;
  /** Whether the last two visits found equal sources. */
  readonly stood: boolean;
  readonly present: PastPresent | null;
  /** Ascending by time. */
  readonly versions: readonly PastVersion[];
}

export const NO_PAST: Past = {
  noise: new Uint8Array(0),
  renderedNoise: new Uint8Array(0),
  stood: false,
  present: null,
  versions: [],
};

/**
 * Maximum times of a version that are kept: the first, the last and, of those between, every second one is dropped when there are more.
 * Those between tell only which half a capture divides that comes later and is another.
 */
const MAX_TIMES = 128;

/** Times with one more. */
export function withTime(times: readonly number[], time: number): readonly number[] {
  if (times.includes(time)) return times;
  const all = [...times, time].sort((a, b) => a - b);
  if (all.length <= MAX_TIMES) return all;
  return all.filter((_, index) => index % 2 === 0 || index === all.length - 1);
}

export function firstSeen({ times }: Pick<PastVersion, 'times'>): number {
  return times[0] ?? 0;
}

export function lastSeen({ times }: Pick<PastVersion, 'times'>): number {
  return times.at(-1) ?? 0;
}

/** Tells whether a past says no more than its page does. */
export function isNothing({ versions, noise, renderedNoise, stood, present }: Past): boolean {
  const isSeenOnce = !stood && (present?.times.length ?? 0) < 2;
  return versions.length === 0 && noise.length === 0 && renderedNoise.length === 0 && isSeenOnce;
}

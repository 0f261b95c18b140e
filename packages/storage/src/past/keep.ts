// What is to be written of the past of a page after it changed.
import { packContent, unpackContent } from './packed-content.ts';
import { type Content, type Past, type PastVersion } from './past.ts';
import type { OpenVersion, PagePast, ReadContent } from './page-past.ts';
import { type KeepVersions, keptVersions } from './retention.ts';

/** Maximum versions that are packed against each other in succession: so many must be unpacked to read the first one. */
const MAX_CHAIN = 16;

/** Changes of what is kept. */
export interface KeptPast {
  readonly past: Past;
  /** Versions whose packed sources are new. */
  readonly packed: readonly { readonly version: PastVersion; readonly packed: Buffer }[];
  /** Versions that were kept, and are not any more, or with other sources. */
  readonly removed: readonly PastVersion[];
}

/** @param before the past as it was */
export function keepPast(page: PagePast, before: Past, keep: KeepVersions): KeptPast {
  const open = keptVersions(page.versions, keep, page.present?.times ?? null);
  const versions = [...open].map(({ kept }) => kept);
  const packed: { version: PastVersion; packed: Buffer }[] = [];
  /** Number of versions up to one that is packed alone, or to the present. */
  let depth = 0;
  for (let index = open.length - 1; index >= 0; index--) {
    const version = open[index];
    if (version === undefined) continue;
    const next = open[index + 1] ?? page.present;
    const isAlone = next === null || olderChain(versions, index) + 1 + depth > MAX_CHAIN;
    const base = isAlone ? null : next;
    depth = isAlone ? 0 : depth + 1;
    const { kept } = version;
    if (kept !== null && kept.id === version.id && kept.base === (base?.digest ?? null)) {
      versions[index] = { ...kept, times: version.times, endedAt: version.endedAt };
      continue;
    }
    const content = version.content();
    const bytes = packContent(content, base?.content() ?? null);
    const own = packedVersion(version, content, base?.digest ?? null, bytes.length);
    packed.push({ version: own, packed: bytes });
    versions[index] = own;
  }
  const all = versions.filter((version) => version !== null);
  const repacked = new Set(packed.map(({ version }) => version.id));
  const staying = new Set(all.map(({ id }) => id).filter((id) => !repacked.has(id)));
  return {
    past: {
      noise: page.noise,
      renderedNoise: page.renderedNoise,
      stood: page.stood,
      present: page.present === null ? null : { id: page.present.id, times: page.present.times },
      versions: all,
    },
    packed,
    removed: before.versions.filter(({ id }) => !staying.has(id)),
  };
}

/** How many versions before one are packed against each other, and the last of them against it. */
function olderChain(versions: readonly (PastVersion | null)[], index: number): number {
  let count = 0;
  while (versions[index - 1 - count]?.base != null) count++;
  return count;
}

function packedVersion(
  { id, times, endedAt, facts, digest }: OpenVersion,
  { source, rendered }: Content,
  base: string | null,
  packedBytes: number,
): PastVersion {
  const { charset, truncated, renderedTruncated, title } = facts;
  return {
    id,
    times,
    endedAt,
    bytes: source.length,
    renderedBytes: rendered?.length ?? null,
    digest,
    base,
    packedBytes,
    charset,
    truncated,
    renderedTruncated,
    title,
  };
}

/**
 * Reads the sources of the versions of a past.
 *
 * @param present sources of the stored page; null: it is not stored
 * @param packedOf packed sources of a version
 * @throws RangeError if they are not those that were packed
 */
export function contentReader(
  { versions }: Past,
  present: () => Content | null,
  packedOf: (version: PastVersion) => Uint8Array,
): ReadContent {
  const known = new Map<number, Content>();
  function read(version: PastVersion): Content {
    const found = known.get(version.id);
    if (found !== undefined) return found;
    const index = versions.findIndex(({ id }) => id === version.id);
    const next = versions[index + 1];
    const base = version.base === null ? null : next === undefined ? present() : read(next);
    const content = unpackContent(packedOf(version), base, version);
    known.set(version.id, content);
    return content;
  }
  return read;
}

// Answers about the versions of a page, the stored one included.
import type { ListedVersion, SourcePart, VersionSource } from '../domains.ts';
import { contentDigest } from './packed-content.ts';
import type { ReadContent, SeenPage } from './page-past.ts';
import { type Content, firstSeen, lastSeen, type Past, type PastVersion } from './past.ts';

/** The versions of a page, the newest first. @param page the page as it is stored; null: it is not */
export function listedVersions(past: Past, page: SeenPage | null): readonly ListedVersion[] {
  const listed = past.versions.map(listedVersion);
  return [...listed, ...(page === null ? [] : [listedPage(past, page)])].toReversed();
}

/** Sources of those versions that have one of these ids. @param read reads those of a version of the past */
export function versionSourcesOf(
  past: Past,
  page: SeenPage | null,
  read: ReadContent,
  { ids, part }: { readonly ids: readonly number[]; readonly part: SourcePart },
): readonly VersionSource[] {
  return ids.flatMap((id) => {
    const version = past.versions.find((one) => one.id === id);
    if (version !== undefined) return sourceOf(listedVersion(version), version, read(version), part);
    return page?.id === id ? sourceOf(listedPage(past, page), page.facts, page.content, part) : [];
  });
}

/** When the content of a stored page was first seen. */
export function standsSince({ present }: Past, { id, at }: Pick<SeenPage, 'id' | 'at'>): number {
  return present !== null && present.id === id ? Math.min(present.times[0] ?? at, at) : at;
}

function listedVersion(version: PastVersion): ListedVersion {
  const { id, endedAt, title, charset, truncated, bytes, renderedBytes, digest } = version;
  return {
    id,
    firstSeen: firstSeen(version),
    lastSeen: lastSeen(version),
    goneAt: endedAt,
    title,
    charset,
    truncated,
    sourceBytes: bytes,
    renderedBytes,
    digest,
  };
}

function listedPage(past: Past, page: SeenPage): ListedVersion {
  const { id, content, facts } = page;
  const { title, charset, truncated } = facts;
  return {
    id,
    firstSeen: standsSince(past, page),
    lastSeen: null,
    goneAt: null,
    title,
    charset,
    truncated,
    sourceBytes: content.source.length,
    renderedBytes: content.rendered?.length ?? null,
    digest: contentDigest(content),
  };
}

/** A source of a version; none if it is to be the rendered one and there is none. */
function sourceOf(
  { id, charset, firstSeen: first, lastSeen: last }: ListedVersion,
  cut: { readonly truncated: boolean; readonly renderedTruncated: boolean },
  { source, rendered }: Content,
  part: SourcePart,
): readonly VersionSource[] {
  const bytes = part === 'body' ? source : rendered;
  if (bytes === null) return [];
  const utf8 = new Uint8Array(new SharedArrayBuffer(bytes.length));
  utf8.set(bytes);
  const truncated = part === 'body' ? cut.truncated : cut.renderedTruncated;
  return [{ id, charset, firstSeen: first, lastSeen: last, truncated, utf8 }];
}

// Reads of the versions of known pages in a reader thread.
import type {
  ListedVersion,
  SourcePart,
  VersionDiff,
  VersionDiffWish,
  VersionList,
  VersionSource,
  VersionSources,
} from '../../../domains.ts';
import { diffOfSources } from '../../../past/diff-of-sources.ts';
import { contentDigest } from '../../../past/packed-content.ts';
import {
  type Content,
  firstSeen,
  lastSeen,
  NO_PAST,
  type Past,
  type PastVersion,
} from '../../../past/past.ts';
import { pagesAt } from '../page-changes.ts';
import { factsOfRow, type PageRow } from '../page-rows.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import { contentOf, type VersionRows } from './version-rows.ts';

export interface VersionReads {
  versions(call: VersionsCall): VersionList | null;
  versionSources(call: VersionSourcesCall): VersionSources | null;
  versionDiff(call: VersionDiffCall): VersionDiff | null;
}

export interface VersionsCall {
  readonly domain: string;
  readonly url: string;
}

export interface VersionSourcesCall extends VersionsCall {
  readonly ids: readonly number[];
  readonly part: SourcePart;
}

export interface VersionDiffCall extends VersionsCall {
  readonly wish: VersionDiffWish;
}

/** @param find finds the row of a domain; null if there is none */
export function openVersionReads(
  rows: RowReader,
  versions: VersionRows,
  find: (domain: string) => DomainRow | null,
): VersionReads {
  /** Answers with what `work` makes of a page and its past; null if there is no document. */
  function ofPage<Answer>(
    { domain, url }: VersionsCall,
    work: (row: DomainRow, past: Past, page: PageRow | null) => Answer,
  ): Answer | null {
    const row = find(domain);
    if (row === null) return null;
    const past = versions.past(row.id, url) ?? NO_PAST;
    return work(row, past, pagesAt(rows, row, [url])[0] ?? null);
  }

  function versionSources(call: VersionSourcesCall): VersionSources | null {
    return ofPage(call, ({ id: domain, revision }, past, page) => {
      const read = versions.reader(domain, past, page);
      const sources = call.ids.flatMap((id): readonly VersionSource[] => {
        const version = past.versions.find((one) => one.id === id);
        if (version !== undefined) return sourceOf(listedVersion(version), version, read(version), call.part);
        if (page?.id !== id) return [];
        const isCut = { truncated: page.truncated, renderedTruncated: page.rendered?.truncated ?? false };
        return sourceOf(listedPage(page, past), isCut, contentOf(page), call.part);
      });
      return { revision, noise: call.part === 'body' ? past.noise : past.renderedNoise, sources };
    });
  }

  return {
    versionSources,
    versionDiff({ domain, url, wish }) {
      const { from, to, part } = wish;
      return diffOfSources(versionSources({ domain, url, ids: [from, to], part }), wish);
    },
    versions: (call) =>
      ofPage(call, ({ revision }, past, page) => {
        const listed = past.versions.map(listedVersion);
        return {
          revision,
          versions: [...listed, ...(page === null ? [] : [listedPage(page, past)])].toReversed(),
        };
      }),
  };
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

function listedPage(page: PageRow, { present }: Past): ListedVersion {
  const { id, charset, truncated, fetchedAt, source, rendered } = page;
  const before = present?.id === id ? (present.times[0] ?? fetchedAt) : fetchedAt;
  return {
    id,
    firstSeen: Math.min(before, fetchedAt),
    lastSeen: null,
    goneAt: null,
    title: factsOfRow(page).title,
    charset,
    truncated,
    sourceBytes: source.bytes,
    renderedBytes: rendered?.bytes ?? null,
    digest: contentDigest(contentOf(page)),
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

// Reads of the versions of known pages in a reader thread.
import type {
  SourcePart,
  VersionDiff,
  VersionDiffWish,
  VersionList,
  VersionSources,
} from '../../../domains.ts';
import { diffOfSources } from '../../../past/diff-of-sources.ts';
import type { SeenPage } from '../../../past/page-past.ts';
import { NO_PAST, type Past } from '../../../past/past.ts';
import { listedVersions, versionSourcesOf } from '../../../past/version-answers.ts';
import { pagesAt } from '../page-changes.ts';
import type { PageRow } from '../page-rows.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import { seenRow, type VersionRows } from './version-rows.ts';

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

  const seen = (page: PageRow | null): SeenPage | null => (page === null ? null : seenRow(page));

  function versionSources(call: VersionSourcesCall): VersionSources | null {
    return ofPage(call, ({ id: domain, revision }, past, page) => ({
      revision,
      noise: call.part === 'body' ? past.noise : past.renderedNoise,
      sources: versionSourcesOf(
        past,
        seen(page),
        versions.reader(domain, past, () => page),
        call,
      ),
    }));
  }

  return {
    versionSources,
    versionDiff({ domain, url, wish }) {
      const { from, to, part } = wish;
      return diffOfSources(versionSources({ domain, url, ids: [from, to], part }), wish);
    },
    versions: (call) =>
      ofPage(call, ({ revision }, past, page) => ({
        revision,
        versions: listedVersions(past, seen(page)),
        leftOut: 0,
      })),
  };
}

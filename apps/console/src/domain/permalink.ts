// Links to a match that hold: by page, digest of its source and offset. The page may be another one tomorrow; the digest says of
// which source the offset is, and the time since which it stood finds the version of a source that differs in nothing but noise.
import type { PageVersion } from '@sitegrep/client';
import { writeSearch } from '../address.ts';
import type { Part } from './source-state.ts';
import { timeKey } from './version-choice.ts';

/** The target of a link. */
export interface LinkedMatch {
  readonly domain: string;
  readonly url: string;
  readonly part: Part;
  readonly version: PageVersion;
  readonly query: string;
  /** Characters of the source before it. */
  readonly offset: number;
}

/** @param start of the console */
export function permalinkOf({ domain, url, part, version, query, offset }: LinkedMatch, start: URL): string {
  const search = writeSearch({
    tab: 'source',
    q: query,
    url,
    part: part === 'body' ? '' : part,
    digest: version.digest,
    offset: String(offset),
    at: timeKey(version),
  });
  return new URL(`domains/${domain}${search}`, start).href;
}

/** How a version was found that a link names. */
export interface LinkedVersion {
  readonly version: PageVersion;
  /** `now`: it stands; `stored`: the page is another one now; `alike`: its source differs in what changes on every visit. */
  readonly is: 'now' | 'stored' | 'alike';
}

/** The version that a link names; null: it is not stored any more. @param versions the oldest first */
export function linkedVersion(
  versions: readonly PageVersion[],
  { digest, at }: { readonly digest: string; readonly at?: string },
): LinkedVersion | null {
  // Of equal sources, the one that stands comes first.
  const exact = versions.findLast((version) => version.digest === digest);
  if (exact !== undefined) return { version: exact, is: isStanding(exact) ? 'now' : 'stored' };
  const alike = versions.find((version) => timeKey(version) === at);
  return alike === undefined ? null : { version: alike, is: 'alike' };
}

function isStanding({ last_seen: last, gone_at: gone }: PageVersion): boolean {
  return last === null && gone === null;
}

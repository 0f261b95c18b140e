// Answers about the versions of a page, from the stored fields of its document. Runs in a thread.
import { NO_NOISE } from '@sitegrep/versions';
import type {
  SourcePart,
  VersionDiff,
  VersionDiffWish,
  VersionList,
  VersionSources,
} from '../../../domains.ts';
import { diffOfSources } from '../../../past/diff-of-sources.ts';
import { NO_PAST } from '../../../past/past.ts';
import { listedVersions, versionSourcesOf } from '../../../past/version-answers.ts';
import { unpackedPages } from '../unpack-pages.ts';
import { readerOf, unpackPasts } from './pasts.ts';
import { contentOf, seenStored } from './stored-content.ts';

/** A page of a document, and the stored fields of it, Base64. */
export interface VersionsOfPage {
  readonly url: string;
  readonly revision: number;
  readonly pages: string;
  /** Null: there is none. */
  readonly pasts: string | null;
}

export function versionsOf({ url, revision, ...stored }: VersionsOfPage): VersionList {
  const { page, kept } = found(url, stored);
  const listed = listedVersions(kept?.past ?? NO_PAST, page === null ? null : seenStored(page));
  return { revision, versions: listed, leftOut: kept?.leftOut ?? 0 };
}

/** @throws StorageCorrupt if a version is not what was packed */
export function versionSourcesIn(
  { url, revision, ...stored }: VersionsOfPage,
  wish: { readonly ids: readonly number[]; readonly part: SourcePart },
): VersionSources {
  const { page, kept } = found(url, stored);
  const past = kept?.past ?? NO_PAST;
  const noise = wish.part === 'body' ? past.noise : past.renderedNoise;
  const seen = page === null ? null : seenStored(page);
  const read =
    kept === null ? noVersion : readerOf(url, kept, () => (page === null ? null : contentOf(page)));
  const sources = versionSourcesOf(past, seen, read, wish);
  return { revision, noise: kept === null ? NO_NOISE : noise, sources };
}

export function versionDiffIn(page: VersionsOfPage, wish: VersionDiffWish): VersionDiff | null {
  const { from, to, part } = wish;
  return diffOfSources(versionSourcesIn(page, { ids: [from, to], part }), wish);
}

function found(url: string, { pages, pasts }: Pick<VersionsOfPage, 'pages' | 'pasts'>) {
  return {
    page: unpackedPages(pages).find((one) => one.url === url) ?? null,
    kept: unpackPasts(pasts).get(url) ?? null,
  };
}

function noVersion(): never {
  throw new RangeError('nothing is kept of the page');
}

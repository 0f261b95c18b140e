// The versions of a document for which it has space, as the index finds them. Runs in a thread.
import { lastSeen, firstSeen, type PastVersion } from '../../../past/past.ts';
import { PAST } from '../page-mapping.ts';
import type { StoredPage } from '../stored.ts';
import { textFields } from '../text-fields.ts';
import type { ListedPast, PastFields } from './listed-past.ts';
import { packPasts, type Pasts, readerOf } from './pasts.ts';
import { contentOf } from './stored-content.ts';

/** Maximum versions of a document. With its pages and pointers they stay below the limit of the index. */
const MAX_VERSIONS = 100_000;

/** Bytes that are taken for a version besides its texts and its sources, about. */
const VERSION_BYTES = 400;

interface FittingVersion {
  readonly url: string;
  readonly version: PastVersion;
  /** Its texts as JSON. */
  readonly texts: string;
}

/**
 * Fields of the pasts of a document, as JSON. What does not fit is left out, from the oldest version on.
 *
 * @param pages all pages of the document
 * @param space maximum bytes of the fields
 */
export function pastFields(
  domain: string,
  pasts: Pasts,
  pages: readonly StoredPage[],
  space: number,
): string {
  const fitting = fittingVersions(pasts, pages, space);
  const kept = withoutOthers(pasts, fitting);
  const byId = new Map(fitting.map((one) => [keyOf(one), one]));
  const inOrder = [...kept].flatMap(([url, { past }]) =>
    past.versions.flatMap((version) => byId.get(keyOf({ url, version })) ?? []),
  );
  const nested = inOrder.map(({ texts, version }, index) => {
    const own = {
      site: domain,
      number: pages.length + index,
      first_seen: firstSeen(version),
      last_seen: lastSeen(version),
    };
    return `${JSON.stringify(own).slice(0, -1)},${texts.slice(1)}`;
  });
  const packed = packPasts(kept);
  const fields: PastFields & { readonly pasts: string } = {
    past_versions: JSON.stringify(inOrder.map(({ url, version }) => listedPast(url, version))),
    version_count: inOrder.length,
    version_bytes: packed.length,
    version_source_bytes: inOrder.reduce((sum, { version }) => sum + bytesOf(version), 0),
    pasts: packed.toString('base64'),
  };
  return `${JSON.stringify(fields).slice(0, -1)},"${PAST}":[${nested.join()}]}`;
}

/** The newest versions, as many as fit. */
function fittingVersions(
  pasts: Pasts,
  pages: readonly StoredPage[],
  space: number,
): readonly FittingVersion[] {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const all = [...pasts].flatMap(([url, stored]) => {
    const page = byUrl.get(url);
    const read = readerOf(url, stored, () => (page === undefined ? null : contentOf(page)));
    return stored.past.versions.map((version, index) => ({ url, version, index, read }));
  });
  // Those of a page are packed against the next ones, so none is kept without all that came after it.
  all.sort((a, b) => lastSeen(b.version) - lastSeen(a.version) || b.index - a.index);
  const fitting: FittingVersion[] = [];
  let bytes = 0;
  for (const { url, version, read } of all.slice(0, MAX_VERSIONS)) {
    const { source, rendered } = read(version);
    const texts = JSON.stringify({
      ...textFields('source', source.toString()),
      ...textFields('rendered', rendered === null ? null : rendered.toString()),
      ...textFields('url', url),
    });
    bytes += Buffer.byteLength(texts) + (4 / 3) * version.packedBytes + 2 * url.length + VERSION_BYTES;
    if (bytes > space) break;
    fitting.push({ url, version, texts });
  }
  return fitting;
}

function withoutOthers(pasts: Pasts, fitting: readonly FittingVersion[]): Pasts {
  const fit = new Set(fitting.map(keyOf));
  return new Map(
    Array.from(pasts, ([url, { past, packed, leftOut }]) => {
      const versions = past.versions.filter((version) => fit.has(keyOf({ url, version })));
      const more = past.versions.length - versions.length;
      return [url, { past: { ...past, versions }, packed, leftOut: leftOut + more }];
    }),
  );
}

function keyOf({ url, version }: Pick<FittingVersion, 'url' | 'version'>): string {
  return `${version.id} ${url}`;
}

function listedPast(url: string, version: PastVersion): ListedPast {
  const { id, title, charset, truncated, endedAt: goneAt } = version;
  return {
    url,
    id,
    title,
    charset,
    truncated,
    firstSeen: firstSeen(version),
    lastSeen: lastSeen(version),
    goneAt,
  };
}

function bytesOf({ bytes, renderedBytes }: PastVersion): number {
  return bytes + (renderedBytes ?? 0);
}

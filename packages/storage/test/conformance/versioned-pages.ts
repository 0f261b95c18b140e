// Puts of pages whose versions are kept.
import type { PageRecord } from '@sitegrep/site';
import type { DomainIndex, DomainPut, ListedVersion } from '../../src/domains.ts';
import type { KeepVersions } from '../../src/past/retention.ts';
import { wholeSite } from '../../src/puts.ts';
import { documentOf } from './documents.ts';

/** An empty store of which versions are kept. */
export interface VersionStore {
  /** Opens it. @param keepVersions which versions of each page are kept */
  open(keepVersions: KeepVersions): Promise<DomainIndex>;
  /** Checks all that is stored while it is closed, where a storage can. @throws StorageCorrupt */
  check(): Promise<object>;
}

export const DOMAIN = 'a.test';
export const URLS = ['https://a.test/', 'https://a.test/b', 'https://a.test/c'] as const;
export const HOUR = 3_600_000;
export const START = Date.UTC(2026, 2, 1);

export function pageOf(url: string, source: string, fetchedAt: number, rendered?: string): PageRecord {
  const [page] = documentOf(DOMAIN, [source]).pages;
  if (page === undefined) throw new Error('a document without pages');
  const written = rendered === undefined ? {} : { rendered: { source: rendered, truncated: false } };
  return { ...page, url, fetchedAt, ...written };
}

const visitAt = (at: number) =>
  ({ at, facts: '1', source: 'crawl', labels: new Map(), pages: [] }) satisfies DomainPut['visits'][number];

export function putOf(
  pages: readonly PageRecord[],
  at: number,
  part: Pick<DomainPut, 'removed' | 'ifRevision' | 'past'>,
): DomainPut {
  const put = wholeSite({ ...documentOf(DOMAIN, ['x']), pages: [...pages] });
  return { ...put, visits: [visitAt(at)], ...part };
}

/** Puts a page that is found with some sources, a day apart, and lists its versions. */
export async function visited(
  index: DomainIndex,
  sources: readonly string[],
  { from = 0, days = 1 } = {},
): Promise<readonly ListedVersion[]> {
  for (const [day, source] of sources.entries()) {
    const at = START + (from + day * days) * 24 * HOUR;
    await index.put([putOf([pageOf(URLS[0], source, at)], at, { removed: 'others' })]);
  }
  return (await index.versions(DOMAIN, URLS[0]))?.versions ?? [];
}

export async function textsOf(index: DomainIndex): Promise<readonly string[]> {
  const ids = (await index.versions(DOMAIN, URLS[0]))?.versions.map(({ id }) => id) ?? [];
  const found = await index.versionSources(DOMAIN, URLS[0], ids);
  return found?.sources.map(({ utf8 }) => Buffer.from(utf8).toString()) ?? [];
}

export const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => `<p>${'word '.repeat(number + 2)} text number ${number}</p>`);

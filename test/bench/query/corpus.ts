import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSearch, type Query, type QueryInput, type TokenKey } from '@sitegrep/search';
import { type Storage, type StoredDomain, wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { runCommand } from '../../support/server-process.ts';
import { variantOf } from '../index/variants.ts';

/** Documents of one put. */
const BATCH = 50;

/** Imports captures into a new data folder. @returns the number of its domains */
export async function importCaptures(dataDir: string, files: readonly string[]): Promise<number> {
  mkdirSync(dataDir, { recursive: true });
  await runCommand(['import', ...files], dataDir, { SITEGREP_STORAGE: 'sqlite', SITEGREP_DATA_DIR: dataDir });
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    return (await storage.domains.stats()).domains;
  } finally {
    await storage.close();
  }
}

/** Adds variants of all sites of an index, under domains of their own, until there are `copies` of each. */
export async function addVariants(storage: Storage, copies: number): Promise<void> {
  const originals: StoredDomain[] = await Array.fromAsync(storage.domains.scan());
  for (let copy = 2; copy <= copies; copy++) {
    for (let from = 0; from < originals.length; from += BATCH) {
      const some = originals.slice(from, from + BATCH);
      await storage.domains.put(some.map((one) => wholeSite(withOwnUrls(variantOf(one, copy), one.domain))));
    }
  }
}

function withOwnUrls(variant: StoredDomain, original: string): StoredDomain {
  const { domain } = variant;
  const pages = variant.pages.map((page) => ({ ...page, url: page.url.replace(original, domain) }));
  return { ...variant, pages };
}

/** Writes a file for each page: what ripgrep looks through. Pages of a domain are in a folder of its own. */
export async function writeFiles(storage: Storage, folder: string): Promise<void> {
  mkdirSync(folder);
  let number = 0;
  for await (const { pages } of storage.domains.scan()) {
    const own = join(folder, String(number++));
    mkdirSync(own);
    for (const [page, { source }] of pages.entries()) writeFileSync(join(own, String(page)), source);
  }
}

/** A query of domains. */
export function queryOf(input: QueryInput, key: TokenKey): Query<'domain'> {
  const read = parseSearch('domain', input, key);
  if (!read.ok) throw new Error(JSON.stringify(read));
  return read.value;
}

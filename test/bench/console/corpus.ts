import { type Storage, wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { addVariants, importCaptures } from '../query/corpus.ts';

/** Domain of the long sources, and their sizes in MiB by their paths. */
export const LONG_DOMAIN = 'long-lines.example';
export const LONG_PAGES = { '/1': 1, '/4': 4 } as const;
/** A text that the long sources have every 64 KiB. */
export const LONG_TEXT = 'needle-of-a-long-line';

/** Fills a data folder with captures, variants of them until there are `copies` of each, and pages of one long line. */
export async function fillFolder(dataDir: string, files: readonly string[], copies: number): Promise<void> {
  await importCaptures(dataDir, files);
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  try {
    await addVariants(storage, copies);
    await addLongPages(storage);
  } finally {
    await storage.close();
  }
}

/** Adds a domain with the facts of any other one, and pages of one long line. */
async function addLongPages({ domains }: Storage): Promise<void> {
  for await (const some of domains.scan()) {
    const [page] = some.pages;
    if (page === undefined) continue;
    const pages = Object.entries(LONG_PAGES).map(([path, mebibytes]) => ({
      ...page,
      url: `https://${LONG_DOMAIN}${path}`,
      source: longSource(mebibytes * 2 ** 20),
    }));
    await domains.put([wholeSite({ ...some, domain: LONG_DOMAIN, pages })]);
    return;
  }
}

/** A page on one line: elements, and an inline script in the middle of it. */
function longSource(bytes: number): string {
  const parts = ['<!doctype html><html><head><title>Long</title></head><body>'];
  for (let length = 0, at = 0; length < bytes; at++) {
    const isScript = at % 64 > 48;
    const text = at % 512 === 7 ? LONG_TEXT : `Item ${at}`;
    const part = isScript
      ? `<script>var a${at}={id:${at},name:"${text}",run:function(b){return b>${at}?"x":'y'}};</script>`
      : `<div class="row r${at}"><a href="/p/${at}?x=1&amp;y=2" title="${text}">${text}</a><!-- ${at} --></div>`;
    parts.push(part);
    length += part.length;
  }
  return `${parts.join('')}</body></html>`;
}

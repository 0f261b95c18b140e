import { canonicalDomain, homeFirst, type Page } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';
import type { BaseSite } from '../../support/made-year/made-site.ts';

/** Sites of captures, with the first capture of each URL. @param most sites, the first ones of the files */
export async function readBaseSites(files: readonly string[], most: number): Promise<readonly BaseSite[]> {
  const sites = new Map<string, Map<string, Page>>();
  for (const file of files) {
    for await (const page of readWarc(file)) {
      const domain = canonicalDomain(page.url);
      if (domain === null || !extendsAscii(page.body)) continue;
      const known = sites.get(domain);
      if (known === undefined && sites.size < most) sites.set(domain, new Map([[page.url, page]]));
      else if (known?.has(page.url) === false) known.set(page.url, page);
    }
  }
  if (sites.size === 0) throw new Error(`no page of a domain in ${files.join(', ')}`);
  return Array.from(sites, ([domain, pages]) => ({ domain, pages: homeFirst(domain, [...pages.values()]) }));
}

/** Bytes of a page that say whether its characters have two bytes each, and its mark of that. */
const LOOKED_AT = 100;
const WIDE: ReadonlySet<number> = new Set([0xfffe, 0xfeff]);

/** Tells whether a page is in an encoding into which ASCII may be put. */
function extendsAscii(body: Uint8Array): boolean {
  const mark = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
  return !WIDE.has(mark) && !body.subarray(0, LOOKED_AT).includes(0);
}

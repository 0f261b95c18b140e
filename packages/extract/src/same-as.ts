/** Bounds for one page: mentions of sameAs, and the characters of one list. */
const MAX_MENTIONS = 50;
const MAX_LIST = 20_000;

/**
 * Addresses under `sameAs` in JSON-LD. Scanned for, not parsed: a page's JSON-LD is often not quite JSON, and a
 * misplaced comma elsewhere in it doesn't make a profile less the site's own.
 */
export function sameAsUrls(jsonLd: string): string[] {
  const urls: string[] = [];
  let mention = -1;
  for (let count = 0; count < MAX_MENTIONS; count++) {
    mention = jsonLd.indexOf('"sameAs"', mention + 1);
    if (mention === -1) break;
    const value =
      /^\s*:\s*(\[[^\]]*|"[^"]*")/.exec(jsonLd.slice(mention + 8, mention + 8 + MAX_LIST))?.[1] ?? '';
    for (const [, url = ''] of value.matchAll(/"\s*([^"\s]{1,2048})\s*"/g))
      urls.push(url.replaceAll('\\/', '/'));
  }
  return urls;
}

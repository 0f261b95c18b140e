import type { AnalysisPool } from '@sitegrep/analysis';
import type { CrawledSite } from '@sitegrep/crawl';
import type { SiteIcon } from '@sitegrep/site';

/** Maximum characters of the address of an icon that is stored. */
const MAX_URL = 2_000;

/** The icon of a site as it is stored; null if what came is not an image. */
export async function siteIcon(
  analysis: Pick<AnalysisPool, 'readIcon'>,
  icon: CrawledSite['icon'],
): Promise<SiteIcon | 'as_stored' | null> {
  if (icon === null || icon === 'as_stored') return icon;
  const { type, size: _, png, ...reading } = await analysis.readIcon(icon.bytes, 'queued');
  if (type === null) return null;
  const url = icon.url.slice(0, MAX_URL).toWellFormed();
  return { url, ...reading, png: png === null ? null : Buffer.from(png).toString('base64') };
}

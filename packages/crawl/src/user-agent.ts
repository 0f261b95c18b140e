import { PRODUCT } from '@sitegrep/site';
import type { CrawlerSettings } from './options.ts';

/**
 * Header fields of every request for a page. No cookie and no referrer is ever sent.
 *
 * @throws RangeError if a setting would break the header
 */
export function requestHeaders(
  settings: Pick<CrawlerSettings, 'version' | 'contact' | 'acceptLanguage'>,
): Readonly<Record<string, string>> {
  const { version, contact, acceptLanguage } = settings;
  for (const [name, value] of Object.entries({ version, contact, acceptLanguage })) {
    if (value !== null && !/^[\x20-\x7e]*$/.test(value)) {
      throw new RangeError(`crawler option ${name} goes into a header: printable ASCII only`);
    }
  }
  return {
    'user-agent': userAgent({ version, contact }),
    accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
    'accept-language': acceptLanguage,
    'accept-encoding': 'gzip, deflate, br, zstd',
  };
}

/** What the crawler calls itself to the hosts. */
export function userAgent({ version, contact }: Pick<CrawlerSettings, 'version' | 'contact'>): string {
  return `${PRODUCT}/${version}${contact === null ? '' : ` (+${contact})`}`;
}

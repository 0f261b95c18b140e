import { PRODUCT, type Validators } from '@sitegrep/site';
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

/** What servers put behind the entity tag of a page that they compress, and some don't know again. */
const CODING_SUFFIX = /(?:--|[-;])(?:gzip|br|deflate|zstd)"$/;

/**
 * The fields that ask for a page only if it has changed (RFC 9110, 13.1.2 and 13.1.3), in lower case. An entity tag that
 * says how the page was compressed is sent without that, too: Apache adds `-gzip` to what it sends, and compares what it
 * gets with the tag of the file.
 */
export function conditionsOf({ etag, lastModified }: Validators): Readonly<Record<string, string>> {
  const bare = etag?.replace(CODING_SUFFIX, '"') ?? null;
  return {
    ...(etag === null ? {} : { 'if-none-match': bare === etag ? etag : `${etag}, ${bare}` }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

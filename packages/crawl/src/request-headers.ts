import { PRODUCT, type Validators } from '@sitegrep/site';
import type { CrawlerSettings } from './options.ts';

/**
 * Header fields of every request for a page. No cookie and no referrer is ever sent.
 *
 * @throws RangeError if a setting is not allowed in a header
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

/** User-Agent that the hosts get. */
export function userAgent({ version, contact }: Pick<CrawlerSettings, 'version' | 'contact'>): string {
  return `${PRODUCT}/${version}${contact === null ? '' : ` (+${contact})`}`;
}

/** Suffix that servers add to the entity tag of a page that they compress, and that some don't recognise later. */
const CODING_SUFFIX = /(?:--|[-;])(?:gzip|br|deflate|zstd)"$/;

/**
 * Fields that request a page only if it has changed (RFC 9110, 13.1.2 and 13.1.3), in lower case. An entity tag with a
 * suffix for its compression is also sent without the suffix: Apache adds `-gzip` to the tag that it sends, but compares
 * a request's tag with that of the file.
 */
export function conditionsOf({ etag, lastModified }: Validators): Readonly<Record<string, string>> {
  const bare = etag?.replace(CODING_SUFFIX, '"') ?? null;
  return {
    ...(etag === null ? {} : { 'if-none-match': bare === etag ? etag : `${etag}, ${bare}` }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

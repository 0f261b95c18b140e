import type { Validators } from '@sitegrep/site';

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

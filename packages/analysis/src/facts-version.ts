import { createHash } from 'node:crypto';

/**
 * Goes up by one with every change of extraction or detection that makes other facts of the same page. Pages that are
 * stored with another one are fetched again by their next crawl, even if they have not changed; so an upgrade refreshes
 * the facts of what is crawled again.
 */
const EXTRACTION = 2;

/** Extraction's number, a hyphen and eight digits that change with the fingerprints. */
export function factsVersionOf(fingerprints: SharedArrayBuffer): string {
  const digest = createHash('sha256')
    .update(Buffer.from(new Uint8Array(fingerprints)))
    .digest('hex');
  return `${EXTRACTION}-${digest.slice(0, 8)}`;
}

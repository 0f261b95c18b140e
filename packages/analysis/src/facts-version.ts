import { createHash } from 'node:crypto';
import { loadFingerprints, ofFingerprints } from '@sitegrep/technologies/data';

/**
 * Version of extraction and detection. Increase it with every change that produces other facts for the same
 * page. Stored pages with another version are fetched again by their next crawl even if they have not changed, and `sitegrep
 * reanalyse` finds them.
 */
const EXTRACTION = 1;

/** Version of facts: the number of extraction, a hyphen and eight digits that change with the fingerprints. */
export function factsVersionOf(fingerprints: SharedArrayBuffer): string {
  const digest = createHash('sha256')
    .update(Buffer.from(new Uint8Array(fingerprints)))
    .digest('hex');
  return `${EXTRACTION}-${digest.slice(0, 8)}`;
}

/** Digits of a version of facts that are the beginning of the digest of its fingerprints; null: another extraction gave them. */
export function digestIn(factsVersion: string): string | null {
  const [extraction, digest = ''] = factsVersion.split('-', 2);
  return extraction === String(EXTRACTION) && digest !== '' ? digest : null;
}

/** Version of the facts that an analysis would give now. @throws Error if the fingerprints can't be read */
export const currentFactsVersion: () => string = ofFingerprints(() => factsVersionOf(loadFingerprints()));

import { createHash } from 'node:crypto';
import { loadFingerprints, ofFingerprints, queryTechnologies } from '@sitegrep/technologies/data';
import { digestOfQuery, type QueryTechnology } from '@sitegrep/technologies/queries';

/**
 * Version of extraction and detection. Increase it with every change that produces other facts for the same
 * page. Stored pages with another version are fetched again by their next crawl even if they have not changed, and `sitegrep
 * reanalyse` finds them.
 */
const EXTRACTION = 1;

/**
 * Version of facts: the number of extraction, a hyphen and eight digits that change with the fingerprints; and if there are technologies
 * by query, a hyphen and eight digits that change with these.
 */
export function factsVersionOf(fingerprints: SharedArrayBuffer, queries: readonly QueryTechnology[]): string {
  const version = `${EXTRACTION}-${digitsOf(digestOfFingerprints(fingerprints))}`;
  if (queries.length === 0) return version;
  const hash = createHash('sha256');
  for (const digest of queries.map(digestOfQuery).toSorted()) hash.update(digest);
  return `${version}-${digitsOf(hash.digest('hex'))}`;
}

/** Digests of sets: a set is read again whenever a query beside it changes. */
const DIGESTS = new WeakMap<SharedArrayBuffer, string>();

function digestOfFingerprints(fingerprints: SharedArrayBuffer): string {
  const known = DIGESTS.get(fingerprints);
  if (known !== undefined) return known;
  const digest = createHash('sha256')
    .update(Buffer.from(new Uint8Array(fingerprints)))
    .digest('hex');
  DIGESTS.set(fingerprints, digest);
  return digest;
}

function digitsOf(digest: string): string {
  return digest.slice(0, 8);
}

/** Digits of a version of facts that are the beginning of the digest of its fingerprints; null: another extraction gave them. */
export function digestIn(factsVersion: string): string | null {
  const [extraction, digest = ''] = factsVersion.split('-');
  return extraction === String(EXTRACTION) && digest !== '' ? digest : null;
}

/** Version of the facts that an analysis would give now. @throws Error if the fingerprints can't be read */
export const currentFactsVersion: () => string = ofFingerprints(() =>
  factsVersionOf(loadFingerprints(), queryTechnologies()),
);

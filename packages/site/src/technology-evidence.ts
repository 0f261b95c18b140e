import type { VersionSource } from './technology-versions.ts';

/** Parts of a page, and of what came with it, that fingerprints look at. */
export const EVIDENCE_FIELDS = [
  'certIssuer',
  'cookies',
  'css',
  'dns',
  'dom',
  'headers',
  'html',
  'js',
  'meta',
  'query',
  'robots',
  'scriptSrc',
  'scripts',
  'text',
  'url',
  'xhr',
] as const;

export type EvidenceField = (typeof EVIDENCE_FIELDS)[number];

/** One match of one fingerprint's pattern. */
export interface TechnologyEvidence {
  readonly field: EvidenceField;
  /**
   * Name of the header, cookie, meta element or type of DNS record; chain of the variable; selector and condition for `dom`; for `query` the scope of the match, or `version`;
   * '' for other fields.
   */
  readonly key: string;
  /** The regular expression without flags (always i), or for `query` the text or pattern. Empty if existence suffices. */
  readonly pattern: string;
  /** The matched text, its first 200 characters. */
  readonly match: string;
  /** Confidence in percent; a technology's add up to 100 at most. */
  readonly confidence: number;
  /** Version of the technology that the match shows; null if it shows none, or that of something else. */
  readonly version: string | null;
  /** Kind of source of the version; absent if there is none. */
  readonly versionSource?: VersionSource;
}

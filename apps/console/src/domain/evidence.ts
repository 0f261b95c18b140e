import type { TechnologyEvidence } from '@sitegrep/client';
import { EVIDENCE_TEXT } from '../text/domain.ts';

/** A piece of evidence in one line, without its page: what matched where, the pattern, and the version that it shows. */
export function evidenceText(evidence: TechnologyEvidence): string {
  const { field, key, match, pattern, confidence, version, version_source: source } = evidence;
  return [
    EVIDENCE_TEXT.fields[field],
    key,
    match === '' ? '' : JSON.stringify(match),
    pattern === '' ? '' : `/${pattern}/`,
    version === null ? '' : `→ ${version}${source === null ? '' : ` (${EVIDENCE_TEXT.sources[source]})`}`,
    // All others are sure.
    confidence === 100 ? '' : EVIDENCE_TEXT.confidence(confidence),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

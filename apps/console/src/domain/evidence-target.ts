// The position of a piece of evidence: the source or the answer of a page that has it, and a query that marks it there.
import type { TechnologyEvidence } from '@sitegrep/client';
import { quotedText } from '@sitegrep/search/quoted';

/** Parameters of the address of a domain. */
export interface EvidenceTarget {
  readonly tab: 'source' | 'answers';
  readonly url?: string;
  readonly q?: string;
}

/** Fields whose matches are read out of the source of a page. */
const OF_SOURCE: ReadonlySet<TechnologyEvidence['field']> = new Set([
  'html',
  'scripts',
  'scriptSrc',
  'css',
  'meta',
  'dom',
  'query',
]);
/** Fields that a page came with. */
const OF_ANSWER: ReadonlySet<TechnologyEvidence['field']> = new Set([
  'headers',
  'cookies',
  'robots',
  'certIssuer',
]);

/** @returns null: it stands in no text that is stored */
export function targetOf({
  field,
  url,
  match,
}: Pick<TechnologyEvidence, 'field' | 'url' | 'match'>): EvidenceTarget | null {
  if (OF_ANSWER.has(field)) return { tab: 'answers' };
  if (match.trim() === '') return null;
  if (OF_SOURCE.has(field)) return { tab: 'source', url, q: quotedText(match.trim()) };
  // A visible text has its white space folded, and tags between its words.
  if (field === 'text') return { tab: 'source', url, q: quotedText(longestWord(match)) };
  return null;
}

function longestWord(text: string): string {
  return text.split(/\s+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

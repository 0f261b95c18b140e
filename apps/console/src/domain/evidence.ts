import type { DomainTechnology } from '@sitegrep/client';

/** A piece of evidence in one line: what is known of it but its page. */
export function evidenceText(evidence: DomainTechnology['evidence'][number]): string {
  return Object.entries(evidence)
    .filter(([name, value]) => name !== 'url' && value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ');
}

import type { PageFacts } from '../src/facts.ts';
import type { PageRecord } from '../src/page.ts';
import { NO_PAGE_FACTS } from './facts.ts';

/** A page that states nothing but what a test gives it. */
export function pageAt(
  url: string,
  record: Partial<PageRecord> = {},
  facts: Partial<PageFacts> = {},
): PageRecord {
  return {
    url,
    fetchedAt: 1000,
    charset: 'utf-8',
    truncated: false,
    source: `<p>${url}`,
    ...record,
    facts: { ...NO_PAGE_FACTS, ...record.facts, ...facts },
  };
}

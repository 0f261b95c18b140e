import type { PageFacts } from '../src/facts.ts';
import type { PageRecord } from '../src/page.ts';

const NO_FACTS: PageFacts = {
  title: null,
  description: null,
  metaKeywords: [],
  emails: [],
  socialGraphUrls: [],
  declaredLanguage: null,
  contentLanguage: null,
  canonicalUrl: null,
  generator: null,
  technologies: [],
};

/** A page that says nothing but what a test gives it. */
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
    facts: { ...NO_FACTS, ...record.facts, ...facts },
  };
}

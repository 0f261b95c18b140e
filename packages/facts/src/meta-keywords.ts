import { foldedValue } from '@sitegrep/html';

const MAX_KEYWORDS = 100;

/** Keywords of all `meta name=keywords`, split at commas of three scripts; unique regardless of case, first spelling kept. */
export function metaKeywords(contents: readonly string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const content of contents) {
    for (const part of content.slice(0, 100_000).split(/[,，、]/)) {
      if (bySpelling.size === MAX_KEYWORDS) return [...bySpelling.values()];
      const keyword = foldedValue(part);
      if (keyword === null) continue;
      const key = keyword.toLowerCase();
      if (!bySpelling.has(key)) bySpelling.set(key, keyword);
    }
  }
  return [...bySpelling.values()];
}

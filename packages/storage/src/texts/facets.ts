import { foldCase } from '@sitegrep/search';
import type { SiteFacts } from '@sitegrep/site';
import { storableText } from './storable.ts';

/** The texts that keywords are looked for in, folded: title, description, each meta keyword. */
export function wordsOf({ title, description, metaKeywords }: SiteFacts): readonly string[] {
  return [title, description, ...metaKeywords]
    .filter((text) => text !== null)
    .map((text) => foldCase(storableText(text)));
}

/** What conditions on `technologies` are held against: all names, and the `group.category` of each, each once. */
export function technologyKeys({ technologies }: SiteFacts): readonly string[] {
  const keys = new Set<string>();
  for (const [group, categories] of Object.entries(technologies)) {
    for (const [category, names] of Object.entries(categories)) {
      for (const key of [`${group}.${category}`, ...names]) keys.add(key.toWellFormed());
    }
  }
  return [...keys];
}

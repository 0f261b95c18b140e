import { readFileSync } from 'node:fs';
import type { PageField } from './patterns.ts';

/** How often literals stand in an average page; what isn't in it is rarer than once in 20 pages. */
export type Frequencies = Readonly<Record<string, number>>;

/** By page text, over all short values together, and for selectors in the source. */
export type FieldFrequencies = Readonly<Record<PageField | 'values' | 'elements', Frequencies>>;

const FREQUENCIES_FILE = new URL('../data/literal-frequencies.json', import.meta.url);

export function readFrequencies(): FieldFrequencies {
  return JSON.parse(readFileSync(FREQUENCIES_FILE, 'utf8')) as FieldFrequencies;
}

import { readFileSync } from 'node:fs';
import type { TextField } from './patterns.ts';

/** How often literals stand in an average page; what isn't in it is rarer than once in 20 pages. */
export type Frequencies = Readonly<Record<string, number>>;

/** By text, over all short values together, and for selectors in the source. None are known where there is no entry. */
export interface FieldFrequencies extends Readonly<Partial<Record<FrequencyField, Frequencies>>> {
  /** Of words of three and four characters (grams.ts), in sources and in the short values of a page together. */
  readonly grams?: Readonly<Record<'page' | 'values', Frequencies>>;
}

export type FrequencyField = TextField | 'elements' | 'values';

const FREQUENCIES_FILE = new URL('../data/literal-frequencies.json', import.meta.url);

export function readFrequencies(): FieldFrequencies {
  return JSON.parse(readFileSync(FREQUENCIES_FILE, 'utf8')) as FieldFrequencies;
}

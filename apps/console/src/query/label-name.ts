import { countryName, languageName } from '../names.ts';
import type { LabelKind } from '../text/history.ts';
import { shownValue } from './facet-values.ts';

/** A label of a domain as people read it: names for codes, and of a category its last part in words. */
export function labelName(kind: LabelKind, label: string): string {
  if (kind === 'country') return countryName(label);
  if (kind === 'language' || kind === 'content_language') return languageName(label);
  return kind === 'category' || kind === 'kind' ? shownValue(kind, label) : label;
}

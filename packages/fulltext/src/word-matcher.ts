import { STEM_MARK } from './page-words.ts';
import type { TextPlan } from './plan.ts';
import { stemmerOf } from './stems.ts';

/** Tells which choice of a plan a word belongs to. */
export type WordMatcher = (word: string) => number;

/** @returns the number of the choice that a word fulfils; -1: of none */
export function wordMatcher({ choices }: TextPlan, language: string): WordMatcher {
  const stem = stemmerOf(language);
  const exact = new Map(choices.flatMap(({ words }, index) => words.map((word) => [word, index] as const)));
  const stems = new Map(choices.flatMap(({ forms }, index) => forms.map((form) => [form, index] as const)));
  const beginnings = choices.flatMap(({ words: [word = ''], isBeginning }, index) =>
    isBeginning ? [{ word, index }] : [],
  );
  return (word) =>
    exact.get(word) ??
    stems.get(STEM_MARK + stem(word)) ??
    beginnings.find((beginning) => word.startsWith(beginning.word))?.index ??
    -1;
}

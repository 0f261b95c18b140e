import { languageDetector } from '@sitegrep/facts';
import { loadLanguages } from '@sitegrep/facts/data';
import { readModel } from '../../../packages/facts/src/language-model/model.ts';
import { contentLanguageOf } from '../../../packages/facts/src/languages/languages.ts';
import type { LabelledText, TextSets } from './labelled-texts.ts';

/** Numbers of texts that got their language, none, or another one. */
export interface TextCounts {
  readonly right: number;
  readonly none: number;
  readonly wrong: number;
}

/**
 * Answers for the texts of each set, those in languages that eld knows and the others: sitegrep's, without a declaration, and
 * the ones that eld calls reliable. The detector gives eld's answers.
 */
export function textRows(sets: TextSets): readonly (TextCounts & { readonly name: string })[] {
  const memory = loadLanguages();
  const detect = languageDetector(memory);
  const known = new Set(readModel(memory).languages);
  const answers: readonly (readonly [name: string, answer: (text: string) => string | null])[] = [
    ['sitegrep', (text) => contentLanguageOf(text, null, detect)],
    ['eld', (text) => reliable(detect(text))],
  ];
  return Object.entries(sets).flatMap(([set, texts]) => {
    const ofEld = texts.filter(({ language }) => language !== null && known.has(language));
    const others = texts.filter(({ language }) => language === null || !known.has(language));
    return [
      ...answers.map(([name, answer]) => ({
        name: `${set}, languages of eld: ${name}`,
        ...count(ofEld, answer),
      })),
      ...answers.map(([name, answer]) => ({ name: `${set}, others: ${name}`, ...count(others, answer) })),
    ];
  });
}

function reliable({ language, isReliable }: { language: string | null; isReliable: boolean }): string | null {
  return isReliable ? language : null;
}

function count(texts: readonly LabelledText[], answer: (text: string) => string | null): TextCounts {
  let [right, none, wrong] = [0, 0, 0];
  for (const { language, text } of texts) {
    const found = answer(text);
    if (found === null) none++;
    else if (found === language) right++;
    else wrong++;
  }
  return { right, none, wrong };
}

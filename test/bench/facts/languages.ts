import { readFileSync } from 'node:fs';
import { type Counts, type FactBench, precisionOf, recallOf } from './fact.ts';
import { readTexts } from './labelled-texts.ts';
import { type TextCounts, textRows } from './text-languages.ts';

const GOALS = { pages: 0.98, wrongTexts: 0.01 } as const;

/** Languages of one page, read by eye. ISO 639-1. */
interface LanguageLabels {
  /** Address of the page by which a capture names it. */
  readonly url: string;
  /** Language that its head declares; null if none. */
  readonly declared: string | null;
  /** Language of its text; null if it is in several: the answer does not count then. */
  readonly content: string | null;
}

export function readLanguageLabels(): readonly LanguageLabels[] {
  const file = new URL('./language-labels.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as readonly LanguageLabels[];
}

interface Tally {
  right: number;
  readonly wrong: string[];
  readonly missed: string[];
}

/**
 * Compares the declared language and that of the text with what was read by eye, and that of labelled texts with plain eld's.
 *
 * @param errors errors of each kind that are listed
 * @param folder files of one sentence a line, named by language (`de.txt`); null for none
 */
export function languagesBench(errors: number, folder: string | null): FactBench {
  const labels = new Map(readLanguageLabels().map((each) => [each.url, each]));
  const tallies: Readonly<Record<'declared' | 'content', Tally>> = {
    declared: { right: 0, wrong: [], missed: [] },
    content: { right: 0, wrong: [], missed: [] },
  };
  return {
    name: 'languages',
    add: ({ page, extracted: { facts } }) => {
      const label = labels.get(page.url);
      if (label === undefined) return;
      add(tallies.declared, label.declared, facts.declaredLanguage, page.url);
      if (label.content !== null) add(tallies.content, label.content, facts.contentLanguage, page.url);
    },
    report: () => [
      `${'pages read by eye'.padEnd(34)}   pages  precision  recall`,
      ...Object.entries(tallies).flatMap(([name, tally]) => [
        pageLine(name, countsOf(tally)),
        ...tally.wrong.slice(0, errors).map((each) => `    wrong   ${each}`),
        ...tally.missed.slice(0, errors).map((each) => `    missed  ${each}`),
      ]),
      '',
      `${'labelled texts'.padEnd(34)}   texts   right    none   wrong`,
      ...textRows(readTexts(folder)).map(({ name, ...counts }) => textLine(name, counts)),
      `goals: pages ${GOALS.pages}; languages of eld: wrong at most ${GOALS.wrongTexts}, right as many as eld`,
    ],
    figures: () => ({
      declared: countsOf(tallies.declared),
      content: countsOf(tallies.content),
      texts: textRows(readTexts(folder)),
    }),
  };
}

function add(tally: Tally, truth: string | null, found: string | null, url: string): void {
  if (truth === found) tally.right++;
  else if (found === null) tally.missed.push(`${url} is ${truth ?? 'none'}`);
  else tally.wrong.push(`${url} is ${truth ?? 'none'}, not ${found}`);
}

function countsOf({ right, wrong, missed }: Tally): Counts {
  return { right, wrong: wrong.length, missed: missed.length };
}

function pageLine(name: string, counts: Counts): string {
  const pages = String(counts.right + counts.wrong + counts.missed).padStart(7);
  const [precision, recall] = [precisionOf(counts), recallOf(counts)].map((share) => share.toFixed(3));
  return `${name.padEnd(34)} ${pages}      ${precision}   ${recall}`;
}

function textLine(name: string, { right, none, wrong }: TextCounts): string {
  const texts = right + none + wrong;
  const shares = [right, none, wrong].map((count) => (count / texts).toFixed(3).padStart(7));
  return `${name.padEnd(34)} ${String(texts).padStart(7)} ${shares.join(' ')}`;
}

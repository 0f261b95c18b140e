import { BATCH } from './build.ts';
import { type Answer, answerOf } from './engine.ts';
import { Texts } from './texts.ts';

export interface ScanJob {
  /** Folder of the texts. */
  readonly texts: string;
  readonly copies: number;
  readonly terms: readonly string[];
}

export interface ScanFigure {
  readonly ms: number;
  readonly answer: Answer;
}

/** Reads all texts for each term, once, and looks for it by the engine's own `indexOf`. */
export function measureScan({ texts, copies, terms }: ScanJob): readonly ScanFigure[] {
  const source = new Texts(texts, copies);
  return terms.map((term) => {
    const bytes = Buffer.from(term);
    const startedAt = performance.now();
    const found: number[] = [];
    for (const batch of source.batches(BATCH)) {
      for (const { number, pages } of batch)
        if (pages.some((page) => page.includes(bytes))) found.push(number);
    }
    return { ms: performance.now() - startedAt, answer: answerOf(found) };
  });
}

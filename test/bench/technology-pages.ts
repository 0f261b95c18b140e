import { extractPage } from '@sitegrep/extract';
import type { TechnologySignals } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';

/** Signals of pages of a capture, read as a crawl reads them, in its order. */
export async function readSignals(
  path: string,
  skip: number,
  count: number,
): Promise<readonly TechnologySignals[]> {
  const signals: TechnologySignals[] = [];
  let index = 0;
  for await (const page of readWarc(path)) {
    if (index++ < skip) continue;
    if (index > skip + count) break;
    signals.push(extractPage(page).signals);
  }
  return signals;
}

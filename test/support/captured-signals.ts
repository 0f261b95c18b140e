import { extractPage } from '@sitegrep/facts';
import type { TechnologySignals } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';

/** Signals of pages of a capture, read as a crawl reads them, in its order. */
export async function* eachPage(
  path: string,
  skip: number,
  count: number,
): AsyncGenerator<TechnologySignals, void, undefined> {
  let index = 0;
  for await (const page of readWarc(path)) {
    if (index++ < skip) continue;
    if (index > skip + count) return;
    yield extractPage(page).signals;
  }
}

export function readSignals(
  path: string,
  skip: number,
  count: number,
): Promise<readonly TechnologySignals[]> {
  return Array.fromAsync(eachPage(path, skip, count));
}

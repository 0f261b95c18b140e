import { setTimeout as delay } from 'node:timers/promises';
import type { ChangingServer } from './changing-server.ts';
import type { Corpus } from './corpus.ts';
import type { Rounds } from './judge.ts';

/** Sources that are put at once, in characters: as a crawl does. */
const BATCH_CHARACTERS = 4 * 2 ** 20;

/** Requests under way: one is written while the next is read. */
const REQUESTS_AT_ONCE = 2;

/**
 * Puts every document as it is in a round.
 *
 * @param perSecond documents a second at most
 * @returns seconds
 */
export async function replaceAll(
  server: ChangingServer,
  { domains, characters }: Corpus,
  rounds: Rounds,
  round: number,
  perSecond = Infinity,
): Promise<number> {
  const startedAt = performance.now();
  const underWay: Promise<void>[] = [];
  for (const numbers of batchesOf(characters)) {
    if (underWay.length >= REQUESTS_AT_ONCE) await underWay.shift();
    const early = startedAt + (1000 * (numbers[0] ?? 0)) / perSecond - performance.now();
    if (early > 0) await delay(early);
    rounds.begin(numbers, round);
    const request = { round, domains: numbers.map((number) => ({ domain: domains[number] ?? '', number })) };
    const done = server.replace(request).then(() => rounds.finish(numbers, round));
    done.catch(() => undefined);
    underWay.push(done);
  }
  await Promise.all(underWay);
  return (performance.now() - startedAt) / 1000;
}

function batchesOf(characters: readonly number[]): readonly (readonly number[])[] {
  const batches: number[][] = [[]];
  let size = 0;
  for (const [number, length] of characters.entries()) {
    if (size >= BATCH_CHARACTERS) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(number);
    size += length;
  }
  return batches;
}

import { SEPARATOR } from './segment/format.ts';
import { NO_DOCUMENTS, type DocumentList, type Trigram } from './segment/lists.ts';
import type { GranuleCache } from './segment/granule-cache.ts';
import { areBits, readFourgrams } from './segment/fourgrams.ts';
import type { Segment } from './segment/segment.ts';
import { verifyDocIds } from './verify-doc-ids.ts';

/**
 * Checks the 4-grams of a trigram, if they are listed: that their lists lie one behind the other, and that a document of a 4-gram
 * has both of its trigrams.
 *
 * @param pair the first two bytes of the trigram
 * @param documents of the trigram
 * @param damaged makes the error to throw; `problem` completes a sentence about the 4-grams
 */
export function verifyFourgrams(
  segment: Segment,
  cache: GranuleCache,
  pair: number,
  trigram: Trigram,
  documents: Uint32Array,
  damaged: (problem: string) => Error,
): void {
  const fourgrams = readFourgrams(cache, segment.file, trigram);
  if (fourgrams === null || trigram.fourgrams === null) return;
  const ranks = new Uint32Array(documents.length);
  let at = fourgrams.unlisted.at;
  let last = -1;
  const named = (what: string) => (problem: string) => damaged(`${what} ${problem}`);
  const check = (list: DocumentList, failed: (problem: string) => Error): void => {
    if (list.at !== at) throw failed('are out of place');
    at += list.bytes;
    checkDocIds(list, failed);
  };
  const checkDocIds = (list: DocumentList, failed: (problem: string) => Error): void => {
    verifyDocIds(segment, cache, list, documents.length, ranks, failed);
  };
  if (at <= trigram.fourgrams.at) throw damaged('have no head');
  check(fourgrams.unlisted, named('have unlisted documents that'));
  for (const { fourth, documents: list } of fourgrams.fourths) {
    const failed = named(`with fourth byte ${fourth}`);
    if (fourth <= last || fourth >= SEPARATOR) throw failed(`stand behind ${last}`);
    last = fourth;
    if (list.count === 0) throw failed('are none');
    if (areBits(documents.length)) {
      const bits = cache.bytes[cache.addressOf(segment.file, list.at)] ?? 0;
      if (bits >>> documents.length !== 0) throw failed(`are bits ${bits} of ${documents.length}`);
      checkDocIds(list, failed);
    } else check(list, failed);
    const docIds = Uint32Array.from(ranks.subarray(0, list.count), (rank) => documents[rank] ?? 0);
    const second = ((pair & 0xff) << 16) | (trigram.third << 8) | fourth;
    const ofSecond = segment.dictionary.trigram(cache, second)?.documents ?? NO_DOCUMENTS;
    const both = ofSecond.count === 0 ? 0 : segment.intersect(cache, ofSecond, docIds, list.count);
    if (both !== list.count)
      throw failed(`name ${list.count - both} documents that lack their last three bytes`);
  }
  if (at !== trigram.fourgrams.at + trigram.fourgrams.bytes) throw damaged(`end at offset ${at}`);
}

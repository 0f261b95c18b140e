import { SEPARATOR } from './segment/format.ts';
import { NO_DOCUMENTS, type DocumentList, type Triple } from './segment/lists.ts';
import type { GranuleCache } from './segment/granule-cache.ts';
import { areBits, readQuads } from './segment/quads.ts';
import type { Segment } from './segment/segment.ts';
import { verifyOrdinals } from './verify-ordinals.ts';

/**
 * Checks the quads of a triple, if they are listed: that their lists lie one behind the other, and that a document of a quad
 * has both of its triples.
 *
 * @param pair the first two bytes of the triple
 * @param documents of the triple
 * @param damaged makes the error to throw; `problem` completes a sentence about the quads
 */
export function verifyQuads(
  segment: Segment,
  cache: GranuleCache,
  pair: number,
  triple: Triple,
  documents: Uint32Array,
  damaged: (problem: string) => Error,
): void {
  const quads = readQuads(cache, segment.file, triple);
  if (quads === null || triple.quads === null) return;
  const ranks = new Uint32Array(documents.length);
  let at = quads.unlisted.at;
  let last = -1;
  const named = (what: string) => (problem: string) => damaged(`${what} ${problem}`);
  const check = (list: DocumentList, failed: (problem: string) => Error): void => {
    if (list.at !== at) throw failed('are out of place');
    at += list.bytes;
    checkOrdinals(list, failed);
  };
  const checkOrdinals = (list: DocumentList, failed: (problem: string) => Error): void => {
    verifyOrdinals(segment, cache, list, documents.length, ranks, failed);
  };
  if (at <= triple.quads.at) throw damaged('have no head');
  check(quads.unlisted, named('have unlisted documents that'));
  for (const { fourth, documents: list } of quads.fourths) {
    const failed = named(`with fourth byte ${fourth}`);
    if (fourth <= last || fourth >= SEPARATOR) throw failed(`stand behind ${last}`);
    last = fourth;
    if (list.count === 0) throw failed('are none');
    if (areBits(documents.length)) {
      const bits = cache.bytes[cache.placeOf(segment.file, list.at)] ?? 0;
      if (bits >>> documents.length !== 0) throw failed(`are bits ${bits} of ${documents.length}`);
      checkOrdinals(list, failed);
    } else check(list, failed);
    const ordinals = Uint32Array.from(ranks.subarray(0, list.count), (rank) => documents[rank] ?? 0);
    const second = ((pair & 0xff) << 16) | (triple.third << 8) | fourth;
    const ofSecond = segment.dictionary.triple(cache, second)?.documents ?? NO_DOCUMENTS;
    const both = ofSecond.count === 0 ? 0 : segment.intersect(cache, ofSecond, ordinals, list.count);
    if (both !== list.count)
      throw failed(`name ${list.count - both} documents that lack their last three bytes`);
  }
  if (at !== triple.quads.at + triple.quads.bytes) throw damaged(`end at offset ${at}`);
}

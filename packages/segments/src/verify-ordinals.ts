import { maxOrdinalsBytes, readOrdinals, writeOrdinals } from './codec/ordinals.ts';
import type { DocumentList } from './segment/lists.ts';
import type { GranuleCache } from './segment/granule-cache.ts';
import type { Segment } from './segment/segment.ts';

/**
 * Reads a list of documents and checks that it is one: that its ordinals ascend, and are as many and take as many bytes as
 * is said.
 *
 * @param ofDocuments that its ordinals count
 * @param into gets the ordinals
 * @param damaged makes the error to throw; `problem` completes a sentence about the list
 */
export function verifyOrdinals(
  { file }: Segment,
  cache: GranuleCache,
  { count, at, bytes }: DocumentList,
  ofDocuments: number,
  into: Uint32Array,
  damaged: (problem: string) => Error,
): void {
  if (count > ofDocuments || bytes > maxOrdinalsBytes(count, ofDocuments))
    throw damaged(`are ${count} in ${bytes} bytes`);
  const encoded = Buffer.alloc(bytes);
  cache.copy(file, at, bytes, encoded);
  readOrdinals(encoded, 0, count, ofDocuments, into);
  for (let index = 0; index < count; index++) {
    const ordinal = into[index] ?? 0;
    if (ordinal >= ofDocuments || (index > 0 && ordinal <= (into[index - 1] ?? 0)))
      throw damaged(`have ${ordinal} as number ${index}`);
  }
  const again = Buffer.alloc(maxOrdinalsBytes(count, ofDocuments));
  const end = writeOrdinals(again, 0, into, 0, count, ofDocuments);
  if (!encoded.equals(again.subarray(0, end))) throw damaged(`are not ${count}`);
}

import { maxDocIdsBytes, readDocIds, writeDocIds } from './codec/doc-ids.ts';
import type { DocumentList } from './segment/lists.ts';
import type { GranuleCache } from './segment/granule-cache.ts';
import type { Segment } from './segment/segment.ts';

/**
 * Reads a list of documents and checks that it is one: that its document ids ascend, and are as many and take as many bytes as
 * is said.
 *
 * @param ofDocuments that its document ids count
 * @param into gets the document ids
 * @param damaged makes the error to throw; `problem` completes a sentence about the list
 */
export function verifyDocIds(
  { file }: Segment,
  cache: GranuleCache,
  { count, at, bytes }: DocumentList,
  ofDocuments: number,
  into: Uint32Array,
  damaged: (problem: string) => Error,
): void {
  if (count > ofDocuments || bytes > maxDocIdsBytes(count, ofDocuments))
    throw damaged(`are ${count} in ${bytes} bytes`);
  const encoded = Buffer.alloc(bytes);
  cache.copy(file, at, bytes, encoded);
  readDocIds(encoded, 0, count, ofDocuments, into);
  for (let index = 0; index < count; index++) {
    const docId = into[index] ?? 0;
    if (docId >= ofDocuments || (index > 0 && docId <= (into[index - 1] ?? 0)))
      throw damaged(`have ${docId} as number ${index}`);
  }
  const again = Buffer.alloc(maxDocIdsBytes(count, ofDocuments));
  const end = writeDocIds(again, 0, into, 0, count, ofDocuments);
  if (!encoded.equals(again.subarray(0, end))) throw damaged(`are not ${count}`);
}

import { crc32 } from 'node:zlib';

/** Answer of an engine: the number of documents, and a checksum of which they are. */
export interface Answer {
  readonly documents: number;
  readonly checksum: number;
}

/** @param documents their numbers, ascending */
export function answerOf(documents: readonly number[]): Answer {
  return { documents: documents.length, checksum: crc32(Buffer.from(Float64Array.from(documents).buffer)) };
}

export function isSameAnswer(a: Answer, b: Answer): boolean {
  return a.documents === b.documents && a.checksum === b.checksum;
}

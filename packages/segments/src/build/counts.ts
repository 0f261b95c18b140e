import type { Kernel } from '../kernel/kernel.ts';
import type { KeysOfDocuments } from './sort-documents.ts';

/** Three bytes as a number, the first one highest. */
const TRIGRAMS = 2 ** 24;

/** What a text holds: all documents one behind the other. */
export interface Text {
  /** Half offsets at which documents begin, and where the last one ends. */
  readonly starts: Uint32Array;
  /** Writes it down where a builder wants it, which has room for exactly that. */
  write(into: Uint8Array): void;
}

/** A text in the memory of a kernel. */
export interface TextInMemory {
  readonly address: number;
  /** As those of the text. */
  readonly starts: Uint32Array;
}

export function textBytes({ starts }: Pick<Text, 'starts'>): number {
  return 2 * (starts.at(-1) ?? 0);
}

/** Tables in the memory of a kernel, by which a thread goes from text to text. */
export interface CountTables {
  /** Even positions of each trigram; the third byte may be a separator. */
  readonly positions: number;
  /** The last document with each trigram, plus one. */
  readonly lastDocuments: number;
}

export function countTables(kernel: Kernel): CountTables {
  return { positions: kernel.take(4 * TRIGRAMS), lastDocuments: kernel.take(4 * TRIGRAMS) };
}

/**
 * Counts the even positions of each trigram.
 *
 * @param tables all zero
 * @returns the trigrams of each document, from all positions, on top of the kernel's memory; a separator as third, or second
 *   and third byte stands for the end of a part
 */
export function countTrigrams(
  kernel: Kernel,
  { address, starts }: TextInMemory,
  { positions, lastDocuments }: CountTables,
): KeysOfDocuments {
  const documents = starts.length - 1;
  const keyAddresses = new Uint32Array(documents + 1);
  let end = kernel.top;
  for (let document = 0; document < documents; document++) {
    keyAddresses[document] = end;
    const from = address + 2 * (starts[document] ?? 0);
    const to = address + 2 * (starts[document + 1] ?? 0);
    // A document has no more trigrams than bytes.
    kernel.reach(end + 4 * Math.min(to - from, TRIGRAMS));
    end = kernel.run.countTrigrams(from, to, positions, lastDocuments, document + 1, end) >>> 0;
  }
  keyAddresses[documents] = end;
  kernel.top = end;
  return { addresses: keyAddresses };
}

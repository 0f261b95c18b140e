import { MAX_SAMPLES, type NewBlock, type Takedown } from '../../domains.ts';
import type { ClusterBlocks } from './blocks.ts';
import type { Writer } from './writer.ts';

/** Documents removed together; each batch takes until the next refresh. */
const REMOVED_AT_A_TIME = 500;

interface TakedownParts {
  readonly blocks: ClusterBlocks;
  readonly writer: Writer;
  /** Stored domains under another one: at least those that were put before the call. */
  readonly under: (domain: string) => AsyncIterable<string>;
}

/**
 * Records the block, then removes what is stored. No concurrent put, in any process, survives, although index and
 * blocks share no transaction:
 *
 * - A put of the domain itself reads the version of its document, then the blocks, and writes over that version.
 *   The fence below raises the version after the block was recorded. So a put that did not see the block read a
 *   version older than the block. Either it was written before the fence, which then removes it, or it finds a
 *   higher version, reads again and sees the block.
 * - A put of a domain under it may have no document to fence. It reads the blocks again when its document is
 *   visible to searches. If it does not see the block then, its document was visible before the takedown searched
 *   for such domains. A process killed in between leaves its site unfinished; the process that takes up that site
 *   sees the block and removes the document.
 */
export async function takeDown(
  { blocks, writer, under }: TakedownParts,
  wanted: NewBlock,
): Promise<Takedown> {
  const block = await blocks.set(wanted, true);
  const samples = (await writer.fence(block.domain)) ? [block.domain] : [];
  let removed = samples.length;
  let some: string[] = [];
  const removeSome = async (): Promise<void> => {
    const gone = await writer.remove(some);
    removed += gone.length;
    samples.push(...gone.slice(0, MAX_SAMPLES - samples.length));
    some = [];
  };
  for await (const domain of under(block.domain)) {
    if (some.push(domain) === REMOVED_AT_A_TIME) await removeSome();
  }
  await removeSome();
  return { block, removed, samples };
}

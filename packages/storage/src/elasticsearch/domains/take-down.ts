import { MAX_SAMPLES, type NewBlock, type Takedown } from '../../domains.ts';
import type { ClusterBlocks } from './blocks.ts';
import type { Writer } from './writer.ts';

/** Documents that are removed together: each time, it takes until the next refresh. */
const REMOVED_AT_A_TIME = 500;

export interface TakedownParts {
  readonly blocks: ClusterBlocks;
  readonly writer: Writer;
  /** Stored domains under one, all that were put before it was asked. */
  readonly under: (domain: string) => AsyncIterable<string>;
  /** Removes what is kept of a domain besides its document. */
  readonly forget: (domain: string) => Promise<void>;
}

/**
 * First the block is recorded, then what is stored is removed. No put that goes on at the same time, in whatever process,
 * is there at the end, though index and blocks have no transaction in common:
 *
 * - A put of the domain itself reads the document's version, then the blocks, and writes over that version. The fence
 *   below raises the version behind the block. So a put that did not see the block read a version from before it: either it
 *   was written before the fence, which then removes it, or it finds a higher version, reads again, and sees the block.
 * - A put of a domain under it, which may have no document to be fenced, looks at the blocks again once it is written and
 *   can be found. If it doesn't see the block then, it was there to be found before the search for such domains began.
 *   A process that is killed in between leaves its site unfinished; whoever takes that up sees the block, and removes it.
 */
export async function takeDown(
  { blocks, writer, under, forget }: TakedownParts,
  asked: NewBlock,
): Promise<Takedown> {
  const block = await blocks.set(asked, true);
  const samples = (await writer.fence(block.domain)) ? [block.domain] : [];
  await forget(block.domain);
  let removed = samples.length;
  let some: string[] = [];
  const removeSome = async (): Promise<void> => {
    const gone = await writer.remove(some);
    for (const domain of gone) await forget(domain);
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

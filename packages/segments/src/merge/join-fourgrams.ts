import { mayHaveFourgrams } from '../segment/format.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import { FOURGRAMS_BYTES, type JoinBuffers } from './join-buffers.ts';
import type { Source } from './live-runs.ts';
import { MAX_UNLISTED_SHARE } from './move-fourgrams.ts';

const NOT_LISTED = 0;

/**
 * Brings the 4-grams of segments together of which every document is alive. Does what `FourgramMover` does: the documents of a
 * trigram in one segment are those behind its documents in the ones before, so lists need not be taken apart.
 */
export class FourgramJoiner {
  readonly #room: JoinBuffers;
  readonly #sources: readonly Source[];
  readonly #documents: number;

  /** @param documents of the merged segment */
  constructor(room: JoinBuffers, sources: readonly Source[], documents: number) {
    this.#room = room;
    this.#sources = sources;
    this.#documents = documents;
  }

  /**
   * Writes the 4-grams of a trigram of the groups that were brought, if those of most of its documents are listed.
   *
   * @param count of its documents
   */
  move(writer: SegmentWriter, third: number, count: number): void {
    if (!mayHaveFourgrams(count, this.#documents)) return;
    const { kernel, fourgrams, rows, ends, head, lists } = this.#room;
    const { words } = kernel;
    let [unlisted, listed] = [0, 0];
    let to = fourgrams >>> 2;
    for (const { group } of this.#sources) {
      const documents = group.documents[third] ?? 0;
      if (documents === 0) continue;
      const isListed = (group.fourgramBytes[third] ?? 0) > 0;
      const without = isListed ? (group.unlisted[third] ?? 0) : documents;
      words[to] = documents;
      words[to + 1] = isListed ? group.addressOf(group.fourgramsAt[third] ?? 0) : NOT_LISTED;
      words[to + 2] = without;
      to += FOURGRAMS_BYTES >>> 2;
      unlisted += without;
      if (isListed) listed++;
    }
    if (listed === 0 || unlisted > count * MAX_UNLISTED_SHARE) return;
    const listsEnd = kernel.run.joinFourgrams(fourgrams, 4 * to, rows, ends, head, lists) >>> 0;
    writer.trigramFourgramsAt(third, head, kernel.run.fourgramsHeadEnd() >>> 0, lists, listsEnd, unlisted);
  }
}

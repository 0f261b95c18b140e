import { mayHaveQuads } from '../segment/format.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import { QUADS_BYTES, type JoinRoom } from './join-room.ts';
import type { Source } from './live-runs.ts';
import { MOST_UNLISTED } from './move-quads.ts';

const NOT_LISTED = 0;

/**
 * Brings the quads of segments together of which every document is alive. Does what `QuadMover` does: the documents of a
 * triple in one segment are those behind its documents in the ones before, so lists need not be taken apart.
 */
export class QuadJoiner {
  readonly #room: JoinRoom;
  readonly #sources: readonly Source[];
  readonly #documents: number;

  /** @param documents of the merged segment */
  constructor(room: JoinRoom, sources: readonly Source[], documents: number) {
    this.#room = room;
    this.#sources = sources;
    this.#documents = documents;
  }

  /**
   * Writes the quads of a triple of the groups that were brought, if those of most of its documents are listed.
   *
   * @param count of its documents
   */
  move(writer: SegmentWriter, third: number, count: number): void {
    if (!mayHaveQuads(count, this.#documents)) return;
    const { kernel, quads, rows, ends, head, lists } = this.#room;
    const { words } = kernel;
    let [unlisted, listed] = [0, 0];
    let to = quads >>> 2;
    for (const { group } of this.#sources) {
      const documents = group.documents[third] ?? 0;
      if (documents === 0) continue;
      const isListed = (group.quadBytes[third] ?? 0) > 0;
      const without = isListed ? (group.unlisted[third] ?? 0) : documents;
      words[to] = documents;
      words[to + 1] = isListed ? group.placeOf(group.quadsAt[third] ?? 0) : NOT_LISTED;
      words[to + 2] = without;
      to += QUADS_BYTES >>> 2;
      unlisted += without;
      if (isListed) listed++;
    }
    if (listed === 0 || unlisted > count * MOST_UNLISTED) return;
    const listsEnd = kernel.run.joinQuads(quads, 4 * to, rows, ends, head, lists) >>> 0;
    writer.tripleQuadsAt(third, head, kernel.run.quadsHeadEnd() >>> 0, lists, listsEnd, unlisted);
  }
}

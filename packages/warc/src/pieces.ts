import { ByteSource } from '@sitegrep/http';

/** Part of a compressed or plain input. Offsets are in bytes of the input as it is stored. */
export type Piece =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** The bytes that follow begin a gzip member or a zstd frame at this offset. */
  | { readonly kind: 'member'; readonly offset: number }
  | Gap;

/** Bytes are missing here: a member could not be decompressed to its end, or other bytes stand between members. */
export interface Gap {
  readonly kind: 'gap';
  /** Offset of the damaged member or of the stray bytes. */
  readonly offset: number;
  readonly problem: string;
  /** Whether the input ends here, too early. */
  readonly atEnd: boolean;
}

/** Bytes that can be looked at before they are taken. */
export interface Peekable {
  /** The next `count` bytes, fewer where they end. */
  peek(count: number): Promise<Buffer>;
}

/** Why a member could not be decompressed to its end. */
export type Damage = Pick<Gap, 'problem' | 'atEnd'>;

/** The bytes of an input in order, still compressed. */
export class CompressedBytes extends ByteSource {
  /**
   * Skips bytes up to the next ones that `find` recognises, or to the end.
   *
   * @param find offset in a buffer of what is looked for; -1 if it is not there
   * @param overlap bytes that are needed to recognise it
   */
  async skipTo(find: (bytes: Buffer) => number, overlap: number): Promise<void> {
    for (;;) {
      const bytes = await this.peek(SCAN_BYTES);
      const at = find(bytes);
      // What begins in the last bytes is complete in the next round.
      const atEnd = bytes.length < SCAN_BYTES;
      this.skip(at === -1 ? bytes.length - (atEnd ? 0 : overlap - 1) : at);
      if (at !== -1 || atEnd) return;
    }
  }
}

/** Bytes searched at a time. */
const SCAN_BYTES = 64 * 1024;

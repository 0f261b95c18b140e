// JSON in UTF-16, as editors and PowerShell write it, on its way to readers of UTF-8.
import type { Piece } from '../pieces.ts';

export type JsonCharset = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * The charset of an input that begins like JSON: by its byte order mark, or by the NUL beside its first character.
 *
 * @param start its first two bytes
 */
export function jsonCharset(start: Buffer): JsonCharset {
  const [first = 1, second = 1] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0) return 'utf-16be';
  return second === 0 ? 'utf-16le' : 'utf-8';
}

/** The first bytes of an input, whose end may be cut off, as text. */
export function startText(start: Buffer): string {
  return new TextDecoder(jsonCharset(start)).decode(start, { stream: true });
}

/** A piece of the input in UTF-8. */
interface Span {
  /** Offset of its first byte in UTF-8, and in the input. */
  readonly from: number;
  readonly origin: number;
  readonly bytes: Buffer;
}

/** Bytes whose places are known at least; readers look less far ahead. */
const MAX_KNOWN_BYTES = 4 * 1024 * 1024;

/** Pieces in UTF-8, and where their bytes stand in the input. */
export class Utf8Pieces {
  readonly #pieces: AsyncIterable<Piece>;
  readonly #decoder: TextDecoder;
  readonly #spans: Span[] = [];
  #length = 0;

  constructor(pieces: AsyncIterable<Piece>, charset: JsonCharset) {
    this.#pieces = pieces;
    // A byte order mark is kept, so that offsets are right.
    this.#decoder = new TextDecoder(charset, { ignoreBOM: true });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Piece> {
    let origin = 0;
    for await (const piece of this.#pieces) {
      if (piece.kind !== 'bytes') {
        yield piece;
        continue;
      }
      const text = this.#decoder.decode(piece.bytes, { stream: true });
      const bytes = Buffer.from(text);
      this.#spans.push({ from: this.#length, origin, bytes });
      this.#length += bytes.length;
      while (this.#length - (this.#spans[1]?.from ?? this.#length) > MAX_KNOWN_BYTES) this.#spans.shift();
      origin += 2 * text.length;
      if (bytes.length > 0) yield { kind: 'bytes', bytes };
    }
  }

  /** Offset in the input of a byte in UTF-8 that is being read. */
  originOf(at: number): number {
    const span = this.#spans.findLast(({ from }) => from <= at);
    if (span === undefined) return at;
    return span.origin + 2 * span.bytes.toString('utf8', 0, at - span.from).length;
  }
}

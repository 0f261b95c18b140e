// Pages as a list in JSON, or as objects of many lines each: what programs write that do not write an object on each line.
import { JsonScanner, type JsonReader } from './json-scanner.ts';

/** An object of a list, or of a file of objects, as it is written. */
export interface JsonItem {
  /** Null: it is longer than may be. */
  readonly bytes: Buffer | null;
  /** Offset of its first byte. */
  readonly offset: number;
}

/** Takes bytes of JSON, and gives the objects in its lists, or those that stand by themselves. */
export class JsonItems implements JsonReader {
  readonly #scanner = new JsonScanner(this);
  readonly #maxBytes: number;
  #given: JsonItem[] = [];
  /** Parts of the item that is being read; null: they are too many bytes. */
  #parts: Buffer[] | null = [];
  #length = 0;
  /** Levels that are open, and which of them is an item; 0: none. */
  #depth = 0;
  #itemDepth = 0;
  #itemOffset = 0;
  #chunk: Buffer = Buffer.alloc(0);
  #chunkOffset = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws JsonFault, after which items before it can still be taken */
  scan(bytes: Buffer): void {
    this.#chunk = bytes;
    this.#scanner.scan(bytes);
    if (this.#itemDepth > 0) this.#add(Math.max(0, this.#itemOffset - this.#chunkOffset), bytes.length);
    this.#chunkOffset += bytes.length;
  }

  /** @throws JsonFault if the input ends too early */
  end(): void {
    this.#scanner.end();
  }

  /** Items since the last call. */
  given(): readonly JsonItem[] {
    const given = this.#given;
    this.#given = [];
    return given;
  }

  open(isList: boolean): void {
    this.#depth++;
    // Lists of lists are taken for one.
    if (this.#itemDepth > 0 || isList) return;
    this.#itemDepth = this.#depth;
    this.#itemOffset = this.#scanner.offset;
    this.#parts = [];
    this.#length = 0;
  }

  close(): void {
    if (this.#depth === this.#itemDepth) {
      const end = this.#scanner.offset + 1;
      this.#add(Math.max(0, this.#itemOffset - this.#chunkOffset), end - this.#chunkOffset);
      const bytes = this.#parts === null ? null : Buffer.concat(this.#parts);
      this.#given.push({ bytes, offset: this.#itemOffset });
      this.#itemDepth = 0;
      this.#parts = [];
    }
    this.#depth--;
  }

  key(): void {
    // Items are parsed as a whole.
  }

  wanted(): number {
    return 0;
  }

  text(): void {
    // None is wanted.
  }

  word(): void {
    // Between items, it belongs to no page.
  }

  #add(from: number, to: number): void {
    this.#length += to - from;
    if (this.#length > this.#maxBytes) this.#parts = null;
    // The bytes are those of a buffer that is used again.
    this.#parts?.push(Buffer.from(this.#chunk.subarray(from, to)));
  }
}

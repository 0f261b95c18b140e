import { readFileSync } from 'node:fs';
import { MAX_LITERAL } from './grams.ts';

/** What `scan.wasm` exports; packages/technologies/kernel has its source. All arguments are numbers, or places in its memory, in bytes. */
interface Functions {
  scan(
    pass: number,
    text: number,
    length: number,
    from: number,
    to: number,
    candidates: number,
    into: number,
  ): number;
}

/** A page of such a memory. */
const PAGE_BYTES = 2 ** 16;
const MOST_PAGES = 2 ** 16;
/** The first page is the functions' own. */
const START = PAGE_BYTES;
/** What is taken begins at multiples of a cache line. */
const LINE = 64;
/** Behind a text, so that a whole literal can be read wherever one begins. */
const ROOM = MAX_LITERAL + 8;

let compiled: WebAssembly.Module | null = null;

/**
 * The inner loop of scans as WebAssembly, and the memory that it works in: what scans look for first, which stays, then
 * the text that is looked through, until the next.
 */
export class ScanMemory {
  readonly run: Functions;
  readonly #memory: WebAssembly.Memory;
  #bytes: Buffer;
  #words: Uint32Array;
  #top = START;

  constructor() {
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./scan.wasm', import.meta.url)));
    this.#memory = new WebAssembly.Memory({ initial: START / PAGE_BYTES, maximum: MOST_PAGES });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    this.run = exports as Functions;
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }

  /** All of the memory as words of 32 bits; good until something is taken, put or loaded. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** Takes so many bytes for good. @returns their place */
  take(bytes: number): number {
    const place = this.#top;
    this.#reach(place + bytes);
    this.#top = Math.ceil((place + bytes) / LINE) * LINE;
    return place;
  }

  /** Keeps a copy of these numbers. @returns its place */
  put(numbers: Uint8Array | Uint32Array): number {
    const place = this.take(numbers.byteLength);
    this.#bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), place);
    return place;
  }

  /**
   * Writes a text where the last one was, as one byte a UTF-16 unit: positions in bytes are positions in the text. Units
   * above 255 keep their low byte only. What stands behind the text may be of an earlier one.
   *
   * @returns its place
   */
  load(text: string): number {
    this.#reach(this.#top + text.length + ROOM);
    this.#bytes.write(text, this.#top, 'latin1');
    return this.#top;
  }

  #reach(end: number): void {
    const missing = Math.ceil((end - this.#bytes.length) / PAGE_BYTES);
    if (missing <= 0) return;
    // More than is needed now, so that slowly growing texts don't grow it each time.
    this.#memory.grow(missing + Math.ceil((end - this.#top) / PAGE_BYTES / 4));
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }
}

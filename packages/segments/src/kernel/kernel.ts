import { readFileSync } from 'node:fs';

/**
 * Exports of `kernel.wasm`, whose source is in packages/segments/kernel. Arguments are addresses, which are byte
 * offsets in its memory, or numbers.
 */
interface Functions {
  countTrigrams(
    from: number,
    to: number,
    positions: number,
    lastDocuments: number,
    document: number,
    into: number,
  ): number;
  listFrequent(
    blocks: number,
    blocksEnd: number,
    ends: number,
    least: number,
    into: number,
    max: number,
  ): number;
  findFourgrams(
    from: number,
    to: number,
    numbers: number,
    offsets: number,
    steps: number,
    into: number,
  ): number;
  forgetFourgrams(keys: number, keysEnd: number, steps: number): void;
  clearBlocks(blocks: number, blocksEnd: number, table: number): void;
  countKeys(keys: number, keysEnd: number, counts: number): void;
  sumOf(blocks: number, blocksEnd: number, counts: number): number;
  sumUp(blocks: number, blocksEnd: number, counts: number): void;
  scatterDocument(keys: number, keysEnd: number, document: number, ends: number, into: number): void;
  scatterPositions(
    from: number,
    to: number,
    half: number,
    first: number,
    last: number,
    ends: number,
    into: number,
  ): void;
  listEnds(ends: number, count: number, start: number, into: number): number;
  fourgramsHeadEnd(): number;
  writeFourgrams(
    documents: number,
    documentsEnd: number,
    fourths: number,
    fourthsEnd: number,
    bytes: number,
    fourgrams: number,
    start: number,
    ranks: number,
    head: number,
    lists: number,
  ): number;
  markGrams(from: number, to: number, flags: number, shift: number, pairsSeen: number): void;
  packFlags(flags: number, bits: number, into: number): void;
  writeBlock(positions: number, floor: number, into: number): number;
  writeGaps(positions: number, positionsEnd: number, floor: number, into: number): number;
  readBlock(from: number, floor: number, into: number): number;
  readGaps(from: number, count: number, floor: number, into: number): number;
  intersect(values: number, valuesEnd: number, targets: number, targetsEnd: number, into: number): number;
  intersectBlocks(
    list: number,
    bytes: number,
    skips: number,
    blocks: number,
    targets: number,
    targetsEnd: number,
    values: number,
    into: number,
  ): number;
  readBlocks(list: number, bytes: number, skips: number, blocks: number, into: number): number;
  findDocIds(
    list: number,
    count: number,
    longer: number,
    wanted: number,
    wantedEnd: number,
    into: number,
    ranks: number,
  ): number;
  joinDocIds(parts: number, partsEnd: number, count: number, documents: number, into: number): number;
  joinFourgrams(
    sources: number,
    sourcesEnd: number,
    rows: number,
    ends: number,
    head: number,
    lists: number,
  ): number;
  leapfrog(
    cursors: number,
    cursorsEnd: number,
    position: number,
    end: number,
    into: number,
    intoEnd: number,
    result: number,
  ): number;
  rankDocIds(bitmap: number, wanted: number, wantedEnd: number, into: number, ranks: number): number;
}

/** Bytes of a page of WebAssembly's memory. */
const PAGE_BYTES = 2 ** 16;
/** Maximum pages: all that can be addressed but one, so that the end of the last one fits 32 bits. */
const MAX_PAGES = 2 ** 16 - 1;
/** Start of the memory that can be taken; the page before belongs to the functions. */
const START = PAGE_BYTES;
const MIN_GROWTH_PAGES = 16;
/** Alignment of what is taken: a cache line. */
const LINE = 64;

let compiled: WebAssembly.Module | null = null;

/**
 * The inner loops of building, merging and reading, as WebAssembly, and the memory that they work in. Memory is taken
 * like a stack, from the bottom up. A page that was never written to takes no memory of the machine.
 */
export class Kernel {
  readonly run: Functions;
  readonly #memory: WebAssembly.Memory;
  /** All of the memory; valid until more is taken. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The memory as words of 32 bits. */
  words: Uint32Array<ArrayBuffer>;
  #top = START;

  constructor() {
    // JavaScript reads and writes the words of the kernel, too.
    if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1)
      throw new Error('the index needs a processor that puts the lowest byte first (little-endian)');
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)));
    this.#memory = new WebAssembly.Memory({ initial: MIN_GROWTH_PAGES, maximum: MAX_PAGES });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    this.run = exports as Functions;
    this.bytes = new Uint8Array(this.#memory.buffer);
    this.words = new Uint32Array(this.#memory.buffer);
  }

  /** Address that the next `take` gives. Setting it to a lower address frees what is above. */
  get top(): number {
    return this.#top;
  }

  set top(address: number) {
    this.#top = Math.ceil(address / LINE) * LINE;
  }

  /** Bytes that can still be taken. */
  get available(): number {
    return MAX_PAGES * PAGE_BYTES - this.#top;
  }

  /**
   * Takes so many bytes. They are zero if they were never used, else anything.
   *
   * @returns their address
   */
  take(bytes: number): number {
    const address = this.#top;
    this.reach(address + bytes);
    this.top = address + bytes;
    return address;
  }

  /**
   * Grows the memory up to an address, without taking it.
   *
   * @throws RangeError if there cannot be so much memory
   */
  reach(end: number): void {
    const missing = Math.ceil(end / PAGE_BYTES) - this.bytes.length / PAGE_BYTES;
    if (missing <= 0) return;
    const maxPages = MAX_PAGES - this.bytes.length / PAGE_BYTES;
    if (missing > maxPages)
      throw new RangeError('a text is too long for a segment to be built in 4 GiB of memory');
    this.#memory.grow(Math.min(maxPages, Math.max(missing, MIN_GROWTH_PAGES)));
    this.bytes = new Uint8Array(this.#memory.buffer);
    this.words = new Uint32Array(this.#memory.buffer);
  }
}

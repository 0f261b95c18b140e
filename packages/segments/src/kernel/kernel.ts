import { readFileSync } from 'node:fs';

/** What `kernel.wasm` exports; packages/segments/kernel has its source. Arguments are addresses in its memory, in bytes, or numbers. */
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
    most: number,
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

/** A page of such a memory. */
const PAGE_BYTES = 2 ** 16;
/** All that can be addressed, less one page, so that the end of the last one is a number of 32 bits. */
const MAX_PAGES = 2 ** 16 - 1;
/** The first page is the functions' own. */
const START = PAGE_BYTES;
const MIN_GROWTH_PAGES = 16;
/** What is taken begins at multiples of a cache line. */
const LINE = 64;

let compiled: WebAssembly.Module | null = null;

/**
 * The inner loops of building, merging and reading, as WebAssembly, and the memory that they work in: a stack, from which whoever
 * needs some takes it. A page that was never written to takes none of the machine's.
 */
export class Kernel {
  readonly run: Functions;
  readonly #memory: WebAssembly.Memory;
  /** All of the memory; good until something is taken. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The same as words of 32 bits. */
  words: Uint32Array<ArrayBuffer>;
  #top = START;

  constructor() {
    // Words are read and written from here, too.
    if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1)
      throw new Error('the index needs a processor that puts the lowest byte first (little-endian)');
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)));
    this.#memory = new WebAssembly.Memory({ initial: MIN_GROWTH_PAGES, maximum: MAX_PAGES });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    this.run = exports as Functions;
    this.bytes = new Uint8Array(this.#memory.buffer);
    this.words = new Uint32Array(this.#memory.buffer);
  }

  /** Where the next that is taken begins. What begins there is gone if it is set to a lower address. */
  get top(): number {
    return this.#top;
  }

  set top(address: number) {
    this.#top = Math.ceil(address / LINE) * LINE;
  }

  /** How many bytes can still be taken. */
  get room(): number {
    return MAX_PAGES * PAGE_BYTES - this.#top;
  }

  /**
   * Takes so many bytes, of any content: zeros if the address was never used.
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
   * Makes room up to an address, without taking it.
   *
   * @throws RangeError if there can't be as much memory
   */
  reach(end: number): void {
    const missing = Math.ceil(end / PAGE_BYTES) - this.bytes.length / PAGE_BYTES;
    if (missing <= 0) return;
    const most = MAX_PAGES - this.bytes.length / PAGE_BYTES;
    if (missing > most)
      throw new RangeError('a text is too long for a segment to be built in 4 GiB of memory');
    this.#memory.grow(Math.min(most, Math.max(missing, MIN_GROWTH_PAGES)));
    this.bytes = new Uint8Array(this.#memory.buffer);
    this.words = new Uint32Array(this.#memory.buffer);
  }
}

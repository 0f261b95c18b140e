/** Bytes of keys for which there is memory at first, and slots of the table. */
const MIN_BYTES = 1 << 16;
const MIN_SLOTS = 1 << 12;
/** Approximate length of a key, in bytes. */
const BYTES_A_KEY = 24;

/** A key with its count. */
export interface CountedKey {
  /** The bytes of the key as a latin1 text. */
  readonly key: string;
  readonly count: number;
}

/**
 * Counts by keys that are bytes within others. A key becomes a text only if it is asked for: most are counted, and few are shown.
 */
export class ByteCounts {
  /** Number of each key plus one by its hash; 0 for a free slot, which at least half of them are. */
  #slots: Uint32Array<ArrayBuffer>;
  #bytes: Buffer<ArrayBuffer>;
  /** End of each key in `#bytes`; it begins where the one before ends. */
  #ends: Uint32Array<ArrayBuffer>;
  #hashes: Uint32Array<ArrayBuffer>;
  #counts: Uint32Array<ArrayBuffer>;
  #size = 0;

  /** @param expected number of keys for which there is memory at once */
  constructor(expected = 0) {
    const slots = Math.max(MIN_SLOTS, 2 ** Math.ceil(Math.log2(2 * expected + 2)));
    this.#slots = new Uint32Array(slots);
    this.#bytes = Buffer.alloc(Math.max(MIN_BYTES, BYTES_A_KEY * expected));
    this.#ends = new Uint32Array(slots / 2);
    this.#hashes = new Uint32Array(slots / 2);
    this.#counts = new Uint32Array(slots / 2);
  }

  /** Number of different keys. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of these keys. */
  get bytes(): number {
    return this.#startOf(this.#size);
  }

  add(from: Uint8Array, start: number, end: number, count: number): void {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (from[at] ?? 0), 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number === -1) {
        this.#slots[slot] = this.#size + 1;
        this.#append(from, start, end, hash, count);
        return;
      }
      if (this.#hashes[number] === hash && this.#stands(number, from, start, end)) {
        this.#counts[number] = (this.#counts[number] ?? 0) + count;
        return;
      }
    }
  }

  /** Number of keys with at least so many. */
  withAtLeast(min: number): number {
    let keys = 0;
    for (let number = 0; number < this.#size; number++) if ((this.#counts[number] ?? 0) >= min) keys++;
    return keys;
  }

  /** The keys with the highest counts, as many as are wanted and all others with the count of the last one, in no order. */
  highest(wanted: number): readonly CountedKey[] {
    const least = this.#leastOf(wanted);
    const found: CountedKey[] = [];
    for (let number = 0; number < this.#size; number++) {
      const count = this.#counts[number] ?? 0;
      if (count >= least) found.push({ key: this.#key(number), count });
    }
    return found;
  }

  /** The count of the last of so many keys in the order of their counts. */
  #leastOf(wanted: number): number {
    if (wanted >= this.#size) return 0;
    const counts = this.#counts.slice(0, this.#size).sort();
    return counts[this.#size - wanted] ?? 0;
  }

  #key(number: number): string {
    return this.#bytes.toString('latin1', this.#startOf(number), this.#ends[number]);
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
  }

  #stands(number: number, from: Uint8Array, start: number, end: number): boolean {
    const own = this.#startOf(number);
    if ((this.#ends[number] ?? 0) - own !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#bytes[own + at - start] !== from[at]) return false;
    return true;
  }

  #append(from: Uint8Array, start: number, end: number, hash: number, count: number): void {
    const number = this.#size++;
    const own = this.#startOf(number);
    const last = own + end - start;
    if (last > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], Math.max(last, 2 * this.#bytes.length));
    for (let at = start; at < end; at++) this.#bytes[own + at - start] = from[at] ?? 0;
    this.#ends[number] = last;
    this.#hashes[number] = hash;
    this.#counts[number] = count;
    if (this.#size === this.#ends.length) this.#grow();
  }

  #grow(): void {
    const length = 2 * this.#ends.length;
    this.#ends = grown(this.#ends, length);
    this.#hashes = grown(this.#hashes, length);
    this.#counts = grown(this.#counts, length);
    this.#slots = new Uint32Array(2 * length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = (this.#hashes[number] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function grown(values: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(values);
  return longer;
}

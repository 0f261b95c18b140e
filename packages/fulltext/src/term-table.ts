/** Terms by number, from 0 on: texts in UTF-8, each of which gets its number when it is first asked for. */
export class TermTable {
  /** The texts, one after the other. */
  #bytes = new Uint8Array(1 << 14);
  /** Offset of each text, and, after the last one, of the next. */
  #starts = new Uint32Array(1 << 11);
  #hashes = new Int32Array(1 << 11);
  /** Numbers plus one by hash; 0 for free slots, which are at least half of them. */
  #slots = new Int32Array(1 << 12);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of the text that stands from `start` to `end`. */
  numberOf(bytes: Uint8Array, start: number, end: number): number {
    let hash = end - start;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number === -1) return this.#add(bytes, start, end, hash, slot);
      if (this.#hashes[number] === hash && this.#stands(number, bytes, start, end)) return number;
    }
  }

  text(number: number): string {
    return Buffer.from(this.#bytes.buffer, this.#starts[number], this.lengthOf(number)).toString();
  }

  /** Bytes of a text. */
  lengthOf(number: number): number {
    return (this.#starts[number + 1] ?? 0) - (this.#starts[number] ?? 0);
  }

  /** The number that a text has in another table. */
  numberIn(other: TermTable, number: number): number {
    return other.numberOf(this.#bytes, this.#starts[number] ?? 0, this.#starts[number + 1] ?? 0);
  }

  /** Writes a text. @param at where @returns where it ends */
  copy(number: number, to: Uint8Array, at: number): number {
    let end = at;
    const last = this.#starts[number + 1] ?? 0;
    for (let from = this.#starts[number] ?? 0; from < last; from++) to[end++] = this.#bytes[from] ?? 0;
    return end;
  }

  /** Forgets all terms. */
  clear(): void {
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      // Those that came later in the same place follow it.
      for (
        let slot = spread(this.#hashes[number] ?? 0) & mask;
        this.#slots[slot] !== 0;
        slot = (slot + 1) & mask
      )
        this.#slots[slot] = 0;
    }
    this.#size = 0;
  }

  #stands(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    let from = this.#starts[number] ?? 0;
    if ((this.#starts[number + 1] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (own[from++] !== bytes[at]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const number = this.#size++;
    const from = this.#starts[number] ?? 0;
    const to = from + end - start;
    if (to > this.#bytes.length) this.#bytes = enlarged(this.#bytes, new Uint8Array(to * 2));
    for (let at = start, own = from; at < end; at++, own++) this.#bytes[own] = bytes[at] ?? 0;
    this.#starts[number + 1] = to;
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (number + 2 === this.#starts.length) this.#grow();
    return number;
  }

  #grow(): void {
    this.#starts = enlarged(this.#starts, new Uint32Array(this.#starts.length * 2));
    this.#hashes = enlarged(this.#hashes, new Int32Array(this.#hashes.length * 2));
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = spread(this.#hashes[number] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** Hashes of short texts are small numbers; their high bits count, too. */
function spread(hash: number): number {
  const mixed = Math.imul(hash, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** A larger array, with the numbers of a smaller one. */
export function enlarged<Numbers extends Uint8Array | Uint32Array | Int32Array>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from);
  return to;
}

/** No byte. */
export const NONE = -1;

/** Some of the 256 bytes. */
export class ByteSet {
  /** How many there are. */
  size = 0;
  readonly #words = new Uint32Array(8);

  add(byte: number): void {
    const before = this.#words[byte >>> 5] ?? 0;
    const after = (before | (1 << (byte & 31))) >>> 0;
    if (after === before) return;
    this.#words[byte >>> 5] = after;
    this.size++;
  }

  has(byte: number): boolean {
    return (((this.#words[byte >>> 5] ?? 0) >>> (byte & 31)) & 1) === 1;
  }

  clear(): void {
    if (this.size === 0) return;
    this.#words.fill(0);
    this.size = 0;
  }

  /** The least that is not below one, or `NONE`. */
  next(from: number): number {
    let rest = (this.#words[from >>> 5] ?? 0) & (-1 << (from & 31));
    for (let word = from >>> 5; word < 8; rest = this.#words[++word] ?? 0)
      if (rest !== 0) return (word << 5) + 31 - Math.clz32(rest & -rest);
    return NONE;
  }
}

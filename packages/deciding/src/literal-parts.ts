import { foldedBytes } from './folded-units.ts';
import { chosenGrams, GRAMS, kindOf, THREE } from './grams.ts';
import type { TextWindow } from './text-window.ts';

/** Maximum bytes of a part of a literal that is looked for: the end of a longer one, since long texts are addresses that begin alike. */
export const MAX_PART = 40;

/** Literals for which there is memory from the start. */
const FEW = 256;

/** The parts of literals that are looked for, in flat memory. */
export class LiteralParts {
  size = 0;
  /** True if there are literals whose grams are of three bytes. */
  hasShort = false;
  /** Hash of the gram of each literal that comes first, which decides most times. */
  #firsts = new Uint32Array(FEW);
  /** Hashes and offsets of `GRAMS` grams for each literal. */
  #hashes = new Uint32Array(FEW * GRAMS);
  #offsets = new Uint8Array(FEW * GRAMS);
  /** `MAX_PART` bytes for each literal. */
  #bytes = new Uint8Array(FEW * MAX_PART);
  #lengths = new Uint8Array(FEW);
  /** 1: a part is all of its literal, in ASCII, so that its bytes tell of it. */
  #wholes = new Uint8Array(FEW);
  #found = new Int32Array(FEW);

  /** Adds the next literal. */
  add(text: string): void {
    const id = this.size;
    if (id === this.#lengths.length) this.#grow();
    const bytes = foldedBytes(text.slice(-MAX_PART));
    const grams = chosenGrams(bytes);
    for (let at = 0; at < GRAMS; at++) {
      const { hash, offset } = grams[at % grams.length] ?? { hash: 0, offset: 0 };
      this.#hashes[id * GRAMS + at] = hash;
      this.#offsets[id * GRAMS + at] = offset;
    }
    this.#firsts[id] = this.#hashes[id * GRAMS] ?? 0;
    this.#bytes.set(bytes, id * MAX_PART);
    this.#lengths[id] = bytes.length;
    this.#wholes[id] = Number(bytes.length === text.length && bytes.every((byte) => byte < 0x80));
    this.hasShort ||= kindOf(bytes.length) === THREE;
    this.size++;
  }

  #grow(): void {
    this.#firsts = doubled(this.#firsts, Uint32Array);
    this.#hashes = doubled(this.#hashes, Uint32Array);
    this.#offsets = doubled(this.#offsets, Uint8Array);
    this.#bytes = doubled(this.#bytes, Uint8Array);
    this.#lengths = doubled(this.#lengths, Uint8Array);
    this.#wholes = doubled(this.#wholes, Uint8Array);
    this.#found = doubled(this.#found, Int32Array);
  }

  isWhole(id: number): boolean {
    return this.#wholes[id] === 1;
  }

  lengthOf(id: number): number {
    return this.#lengths[id] ?? 0;
  }

  /** Hash of the gram by which a literal is looked for. */
  hashOf(id: number): number {
    return this.#firsts[id] ?? 0;
  }

  /** Offset of that gram in its part. */
  offsetOf(id: number): number {
    return this.#offsets[id * GRAMS] ?? 0;
  }

  byteOf(id: number, at: number): number {
    return this.#bytes[id * MAX_PART + at] ?? 0;
  }

  /** Numbers of the literals of which a window has all chosen grams, valid until the next call. */
  in({ grams, number }: TextWindow): Int32Array {
    const [hashes, firsts, found] = [this.#hashes, this.#firsts, this.#found];
    let count = 0;
    for (let id = 0; id < this.size; id++) {
      if (grams[firsts[id] ?? 0] !== number) continue;
      const from = id * GRAMS;
      let at = 1;
      while (at < GRAMS && grams[hashes[from + at] ?? 0] === number) at++;
      if (at === GRAMS) found[count++] = id;
      else this.#putFirst(id, at);
    }
    return found.subarray(0, count);
  }

  /** Puts a gram first that was absent where the first one was present: so those come first that few texts have. */
  #putFirst(id: number, at: number): void {
    const [hashes, offsets] = [this.#hashes, this.#offsets];
    const from = id * GRAMS;
    const hash = hashes[from + at] ?? 0;
    const offset = offsets[from + at] ?? 0;
    hashes[from + at] = hashes[from] ?? 0;
    offsets[from + at] = offsets[from] ?? 0;
    hashes[from] = hash;
    offsets[from] = offset;
    this.#firsts[id] = hash;
  }

  /** Tells whether a part stands at a position of a window. */
  standsAt(id: number, { bytes, length }: TextWindow, position: number): boolean {
    const count = this.#lengths[id] ?? 0;
    if (position < 0 || position + count > length) return false;
    const own = this.#bytes;
    for (let at = 0, from = id * MAX_PART; at < count; at++)
      if (bytes[position + at] !== own[from + at]) return false;
    return true;
  }
}

type Numbers = Uint8Array | Uint32Array | Int32Array;

function doubled<Kind extends Numbers>(before: Kind, kind: new (length: number) => Kind): Kind {
  const after = new kind(2 * before.length);
  after.set(before);
  return after;
}

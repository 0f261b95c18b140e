/** Finds known names in a text, ignoring case, without creating a string. */
export class NameTable {
  /** Names in lower case, by number. */
  readonly names: readonly string[];
  readonly #longest: number;
  /** Numbers plus one by hash of the name; 0 for free slots, which are at least half of them. */
  readonly #slots: Uint16Array;
  readonly #mask: number;
  readonly #byName: ReadonlyMap<string, number>;

  /** Creates a table. @param names in lower case, ASCII, unique, not empty */
  constructor(names: readonly string[]) {
    this.names = names;
    this.#longest = Math.max(...names.map(({ length }) => length));
    this.#byName = new Map(names.map((name, number) => [name, number]));
    this.#slots = new Uint16Array(2 ** Math.ceil(Math.log2(names.length * 2 + 1)));
    this.#mask = this.#slots.length - 1;
    for (const [number, name] of names.entries()) {
      let hash = name.length;
      for (let at = 0; at < name.length; at++) hash = step(hash, name.charCodeAt(at));
      let slot = hash & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = number + 1;
    }
  }

  /** The number of the name between `start` and `end`, or -1. Case is folded as by `toLowerCase`. */
  find(units: Uint16Array, start: number, end: number): number {
    const length = end - start;
    if (length > this.#longest) return -1;
    let hash = length;
    for (let at = start; at < end; at++) {
      const unit = units[at] ?? 0;
      // Beyond ASCII, only the Kelvin sign has an ASCII letter as its lower case.
      if (unit > 0x7f) return this.#byName.get(textOf(units, start, end).toLowerCase()) ?? -1;
      hash = step(hash, lower(unit));
    }
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number === -1 || stands(this.names[number] ?? '', units, start, length)) return number;
    }
  }
}

function step(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + unit) | 0;
}

function lower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}

function stands(name: string, units: Uint16Array, start: number, length: number): boolean {
  if (name.length !== length) return false;
  for (let at = 0; at < length; at++) {
    if (name.charCodeAt(at) !== lower(units[start + at] ?? 0)) return false;
  }
  return true;
}

function textOf(units: Uint16Array, start: number, end: number): string {
  return String.fromCharCode(...units.subarray(start, end));
}

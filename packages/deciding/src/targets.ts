import { LiteralTable } from './literal-table.ts';
import { TEXT_KINDS, type TextKind } from './necessity.ts';

/** Maximum number of different literals of all searches together. */
const MAX_LITERALS = 200_000;

/** Literals, each with the kinds of texts in which it is looked for: its targets. */
export class Targets {
  readonly #literals = new LiteralTable();
  /** A bit for each kind of texts, by literal. */
  readonly #kinds: number[] = [];
  #used = 0;

  get size(): number {
    return this.#literals.size;
  }

  /** @throws RangeError if there are too many literals */
  targetOf(text: string, kind: TextKind): number {
    const id = this.#literals.idOf(text);
    if (id >= MAX_LITERALS)
      throw new RangeError(`saved searches have more than ${MAX_LITERALS} different texts together`);
    const number = TEXT_KINDS.indexOf(kind);
    this.#kinds[id] = (this.#kinds[id] ?? 0) | (1 << number);
    this.#used |= 1 << number;
    return id * TEXT_KINDS.length + number;
  }

  /** Tells whether anything is looked for in texts of a kind. */
  hasAny(kind: TextKind): boolean {
    return (this.#used & (1 << TEXT_KINDS.indexOf(kind))) !== 0;
  }

  /** Calls `onTarget` once for each target that a text has. */
  scan(text: string, kind: TextKind, onTarget: (target: number) => void): void {
    const number = TEXT_KINDS.indexOf(kind);
    this.#literals.scan(text, (id) => {
      if (((this.#kinds[id] ?? 0) & (1 << number)) !== 0) onTarget(id * TEXT_KINDS.length + number);
    });
  }
}

/** Tells whether a target is in texts of pages, not in those of the domain. */
export function isOfPages(target: number): boolean {
  return TEXT_KINDS[target % TEXT_KINDS.length] !== 'words';
}

import { MAX_PART } from './literal-parts.ts';
import { LiteralTable } from './literal-table.ts';
import { TEXT_KINDS, type TextKind } from './necessity.ts';
import { TextWindow } from './text-window.ts';

/** Maximum number of literals of all searches together. */
const MAX_LITERALS = 200_000;

/** Literals by the kind of texts in which they are looked for; each has a number of its own in each kind: a target. */
export class Targets {
  readonly #tables: readonly LiteralTable[];
  #size = 0;

  constructor() {
    const window = new TextWindow(MAX_PART - 1);
    this.#tables = TEXT_KINDS.map(() => new LiteralTable(window));
  }

  get size(): number {
    return this.#size;
  }

  /** @throws RangeError if there are too many literals */
  targetOf(text: string, kind: TextKind): number {
    const table = this.#tableOf(kind);
    const known = table.size;
    const id = table.idOf(text);
    this.#size += table.size - known;
    if (this.#size > MAX_LITERALS)
      throw new RangeError(`saved searches have more than ${MAX_LITERALS} different texts together`);
    return id * TEXT_KINDS.length + TEXT_KINDS.indexOf(kind);
  }

  /** Tells whether anything is looked for in texts of a kind. */
  hasAny(kind: TextKind): boolean {
    return this.#tableOf(kind).size > 0;
  }

  /**
   * Calls `onTarget` once for each target that a text has.
   *
   * @param onCompared is told of comparisons, about a thousand at a time; may throw
   */
  scan(
    text: string,
    kind: TextKind,
    onTarget: (target: number) => void,
    onCompared: (count: number) => void,
  ): void {
    const number = TEXT_KINDS.indexOf(kind);
    this.#tableOf(kind).scan(text, (id) => onTarget(id * TEXT_KINDS.length + number), onCompared);
  }

  #tableOf(kind: TextKind): LiteralTable {
    const table = this.#tables[TEXT_KINDS.indexOf(kind)];
    if (table === undefined) throw new RangeError(`there are no texts of the kind ${kind}`);
    return table;
  }
}

/** Tells whether a target is in texts of pages, not in those of the domain. */
export function isOfPages(target: number): boolean {
  return TEXT_KINDS[target % TEXT_KINDS.length] !== 'words';
}

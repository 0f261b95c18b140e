import { hash } from 'node:crypto';
import { MAX_PART } from './literal-parts.ts';
import { LiteralTable } from './literal-table.ts';
import { TEXT_KINDS, type TextKind } from './necessity.ts';
import { TextWindow } from './text-window.ts';

/** Maximum number of literals of all searches together. */
const MAX_LITERALS = 200_000;

/** Literals by the kind of texts in which they are looked for; each has a number of its own in each kind: a target. */
export class Targets {
  readonly #tables: readonly LiteralTable[];
  /** Ids of targets by target, and targets by id. */
  readonly #ids = new Map<number, number>();
  readonly #byId = new Map<number, number>();
  #size = 0;

  constructor() {
    window ??= new TextWindow(MAX_PART - 1);
    const shared = window;
    this.#tables = TEXT_KINDS.map(() => new LiteralTable(shared));
  }

  get size(): number {
    return this.#size;
  }

  /** @throws RangeError if there are too many literals */
  targetOf(text: string, kind: TextKind): number {
    const table = this.#tableOf(kind);
    const known = table.size;
    const target = table.idOf(text) * TEXT_KINDS.length + TEXT_KINDS.indexOf(kind);
    if (table.size === known) return target;
    if (++this.#size > MAX_LITERALS)
      throw new RangeError(`saved searches have more than ${MAX_LITERALS} different texts together`);
    const id = idOf(text, kind);
    this.#ids.set(target, id);
    this.#byId.set(id, target);
    return target;
  }

  /** The id of a target, which is the same wherever it is looked for. */
  idOf(target: number): number {
    const id = this.#ids.get(target);
    if (id === undefined) throw new RangeError(`there is no target ${target}`);
    return id;
  }

  /** The target of an id; undefined: nothing like it is looked for. */
  byId(id: number): number | undefined {
    return this.#byId.get(id);
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

/** A megabyte that serves all scans, one after the other. */
let window: TextWindow | null = null;

/** 52 bits of a digest: that two of 200,000 literals have the same ones has a probability of 1 to 200,000. */
function idOf(text: string, kind: TextKind): number {
  const digest = hash('sha256', `${kind}\0${text}`, 'buffer');
  return digest.readUIntBE(0, 6) * 16 + ((digest[6] ?? 0) >>> 4);
}

/** Tells whether a target is in texts of pages, not in those of the domain. */
export function isOfPages(target: number): boolean {
  return TEXT_KINDS[target % TEXT_KINDS.length] !== 'words';
}

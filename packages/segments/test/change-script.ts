// Changes of documents that follow from a seed alone, so that a process that makes them and one that checks the
// result need not communicate.
import type { Operation } from '../src/store/log-format.ts';
import { ownerOf, zonesOf } from './workbench.ts';
import { seededRandom } from './seeded-random.ts';

/** An `Operation` without its text, which `partsOf` has. */
export type Change =
  | { readonly kind: 'put'; readonly sequence: number; readonly replaces: number | null }
  | { readonly kind: 'remove'; readonly sequence: number; readonly removes: number };

/** Number of live documents from which on most changes remove one. */
const DOCUMENTS = 80;

/** Maximum changes of a batch. */
const BATCH = 4;

export class ChangeScript {
  readonly #seed: number;
  readonly #live = new Set<number>();
  #last = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Sequence number of the last change that was made; 0: none. */
  get last(): number {
    return this.#last;
  }

  /** Ids of the live documents, ascending. */
  get live(): readonly number[] {
    return [...this.#live];
  }

  /** Makes batches until one ends with this sequence number, or after it. */
  advanceTo(sequence: number): void {
    while (this.#last < sequence) this.next();
  }

  /** Makes the next batch of changes. */
  next(): readonly Change[] {
    const random = randomOf(this.#seed, this.#last + 1);
    return Array.from({ length: 1 + random(BATCH) }, () => this.#change(random));
  }

  #change(random: (below: number) => number): Change {
    const { live } = this;
    const isFull = live.length >= DOCUMENTS;
    const chosen = random(10) < (isFull ? 9 : 4) ? live[random(live.length)] : undefined;
    const sequence = ++this.#last;
    if (chosen !== undefined) this.#live.delete(chosen);
    if (chosen !== undefined && random(isFull ? 2 : 4) === 0)
      return { kind: 'remove', sequence, removes: chosen };
    this.#live.add(sequence);
    return { kind: 'put', sequence, replaces: chosen ?? null };
  }
}

const WORDS = ['<div class="', 'href=', 'jquery', '      ', 'é', 'script', 'aaaa', '">', 'a', 'ab'];

/** The parts of the document that a change of this sequence number puts: most are short, some of tens of KB. */
export function partsOf(seed: number, sequence: number): readonly string[] {
  const random = randomOf(seed, -sequence);
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[random(WORDS.length)]).join('');
  const long = random(30) === 0 ? [words(300).repeat(50)] : [];
  return [`#${sequence};`, ...Array.from({ length: random(3) }, () => words(random(300))), ...long];
}

export function operationOf(seed: number, change: Change): Operation {
  if (change.kind === 'remove') return change;
  const parts = partsOf(seed, change.sequence).map((part) => Buffer.from(part));
  return { ...change, owner: ownerOf(change.sequence), parts, zones: zonesOf(parts) };
}

function randomOf(seed: number, number: number): (below: number) => number {
  return seededRandom(Math.imul(seed ^ Math.imul(number, 0x9e3779b1), 0x85ebca6b));
}

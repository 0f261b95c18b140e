import type { CharSet } from './char-set.ts';
import { charSetOf, minLength, type Assertion, type Node } from './tree.ts';

/**
 * Instructions of a machine that is in several states at once, the preferred one first (Thompson; Pike). Each
 * instruction is the index of its kind and operands in these arrays.
 */
export interface Program {
  readonly start: number;
  readonly kinds: Uint8Array;
  /** The next instruction; for a fork the one that is tried first. */
  readonly next: Int32Array;
  /** The second choice of a fork, the set of a character, the test of an assertion, the register of a border. */
  readonly operands: Int32Array;
  /** Sets of characters, each once. */
  readonly sets: readonly CharSet[];
}

/** Kinds of instructions. */
export const KIND = {
  /** The end of the pattern. */
  match: 0,
  /** One character out of a set. */
  character: 1,
  /** Two ways to go on, one preferred to the other. */
  fork: 2,
  /** A condition on the position. */
  assertion: 3,
  /** Start or end of a group: the position is stored in a register. */
  border: 4,
} as const;

type Kind = (typeof KIND)[keyof typeof KIND];

const ASSERTIONS: readonly Assertion[] = [
  'text start',
  'text end',
  'line start',
  'line end',
  'word edge',
  'no word edge',
];

/** The test that an instruction makes. @param operand of the instruction */
export function assertionOf(operand: number): Assertion {
  const test = ASSERTIONS[operand];
  if (test === undefined) throw new RangeError(`assertion ${operand} is unknown`);
  return test;
}

export interface ProgramOptions {
  /** Whether the case of characters counts where the pattern does not say. */
  readonly caseSensitive: boolean;
  /** Whether the program reads a match from its end to its start. */
  readonly isReversed: boolean;
  /** Whether it stores the borders of groups. */
  readonly hasGroups: boolean;
}

/** Translates a tree. Repetitions are written out as RE2 does it, so that preferences are the same. */
export function programOf(tree: Node, options: ProgramOptions): Program {
  const builder = new Builder(options);
  const match = builder.add(KIND.match, -1, 0);
  const start = builder.build(tree, match);
  return {
    start,
    kinds: Uint8Array.from(builder.kinds),
    next: Int32Array.from(builder.next),
    operands: Int32Array.from(builder.operands),
    sets: builder.sets,
  };
}

class Builder {
  readonly kinds: Kind[] = [];
  readonly next: number[] = [];
  readonly operands: number[] = [];
  readonly sets: CharSet[] = [];
  readonly #options: ProgramOptions;
  readonly #setIds = new Map<string, number>();

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  add(kind: Kind, next: number, operand: number): number {
    this.next.push(next);
    this.operands.push(operand);
    return this.kinds.push(kind) - 1;
  }

  /** Adds what matches a tree and then goes on. @returns where it starts */
  build(node: Node, next: number): number {
    switch (node.kind) {
      case 'character':
        return this.add(
          KIND.character,
          next,
          this.#setId(charSetOf(node.is, this.#ignoresCase(node.ignoreCase))),
        );
      case 'assertion':
        return this.add(
          KIND.assertion,
          next,
          ASSERTIONS.indexOf(this.#options.isReversed ? mirrored(node.test) : node.test),
        );
      case 'sequence': {
        const parts = this.#options.isReversed ? node.of : node.of.toReversed();
        return parts.reduce((after, part) => this.build(part, after), next);
      }
      case 'choice':
        return node.of.reduceRight((others, part) => {
          const one = this.build(part, next);
          return others === -1 ? one : this.add(KIND.fork, one, others);
        }, -1);
      case 'group': {
        if (!this.#options.hasGroups) return this.build(node.of, next);
        const end = this.add(KIND.border, next, 2 * node.index + 1);
        return this.add(KIND.border, this.build(node.of, end), 2 * node.index);
      }
      case 'repetition':
        return this.#repeat(node, next);
    }
  }

  #repeat(node: Node & { readonly kind: 'repetition' }, next: number): number {
    const { of, min, max, isGreedy } = node;
    let start = next;
    let copies = min;
    if (max === Infinity) {
      start = this.#loop(of, min === 0, isGreedy, next);
      copies = Math.max(min - 1, 0);
    } else {
      // (x(x(x)?)?)?
      for (let count = min; count < max; count++) start = this.#fork(this.build(of, start), next, isGreedy);
    }
    for (let count = 0; count < copies; count++) start = this.build(of, start);
    return start;
  }

  /**
   * One iteration or more, or none: a fork decides after each iteration. It decides before the first one too, unless an
   * iteration can be empty: the fork would be passed already when such an iteration ends, which must be able to end the loop.
   */
  #loop(of: Node, canBeSkipped: boolean, isGreedy: boolean, next: number): number {
    const again = this.add(KIND.fork, -1, -1);
    const body = this.build(of, again);
    const [first, second] = isGreedy ? [body, next] : [next, body];
    this.next[again] = first;
    this.operands[again] = second;
    if (!canBeSkipped) return body;
    return minLength(of) === 0 ? this.#fork(body, next, isGreedy) : again;
  }

  #fork(body: number, next: number, isGreedy: boolean): number {
    return isGreedy ? this.add(KIND.fork, body, next) : this.add(KIND.fork, next, body);
  }

  #ignoresCase(flag: boolean | null): boolean {
    return flag ?? !this.#options.caseSensitive;
  }

  #setId(set: CharSet): number {
    const key = set.join();
    const known = this.#setIds.get(key);
    if (known !== undefined) return known;
    const id = this.sets.push(set) - 1;
    this.#setIds.set(key, id);
    return id;
  }
}

/** The same condition for a machine that reads from the end of the text. */
function mirrored(test: Assertion): Assertion {
  switch (test) {
    case 'text start':
      return 'text end';
    case 'text end':
      return 'text start';
    case 'line start':
      return 'line end';
    case 'line end':
      return 'line start';
    case 'word edge':
    case 'no word edge':
      return test;
  }
}

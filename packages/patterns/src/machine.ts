import type { Alphabet } from './alphabet.ts';
import { has, NEW_LINE, WORD } from './char-set.ts';
import { assertionOf, KIND, type Program } from './program.ts';

/** States of a program at one position, before its assertions are looked at. */
export interface States {
  /** Instructions, the preferred one first; each once. */
  readonly instructions: Int32Array;
  /** Facts about the character before, for assertions: AT_START, AFTER_LINE, AFTER_WORD. */
  readonly context: number;
  /** Whether a match may start here and later. */
  readonly isSeeking: boolean;
}

export interface Step {
  readonly states: States;
  /** Whether a match ends before the character. */
  readonly isMatch: boolean;
}

const AT_START = 1;
const AFTER_LINE = 2;
const AFTER_WORD = 4;

/** Moves a program over one character, from all its states at once. */
export class Machine {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  readonly #isLongest: boolean;
  /** The parts of a context that the program's assertions look at. */
  readonly #looksAt: number;
  readonly #seen: Uint32Array;
  readonly #reached: Uint32Array;
  #round = 0;
  readonly #stack: number[] = [];
  readonly #result: Int32Array;
  /** The round in which a set was last compared with the character, and whether it contains it. */
  readonly #compared: Uint32Array;
  readonly #contains: Uint8Array;

  /** @param isLongest whether a match leaves the states that are less preferred, so that longer ones are found too */
  constructor(program: Program, alphabet: Alphabet, isLongest: boolean) {
    this.#program = program;
    this.#alphabet = alphabet;
    this.#isLongest = isLongest;
    this.#looksAt = contextUsed(program);
    this.#seen = new Uint32Array(program.kinds.length);
    this.#reached = new Uint32Array(program.kinds.length);
    this.#result = new Int32Array(program.kinds.length);
    this.#compared = new Uint32Array(program.sets.length);
    this.#contains = new Uint8Array(program.sets.length);
  }

  /** The states of a match that starts at once. */
  get first(): Int32Array {
    return Int32Array.of(this.#program.start);
  }

  /** The context behind a character. @param column that of the end for the start of the text */
  contextAfter(column: number): number {
    const sample = this.#alphabet.samples[column] ?? -1;
    if (sample === -1) return (AT_START | AFTER_LINE) & this.#looksAt;
    return ((sample === NEW_LINE ? AFTER_LINE : 0) | (has(WORD, sample) ? AFTER_WORD : 0)) & this.#looksAt;
  }

  /** @param column of the next character */
  step({ instructions, context, isSeeking }: States, column: number): Step {
    const { kinds, next, operands, start } = this.#program;
    const seen = this.#seen;
    const reached = this.#reached;
    const stack = this.#stack;
    const round = this.#nextRound();
    const sample = this.#alphabet.samples[column] ?? -1;
    let count = 0;
    let isMatch = false;
    const roots = instructions.length + (isSeeking ? 1 : 0);
    for (let index = 0; index < roots && (!isMatch || this.#isLongest); index++) {
      stack.push(instructions[index] ?? start);
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        if (seen[at] === round) continue;
        seen[at] = round;
        const following = next[at] ?? 0;
        const operand = operands[at] ?? 0;
        const kind = kinds[at] ?? KIND.match;
        switch (kind) {
          case KIND.character:
            if (reached[following] !== round && this.#isIn(operand, sample, round)) {
              reached[following] = round;
              this.#result[count++] = following;
            }
            break;
          case KIND.fork:
            stack.push(operand, following);
            break;
          case KIND.assertion:
            if (this.#holds(operand, context, column, sample)) stack.push(following);
            break;
          case KIND.border:
            stack.push(following);
            break;
          default:
            isMatch = true;
            if (!this.#isLongest) stack.length = 0;
        }
      }
    }
    const states = {
      instructions: this.#result.slice(0, count),
      context: count === 0 && !isSeeking ? 0 : this.contextAfter(column),
      isSeeking: isSeeking && !isMatch,
    };
    return { states, isMatch };
  }

  #isIn(set: number, sample: number, round: number): boolean {
    if (this.#compared[set] !== round) {
      this.#compared[set] = round;
      this.#contains[set] = sample !== -1 && has(this.#program.sets[set] ?? [], sample) ? 1 : 0;
    }
    return this.#contains[set] === 1;
  }

  #nextRound(): number {
    if (this.#round === 0xffffffff) {
      this.#compared.fill(0);
      this.#seen.fill(0);
      this.#reached.fill(0);
      this.#round = 0;
    }
    return ++this.#round;
  }

  #holds(test: number, context: number, column: number, sample: number): boolean {
    switch (assertionOf(test)) {
      case 'text start':
        return (context & AT_START) !== 0;
      case 'line start':
        return (context & AFTER_LINE) !== 0;
      case 'text end':
        return column === this.#alphabet.end;
      case 'line end':
        return column === this.#alphabet.end || sample === NEW_LINE;
      case 'word edge':
        return isEdge(context, sample);
      case 'no word edge':
        return !isEdge(context, sample);
    }
  }
}

function isEdge(context: number, sample: number): boolean {
  return ((context & AFTER_WORD) !== 0) !== (sample !== -1 && has(WORD, sample));
}

function contextUsed({ kinds, operands }: Program): number {
  let used = 0;
  for (const [index, kind] of kinds.entries()) {
    if (kind !== KIND.assertion) continue;
    const test = assertionOf(operands[index] ?? 0);
    if (test === 'text start') used |= AT_START;
    if (test === 'line start') used |= AFTER_LINE;
    if (test === 'word edge' || test === 'no word edge') used |= AFTER_WORD;
  }
  return used;
}

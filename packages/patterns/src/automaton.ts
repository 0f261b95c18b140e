import type { Alphabet } from './alphabet.ts';
import type { Machine, States, Step } from './machine.ts';
import { Skipping, type Skip } from './skipping.ts';

/** Memory of the table of transitions, in entries of 4 bytes; the states themselves take about as much. */
const MAX_ENTRIES = 1 << 20;
/** A table is worth its making if it passes this many characters for each state that it makes. */
const MIN_USES = 10;
/** New states after which that is judged. */
const MIN_STATES = 100;
/** Work between two calls of `onWork`, in instructions and characters. */
const WORK = 1 << 18;

const UNKNOWN = -1;
/** A transition that needs more than its next state is stored as `~(state << 3 | needs)`. */
const IS_MATCH = 1;
const IS_DEAD = 2;
const IS_IDLE = 4;

export interface AutomatonOptions {
  readonly machine: Machine;
  readonly alphabet: Alphabet;
  /** 1 to read forward, -1 to read from the end. */
  readonly direction: 1 | -1;
  /** Whether a match may start after the first position. */
  readonly isSeeking: boolean;
  /** Finds where a match can start; null to look at all characters. */
  readonly skip: Skip | null;
  /** Called after each fraction of a second of work; it may throw. */
  readonly onWork: () => void;
}

/**
 * A deterministic automaton that is made while it runs: a state is a set of the machine's states, and a transition that
 * was taken once is looked up from then on. So a character costs a look at a table, whatever the pattern. When the
 * memory is full it begins anew; if that happens too often, it goes on without a table, in time proportional to the size
 * of the pattern for each character. RE2 does the same.
 */
export class Automaton {
  readonly #machine: Machine;
  readonly #alphabet: Alphabet;
  readonly #direction: 1 | -1;
  readonly #isSeeking: boolean;
  readonly #skip: Skip | null;
  readonly #onWork: () => void;
  /** Transitions by state and column; a state is the index of its first entry. */
  #table = new Int32Array(0);
  readonly #states: States[] = [];
  readonly #ids = new Map<string, number>();
  /** Numbers of instructions in all states. */
  #size = 0;
  #work = 0;

  constructor({ machine, alphabet, direction, isSeeking, skip, onWork }: AutomatonOptions) {
    this.#machine = machine;
    this.#alphabet = alphabet;
    this.#direction = direction;
    this.#isSeeking = isSeeking;
    this.#skip = skip;
    this.#onWork = onWork;
  }

  /**
   * Runs over a text.
   *
   * @param from position to start at
   * @param to position to end at; the character beyond it counts for assertions alone
   * @param isFirstEnough whether the first end of any match is wanted, and not that of the preferred or longest match
   * @returns position at which the match ends, -1 if there is none
   */
  run(text: string, from: number, to: number, isFirstEnough: boolean): number {
    const { units } = this.#alphabet;
    const direction = this.#direction;
    const shift = direction === 1 ? 0 : -1;
    const skipping = this.#skip === null ? null : new Skipping(this.#skip);
    let found = -1;
    let at = skipping === null ? from : skipping.next(text, from);
    if (at === -1) return -1;
    let state = this.#startAt(text, at);
    let madeFrom = at;
    let made = this.#states.length;
    for (;;) {
      const table = this.#table;
      while (at !== to) {
        const following = table[state + (units[text.charCodeAt(at + shift)] ?? 0)] ?? UNKNOWN;
        if (following < 0) break;
        state = following;
        at += direction;
      }
      const column = this.#columnAt(text, at);
      let transition = table[state + column] ?? UNKNOWN;
      if (transition === UNKNOWN) {
        const before = this.#statesOf(state);
        const step = this.#machine.step(before, column);
        this.#count(before);
        if (this.#isFull(step.states)) {
          const states = this.#states.length - made;
          if (states >= MIN_STATES && Math.abs(at - madeFrom) < MIN_USES * states) {
            return this.#runWithoutTable(text, at, to, before, found, isFirstEnough);
          }
          this.#clear();
          made = 0;
          madeFrom = at;
          transition = this.#transitionTo(step);
        } else {
          transition = this.#transitionTo(step);
          this.#table[state + column] = transition;
        }
      }
      const needs = transition < 0 ? ~transition : 0;
      state = transition < 0 ? needs >> 3 : transition;
      if ((needs & IS_MATCH) !== 0) found = at;
      if ((needs & IS_DEAD) !== 0 || at === to || (isFirstEnough && found !== -1)) {
        this.#countWork(Math.abs(at - from));
        return found;
      }
      at += this.#widthAt(text, at);
      if ((needs & IS_IDLE) !== 0 && skipping?.isWorthwhile === true) {
        const next = skipping.next(text, at);
        if (next === -1) {
          this.#countWork(Math.abs(to - from));
          return found;
        }
        if (next !== at) state = this.#startAt(text, next);
        at = next;
      }
    }
  }

  #runWithoutTable(
    text: string,
    from: number,
    to: number,
    states: States,
    foundBefore: number,
    isFirstEnough: boolean,
  ): number {
    let at = from;
    let found = foundBefore;
    let current = states;
    for (;;) {
      const step = this.#machine.step(current, this.#columnAt(text, at));
      this.#count(current);
      current = step.states;
      if (step.isMatch) found = at;
      if (isDead(current) || at === to || (isFirstEnough && found !== -1)) return found;
      at += this.#widthAt(text, at);
    }
  }

  /** The state in which the automaton starts at a position. */
  #startAt(text: string, at: number): number {
    const isAtStart = at === (this.#direction === 1 ? 0 : text.length);
    const before = isAtStart
      ? this.#alphabet.end
      : this.#alphabet.columnOf(this.#direction === 1 ? codeBefore(text, at) : (text.codePointAt(at) ?? 0));
    return this.#idOf({
      instructions: this.#isSeeking ? NONE : this.#machine.first,
      context: this.#machine.contextAfter(before),
      isSeeking: this.#isSeeking,
    });
  }

  /** Column of the next character in the direction of reading. */
  #columnAt(text: string, at: number): number {
    const { units, pair, end, columnOf } = this.#alphabet;
    if (this.#direction === 1) {
      if (at === text.length) return end;
      const column = units[text.charCodeAt(at)] ?? 0;
      return column === pair ? columnOf(text.codePointAt(at) ?? 0) : column;
    }
    if (at === 0) return end;
    const column = units[text.charCodeAt(at - 1)] ?? 0;
    return column === pair ? columnOf(codeBefore(text, at)) : column;
  }

  /** Distance to the position behind the next character. */
  #widthAt(text: string, at: number): number {
    const code = this.#direction === 1 ? (text.codePointAt(at) ?? 0) : codeBefore(text, at);
    return code > 0xffff ? 2 * this.#direction : this.#direction;
  }

  #transitionTo({ states, isMatch }: Step): number {
    const isIdle = this.#skip !== null && states.isSeeking && states.instructions.length === 0;
    const needs = (isMatch ? IS_MATCH : 0) | (isDead(states) ? IS_DEAD : 0) | (isIdle ? IS_IDLE : 0);
    const id = this.#idOf(states);
    return needs === 0 ? id : ~((id << 3) | needs);
  }

  #idOf(states: States): number {
    const { instructions, context, isSeeking } = states;
    const key = String.fromCharCode(context * 2 + (isSeeking ? 1 : 0), ...instructions);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const { columns } = this.#alphabet;
    const id = this.#states.length * columns;
    this.#states.push(states);
    this.#ids.set(key, id);
    this.#size += instructions.length;
    if (id + columns > this.#table.length) {
      const grown = new Int32Array(Math.max(2 * this.#table.length, 16 * columns)).fill(UNKNOWN);
      grown.set(this.#table);
      this.#table = grown;
    }
    return id;
  }

  #statesOf(id: number): States {
    const states = this.#states[id / this.#alphabet.columns];
    if (states === undefined) throw new RangeError(`state ${id} is unknown`);
    return states;
  }

  /** Whether there is no memory left for further states. */
  #isFull({ instructions }: States): boolean {
    return (
      (this.#states.length + 1) * this.#alphabet.columns > MAX_ENTRIES ||
      this.#size + instructions.length > MAX_ENTRIES
    );
  }

  #clear(): void {
    this.#table = new Int32Array(0);
    this.#states.length = 0;
    this.#ids.clear();
    this.#size = 0;
  }

  #count({ instructions }: States): void {
    this.#countWork(instructions.length + 16);
  }

  /** @param steps instructions, or characters that a look at the table decided */
  #countWork(steps: number): void {
    this.#work += steps;
    if (this.#work < WORK) return;
    this.#work = 0;
    this.#onWork();
  }
}

const NONE = new Int32Array(0);

function isDead({ instructions, isSeeking }: States): boolean {
  return instructions.length === 0 && !isSeeking;
}

/** The character that ends at a position. */
function codeBefore(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  const code = isLow && at > 1 ? (text.codePointAt(at - 2) ?? 0) : unit;
  return code > 0xffff ? code : unit;
}

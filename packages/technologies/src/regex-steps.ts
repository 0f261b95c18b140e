// A regular expression matcher that counts its steps and stops at a limit. V8's own time can neither be bounded
// nor separated from the machine's; steps can. Results are those of RegExp; it is about 10 times slower.
import {
  canonical,
  firstSets,
  graphOf,
  type CharacterSet,
  type Direction,
  type Graph,
  type Loop,
  type Node,
} from './regex-nodes.ts';

/** Result of a match, with the number of steps. */
export type SteppedMatch =
  | {
      readonly outcome: 'match';
      readonly index: number;
      /** The match and its groups, as `RegExp.prototype.exec` returns them. */
      readonly texts: readonly (string | undefined)[];
      readonly steps: number;
    }
  | { readonly outcome: 'none'; readonly steps: number }
  /** Stopped at the limit of steps. */
  | { readonly outcome: 'limit'; readonly steps: number };

export interface SteppedRegex {
  /** Finds what `regex.exec(text)` finds. */
  readonly exec: (text: string, limit: number) => SteppedMatch;
  /**
   * Finds the first match that starts between `first` and `last`, both included. RegExp takes as many steps to
   * find it.
   */
  readonly search: (text: string, first: number, last: number, limit: number) => SteppedMatch;
  /** Finds what `exec` of a sticky copy of the regex finds with `start` as its last index. */
  readonly matchAt: (text: string, start: number, limit: number) => SteppedMatch;
}

/**
 * Compiles a matcher that counts steps. A step tries one part of the expression at one position of the text:
 * each character (repeated ones too), an assertion, a border of a group, the decision on a further iteration;
 * and each return to an earlier choice. Backtracking engines such as V8 spend their time in such steps.
 *
 * @throws RangeError if the regex has flags other than i, or changes flags within
 */
export function compileSteps(regex: RegExp): SteppedRegex {
  const graph = graphOf(regex);
  const sets = firstSets(graph.start);
  const machine = new Machine(graph);
  const matchAt = (text: string, start: number, limit: number): SteppedMatch =>
    machine.match(text, start, limit);
  const mayStart = (text: string, start: number): boolean =>
    sets === null || (start < text.length && sets.some((set) => set.has(text.charCodeAt(start))));
  const search = (text: string, first: number, last: number, limit: number): SteppedMatch => {
    let steps = 0;
    for (let start = first; start <= last && start <= text.length; start++) {
      // Most starts end here, at a fraction of the cost of a match.
      if (!mayStart(text, start)) {
        steps++;
        continue;
      }
      const match = matchAt(text, start, limit - steps);
      steps += match.steps;
      if (match.outcome !== 'none') return { ...match, steps };
    }
    return { outcome: 'none', steps };
  };
  return { exec: (text, limit) => search(text, 0, text.length, limit), search, matchAt };
}

/** Tries one start after the other. Its state is on explicit stacks, so the length of a text is not limited. */
class Machine {
  readonly #graph: Graph;
  #text = '';
  #limit = 0;
  #steps = 0;
  #position = 0;
  /** State of groups and repetitions; -1 for an unset register. */
  readonly #registers: Int32Array;
  // Open choices up to `#height` (shortening arrays would be slow): a node, the next position to try it at, and
  // the last position.
  #height = 0;
  readonly #nodes: Node[] = [];
  readonly #positions: number[] = [];
  readonly #lasts: number[] = [];
  /** Length of the trail when each choice was made. */
  readonly #marks: number[] = [];
  /** Changed registers, each followed by its previous value. */
  readonly #trail: number[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#registers = new Int32Array(graph.registers).fill(-1);
  }

  match(text: string, start: number, limit: number): SteppedMatch {
    this.#undo(0);
    this.#height = 0;
    this.#text = text;
    this.#limit = limit;
    this.#steps = 0;
    this.#position = start;
    const match = this.#matchAt(start);
    // Releases the page's text.
    this.#text = '';
    return match;
  }

  #matchAt(start: number): SteppedMatch {
    const found = this.#run(this.#graph.start);
    const steps = this.#steps;
    if (found === null) return { outcome: 'limit', steps };
    if (!found) return { outcome: 'none', steps };
    const groups = Array.from({ length: this.#graph.groups }, (_, group) => this.#textOf(group) ?? undefined);
    return {
      outcome: 'match',
      index: start,
      texts: [this.#text.slice(start, this.#position), ...groups],
      steps,
    };
  }

  #textOf(group: number): string | null {
    const first = this.#registers[2 * group] ?? -1;
    const end = this.#registers[2 * group + 1] ?? -1;
    return first < 0 || end < 0 ? null : this.#text.slice(first, end);
  }

  /** Matches from the current position on. @returns null if the steps do not suffice */
  #run(first: Node): boolean | null {
    const base = this.#height;
    let node = first;
    for (;;) {
      if (this.#steps >= this.#limit) return null;
      this.#steps++;
      if (node.kind === 'accept') {
        this.#height = base;
        return true;
      }
      const next = this.#advance(node);
      if (next === null && this.#height === base) return false;
      node = next ?? this.#back();
    }
  }

  /** Matches one node and moves the position. @returns the next node; null if the node does not match */
  #advance(node: Exclude<Node, { readonly kind: 'accept' }>): Node | null {
    switch (node.kind) {
      case 'character':
        if (!this.#stands(node.set, this.#position, node.direction)) return null;
        this.#position += node.direction;
        return node.next;
      case 'run':
        return this.#takeRun(node);
      case 'start':
        return this.#position === 0 ? node.next : null;
      case 'end':
        return this.#position === this.#text.length ? node.next : null;
      case 'word':
        return (this.#isWord(this.#position - 1) !== this.#isWord(this.#position)) !== node.negate
          ? node.next
          : null;
      case 'look':
        return this.#look(node);
      case 'fork':
        for (const choice of node.others) this.#leave(choice);
        return node.first;
      case 'border':
        this.#set(node.register, this.#position);
        return node.next;
      case 'backreference':
        return this.#refer(node);
      case 'enter':
        this.#set(node.loop.register, 0);
        return node.loop;
      case 'loop':
        return this.#decide(node);
      case 'iterate':
        return this.#iterate(node.loop);
    }
  }

  #stands(set: CharacterSet, position: number, direction: Direction): boolean {
    const at = direction === 1 ? position : position - 1;
    return at >= 0 && at < this.#text.length && set.has(this.#text.charCodeAt(at));
  }

  #isWord(at: number): boolean {
    return at >= 0 && at < this.#text.length && WORD.test(this.#text.charAt(at));
  }

  #takeRun({ set, min, max, direction, next }: Extract<Node, { readonly kind: 'run' }>): Node | null {
    const first = this.#position;
    let count = 0;
    while (count < max && this.#stands(set, first + count * direction, direction)) count++;
    this.#steps += count;
    if (count < min) return null;
    this.#position = first + count * direction;
    if (count > min) this.#leave(next, this.#position - direction, first + min * direction);
    return next;
  }

  #look({ negate, body, next }: Extract<Node, { readonly kind: 'look' }>): Node | null {
    const position = this.#position;
    const mark = this.#trail.length;
    const found = this.#run(body);
    this.#position = position;
    if (found !== true || negate) this.#undo(mark);
    // Without steps, the caller's next one is refused.
    return found === !negate ? next : null;
  }

  #refer({ groups, direction, next }: Extract<Node, { readonly kind: 'backreference' }>): Node | null {
    const wanted = groups.map((group) => this.#textOf(group)).find((text) => text !== null) ?? '';
    const end = this.#position + direction * wanted.length;
    if (end < 0 || end > this.#text.length) return null;
    const first = Math.min(this.#position, end);
    this.#steps += wanted.length;
    for (let index = 0; index < wanted.length; index++) {
      if (canonical(wanted.charCodeAt(index)) !== canonical(this.#text.charCodeAt(first + index)))
        return null;
    }
    this.#position = end;
    return next;
  }

  #decide(loop: Loop): Node | null {
    const count = this.#registers[loop.register] ?? 0;
    // An optional iteration that consumed nothing is refused.
    if (count > loop.min && this.#position === this.#registers[loop.register + 1]) return null;
    if (count < loop.min) return this.#iterate(loop);
    if (count >= loop.max) return loop.next;
    if (!loop.greedy) {
      this.#leave({ kind: 'iterate', loop });
      return loop.next;
    }
    this.#leave(loop.next);
    return this.#iterate(loop);
  }

  #iterate(loop: Loop): Node {
    this.#set(loop.register, (this.#registers[loop.register] ?? 0) + 1);
    this.#set(loop.register + 1, this.#position);
    for (const border of loop.borders) this.#set(border, -1);
    return loop.body;
  }

  #set(register: number, value: number): void {
    this.#trail.push(register, this.#registers[register] ?? -1);
    this.#registers[register] = value;
  }

  /** Restores registers until the trail has this length. */
  #undo(mark: number): void {
    while (this.#trail.length > mark) {
      const before = this.#trail.pop() ?? -1;
      this.#registers[this.#trail.pop() ?? 0] = before;
    }
  }

  /** Stores a choice: to continue with this node at `position`, then at the positions towards `last`. */
  #leave(node: Node, position: number = this.#position, last: number = position): void {
    this.#nodes[this.#height] = node;
    this.#positions[this.#height] = position;
    this.#lasts[this.#height] = last;
    this.#marks[this.#height] = this.#trail.length;
    this.#height++;
  }

  /** Returns to the last choice. There must be one. */
  #back(): Node {
    const top = this.#height - 1;
    const node = this.#nodes[top];
    const position = this.#positions[top] ?? 0;
    const last = this.#lasts[top] ?? position;
    if (node === undefined) throw new RangeError('no choice is left');
    this.#undo(this.#marks[top] ?? 0);
    this.#position = position;
    if (position === last) this.#height = top;
    else this.#positions[top] = position + Math.sign(last - position);
    return node;
  }
}

const WORD = /\w/;

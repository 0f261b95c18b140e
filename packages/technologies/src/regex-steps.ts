// A regular expression matcher that counts, and can be told when to stop. The time of V8's own can't be bounded, nor told
// from the machine's; steps can. It answers as RegExp does, but some 10 times slower.
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

/** What became of a match. Steps are those it took. */
export type SteppedMatch =
  | {
      readonly outcome: 'match';
      readonly index: number;
      /** The match and its groups, as in what `RegExp.prototype.exec` returns. */
      readonly texts: readonly (string | undefined)[];
      readonly steps: number;
    }
  | { readonly outcome: 'none'; readonly steps: number }
  /** Given up after all the steps that were allowed. */
  | { readonly outcome: 'limit'; readonly steps: number };

export interface SteppedRegex {
  /** What `regex.exec(text)` finds. */
  readonly exec: (text: string, limit: number) => SteppedMatch;
  /** The first match that starts at `first`, at `last` or between them. The expression itself finds it in as many steps. */
  readonly search: (text: string, first: number, last: number, limit: number) => SteppedMatch;
  /** What `exec` of a sticky copy of the regex finds with `start` as its last index. */
  readonly matchAt: (text: string, start: number, limit: number) => SteppedMatch;
}

/**
 * A step is one part of the expression tried at one place of the text: each character (of a repetition, too), an
 * assertion, a border of a group, the decision on a further repetition; and again for each return to a choice that was
 * left. Engines that backtrack, V8's among them, spend their time in such steps.
 *
 * @throws RangeError if the regex has flags other than i, or modifies them within
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
      // Most starts end here, at a fraction of what a match costs that is begun.
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

/** Tries one start after the other. What may be undone stands on stacks of its own, so no text is too long for it. */
class Machine {
  readonly #graph: Graph;
  #text = '';
  #limit = 0;
  #steps = 0;
  #position = 0;
  /** -1 where nothing is kept. */
  readonly #registers: Int32Array;
  // Choices that are left, up to a height (to shorten arrays would be slow): a node, the position to go on from, and the
  // last of those to try after it.
  #height = 0;
  readonly #nodes: Node[] = [];
  readonly #positions: number[] = [];
  readonly #lasts: number[] = [];
  /** For each choice, how much of the trail was there when it was left. */
  readonly #marks: number[] = [];
  /** Registers that were changed, each followed by its value before. */
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
    // Nothing here keeps a page's text.
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

  /** From the position on: whether all matches, or null if the steps don't suffice to tell. */
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

  /** What follows this node, and the position where it does; null if the node doesn't match. */
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
    // Out of steps: the caller's next one is refused.
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
    // A repetition beyond those required that took nothing is none.
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

  /** Undoes what was set since the trail was of this length. */
  #undo(mark: number): void {
    while (this.#trail.length > mark) {
      const before = this.#trail.pop() ?? -1;
      this.#registers[this.#trail.pop() ?? 0] = before;
    }
  }

  /** Keeps a choice: to go on with this node from `position`, then from those towards `last`. */
  #leave(node: Node, position: number = this.#position, last: number = position): void {
    this.#nodes[this.#height] = node;
    this.#positions[this.#height] = position;
    this.#lasts[this.#height] = last;
    this.#marks[this.#height] = this.#trail.length;
    this.#height++;
  }

  /** Goes back to the choice that was left last. There must be one. */
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

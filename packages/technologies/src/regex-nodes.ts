// Regular expressions as a graph of nodes that a backtracking matcher walks (regex-steps.ts).
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** A node: a test of the text, or a step to other nodes. Positions and lengths are in UTF-16 code units. */
export type Node =
  | { readonly kind: 'accept' }
  /** One character: to the right of the position, or to its left within a lookbehind. */
  | {
      readonly kind: 'character';
      readonly set: CharacterSet;
      readonly direction: Direction;
      readonly next: Node;
    }
  /** A run of characters: as many as possible, then one fewer at a time. */
  | {
      readonly kind: 'run';
      readonly set: CharacterSet;
      readonly min: number;
      readonly max: number;
      readonly direction: Direction;
      readonly next: Node;
    }
  | { readonly kind: 'start'; readonly next: Node }
  | { readonly kind: 'end'; readonly next: Node }
  | { readonly kind: 'word'; readonly negate: boolean; readonly next: Node }
  | { readonly kind: 'look'; readonly negate: boolean; readonly body: Node; readonly next: Node }
  /** Alternatives: the first, then the others from the last to the first. */
  | { readonly kind: 'fork'; readonly first: Node; readonly others: readonly Node[] }
  /** Stores the position as a border of a group. */
  | { readonly kind: 'border'; readonly register: number; readonly next: Node }
  /** The text that one of these groups matched; '' if none did. */
  | {
      readonly kind: 'backreference';
      readonly groups: readonly number[];
      readonly direction: Direction;
      readonly next: Node;
    }
  /** Start of a repetition. */
  | { readonly kind: 'enter'; readonly loop: Loop }
  | Loop
  /** Start of a further iteration of the body. */
  | { readonly kind: 'iterate'; readonly loop: Loop };

/** Decides on another iteration: before the first, and after each. */
export interface Loop {
  readonly kind: 'loop';
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
  /** Register of the number of iterations; the next register has the position at which the last one began. */
  readonly register: number;
  /** Registers of the groups within, which are cleared at each iteration. */
  readonly borders: readonly number[];
  readonly next: Node;
  /** Body; it leads back to the loop. */
  body: Node;
}

export type Direction = 1 | -1;

/** Code units that a part of an expression matches; each is tested once. */
export class CharacterSet {
  readonly #matches: (unit: number) => boolean;
  readonly #known: (boolean | undefined)[] = Array.from({ length: 128 });

  constructor(matches: (unit: number) => boolean) {
    this.#matches = matches;
  }

  has(unit: number): boolean {
    if (unit >= 128) return this.#matches(unit);
    return (this.#known[unit] ??= this.#matches(unit));
  }
}

/** The code unit that flag i compares instead of another. */
export function canonical(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  const code = upper.charCodeAt(0);
  return upper.length !== 1 || (unit >= 128 && code < 128) ? unit : code;
}

/**
 * Start node of an expression, and its registers: two borders per group from register 0 on, then the state of
 * repetitions.
 */
export interface Graph {
  readonly start: Node;
  readonly groups: number;
  readonly registers: number;
}

/**
 * Builds the graph of an expression.
 *
 * @throws RangeError if the regex has flags other than i, or changes flags within
 */
export function graphOf(regex: RegExp): Graph {
  if (regex.flags !== 'i') throw new RangeError(`${regex}: flags other than i are not known`);
  const pattern = new RegExpParser().parsePattern(regex.source, 0, regex.source.length, { unicode: false });
  const groups = new Map<AST.CapturingGroup, number>();
  visitRegExpAST(pattern, {
    onCapturingGroupEnter: (group) => groups.set(group, groups.size),
    onModifiersEnter: ({ raw }) => {
      throw new RangeError(`${regex}: modifiers (${raw}) are not known`);
    },
  });
  const context: Context = { groups, direction: 1, registers: { count: 2 * groups.size } };
  const start = nodeOfAlternatives(pattern.alternatives, { kind: 'accept' }, context);
  return { start, groups: groups.size, registers: context.registers.count };
}

interface Context {
  /** Capturing groups in the order of their opening brackets, from 0. */
  readonly groups: ReadonlyMap<AST.CapturingGroup, number>;
  readonly direction: Direction;
  readonly registers: { count: number };
}

function nodeOfAlternatives(list: readonly AST.Alternative[], next: Node, context: Context): Node {
  const choices = list.map(({ elements }) =>
    // A lookbehind is matched from its end to its start.
    context.direction === 1
      ? elements.reduceRight<Node>((node, element) => nodeOf(element, node, context), next)
      : elements.reduce<Node>((node, element) => nodeOf(element, node, context), next),
  );
  const [first = next, ...others] = choices;
  return others.length === 0 ? first : { kind: 'fork', first, others: others.toReversed() };
}

function nodeOf(element: AST.Element, next: Node, context: Context): Node {
  const { direction } = context;
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return { kind: 'character', set: setOf(element), direction, next };
    case 'Group':
      return nodeOfAlternatives(element.alternatives, next, context);
    case 'CapturingGroup':
      return capture(element, next, context);
    case 'Backreference':
      return {
        kind: 'backreference',
        groups: [element.resolved].flat().map((group) => context.groups.get(group) ?? 0),
        direction,
        next,
      };
    case 'Assertion':
      return assertion(element, next, context);
    case 'Quantifier':
      return repetition(element, next, context);
    case 'ExpressionCharacterClass':
      throw new RangeError(`${element.raw}: only flag v allows it`);
  }
}

function setOf(element: Character): CharacterSet {
  if (element.type === 'Character') {
    const wanted = canonical(element.value);
    return new CharacterSet((unit) => canonical(unit) === wanted);
  }
  // RegExp itself tests the class, so its case folding is right by definition.
  const single = new RegExp(element.raw, 'i');
  return new CharacterSet((unit) => single.test(String.fromCharCode(unit)));
}

function capture(group: AST.CapturingGroup, next: Node, context: Context): Node {
  const opening = 2 * (context.groups.get(group) ?? 0);
  const [first, last] = context.direction === 1 ? [opening, opening + 1] : [opening + 1, opening];
  const body = nodeOfAlternatives(group.alternatives, { kind: 'border', register: last, next }, context);
  return { kind: 'border', register: first, next: body };
}

function assertion(element: AST.Assertion, next: Node, context: Context): Node {
  switch (element.kind) {
    case 'start':
    case 'end':
      return { kind: element.kind, next };
    case 'word':
      return { kind: 'word', negate: element.negate, next };
    case 'lookahead':
    case 'lookbehind': {
      const direction = element.kind === 'lookahead' ? 1 : -1;
      const body = nodeOfAlternatives(element.alternatives, { kind: 'accept' }, { ...context, direction });
      return { kind: 'look', negate: element.negate, body, next };
    }
  }
}

function repetition(quantifier: AST.Quantifier, next: Node, context: Context): Node {
  const { min, max, greedy, element } = quantifier;
  if (max === 0) return next;
  if (greedy && isCharacter(element)) {
    return { kind: 'run', set: setOf(element), min, max, direction: context.direction, next };
  }
  const register = context.registers.count;
  context.registers.count += 2;
  const borders: number[] = [];
  visitRegExpAST(element, {
    onCapturingGroupEnter: (group) => {
      const opening = 2 * (context.groups.get(group) ?? 0);
      borders.push(opening, opening + 1);
    },
  });
  const loop: Loop = { kind: 'loop', min, max, greedy, register, borders, next, body: next };
  loop.body = nodeOf(element, loop, context);
  return { kind: 'enter', loop };
}

type Character = AST.Character | AST.CharacterSet | AST.CharacterClass;

function isCharacter(element: AST.Element): element is Character {
  return element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass';
}

/**
 * Character sets of which one contains the first character of every match from this node on; null if unknown.
 */
export function firstSets(node: Node): readonly CharacterSet[] | null {
  switch (node.kind) {
    case 'character':
      return node.direction === 1 ? [node.set] : null;
    case 'run':
      return node.direction === 1 && node.min > 0 ? [node.set] : null;
    case 'border':
      return firstSets(node.next);
    case 'fork': {
      const all = [node.first, ...node.others].map(firstSets);
      return all.every((sets) => sets !== null) ? all.flat() : null;
    }
    case 'accept':
    case 'backreference':
    case 'end':
    case 'enter':
    case 'iterate':
    case 'look':
    case 'loop':
    case 'start':
    case 'word':
      return null;
  }
}

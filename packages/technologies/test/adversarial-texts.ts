// Makes texts that cost a regular expression as many steps as possible, from its syntax tree.
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** Bounds of the number of texts, which are combinations of these. */
const MAX_FILLERS = 4;
const MAX_LITERALS = 4;
const MAX_BEGINNINGS = 10;
/** Number of drafts with random alternatives and counts. */
const RANDOM_DRAFTS = 3;

interface AdversarialText {
  readonly text: string;
  /** Start of its run, which repeats one unit up to the end. */
  readonly run: number;
  /** Length of a unit. */
  readonly period: number;
}

/**
 * Different texts of `length` characters that keep a backtracking engine busy: they match as far as possible,
 * in as many ways as possible, and then fail. They are runs of the expression's literals, of characters that
 * its sets allow, and of both alternately; repeated beginnings of a match; and such beginnings before such
 * runs. Beginnings have minimal and maximal repetitions, with inner and outer ones varied separately.
 * Deterministic for given random numbers.
 */
export function adversarialTexts(
  regex: RegExp,
  length: number,
  random: () => number,
): readonly AdversarialText[] {
  const pattern = new RegExpParser().parsePattern(regex.source, 0, regex.source.length, { unicode: false });
  const fillers = fillersOf(pattern);
  const texts = new Map<string, AdversarialText>();
  const add = (head: string, unit: string): void => {
    const text = `${head}${unit.repeat(Math.ceil(length / unit.length))}`.slice(0, length);
    if (!texts.has(text)) texts.set(text, { text, run: Math.min(head.length, length), period: unit.length });
  };
  for (const pieces of draftsOf(pattern, fillers, length, random)) {
    const units = unitsOf(pieces, fillers);
    for (const unit of units) add('', unit);
    for (const beginning of beginningsOf(pieces)) {
      add('', beginning);
      for (const unit of units) add(beginning, unit);
    }
  }
  return [...texts.values()];
}

/**
 * Candidates for a set, in this order: characters that several sets of an expression are likely to share, then
 * all of ASCII.
 */
const CANDIDATES = [
  ...'0a.-_ /"\'<>=?&'.split(''),
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)),
  '\n',
  'é',
];

/** One character for each different combination of sets that allow it, most sets first. */
function fillersOf(pattern: AST.Pattern): readonly string[] {
  const sets = new Map<string, RegExp>();
  const note = ({ raw }: AST.CharacterSet | AST.CharacterClass): unknown =>
    sets.set(raw, new RegExp(raw, 'i'));
  visitRegExpAST(pattern, { onCharacterSetEnter: note, onCharacterClassEnter: note });
  const allowing = (character: string): readonly string[] =>
    [...sets].filter(([, set]) => set.test(character)).map(([raw]) => raw);
  const byCombination = new Map<string, { readonly character: string; readonly sets: number }>();
  for (const character of CANDIDATES) {
    const names = allowing(character);
    const combination = names.join(' ');
    if (names.length > 0 && !byCombination.has(combination))
      byCombination.set(combination, { character, sets: names.length });
  }
  return [...byCombination.values()]
    .sort((a, b) => b.sets - a.sets)
    .slice(0, MAX_FILLERS)
    .map(({ character }) => character);
}

/**
 * A part of a matching text: literal characters of the expression, or characters that one of its sets allows.
 */
interface Piece {
  readonly text: string;
  readonly isLiteral: boolean;
}

/** Settings of a draft. */
interface Draft {
  /** Character for each set that allows it. */
  readonly filler: string;
  readonly pick: (alternatives: readonly AST.Alternative[]) => AST.Alternative | undefined;
  readonly times: (quantifier: AST.Quantifier) => number;
  /** Characters that are still missing. */
  left: number;
}

function draftsOf(
  { alternatives }: AST.Pattern,
  fillers: readonly string[],
  length: number,
  random: () => number,
): readonly (readonly Piece[])[] {
  const draft = (list: readonly AST.Alternative[], settings: Omit<Draft, 'left'>): readonly Piece[] =>
    joined(piecesOfAlternatives(list, { ...settings, left: length }));
  const [filler = 'a', other = filler] = fillers;
  const pick: Draft['pick'] = ([first]) => first;
  const least = ({ min, max }: AST.Quantifier): number => Math.max(min, Math.min(1, max));
  const most = ({ max }: AST.Quantifier): number => max;
  return [
    ...alternatives.flatMap((alternative) => [
      draft([alternative], { filler, pick, times: least }),
      draft([alternative], { filler: other, pick, times: ({ min }) => min }),
      draft([alternative], { filler, pick, times: most }),
      draft([alternative], { filler, pick, times: (each) => (isOfGroup(each) ? most(each) : least(each)) }),
      draft([alternative], { filler, pick, times: (each) => (isOfGroup(each) ? least(each) : most(each)) }),
    ]),
    ...Array.from({ length: RANDOM_DRAFTS }, (_, index) =>
      draft(alternatives, {
        filler: fillers[index] ?? filler,
        pick: (list) => list[Math.floor(random() * list.length)],
        times: ({ min, max }) => Math.min(max, min + Math.floor(random() * 4)),
      }),
    ),
  ];
}

function isOfGroup({ element }: AST.Quantifier): boolean {
  return element.type === 'Group' || element.type === 'CapturingGroup';
}

function piecesOfAlternatives(list: readonly AST.Alternative[], draft: Draft): readonly Piece[] {
  return draft.pick(list)?.elements.flatMap((element) => piecesOf(element, draft)) ?? [];
}

function piecesOf(element: AST.Element, draft: Draft): readonly Piece[] {
  switch (element.type) {
    case 'Character':
      draft.left--;
      return [{ text: String.fromCharCode(element.value), isLiteral: true }];
    case 'CharacterSet':
    case 'CharacterClass':
      draft.left--;
      return [{ text: allowed(element, draft.filler), isLiteral: false }];
    case 'Group':
    case 'CapturingGroup':
      return piecesOfAlternatives(element.alternatives, draft);
    case 'Quantifier': {
      const pieces: Piece[] = [];
      const times = draft.times(element);
      for (let count = 0; count < times && draft.left > 0; count++)
        pieces.push(...piecesOf(element.element, draft));
      return pieces;
    }
    case 'Assertion':
    case 'Backreference':
    case 'ExpressionCharacterClass':
      return [];
  }
}

function allowed({ raw }: AST.CharacterSet | AST.CharacterClass, filler: string): string {
  const set = new RegExp(raw, 'i');
  return [filler, ...CANDIDATES].find((character) => set.test(character)) ?? '';
}

/** Joins neighbouring pieces of one kind. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const runs: { text: string; readonly isLiteral: boolean }[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last?.isLiteral === piece.isLiteral) last.text += piece.text;
    else runs.push({ ...piece });
  }
  return runs;
}

/**
 * Units worth repeating: literals, neighbouring literals, fillers, a filler after each of these, and nearly a
 * match.
 */
function unitsOf(pieces: readonly Piece[], fillers: readonly string[]): ReadonlySet<string> {
  const named = pieces.filter(({ isLiteral }) => isLiteral).map(({ text }) => text);
  const literals = [...new Set(named)].slice(0, MAX_LITERALS);
  const neighbours = literals.flatMap((_, from) =>
    literals.map((_, to) => literals.slice(from, to + 1).join('')),
  );
  const alternating = fillers
    .slice(0, 2)
    .flatMap((filler) => [...literals, ...fillers].map((text) => text + filler));
  const units = new Set([...neighbours, ...fillers, ...alternating, textOf(pieces).slice(0, -1)]);
  units.delete('');
  return units;
}

/** Beginnings of a match: up to each piece, and without its last character. */
function beginningsOf(pieces: readonly Piece[]): ReadonlySet<string> {
  const ends = pieces.slice(0, MAX_BEGINNINGS).map((_, index) => textOf(pieces.slice(0, index + 1)));
  const beginnings = new Set([textOf(pieces).slice(0, -1), ...ends]);
  beginnings.delete('');
  return beginnings;
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

import { type AST, RegExpParser } from '@eslint-community/regexpp';

/**
 * A set of texts of which one is in every match, between `from` and `to` characters after the match's start.
 */
interface Requirement {
  /** Folded texts (ASCII lower case), each at least one character. */
  readonly anyOf: readonly string[];
  readonly from: number;
  /** Maximum distance; Infinity if there is none. */
  readonly to: number;
}

/** Properties of every match of a part of a regular expression. Lengths are in UTF-16 code units. */
interface Shape {
  readonly min: number;
  readonly max: number;
  /** All folded texts that it can match, if they are few and plain ASCII; else null. */
  readonly exact: readonly string[] | null;
  /** All folded texts of a set that is too large to be joined with its neighbours; null if `exact` has them, or if there are more. */
  readonly wide: readonly string[] | null;
  /** Requirements that every match meets. */
  readonly needs: readonly Requirement[];
}

/** Properties of a complete pattern. */
interface PatternShape extends Shape {
  /** Characters after a match that a lookahead reads; Infinity if the pattern reads before its start. */
  readonly reach: number;
}

/** Estimated number of runs that a set of literals causes. */
export type Cost = (literals: readonly string[]) => number;

/** Bounds of sets and texts, so that combinations of alternatives remain worth an index. */
const MAX_TEXTS = 24;
const MAX_TEXT_LENGTH = 40;
const MAX_CLASS = 6;
/** Maximum texts of a set that only completes a text which is too short to be looked for by itself. */
const MAX_WIDE = 120;
/** Minimum length of a text that is looked for by itself. */
const MIN_ALONE = 4;

const EMPTY: Shape = { min: 0, max: 0, exact: [''], wide: null, needs: [] };

/**
 * Analyses a regular expression with flag i, without u, v or m. With i alone, no character beyond ASCII equals
 * an ASCII letter, so ASCII folding suffices.
 */
export function shapeOf(source: string, cost: Cost): PatternShape {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: false });
  const context = { cost, reach: 0 };
  const shape = shapeOfAlternatives(pattern.alternatives, context);
  return { ...shape, reach: context.reach };
}

interface Context {
  readonly cost: Cost;
  reach: number;
}

function shapeOfAlternatives(alternatives: readonly AST.Alternative[], context: Context): Shape {
  return union(
    alternatives.map(({ elements }) => shapeOfSequence(elements, context)),
    context.cost,
  );
}

function shapeOfSequence(elements: readonly AST.Element[], context: Context): Shape {
  return sequence(elements.flatMap((element) => shapesOf(element, context)));
}

/** Shapes of an element: one, or that of the first iteration and a gap for the others. */
function shapesOf(element: AST.Element, context: Context): readonly Shape[] {
  switch (element.type) {
    case 'Character':
      return [character(element.value)];
    case 'CharacterSet':
      return [gap(1, 1)];
    case 'CharacterClass':
      return [characterClass(element)];
    case 'ExpressionCharacterClass':
      return [gap(0, Infinity)];
    case 'Group':
    case 'CapturingGroup':
      return [shapeOfAlternatives(element.alternatives, context)];
    case 'Backreference':
      context.reach = Infinity;
      return [gap(0, Infinity)];
    case 'Assertion':
      return [assertion(element, context)];
    case 'Quantifier':
      return repetition(shapeOfAtom(element.element, context), element.min, element.max);
  }
}

function shapeOfAtom(element: AST.QuantifiableElement, context: Context): Shape {
  return sequence(shapesOf(element, context));
}

/**
 * Shape of an assertion. It consumes no characters, so its neighbours are adjacent. The text it tests is not
 * part of the match and gives no literal.
 */
function assertion(element: AST.Assertion, context: Context): Shape {
  if (element.kind === 'lookahead') {
    const inner: Context = { cost: context.cost, reach: 0 };
    const { max } = shapeOfAlternatives(element.alternatives, inner);
    context.reach = Math.max(context.reach, max + inner.reach);
  }
  if (element.kind === 'lookbehind') context.reach = Infinity;
  return EMPTY;
}

function character(code: number): Shape {
  const text = literalText(code);
  return text === null
    ? gap(1, code > 0xffff ? 2 : 1)
    : { min: 1, max: 1, exact: [text], wide: null, needs: [] };
}

/**
 * Folded printable ASCII; null for other characters. Line feeds join values in a scan, so no literal may
 * contain one.
 */
function literalText(code: number): string | null {
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code).toLowerCase() : null;
}

function characterClass({ negate, elements }: AST.CharacterClass): Shape {
  if (negate || elements.length === 0) return elements.length === 0 && !negate ? gap(0, 0) : gap(1, 1);
  const texts = new Set<string>();
  for (const element of elements) {
    if (element.type !== 'Character' && element.type !== 'CharacterClassRange') return gap(1, 1);
    const [first, last] =
      element.type === 'Character' ? [element.value, element.value] : [element.min.value, element.max.value];
    if (last - first > MAX_WIDE) return gap(1, 1);
    for (let code = first; code <= last; code++) {
      const text = literalText(code);
      if (text === null) return gap(1, 1);
      texts.add(text);
    }
  }
  const all = [...texts];
  return all.length > MAX_CLASS
    ? { ...gap(1, 1), wide: all }
    : { min: 1, max: 1, exact: all, wide: null, needs: [] };
}

function gap(min: number, max: number): Shape {
  return { min, max, exact: null, wide: null, needs: [] };
}

/** Product in which 0 × Infinity is 0. */
function times(count: number, width: number): number {
  return count === 0 || width === 0 ? 0 : count * width;
}

function repetition(once: Shape, min: number, max: number): readonly Shape[] {
  if (max === 0) return [EMPTY];
  if (min === 0) {
    const optional = max === 1 && once.exact !== null ? bounded([...once.exact, '']) : null;
    return [{ min: 0, max: times(max, once.max), exact: optional, wide: null, needs: [] }];
  }
  if (min === max && min <= 4 && once.exact !== null) return Array.from({ length: min }, () => once);
  if (max === 1) return [once];
  return [once, gap(times(min - 1, once.min), times(max - 1, once.max))];
}

/** Unique texts; null if there are too many, or one is too long. */
function bounded(texts: readonly string[]): readonly string[] | null {
  const [only] = texts;
  if (texts.length === 1 && only !== undefined) return only.length > MAX_TEXT_LENGTH ? null : texts;
  const all = [...new Set(texts)];
  return all.length > MAX_TEXTS || all.some(({ length }) => length > MAX_TEXT_LENGTH) ? null : all;
}

/** Shape of a sequence. Neighbouring exact texts are joined until there are too many of them. */
function sequence(shapes: readonly Shape[]): Shape {
  const needs: Requirement[] = [];
  let min = 0;
  let max = 0;
  let isExact = true;
  let run = { texts: [''] as readonly string[], from: 0, to: 0 };
  const endRun = (): void => {
    if (!run.texts.includes(''))
      needs.push({ anyOf: withoutExtensions(run.texts), from: run.from, to: run.to });
  };
  for (const shape of shapes) {
    const grown =
      shape.exact === null
        ? null
        : bounded(run.texts.flatMap((text) => (shape.exact ?? []).map((next) => text + next)));
    if (grown !== null) {
      run = { ...run, texts: grown };
    } else {
      endRun();
      const completed = completedTexts(run.texts, shape.wide);
      if (completed !== null) needs.push({ anyOf: completed, from: run.from, to: run.to });
      isExact = false;
      for (const { anyOf, from, to } of shape.needs) needs.push({ anyOf, from: min + from, to: max + to });
      const starts = shape.exact === null;
      run = {
        texts: shape.exact ?? [''],
        from: min + (starts ? shape.min : 0),
        to: max + (starts ? shape.max : 0),
      };
    }
    min += shape.min;
    max += shape.max;
  }
  endRun();
  const [only] = shapes;
  return {
    min,
    max,
    exact: isExact ? run.texts : null,
    wide: shapes.length === 1 && only !== undefined ? only.wide : null,
    needs: isExact ? [] : needs,
  };
}

/** Short texts, each with each text of the large set that follows; null if they are none, long enough, or too many. */
function completedTexts(texts: readonly string[], wide: readonly string[] | null): readonly string[] | null {
  if (wide === null || texts.length * wide.length > MAX_WIDE) return null;
  if (texts.some((text) => text === '' || text.length >= MIN_ALONE)) return null;
  return withoutExtensions(texts.flatMap((text) => wide.map((next) => text + next)));
}

/** Shape of alternatives. A requirement needs one in each of them. */
function union(shapes: readonly Shape[], cost: Cost): Shape {
  const [first] = shapes;
  if (first !== undefined && shapes.length === 1) return first;
  const all = shapes.map(({ exact }) => exact).filter((exact) => exact !== null);
  const each = all.length === shapes.length ? [...new Set(all.flat())] : null;
  const texts = each === null ? null : bounded(each);
  const chosen = shapes.map((shape) => cheapest(requirements(shape), cost));
  const needed = chosen.filter((requirement) => requirement !== null);
  return {
    min: Math.min(...shapes.map(({ min }) => min)),
    max: Math.max(...shapes.map(({ max }) => max)),
    exact: texts,
    wide: texts === null && each !== null && each.length <= MAX_WIDE ? each : null,
    needs:
      texts === null && needed.length === shapes.length
        ? [
            {
              anyOf: [...new Set(needed.flatMap(({ anyOf }) => anyOf))],
              from: Math.min(...needed.map(({ from }) => from)),
              to: Math.max(...needed.map(({ to }) => to)),
            },
          ]
        : [],
  };
}

/** All requirements, with the exact texts as one. */
export function requirements({ exact, needs }: Shape): readonly Requirement[] {
  if (exact === null) return needs;
  return exact.length > 0 && !exact.includes('') ? [{ anyOf: withoutExtensions(exact), from: 0, to: 0 }] : [];
}

/** Texts without those that begin with another one, which imply it. */
function withoutExtensions(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !texts.some((other) => other !== text && text.startsWith(other)));
}

/** The requirement that causes the fewest runs; null if there is none. */
export function cheapest(candidates: readonly Requirement[], cost: Cost): Requirement | null {
  let best: Requirement | null = null;
  let lowest = Infinity;
  for (const candidate of candidates) {
    const value = cost(candidate.anyOf);
    if (value < lowest) {
      lowest = value;
      best = candidate;
    }
  }
  return best;
}

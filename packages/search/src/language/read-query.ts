// Reads the text of a query into an expression: the grammar gives the tree, fields.ts the conditions.
import type { SyntaxNode } from '@lezer/common';
import { SEARCH_BOUNDS } from '../bounds.ts';
import { and, not, or, countParts, type Expression, type Needle } from '../expression/expression.ts';
import { isScope, SCOPE_NAMES, UNKNOWN_SCOPES, type Scope } from '../expression/scopes.ts';
import { needlesOf, textNeedle, patternNeedle, type NeedleFault } from '../expression/needles.ts';
import { invalid, type Parsed } from '../invalid-input.ts';
import type { KnownValues } from '../known-values.ts';
import { didYouMean } from '../nearest.ts';
import { codePointCount } from '../terms.ts';
import { conditionOfField } from './fields.ts';
import { parser } from './parser.ts';
import { readQuoted } from './quoted.ts';
import { syntaxFault, type QueryFault } from './syntax-fault.ts';
import {
  And,
  Field,
  FieldName,
  Group,
  Near,
  NearOperator,
  Not,
  Or,
  Pattern,
  Quoted,
  SamePage,
  Word,
} from './terms.ts';
import { isPattern } from './tokens.ts';

const { maxQueryLength, maxParts, maxDepth, maxWithin } = SEARCH_BOUNDS;

/** How texts and patterns are looked for. */
interface Setting {
  readonly caseSensitive: boolean;
  readonly scope: Scope;
}

/** A group while it is read: `case:` and `in:` change the setting for all that follows in it. */
interface Reading {
  setting: Setting;
  /** Groups and negations around it, itself included. */
  readonly depth: number;
}

const DEFAULT: Setting = { caseSensitive: false, scope: 'body' };

class Faulty extends Error {
  readonly fault: QueryFault;

  constructor(fault: QueryFault) {
    super(fault.problem);
    this.fault = fault;
  }
}

/** Takes a sentence on what a query is read as, where that may not be what was meant. */
export type NoteTaker = (note: string) => void;

/**
 * Reads the text of a query (docs/search.md has the language). An empty one is fulfilled by every domain.
 *
 * @param known values of fields of closed sets; conditions on others are not checked
 * @returns the expression as it is written; or the first fault, with its line and column
 */
export function readQuery(
  text: string,
  known: KnownValues = {},
  note: NoteTaker = () => undefined,
): Parsed<Expression> {
  const length = codePointCount(text);
  if (length > maxQueryLength) {
    return invalid('q', `has ${length} characters`, `give at most ${maxQueryLength}`);
  }
  if (!text.isWellFormed()) {
    return invalid('q', 'has half of a surrogate pair', 'write characters beyond U+FFFF as whole pairs');
  }
  const tree = parser.parse(text);
  const fault = syntaxFault(text, tree);
  if (fault !== null) return refused(text, fault);
  const first = tree.topNode.firstChild;
  if (first === null) return { ok: true, value: { kind: 'constant', value: true } };
  try {
    return {
      ok: true,
      value: checkSize(new Reader(text, known, note).read(first, { setting: DEFAULT, depth: 0 })),
    };
  } catch (error) {
    if (error instanceof Faulty) return refused(text, error.fault);
    throw error;
  }
}

function refused(text: string, { at, problem, remedy }: QueryFault): Parsed<never> {
  return invalid('q', `is not a query: ${positionOf(text, at)}, ${problem}`, remedy);
}

function positionOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = codePointCount(before.slice(before.lastIndexOf('\n') + 1)) + 1;
  return text.includes('\n') ? `in line ${line}, column ${column}` : `at column ${column}`;
}

function checkSize(expression: Expression): Expression {
  const parts = countParts(expression);
  if (parts <= maxParts) return expression;
  throw new Faulty({
    at: 0,
    problem: `there are ${parts} texts, patterns and conditions`,
    remedy: `give at most ${maxParts}`,
  });
}

function operandsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.getChildren('Operand');
}

class Reader {
  readonly #text: string;
  readonly #known: KnownValues;
  readonly #note: NoteTaker;

  constructor(text: string, known: KnownValues, note: NoteTaker) {
    this.#text = text;
    this.#known = known;
    this.#note = note;
  }

  /** @param reading the group that the node stands in */
  read(node: SyntaxNode, reading: Reading): Expression {
    switch (node.type.id) {
      case Or:
        return or(operandsOf(node).map((one) => this.read(one, reading)));
      case And:
        return this.#sequence(node, reading);
      case Not:
        return not(this.#inner(node, this.#deeper(node, reading)));
      case Group:
        return this.#inner(node, this.#deeper(node, reading));
      case SamePage:
        return { kind: 'same_page', of: this.#inner(node, this.#deeper(node, reading)) };
      case Near:
        return this.#near(node, reading);
      case Field:
        return this.#field(node, reading);
      default:
        return this.#needle(node, reading.setting);
    }
  }

  /** The only operand of a node. */
  #inner(node: SyntaxNode, reading: Reading): Expression {
    const [only] = operandsOf(node);
    if (only === undefined) throw new TypeError(`a node ${node.name} has no operand`);
    return this.read(only, reading);
  }

  #deeper(node: SyntaxNode, { setting, depth }: Reading): Reading {
    if (depth < maxDepth) return { setting, depth: depth + 1 };
    throw this.#faulty(node, `this is inside of ${maxDepth} groups and negations`, 'nest less deeply');
  }

  /** Parts side by side. */
  #sequence(node: SyntaxNode, reading: Reading): Expression {
    const parts: Expression[] = [];
    for (const one of operandsOf(node)) {
      const changed = this.#changed(one, reading.setting);
      if (changed === null) parts.push(this.read(one, reading));
      else reading.setting = changed;
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : and(parts);
  }

  /** The setting after a field `case:` or `in:`; null: the node is another one. */
  #changed(node: SyntaxNode, setting: Setting): Setting | null {
    if (node.type.id !== Field) return null;
    const { name, value } = this.#fieldOf(node);
    if (name !== 'case' && name !== 'in') return null;
    const written = this.#textOf(value);
    if (name === 'in') return { ...setting, scope: this.#scope(value, written) };
    if (written === 'yes' || written === 'no') return { ...setting, caseSensitive: written === 'yes' };
    throw this.#faulty(value, `case: is followed by ${written}`, 'write case:yes or case:no');
  }

  #scope(node: SyntaxNode, name: string): Scope {
    if (isScope(name)) return name;
    const missing = UNKNOWN_SCOPES.get(name);
    if (missing !== undefined)
      throw this.#faulty(
        node,
        `in:${name} cannot be searched: ${missing}`,
        `use one of ${SCOPE_NAMES.join(', ')}`,
      );
    throw this.#faulty(
      node,
      `${name} is not a scope`,
      `${didYouMean(name, SCOPE_NAMES)}use one of ${SCOPE_NAMES.join(', ')}`,
    );
  }

  #near(node: SyntaxNode, reading: Reading): Expression {
    const [left, right] = operandsOf(node);
    const operator = node.getChild(NearOperator);
    if (left === undefined || right === undefined || operator === null)
      throw new TypeError('near has two operands');
    const written = this.#textOf(operator);
    const within = Number(/^near\/(\d{1,6})$/i.exec(written)?.[1]);
    if (!(within >= 1 && within <= maxWithin)) {
      throw this.#faulty(
        operator,
        `${written} says no distance`,
        `write near/1 to near/${maxWithin}, in characters`,
      );
    }
    return { kind: 'near', left: this.#side(left, reading), right: this.#side(right, reading), within };
  }

  #side(node: SyntaxNode, reading: Reading): readonly Needle[] {
    const expression = this.read(node, reading);
    const needles = needlesOf(expression);
    if (needles !== null) return needles;
    throw this.#faulty(
      node,
      'near joins something that has no position in a source',
      'write a text, a pattern, or a group of them with OR on either side',
    );
  }

  #field(node: SyntaxNode, reading: Reading): Expression {
    const { name, value } = this.#fieldOf(node);
    if (name === 'case' || name === 'in')
      throw this.#faulty(
        node,
        `${name}: applies to nothing here`,
        'write it before what it applies to, in the same group, not after OR, NOT or near',
      );
    if (isScope(name)) return this.read(value, { ...reading, setting: { ...reading.setting, scope: name } });
    if (UNKNOWN_SCOPES.has(name)) this.#scope(node, name);
    if (value.type.id === Group || (value.type.id === Pattern && isPattern(this.#textOf(value)))) {
      throw this.#faulty(
        value,
        `${name}: takes a value`,
        'write it right after the colon, in quotes if it has spaces',
      );
    }
    const text = value.type.id === Quoted ? this.#unquoted(value) : this.#textOf(value);
    if (name === 're') return this.#pattern(value, text, reading.setting);
    const condition = conditionOfField(name, text, this.#known);
    if (condition.ok) return condition.value;
    const { field, problem, remedy } = condition.error;
    throw this.#faulty(field === 'name' ? node : value, problem, remedy);
  }

  #needle(node: SyntaxNode, setting: Setting): Needle {
    const written = this.#textOf(node);
    switch (node.type.id) {
      case Quoted:
        return this.#plain(node, this.#unquoted(node), setting);
      case Pattern: {
        const inner = written.slice(1, -1);
        if (isPattern(inner)) return this.#pattern(node, inner, setting);
        const position = positionOf(this.#text, node.from);
        this.#note(
          `${position}, ${written} is read as a text with its slashes; write re:"${inner}" for a pattern`,
        );
        return this.#plain(node, written, setting);
      }
      case Word:
        return this.#plain(node, written, setting);
      default:
        throw new TypeError(`a query has a node ${node.name} where a text is expected`);
    }
  }

  #plain(node: SyntaxNode, text: string, setting: Setting): Needle {
    return this.#checked(node, textNeedle(text, setting));
  }

  #pattern(node: SyntaxNode, pattern: string, setting: Setting): Needle {
    return this.#checked(node, patternNeedle(pattern, setting));
  }

  #checked(node: SyntaxNode, needle: Needle | NeedleFault): Needle {
    if ('kind' in needle) return needle;
    // Escapes make a quoted text longer than what it says; a pattern between slashes stands as it is.
    const offset = node.type.id === Pattern ? needle.at + 1 : 0;
    throw new Faulty({ at: node.from + offset, problem: needle.problem, remedy: needle.remedy });
  }

  #unquoted(node: SyntaxNode): string {
    const read = readQuoted(this.#textOf(node));
    if (typeof read === 'string') return read;
    throw new Faulty({ ...read, at: node.from + read.at });
  }

  #fieldOf(node: SyntaxNode): { readonly name: string; readonly value: SyntaxNode } {
    const name = node.getChild(FieldName);
    const value = node.lastChild;
    if (name === null || value === null) throw new TypeError('a field has a name and a value');
    if (value.from !== name.to) {
      throw this.#faulty(
        name,
        `${this.#textOf(name)} has no value`,
        'write the value right after the colon, in quotes if it has spaces',
      );
    }
    return { name: this.#textOf(name).slice(0, -1), value };
  }

  #textOf({ from, to }: SyntaxNode): string {
    return this.#text.slice(from, to);
  }

  #faulty({ from: at }: SyntaxNode, problem: string, remedy: string): Faulty {
    return new Faulty({ at, problem, remedy });
  }
}

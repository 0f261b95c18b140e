// Makes an expression of the parts of a query: texts, patterns and conditions, each by the setting of its group.
import { SEARCH_BOUNDS } from '../bounds.ts';
import { joinFault } from '../expression/change-tree.ts';
import { and, not, or, type Expression, type Needle } from '../expression/expression.ts';
import {
  inScopes,
  NEAR_APART,
  needlesOf,
  type NeedleFault,
  patternNeedle,
  textNeedle,
  textsOfBoth,
} from '../expression/needles.ts';
import {
  isScope,
  isScopeWord,
  type Scope,
  SCOPE_WORDS,
  type ScopeWord,
  UNKNOWN_SCOPES,
} from '../expression/scopes.ts';
import type { KnownValues } from '../known-values.ts';
import { didYouMean } from '../nearest.ts';
import { changeOfField } from './change-fields.ts';
import {
  FIELD_ALIASES,
  isChangeCondition,
  isConditionField,
  isLineField,
  type LineField,
} from './field-names.ts';
import { conditionOfField } from './fields.ts';
import { expressionOfLine } from './line-fields.ts';
import type { NoteCode, PlacedNoteTaker, QueryFault } from './notes.ts';
import { quotedPattern, quotedText, readQuoted, readRaw } from './quoted.ts';
import { readSlashes } from './slashes.ts';
import type { FieldSyntax, Leaf, NearSyntax, Syntax, Wrapped } from './syntax.ts';
import { endOfQuoted, QUOTE } from './tokens.ts';
import { type Neighbours, wordNote } from './word-notes.ts';

const { maxWithin } = SEARCH_BOUNDS;

const ALONE: Neighbours = { afterOther: false, beforeOther: false };

/** How texts and patterns are looked for. */
interface Setting {
  /** `auto`: where they have a capital letter. */
  readonly caseSensitive: boolean | 'auto';
  readonly scope: ScopeWord;
}

/** A group while it is read: `case:` and `in:` change the setting for all that follows in it. */
interface Reading {
  setting: Setting;
  /** Modifiers at the end of the group, which hold for all of it. */
  readonly trailing: ReadonlySet<Syntax>;
}

const DEFAULT: Setting = { caseSensitive: false, scope: 'body' };

export class Faulty extends Error {
  readonly fault: QueryFault;

  constructor(fault: QueryFault) {
    super(fault.problem);
    this.fault = fault;
  }
}

export class Reader {
  readonly #text: string;
  readonly #known: KnownValues;
  readonly #note: PlacedNoteTaker;
  /** Whether a pattern that can't be one is a text. */
  readonly #isLenient: boolean;

  constructor(text: string, known: KnownValues, note: PlacedNoteTaker, isLenient: boolean) {
    this.#text = text;
    this.#known = known;
    this.#note = note;
    this.#isLenient = isLenient;
  }

  /**
   * Reads the parts of a group, or of the whole query.
   *
   * @throws Faulty
   */
  group(node: Syntax, setting: Setting = DEFAULT): Expression {
    const list = lastSequence(node);
    const from = list.findLastIndex((one) => !isModifying(one)) + 1;
    // A choice whose last part is only a modifier, and a group of nothing else, apply it to nothing.
    const trailing = new Set(from === 0 ? [] : list.slice(from));
    if (from === 0 && list[0] !== undefined) throw this.#idle(list[0]);
    const reading: Reading = { setting, trailing };
    for (const one of trailing) reading.setting = this.#changed(one, reading.setting) ?? reading.setting;
    return this.#read(node, reading);
  }

  #read(node: Syntax, reading: Reading, stands: Neighbours = ALONE): Expression {
    switch (node.kind) {
      case 'or':
        return or(node.of.map((one) => this.#read(one, reading)));
      case 'and':
        return this.#sequence(node.of, reading);
      case 'not':
        return not(this.#read(node.of, reading));
      case 'group':
        return this.group(node.of, reading.setting);
      case 'same_page':
      case 'same_change':
        return this.#same(node, reading);
      case 'near':
        return this.#near(node, reading);
      case 'field':
        return this.#field(node, reading);
      case 'word':
        this.#noteWord(node, stands);
        return this.#needle(node, reading.setting);
      case 'quoted':
      case 'joined':
      case 'pattern':
      case 'literal':
        return this.#needle(node, reading.setting);
    }
  }

  /** Parts side by side. */
  #sequence(nodes: readonly Syntax[], reading: Reading): Expression {
    const parts: Expression[] = [];
    for (const [at, one] of nodes.entries()) {
      if (reading.trailing.has(one)) continue;
      const changed = this.#changed(one, reading.setting);
      if (changed !== null) reading.setting = changed;
      else parts.push(this.#read(one, reading, { afterOther: at > 0, beforeOther: at < nodes.length - 1 }));
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : and(parts);
  }

  /** The setting after a field `case:` or `in:`; null: the node is another one. */
  #changed(node: Syntax, setting: Setting): Setting | null {
    if (!isModifying(node)) return null;
    const written = this.#textOf(node.value);
    if (node.name === 'in') return { ...setting, scope: this.#scope(node.value, written) };
    if (written === 'auto') return { ...setting, caseSensitive: 'auto' };
    if (written === 'yes' || written === 'no') return { ...setting, caseSensitive: written === 'yes' };
    throw this.#faulty(
      node.value,
      `case: is followed by ${written}`,
      'write case:yes, case:no, or case:auto for yes where a text has capitals',
    );
  }

  #scope(node: Syntax, name: string): ScopeWord {
    if (isScopeWord(name)) return name;
    const missing = UNKNOWN_SCOPES.get(name);
    const problem =
      missing === undefined ? `${name} is not a scope` : `in:${name} cannot be searched: ${missing}`;
    const meant = missing === undefined ? didYouMean(name, SCOPE_WORDS) : '';
    throw this.#faulty(node, problem, `${meant}use one of ${SCOPE_WORDS.join(', ')}`);
  }

  /** A group whose parts are all on one page, or of one change. */
  #same(node: Wrapped<'same_page'> | Wrapped<'same_change'>, { setting }: Reading): Expression {
    const { kind } = node;
    const of = this.group(node.of, setting);
    const fault = joinFault(kind, of);
    if (fault === null) return { kind, of };
    const name = kind === 'same_page' ? 'same:page( … )' : 'change:( … )';
    throw this.#faulty(node, `${name} ${fault.problem}`, fault.remedy);
  }

  #near(node: NearSyntax, reading: Reading): Expression {
    const { left, right, operator } = node;
    const written = this.#textOf(operator);
    if (left.kind === 'near')
      throw this.#faulty(
        operator,
        `${written} joins more than two`,
        'put two of them into parentheses, or write AND',
      );
    const within = Number(written.slice('near/'.length));
    if (!(within >= 1 && within <= maxWithin)) {
      throw this.#faulty(
        operator,
        `${written} says no distance`,
        `write near/1 to near/${maxWithin}, in characters`,
      );
    }
    const sides = { left: this.#side(left, reading), right: this.#side(right, reading) };
    if (textsOfBoth(sides.left, sides.right).length === 0)
      throw this.#faulty(operator, `${written} ${NEAR_APART.problem}`, NEAR_APART.remedy);
    return { kind: 'near', ...sides, within };
  }

  #side(node: Syntax, reading: Reading): readonly Needle[] {
    const needles = needlesOf(this.#read(node, reading));
    if (needles !== null) return needles;
    throw this.#faulty(
      node,
      'near joins something that has no position in a text',
      'write a text, a pattern, or a group of them with OR on either side',
    );
  }

  #field(node: FieldSyntax, reading: Reading): Expression {
    const { name, value } = node;
    const { setting } = reading;
    if (isModifying(node)) throw this.#idle(node);
    if (isScope(name) && !isConditionField(name))
      return this.#value(value, { ...reading, setting: { ...setting, scope: name } });
    const alias = Object.hasOwn(FIELD_ALIASES, name) ? FIELD_ALIASES[name] : name;
    if (alias == null) return this.#value(value, reading);
    if (value.kind === 'group') throw this.#noValue(name, value);
    if (isLineField(alias)) return this.#line(alias, value, setting);
    const written = this.#textOf(value);
    const isRaw = alias === 're' || alias === 'lit';
    if (alias === 're' && value.kind === 'pattern') return this.#needle(value, setting);
    const text = value.kind === 'quoted' ? (isRaw ? readRaw(written) : this.#unquoted(value)) : written;
    if (alias === 're')
      return this.#checked(
        value,
        inScopes(setting.scope, (scope) => patternNeedle(text, lookOf(text, setting, scope))),
      );
    if (alias === 'lit') return this.#plain(value, text, setting);
    if (alias === 'word') return this.#plain(value, text, setting, true);
    if (value.kind === 'pattern' && readSlashes(written).isPattern) throw this.#noValue(name, value);
    const isOfChange = isChangeCondition(alias);
    if (!isOfChange && (!isConditionField(alias) || isLineField(alias)))
      throw new TypeError(`a query has a field ${alias} that is not read`);
    const whole = value.kind === 'joined' ? this.#joined(value) : text;
    const condition = isOfChange
      ? changeOfField(alias, whole, this.#known)
      : conditionOfField(alias, whole, this.#known);
    if (condition.ok) return condition.value;
    throw this.#faulty(value, condition.error.problem, condition.error.remedy);
  }

  /** A line of a page, such as a header field. */
  #line(name: LineField, node: Leaf, setting: Setting): Expression {
    const written = this.#textOf(node);
    const quote = node.kind === 'word' ? -1 : written.search(QUOTE);
    const value = quote === -1 ? written : written.slice(0, quote) + readRaw(written.slice(quote));
    return this.#checked(
      node,
      expressionOfLine(name, value, (text) => ({ caseSensitive: minds(text, setting) })),
    );
  }

  /** The value of a field, where no other field can stand. */
  #value(node: FieldSyntax['value'], reading: Reading): Expression {
    return node.kind === 'word' ? this.#needle(node, reading.setting) : this.#read(node, reading);
  }

  #needle(node: Leaf, setting: Setting): Expression {
    const written = this.#textOf(node);
    switch (node.kind) {
      case 'quoted':
        return this.#plain(node, this.#unquoted(node), setting);
      case 'pattern':
        return this.#slashes(node, setting);
      case 'joined':
      case 'word':
      case 'literal':
        return this.#plain(node, written, setting);
    }
  }

  #slashes(node: Leaf, setting: Setting): Expression {
    const written = this.#textOf(node);
    const { inner, flags, isPattern } = readSlashes(written);
    if (!isPattern) {
      const query = `re:${quotedPattern(inner)}`;
      this.#noteAt(node, 'pattern', `${written} is read as a text with its slashes`, query);
      return this.#plain(node, written, setting);
    }
    const modes = Array.from(new Set(flags)).filter((flag) => flag === 's' || flag === 'm');
    const pattern = modes.length === 0 ? inner : `(?${modes.join('')})${inner}`;
    const own = flags.includes('i') ? { ...setting, caseSensitive: false } : setting;
    const needle = inScopes(own.scope, (scope) => patternNeedle(pattern, lookOf(inner, own, scope)));
    if ('kind' in needle) return needle;
    if (!this.#isLenient) return this.#checked(node, needle);
    const message = `${written} is read as a text, since it is not a regular expression: ${needle.problem}; ${needle.remedy}`;
    this.#noteAt(node, 'read_as_text', message, null);
    return this.#plain(node, written, setting);
  }

  #plain(node: Leaf, text: string, setting: Setting, wholeWord = false): Expression {
    return this.#checked(
      node,
      inScopes(setting.scope, (scope) => textNeedle(text, { ...lookOf(text, setting, scope), wholeWord })),
    );
  }

  #checked(node: Leaf, needle: Expression | NeedleFault): Expression {
    if ('kind' in needle) return needle;
    // Escapes make a quoted text longer than what it says; a pattern between slashes stands as it is.
    const offset = node.kind === 'pattern' ? needle.at + 1 : 0;
    throw new Faulty({ at: node.from + offset, problem: needle.problem, remedy: needle.remedy });
  }

  #unquoted(node: Leaf): string {
    const written = this.#textOf(node);
    const { text, unknown } = readQuoted(written);
    if (unknown !== null) {
      const message = `${unknown} is not an escape, so the backslash is part of the text`;
      this.#noteAt(node, 'read_as_text', message, null);
    }
    if (!/^["']/.test(written)) {
      const message = `${written} is read as a text in quotes, without them`;
      this.#noteAt(node, 'quotes', message, quotedText(written));
    }
    return text;
  }

  /** The value of a quoted text with more behind it. */
  #joined(node: Leaf): string {
    const written = this.#textOf(node);
    const from = written.search(QUOTE);
    const end = endOfQuoted(written, from) ?? written.length;
    return written.slice(0, from) + readQuoted(written.slice(from, end)).text + written.slice(end);
  }

  #noteWord(node: Leaf, stands: Neighbours): void {
    const found = wordNote(this.#textOf(node), stands);
    if (found === null) return;
    const { code, message, instead } = found;
    this.#noteAt(node, code, message, instead);
  }

  /** The query with something else in place of a part. */
  #with({ from, to }: Syntax, instead: string): string {
    return this.#text.slice(0, from) + instead + this.#text.slice(to);
  }

  /** @param instead what would stand in place of the node; null: nothing is known to be better */
  #noteAt(node: Syntax, code: NoteCode, message: string, instead: string | null): void {
    const { from, to } = node;
    this.#note({ code, from, to, message, query: instead === null ? null : this.#with(node, instead) });
  }

  #idle(node: Syntax): Faulty {
    const name = node.kind === 'field' ? node.name : '';
    return this.#faulty(
      node,
      `${name}: applies to nothing here`,
      'write it before what it applies to, or at the end of the group, not after OR, NOT or near',
    );
  }

  #noValue(name: string, value: Syntax): Faulty {
    return this.#faulty(
      value,
      `${name}: takes a value`,
      'write it right after the colon, in quotes if it has spaces',
    );
  }

  #textOf({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.#text.slice(from, to);
  }

  #faulty({ from: at }: { readonly from: number }, problem: string, remedy: string): Faulty {
    return new Faulty({ at, problem, remedy });
  }
}

/** Whether a field changes how others are read, and is not a part of the query itself. */
export function isModifier(name: string): boolean {
  return name === 'case' || name === 'in';
}

function isModifying(node: Syntax): node is FieldSyntax {
  return node.kind === 'field' && isModifier(node.name);
}

/** The parts side by side at the end of a group. */
function lastSequence(node: Syntax): readonly Syntax[] {
  const last = node.kind === 'or' ? (node.of.at(-1) ?? node) : node;
  return last.kind === 'and' ? last.of : [last];
}

/** Matches a letter in capitals that a pattern does not have for a class, as in `\W`. */
const CAPITAL = /(?<!\\)\p{Lu}/u;

function lookOf(text: string, setting: Setting, scope: Scope) {
  return { caseSensitive: minds(text, setting), scope };
}

/** Tells whether the case of a text counts. */
function minds(text: string, { caseSensitive }: Setting): boolean {
  return caseSensitive === 'auto' ? CAPITAL.test(text) : caseSensitive;
}

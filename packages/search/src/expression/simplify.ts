import { foldCase } from '@sitegrep/fold';
import { type Level, LEVELS } from '../levels.ts';
import {
  ALL,
  type ChangeBy,
  type ChangePart,
  type Expression,
  isOnChanges,
  type Near,
  type Needle,
  NONE,
  partsOf,
} from './expression.ts';

/**
 * The canonical form of an expression: the same for many expressions of the same meaning, and fulfilled by the same
 * domains or pages. Lists are flat, sorted and without repetition, no negation is doubled, nothing is constant but a
 * whole expression, and `same_page` is left only where it decides something.
 *
 * Each condition on changes is within a `same_change`, or at the level `change` in none, and these, or at that level the whole
 * expression, say by what the changes are: by a visit unless something else was written.
 */
export function simplify(expression: Expression, level: Level): Expression {
  const where = simplifyPart(expression, level);
  return level === 'change' ? withCause(where, expression) : where;
}

/** The canonical form of a part of an expression: at the level `change` it does not say by what changes are unless that was written. */
export function simplifyPart(expression: Expression, level: Level): Expression {
  switch (expression.kind) {
    case 'constant':
    case 'keyword':
    case 'condition':
      return expression;
    case 'text':
    case 'pattern':
      return simplifiedNeedle(expression);
    case 'near':
      return simplifiedNear(expression);
    case 'not':
      return negated(simplifyPart(expression.of, level));
    case 'and':
    case 'or':
      return joined(
        expression.kind,
        expression.of.map((one) => simplifyPart(one, level)),
      );
    case 'same_page': {
      const of = simplifyPart(expression.of, level === 'version' ? level : 'page');
      return LEVELS[level].isByPage ? of : onSamePage(of);
    }
    case 'same_change': {
      const of = simplify(expression.of, 'change');
      return level === 'change' ? of : onSameChange(of);
    }
    case 'same_version': {
      const of = simplifyPart(expression.of, 'version');
      return level === 'version' ? of : onSameVersion(of);
    }
    case 'version_time':
      return { kind: 'version_time', from: expression.from, until: expression.until };
    case 'change_time':
      if (level === 'version')
        return { kind: 'version_time', from: expression.from, until: expression.until };
      return changePart(expression, level);
    case 'change_label':
    case 'change_by':
      return changePart(expression, level);
  }
}

function changePart(expression: ChangePart, level: Level): Expression {
  const part = orderedPart(expression);
  return level === 'change' ? part : onSameChange(withCause(part, part));
}

const BY_VISIT: ChangeBy = { kind: 'change_by', by: 'visit' };
const BY_ANY: ChangeBy = { kind: 'change_by', by: 'any' };

/** A canonical expression on changes that says by what they are. @param written what it is the canonical form of */
function withCause(where: Expression, written: Expression): Expression {
  if (where.kind === 'constant' && !where.value) return where;
  if (!namesCause(written)) return joined('and', [where, BY_VISIT]);
  return namesCause(where) ? where : joined('and', [where, BY_ANY]);
}

function namesCause(expression: Expression): boolean {
  return Iterator.from(partsOf(expression)).some(({ kind }) => kind === 'change_by');
}

/** @param of canonical at the level `change` */
function onSameChange(of: Expression): Expression {
  switch (of.kind) {
    case 'constant':
      // It is false: an expression that is true says by what the changes are.
      return of;
    case 'or':
      return joined(
        'or',
        of.of.map((one) => onSameChange(namesCause(one) ? one : joined('and', [one, BY_ANY]))),
      );
    case 'and': {
      const { change = [], domain = [] } = Object.groupBy(of.of, (part) =>
        isOnChanges(part) ? 'change' : 'domain',
      );
      return joined('and', [...domain, { kind: 'same_change', of: joined('and', change) }]);
    }
    case 'not':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
    case 'condition':
    case 'version_time':
    case 'same_version':
      return { kind: 'same_change', of };
  }
}

/** The same condition with its properties in one order, which `canonicalText` relies on. */
function orderedPart(part: ChangePart): ChangePart {
  switch (part.kind) {
    case 'change_label':
      return { kind: part.kind, side: part.side, condition: part.condition };
    case 'change_time':
      return { kind: part.kind, from: part.from, until: part.until };
    case 'change_by':
      return { kind: part.kind, by: part.by };
  }
}

/** An expression on domains that those fulfil which have an item that matches. @param where in canonical form */
export function onDomains(where: Expression, level: Level): Expression {
  switch (level) {
    case 'domain':
      return where;
    case 'page':
      return simplify({ kind: 'same_page', of: where }, 'domain');
    case 'version':
      return onSameVersion(where);
    case 'change':
      return onSameChange(withCause(where, BY_ANY));
  }
}

/** @param of canonical at the level `version` */
function onSameVersion(of: Expression): Expression {
  if (isOfDomain(of)) return of;
  if (of.kind === 'or') return joined('or', of.of.map(onSameVersion));
  if (of.kind !== 'and') return { kind: 'same_version', of };
  const { domain = [], version = [] } = Object.groupBy(of.of, (part) =>
    isOfDomain(part) ? 'domain' : 'version',
  );
  return joined('and', [...domain, { kind: 'same_version', of: joined('and', version) }]);
}

/** A text as canonical JSON: equal for expressions that are equal after `simplify`. */
export function canonicalText(expression: Expression): string {
  return JSON.stringify(expression);
}

function simplifiedNeedle(needle: Needle): Needle {
  if (needle.kind === 'pattern' || !needle.caseSensitive || hasCase(needle.text)) return ordered(needle);
  return ordered({ ...needle, caseSensitive: false });
}

/** The same needle with its properties in one order, which `canonicalText` relies on. */
function ordered(needle: Needle): Needle {
  const { caseSensitive, scope } = needle;
  if (needle.kind === 'pattern') return { kind: 'pattern', pattern: needle.pattern, caseSensitive, scope };
  const text = { kind: 'text', text: needle.text, caseSensitive, scope } as const;
  return needle.wholeWord === undefined ? text : { ...text, wholeWord: true };
}

/** Whether another text has the same fold. */
function hasCase(text: string): boolean {
  return foldCase(text) !== text || text.toUpperCase() !== text || text.toLowerCase() !== text;
}

function simplifiedNear({ left, right, within }: Near): Near {
  const sides = [left, right]
    .map((side) => unique(side.map(simplifiedNeedle)))
    .sort((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b)));
  return { kind: 'near', left: sides[0] ?? [], right: sides[1] ?? [], within };
}

function negated(of: Expression): Expression {
  if (of.kind === 'constant') return of.value ? NONE : ALL;
  return of.kind === 'not' ? of.of : { kind: 'not', of };
}

function joined(kind: 'and' | 'or', parts: readonly Expression[]): Expression {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  // One part that is false makes `and` false, one that is true makes `or` true; the other constants change nothing.
  const deciding = kind === 'or';
  if (flat.some((part) => part.kind === 'constant' && part.value === deciding)) return deciding ? ALL : NONE;
  const of = unique(flat.filter((part) => part.kind !== 'constant'));
  const texts = new Set(of.map(canonicalText));
  const contradicts = of.some((part) => part.kind === 'not' && texts.has(canonicalText(part.of)));
  if (contradicts) return deciding ? ALL : NONE;
  const [only] = of;
  if (only === undefined) return deciding ? NONE : ALL;
  return of.length === 1 ? only : { kind, of };
}

/**
 * Pages of their own decide only where several needles must be on one page, or where one must be missing on a page: a
 * needle alone is on some page of the domain, whichever that is.
 */
function onSamePage(of: Expression): Expression {
  switch (of.kind) {
    case 'constant':
    case 'text':
    case 'pattern':
    case 'near':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return of;
    case 'or':
      return joined('or', of.of.map(onSamePage));
    case 'and': {
      const { domain = [], page = [] } = Object.groupBy(of.of, (part) =>
        isOfDomain(part) ? 'domain' : 'page',
      );
      const rest = joined('and', page);
      const alone: Expression =
        rest.kind === 'and' || rest.kind === 'not' ? { kind: 'same_page', of: rest } : onSamePage(rest);
      return joined('and', [...domain, alone]);
    }
    case 'not':
      return isOfDomain(of) ? of : { kind: 'same_page', of };
    case 'same_page':
      return of;
  }
}

/** Tells whether an expression is on nothing but domains: either all pages of a domain fulfil it, or none does. */
export function isOfDomain(expression: Expression): boolean {
  switch (expression.kind) {
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'same_version':
      return true;
    case 'and':
    case 'or':
      return expression.of.every(isOfDomain);
    case 'not':
      return isOfDomain(expression.of);
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'version_time':
      return false;
  }
}

function unique<Part>(parts: readonly Part[]): readonly Part[] {
  const byText = new Map(parts.map((part) => [JSON.stringify(part), part]));
  return [...byText].sort(([a], [b]) => compareTexts(a, b)).map(([, part]) => part);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

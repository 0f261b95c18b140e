import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Level } from '../levels.ts';
import {
  ALL,
  and,
  type ChangePart,
  NONE,
  not,
  or,
  partsOf,
  sourceText,
  type Expression,
  type TimeSpan,
} from './expression.ts';
import { necessaryFor } from './necessary.ts';
import { canonicalText, onDomains, simplify } from './simplify.ts';

/** A domain: its country, its pages as the texts that they contain, and its changes. */
interface Model {
  readonly country: string;
  readonly pages: readonly ReadonlySet<string>[];
  readonly versions: readonly Version[];
  readonly changes: readonly Change[];
}

/** A version of a page: its texts, and the first and last time at which it stood. */
interface Version {
  readonly texts: ReadonlySet<string>;
  readonly first: number;
  readonly last: number;
}

interface Change {
  readonly at: number;
  readonly by: 'visit' | 'detector' | 'retraction' | 'deletion';
  /** Technologies. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The part of a domain that an expression is on. */
type On =
  | { readonly page: ReadonlySet<string> }
  | { readonly page: ReadonlySet<string>; readonly version: Version }
  | { readonly change: Change }
  | 'domain';

function onVersion(version: Version): On {
  return { page: version.texts, version };
}

const [a, b, c] = [sourceText('a'), sourceText('b'), sourceText('c')];
const german: Expression = {
  kind: 'condition',
  condition: { kind: 'any_of', field: 'country', values: ['DE'], negated: false },
};
const titled: Expression = { ...a, scope: 'title' };

/** The meaning of an expression, word by word. */
function holds(expression: Expression, model: Model, on: On): boolean {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'and':
      return expression.of.every((one) => holds(one, model, on));
    case 'or':
      return expression.of.some((one) => holds(one, model, on));
    case 'not':
      return !holds(expression.of, model, on);
    case 'same_page': {
      const pages = on !== 'domain' && 'page' in on ? [on.page] : model.pages;
      const version = on !== 'domain' && 'version' in on ? on : null;
      return pages.some((page) => holds(expression.of, model, version ?? { page }));
    }
    case 'same_version': {
      const isOfVersion = on !== 'domain' && 'version' in on;
      return (isOfVersion ? [on] : model.versions.map(onVersion)).some((one) =>
        holds(expression.of, model, one),
      );
    }
    case 'version_time':
      if (on === 'domain' || !('version' in on)) throw new TypeError('it is of versions alone');
      return isWithin(expression, on.version);
    case 'text': {
      // A title is text of the page too.
      const wanted = expression.scope === 'title' ? ['title', expression.text] : [expression.text];
      const pages = on !== 'domain' && 'page' in on ? [on.page] : model.pages;
      return pages.some((page) => wanted.every((text) => page.has(text)));
    }
    case 'condition':
      return model.country === 'DE';
    case 'same_change': {
      const isMeant = (change: Change): boolean =>
        (mentionsCause(expression.of) || change.by === 'visit') && holds(expression.of, model, { change });
      return on !== 'domain' && 'change' in on ? isMeant(on.change) : model.changes.some(isMeant);
    }
    case 'change_label':
    case 'change_time':
    case 'change_by':
      if (expression.kind === 'change_time' && on !== 'domain' && 'version' in on)
        return isWithin(expression, on.version);
      if (on === 'domain' || !('change' in on))
        return holds({ kind: 'same_change', of: expression }, model, on);
      return fulfils(expression, on.change);
    case 'near':
    case 'pattern':
    case 'keyword':
      throw new TypeError('not of the model');
  }
}

function isWithin({ from, until }: TimeSpan, { first, last }: Version): boolean {
  return last >= (from ?? 0) && first < (until ?? Infinity);
}

function fulfils(part: ChangePart, change: Change): boolean {
  switch (part.kind) {
    case 'change_label': {
      const { condition } = part;
      if (condition.kind === 'any') return change[part.side].length > 0;
      if (condition.kind !== 'any_of') throw new TypeError('not of the model');
      return condition.values.some((value) => change[part.side].includes(value));
    }
    case 'change_time':
      return change.at >= (part.from ?? 0) && change.at < (part.until ?? Infinity);
    case 'change_by':
      return part.by === 'any' || part.by === change.by;
  }
}

function mentionsCause(expression: Expression): boolean {
  return JSON.stringify(expression).includes('"change_by"');
}

/** The parts of a model that are items at a level. */
function itemsAt(level: Level, { pages, versions, changes }: Model): readonly On[] {
  switch (level) {
    case 'domain':
      return ['domain'];
    case 'page':
      return pages.map((page) => ({ page }));
    case 'version':
      return versions.map(onVersion);
    case 'change':
      return changes.map((change) => ({ change }));
  }
}

/** Kinds of the conditions on changes that are in no group of one change. */
function outsideOfGroups(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap(outsideOfGroups);
    case 'not':
    case 'same_page':
    case 'same_version':
      return outsideOfGroups(expression.of);
    case 'change_label':
    case 'change_time':
    case 'change_by':
      return [expression.kind];
    case 'same_change':
    case 'constant':
    case 'text':
    case 'pattern':
    case 'near':
    case 'keyword':
    case 'condition':
    case 'version_time':
      return [];
  }
}

/** Tells whether a change is an item of a search at the level of changes. */
function isItem(where: Expression, model: Model, change: Change): boolean {
  return (mentionsCause(where) || change.by === 'visit') && holds(where, model, { change });
}

const leaf = fc.constantFrom<Expression>(a, b, c, titled, german, ALL, NONE);
const changeLeaf = fc.constantFrom<Expression>(
  { kind: 'change_label', side: 'added', condition: { kind: 'any_of', field: 'tech', values: ['A'] } },
  { kind: 'change_label', side: 'removed', condition: { kind: 'any_of', field: 'tech', values: ['A', 'B'] } },
  { kind: 'change_label', side: 'added', condition: { kind: 'any', field: 'tech' } },
  { kind: 'change_time', from: 1, until: 3 },
  { kind: 'change_time', from: null, until: 2 },
  { kind: 'change_by', by: 'visit' },
  { kind: 'change_by', by: 'detector' },
  { kind: 'change_by', by: 'any' },
);
const { ofChange } = fc.letrec<{ ofChange: Expression }>((tie) => ({
  ofChange: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    changeLeaf,
    fc.array(tie('ofChange'), { maxLength: 3 }).map(and),
    fc.array(tie('ofChange'), { maxLength: 3 }).map(or),
    tie('ofChange').map(not),
  ),
}));
const { ofPage } = fc.letrec<{ ofPage: Expression }>((tie) => ({
  ofPage: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('ofPage'), { maxLength: 3 }).map(and),
    fc.array(tie('ofPage'), { maxLength: 3 }).map(or),
    tie('ofPage').map(not),
    tie('ofPage').map((of): Expression => ({ kind: 'same_page', of })),
  ),
}));
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    changeLeaf,
    fc.array(tie('expression'), { maxLength: 3 }).map(and),
    fc.array(tie('expression'), { maxLength: 3 }).map(or),
    tie('expression').map(not),
    ofPage.map((of): Expression => ({ kind: 'same_page', of })),
    ofChange.map((of): Expression => ({ kind: 'same_change', of })),
  ),
}));
const model: fc.Arbitrary<Model> = fc.record({
  country: fc.constantFrom('DE', 'AT'),
  pages: fc.array(
    fc.subarray(['a', 'b', 'c', 'title']).map((texts) => new Set(texts)),
    { minLength: 1, maxLength: 3 },
  ),
  versions: fc.array(
    fc
      .record({
        texts: fc.subarray(['a', 'b', 'c', 'title']).map((texts) => new Set(texts)),
        first: fc.integer({ min: 0, max: 3 }),
        length: fc.nat(2),
      })
      .map(({ texts, first, length }) => ({ texts, first, last: first + length })),
    { minLength: 1, maxLength: 3 },
  ),
  changes: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 3 }),
      by: fc.constantFrom('visit', 'detector', 'retraction', 'deletion'),
      added: fc.subarray(['A', 'B', 'C']),
      removed: fc.subarray(['A', 'B', 'C']),
    }),
    { maxLength: 3 },
  ),
});

describe('the canonical form', () => {
  test('is fulfilled by the same domains and pages, and stays as it is', () => {
    fc.assert(
      fc.property(expression, model, (where, one) => {
        const ofDomain = simplify(where, 'domain');
        expect(holds(ofDomain, one, 'domain')).toBe(holds(where, one, 'domain'));
        const byPage = simplify(where, 'page');
        for (const page of one.pages) expect(holds(byPage, one, { page })).toBe(holds(where, one, { page }));
        const byVersion = simplify(where, 'version');
        for (const version of one.versions) {
          expect(holds(byVersion, one, onVersion(version))).toBe(holds(where, one, onVersion(version)));
        }
        const byChange = simplify(where, 'change');
        for (const change of one.changes) {
          expect(holds(byChange, one, { change })).toBe(isItem(where, one, change));
        }
        expect(simplify(ofDomain, 'domain')).toEqual(ofDomain);
        expect(simplify(byPage, 'page')).toEqual(byPage);
        expect(simplify(byVersion, 'version')).toEqual(byVersion);
        expect(simplify(byChange, 'change')).toEqual(byChange);
      }),
      { numRuns: 10_000 },
    );
  });

  test('has conditions on changes within a group of one change, and at the level of changes in none', () => {
    fc.assert(
      fc.property(expression, (where) => {
        for (const level of ['domain', 'page', 'version'] as const)
          expect(outsideOfGroups(simplify(where, level))).toEqual([]);
        const kinds = Array.from(partsOf(simplify(where, 'change')), ({ kind }) => kind);
        expect(kinds).not.toContain('same_change');
      }),
      { numRuns: 2_000 },
    );
  });

  test('says which domains have a change that matches', () => {
    fc.assert(
      fc.property(expression, model, (where, one) => {
        const ofChange = simplify(where, 'change');
        const isFound = one.changes.some((change) => holds(ofChange, one, { change }));
        expect(holds(onDomains(ofChange, 'change'), one, 'domain')).toBe(isFound);
      }),
      { numRuns: 10_000 },
    );
  });

  test('says which domains have a version that matches', () => {
    fc.assert(
      fc.property(expression, model, (where, one) => {
        const ofVersion = simplify(where, 'version');
        const isFound = one.versions.some((version) => holds(ofVersion, one, onVersion(version)));
        expect(holds(onDomains(ofVersion, 'version'), one, 'domain')).toBe(isFound);
      }),
      { numRuns: 10_000 },
    );
  });

  test.each<[Expression, Expression]>([
    [and([a, and([b, a])]), and([a, b])],
    [and([b, a]), and([a, b])],
    [or([a]), a],
    [not(not(a)), a],
    [and([a, ALL]), a],
    [and([a, NONE]), NONE],
    [or([a, ALL]), ALL],
    [and([]), ALL],
    [or([]), NONE],
    [and([a, not(a)]), NONE],
    [or([a, not(a)]), ALL],
    [{ kind: 'same_page', of: a }, a],
    [{ kind: 'same_page', of: or([a, b]) }, or([a, b])],
    [{ kind: 'same_page', of: and([a, german]) }, and([german, a])],
    [{ kind: 'text', text: '#12.3', caseSensitive: true, scope: 'body' }, sourceText('#12.3')],
  ])('of %j is %j', (written, expected) => {
    expect(canonicalText(simplify(written, 'domain'))).toBe(canonicalText(simplify(expected, 'domain')));
    expect(simplify(written, 'domain')).toEqual(simplify(expected, 'domain'));
  });

  test('keeps pages apart where several needles must be, or one must not be, on one page', () => {
    for (const of of [and([a, b]), not(a)]) {
      const where: Expression = { kind: 'same_page', of };
      expect(simplify(where, 'domain')).toEqual(where);
      expect(simplify(where, 'page')).toEqual(of);
    }
  });

  test('keeps the case of letters, also of those whose case has no letter of its own', () => {
    for (const text of ['A', 'a', 'é', 'ß', 'ſ', 'ς', '\u212a', '\u0345', 'ǅ', '𐐨']) {
      const needle = { kind: 'text', text, caseSensitive: true, scope: 'body' } as const;
      expect(simplify(needle, 'domain')).toEqual(needle);
    }
  });
});

describe('what an index decides', () => {
  test('is fulfilled wherever the expression is, and only there if it is exact', () => {
    fc.assert(
      fc.property(
        expression,
        model,
        fc.constantFrom<Level>('domain', 'page', 'change'),
        (written, one, level) => {
          const where = simplify(written, level);
          const { candidates, isExact } = necessaryFor(where, level, 'page');
          for (const item of itemsAt(level, one)) {
            const [isCandidate, isMatch] = [holds(candidates, one, item), holds(where, one, item)];
            expect([isCandidate || !isMatch, !isExact || isCandidate === isMatch]).toEqual([true, true]);
          }
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

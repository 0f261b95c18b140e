import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Expression, simplify } from '@sitegrep/search';
import { type ChangeRecord, kindedLabel, RECORD_REASONS } from '@sitegrep/site';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../connection.ts';
import { openDomains } from '../database.ts';
import { stateKeeper, type StateKeeper } from '../state.ts';
import { type ChangeFinder, type ChangeSet, openChangeFinder } from './change-finder.ts';
import { visitBits } from './bits.ts';
import { changeWriter, type ChangeWriter } from './change-writer.ts';
import { openChanges } from './segments.ts';

/** Ids below are of domains that are there; the revision of each is ten times its id. */
const DOMAINS = 300;
const NAMES = ['A', 'Ab', 'Abc', 'B', 'C@1', 'long '.repeat(40)];

let folder: string;
let db: DatabaseSync;
let state: StateKeeper;
let writer: ChangeWriter;
let finder: ChangeFinder;
/** Each record that is there, by its number. */
const stored = new Map<number, { readonly domain: number; readonly record: ChangeRecord }>();
let drawn = 7;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrep-'));
  db = openDomains(join(folder, 'domains.sqlite'));
  state = stateKeeper(db);
  writer = changeWriter(db, state);
  finder = openChangeFinder({
    db,
    changes: openChanges(db, () => state.get()),
    sites: {
      has: (id) => id < DOMAINS,
      ownersOf: (revisions) => {
        const ids = new Set(Array.from(revisions, (revision) => revision / 10));
        return { has: (id) => ids.has(id) };
      },
      revisionsOf: (ids) => Float64Array.from(ids, (id) => 10 * id).sort(),
    },
    checkpoint: () => undefined,
  });
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

/** A number below a bound, the same in each run. */
function below(bound: number): number {
  drawn = (drawn * 48_271) % 2_147_483_647;
  return drawn % bound;
}

function labels(): readonly string[] {
  const some = Array.from({ length: below(3) }, () =>
    kindedLabel(below(4) === 0 ? 'title' : 'tech', NAMES[below(NAMES.length)] ?? ''),
  );
  return [...new Set(some)];
}

/** Writes and removes records in one commit. */
function commit(writes: number, removals: number): void {
  inTransaction(db, () => {
    for (let count = 0; count < writes; count++) {
      const domain = below(DOMAINS);
      const at = 1_000 + below(400);
      const by = RECORD_REASONS[below(20)] ?? 'visit';
      const isVoid = by === 'retraction' || by === 'deletion';
      const record: ChangeRecord = {
        at,
        previousAt: at - 1,
        by: by === 'deletion' ? 'retraction' : by,
        added: isVoid ? [] : labels(),
        removed: isVoid ? [] : labels(),
      };
      for (const [number, known] of stored)
        if (known.domain === domain && known.record.at === at) stored.delete(number);
      stored.set(writer.write(domain, `${domain}.test`, record), { domain, record });
    }
    for (let count = 0; count < removals; count++) {
      const number = [...stored.keys()][below(stored.size)] ?? 0;
      writer.remove(number);
      stored.delete(number);
    }
    writer.prepare();
    state.write();
  });
}

/** The domain of a deletion is no more. */
function commitDeletions(): void {
  inTransaction(db, () => {
    for (let domain = DOMAINS; domain < DOMAINS + 20; domain++) {
      const record: ChangeRecord = { at: 1_200, previousAt: 0, by: 'deletion', added: [], removed: [] };
      stored.set(writer.write(domain, `${domain}.test`, record), { domain, record });
    }
    writer.prepare();
    state.write();
  });
}

/** A condition on domains: those whose ids are divisible by this. */
const ranked = (rank: number): Expression => ({
  kind: 'condition',
  condition: { kind: 'any_of', field: 'rank', values: [rank], negated: false },
});

const part: fc.Arbitrary<Expression> = fc.oneof(
  fc.record({
    kind: fc.constant('change_label' as const),
    side: fc.constantFrom('added' as const, 'removed' as const),
    condition: fc.oneof(
      fc.constantFrom(
        { kind: 'any', field: 'tech' } as const,
        { kind: 'any', field: 'title' } as const,
        { kind: 'any', field: 'host' } as const,
      ),
      fc.record({
        kind: fc.constant('any_of' as const),
        field: fc.constantFrom('tech' as const, 'title' as const),
        values: fc.uniqueArray(fc.constantFrom(...NAMES, 'absent'), { minLength: 1, maxLength: 2 }),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('change_time' as const),
    from: fc.option(fc.integer({ min: 990, max: 1_410 })),
    until: fc.option(fc.integer({ min: 990, max: 1_410 })),
  }),
  fc.constantFrom(...RECORD_REASONS, 'any' as const).map((by) => ({ kind: 'change_by' as const, by })),
  fc.constantFrom(2, 3, 7).map(ranked),
);
const expression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    part,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    }),
    tie('tree').map((of) => ({ kind: 'not' as const, of })),
  ),
})).tree;

function holds(where: Expression, domain: number, record: ChangeRecord): boolean {
  switch (where.kind) {
    case 'and':
      return where.of.every((one) => holds(one, domain, record));
    case 'or':
      return where.of.some((one) => holds(one, domain, record));
    case 'not':
      return !holds(where.of, domain, record);
    case 'constant':
      return where.value;
    case 'change_label': {
      const { condition, side } = where;
      return record[side].some((kinded) => {
        const [kind, label = ''] = kinded.split('\0');
        if (kind !== condition.field) return false;
        return condition.kind === 'any' || (condition.kind === 'any_of' && condition.values.includes(label));
      });
    }
    case 'change_time':
      return record.at >= (where.from ?? 0) && record.at < (where.until ?? 9_999);
    case 'change_by':
      return where.by === 'any' || record.by === where.by;
    case 'version_time':
    case 'same_version':
      throw new TypeError(`no ${where.kind} is drawn`);
    case 'condition':
      return (
        domain < DOMAINS &&
        where.condition.kind === 'any_of' &&
        domain % Number(where.condition.values[0]) === 0
      );
    case 'same_change':
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
      throw new TypeError(where.kind);
  }
}

function domainsThat(where: Expression): Float64Array<ArrayBuffer> {
  const nothing: ChangeRecord = { at: 0, previousAt: 0, by: 'visit', added: [], removed: [] };
  return Float64Array.from({ length: DOMAINS }, (_, id) => id)
    .filter((id) => holds(where, id, nothing))
    .map((id) => 10 * id);
}

function numbersOf({ of, bits }: ChangeSet): readonly number[] {
  return of.segments.flatMap((segment, index) => {
    const found: number[] = [];
    visitBits(bits[index] ?? new Uint32Array(0), (at) => found.push(segment.numbers()[at] ?? 0));
    return found;
  });
}

test('finds the records that a plain model finds, and the domains that have one', () => {
  commitDeletions();
  for (let round = 0; round < 12; round++) {
    commit(round === 3 ? 3_000 : 350, 40);
    fc.assert(
      fc.property(expression, (written) => {
        const where = simplify(written, 'change');
        const expected = [...stored].filter(([, { domain, record }]) => holds(where, domain, record));
        const set = finder.find(where, (own, only) => {
          const all = domainsThat(own);
          if (only === null) return all;
          const ids = new Set(
            [...stored.values()]
              .filter(({ domain, record }) => holds(only, domain, record))
              .map((known) => known.domain),
          );
          return all.filter((revision) => ids.has(revision / 10));
        });
        expect(numbersOf(set)).toEqual(expected.map(([number]) => number).toSorted((a, b) => a - b));
        expect(set.total).toBe(expected.length);
        const domains = new Set(expected.map(([, { domain }]) => domain).filter((id) => id < DOMAINS));
        expect([...finder.domainsOf(set)]).toEqual(
          [...domains].toSorted((a, b) => a - b).map((id) => 10 * id),
        );
      }),
      { numRuns: 100 },
    );
  }
});

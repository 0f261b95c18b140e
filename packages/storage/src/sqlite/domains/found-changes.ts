import type { OrderRule, SortField } from '@sitegrep/search';
import type { OrderField, SortValue } from '@sitegrep/site';
import { changeJson } from '../../items.ts';
import { compareValues, domainRulesOf, isAfter } from '../../result-order.ts';
import { FirstInOrder } from '../../first-in-order.ts';
import { visitBits } from './changes/bits.ts';
import type { ChangeSet } from './changes/change-finder.ts';
import { changeRows, type StoredChange } from './changes/change-rows.ts';
import { firstByTime, type Located, numberOf, timeOf } from './changes/first-changes.ts';
import { firstDomains, shownPages } from './found-domains.ts';
import type { FoundChange, FoundItems, Part, SearchParts } from './found-items.ts';
import type { DomainRow } from './rows.ts';

type Rules = readonly OrderRule<SortField<'change'>>[];

/** A record with its values for the rules of an order. */
interface Candidate {
  readonly located: Located;
  readonly values: readonly SortValue[];
}

/** Records of changes that match. Rows are read of those that are shown, and of domains as far as the order needs them. */
export function openFoundChanges(parts: SearchParts): FoundItems<'change'> {
  const { db, finder, changeFacets, sites, rows: domainRows, checkpoint } = parts;
  const rows = changeRows(db);

  /** Reads the values of domains, each once. */
  function domainReader(): (located: Located) => (field: OrderField) => SortValue {
    const known = new Map<number, DomainRow>();
    return (located) => {
      const id = located.segment.domains()[located.position] ?? 0;
      if (!sites.has(id)) return (field) => ofGone(field, rows.of(numberOf(located)));
      const row = known.get(id) ?? domainRows.domain('id', id);
      known.set(id, row);
      return (field) => row[field];
    };
  }

  function valueReader(order: Rules): (located: Located) => readonly SortValue[] {
    const read = domainReader();
    return (located) => {
      checkpoint();
      let ofDomain: ((field: OrderField) => SortValue) | null = null;
      return order.map(({ field }) => {
        if (field === 'at') return timeOf(located);
        if (field === 'recorded') return numberOf(located);
        ofDomain ??= read(located);
        return ofDomain(field);
      });
    };
  }

  /** Records of which the first of an order are some. */
  function candidates(set: ChangeSet, { order, last, skip, limit }: Part<'change'>): Iterable<Located> {
    const [first] = order;
    const wanted = skip + limit;
    if (first !== undefined && isOwn(first.field)) {
      return firstByTime(set, { ...first, field: first.field }, last?.[0] ?? null, wanted);
    }
    const byDomain = domainRulesOf(order);
    return byDomain === null ? located(set) : ofFirstDomains(set, byDomain, last, wanted);
  }

  /** The records of the first domains of an order, of the one before them, and of those that are no more. */
  function* ofFirstDomains(
    set: ChangeSet,
    byDomain: readonly OrderRule[],
    last: readonly SortValue[] | null,
    wanted: number,
  ): Iterable<Located> {
    const lastDomain = last?.slice(0, byDomain.length) ?? null;
    const before = lastDomain === null ? null : parts.find(String(lastDomain.at(-1)));
    const first = firstDomains(parts, finder.domainsOf(set), byDomain, lastDomain, wanted);
    const ids = new Set([...first, ...(before === null ? [] : [before])].map(({ id }) => id));
    for (const one of located(set)) {
      const id = one.segment.domains()[one.position] ?? 0;
      if (ids.has(id) || !sites.has(id)) yield one;
    }
  }

  function itemOf({ located, values }: Candidate): FoundChange {
    const { domain: id, name, recorded, ...record } = rows.of(numberOf(located));
    const row = sites.has(id) ? domainRows.domain('id', id) : null;
    const { domain, rank } = row ?? { domain: name ?? '', rank: 0 };
    return { ...record, recorded, domain, rank, row, values };
  }

  return {
    find(where, verification) {
      const set = finder.findChanges(where, verification);
      return {
        total: set.total,
        inOrder(part) {
          const { order, last, skip, limit } = part;
          const compare = compareValues(order);
          const valuesOf = valueReader(order);
          const first = new FirstInOrder<Candidate>((a, b) => compare(a.values, b.values), skip + limit);
          for (const one of candidates(set, part)) {
            const values = valuesOf(one);
            if (isAfter(order, values, last)) first.add({ located: one, values });
          }
          return first.sorted().slice(skip).map(itemOf);
        },
        counts: (wanted, sources) => changeFacets.count(wanted, set, sources),
      };
    },
    valuesOf: ({ values }) => values,
    readOf: ({ row }, _, read) =>
      row === null ? {} : read(`domain ${row.revision}`, () => shownPages(domainRows, row)),
    hitOf: ({ values, row: _row, ...change }, read) => ({ ...change, sortValues: values, ...read }),
    rendered: (items) => items.map(changeJson),
  };
}

function isOwn(field: SortField<'change'>): field is 'at' | 'recorded' {
  return field === 'at' || field === 'recorded';
}

/** The value of a domain that is no more. */
function ofGone(field: OrderField, { name }: StoredChange): SortValue {
  if (field === 'domain') return name;
  return field === 'rank' ? 0 : null;
}

function* located({ of, bits }: ChangeSet): Iterable<Located> {
  for (const [index, segment] of of.segments.entries()) {
    const positions: number[] = [];
    visitBits(bits[index] ?? new Uint32Array(0), (position) => positions.push(position));
    for (const position of positions) yield { segment, position };
  }
}

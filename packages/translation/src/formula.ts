// What a query requires of a page, as a tree, and how the query language writes it.

export type Formula =
  | { readonly kind: 'all' | 'none' }
  | {
      readonly kind: 'part';
      readonly query: string;
      /** True if the part is about one page, false if it is about all of a domain. */
      readonly isOfPage: boolean;
    }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Formula[] }
  | { readonly kind: 'not'; readonly of: Formula };

export const ALL: Formula = { kind: 'all' };
export const NONE: Formula = { kind: 'none' };

export function and(of: readonly Formula[]): Formula {
  return joined('and', of, 'none', 'all');
}

export function or(of: readonly Formula[]): Formula {
  return joined('or', of, 'all', 'none');
}

/** @param ending constant that decides all of it; @param neutral constant that changes nothing */
function joined(
  kind: 'and' | 'or',
  of: readonly Formula[],
  ending: 'all' | 'none',
  neutral: 'all' | 'none',
): Formula {
  if (of.some((one) => one.kind === ending)) return { kind: ending };
  const rest = of.filter((one) => one.kind !== neutral);
  const [only] = rest;
  if (only === undefined) return { kind: neutral };
  return rest.length === 1 ? only : { kind, of: rest };
}

export function not(of: Formula): Formula {
  if (of.kind === 'all') return NONE;
  if (of.kind === 'none') return ALL;
  return of.kind === 'not' ? of.of : { kind: 'not', of };
}

/** All parts of a formula, in their order. */
export function partsOf(formula: Formula): readonly string[] {
  switch (formula.kind) {
    case 'all':
    case 'none':
      return [];
    case 'part':
      return [formula.query];
    case 'not':
      return partsOf(formula.of);
    case 'and':
    case 'or':
      return formula.of.flatMap(partsOf);
    default:
      return formula satisfies never;
  }
}

/** The query that a domain fulfils if one of its pages fulfils the formula. */
export function writtenQuery(formula: Formula): string {
  const written = write(formula);
  return isOfOnePage(formula) ? `same:page(${written})` : written;
}

function write(formula: Formula): string {
  switch (formula.kind) {
    case 'all':
    case 'none':
      return '';
    case 'part':
      return formula.query;
    case 'not':
      return formula.of.kind === 'part' ? `-${formula.of.query}` : `-(${write(formula.of)})`;
    case 'and':
      return formula.of.map((one) => (one.kind === 'or' ? `(${write(one)})` : write(one))).join(' ');
    case 'or':
      return formula.of.map(write).join(' OR ');
    default:
      return formula satisfies never;
  }
}

/** Whether a formula says more of one page than that it has something. */
function isOfOnePage(formula: Formula): boolean {
  switch (formula.kind) {
    case 'all':
    case 'none':
    case 'part':
      return false;
    case 'not':
      return isOfPage(formula.of);
    case 'or':
      return formula.of.some(isOfOnePage);
    case 'and':
      return formula.of.some(isOfOnePage) || formula.of.filter(isOfPage).length > 1;
    default:
      return formula satisfies never;
  }
}

function isOfPage(formula: Formula): boolean {
  switch (formula.kind) {
    case 'all':
    case 'none':
      return false;
    case 'part':
      return formula.isOfPage;
    case 'not':
      return isOfPage(formula.of);
    case 'and':
    case 'or':
      return formula.of.some(isOfPage);
    default:
      return formula satisfies never;
  }
}

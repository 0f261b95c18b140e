import type { DomainDetails, KeyScope } from '@sitegrep/client';

const TABS = [
  'overview',
  'technologies',
  'answers',
  'pages',
  'source',
  'versions',
  'links',
  'history',
  'visits',
] as const;
export type Tab = (typeof TABS)[number];

/** Scopes that tabs need besides that of the page. */
const SCOPE_OF: { readonly [One in Tab]?: KeyScope } = { source: 'source', visits: 'admin' };

/** Tabs of a domain that a key with some scopes sees. */
export function tabsFor(scopes: readonly KeyScope[]): readonly Tab[] {
  return TABS.filter((one) => scopes.includes(SCOPE_OF[one] ?? 'search'));
}

/** How many there are of what tabs show, where that is known beforehand. */
export function countsOf({ tech, pages_count: pages }: Pick<DomainDetails, 'tech' | 'pages_count'>): {
  readonly [One in Tab]?: number;
} {
  const names = Object.values(tech).flatMap((group) => Object.values(group).flat());
  return { pages, technologies: new Set(names).size };
}

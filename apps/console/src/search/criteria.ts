/** Everything that a search is asked for; all of it is in the address. */
export interface Criteria {
  readonly q: string;
  readonly level: 'domain' | 'page';
  readonly order: string;
}

export const DEFAULT_ORDER = 'domain_rank,desc';

import type { Kind } from './kind.ts';

/** One line of the table. */
export interface Setting<T> {
  readonly variable: `SITEGREP_${string}`;
  readonly group: Group;
  readonly kind: Kind<T>;
  /** In the syntax of the environment variable, as a person would write it. */
  readonly default: string;
  /** How the documentation names a default that depends on the machine. */
  readonly defaultNote?: string;
  /** One line: what it does, to whom it matters. */
  readonly doc: string;
}

export const GROUPS = [
  'Process',
  'HTTP API',
  'Limits of the HTTP API',
  'Crawling',
  'Limits of a site',
  'Analysis and search',
  'Elasticsearch',
  'Redis',
  'Providers',
] as const;
type Group = (typeof GROUPS)[number];

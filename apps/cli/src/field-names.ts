// Fields as people name them: as in the query language, and orders without a direction.
import { comparisonOf, isOrderField, type DomainField } from '@sitegrep/site';

/** Fields by their names in the query language. */
const NAMES: Readonly<Record<string, DomainField>> = {
  site: 'domain',
  tech: 'technologies',
  email: 'emails',
};

/** Name in the API of a field that is named as there or as in the query language. */
export function fieldNamed(name: string): string {
  return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name;
}

/** The rule of the API that is meant: the highest rank and the last visit come first, texts in their order. */
export function orderRule(written: string): string {
  const [name = '', ...rest] = written.split(',');
  const field = fieldNamed(name);
  const [direction] = rest;
  if (direction !== undefined) return [field, ...rest].join(',');
  if (!isOrderField(field)) return field === 'url' || field === 'fetched_at' ? `${field},asc` : field;
  return `${field},${comparisonOf(field) === 'text' ? 'asc' : 'desc'}`;
}

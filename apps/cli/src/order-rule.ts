// Orders as people write them: without a direction, too.
import { comparisonOf, isOrderField } from '@sitegrep/site';

/** The rule of the API that is meant: the highest rank and the last visit come first, texts in their order. */
export function orderRule(written: string): string {
  const [field = '', ...rest] = written.split(',');
  if (rest.length > 0) return written;
  if (field === 'at' || field === 'recorded') return `${field},desc`;
  if (!isOrderField(field)) return field === 'url' || field === 'fetched_at' ? `${field},asc` : field;
  return `${field},${comparisonOf(field) === 'text' ? 'asc' : 'desc'}`;
}

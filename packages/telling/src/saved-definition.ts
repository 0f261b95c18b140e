// The definition of a saved search: what its users say of it, as JSON that the storage keeps.
import type { ApiKey, SavedSearch, SearchTechnology } from '@sitegrep/storage';
import type { Destination, TellingSearch } from './destinations.ts';
import type { ReportDefinition } from './report-definition.ts';

export interface SavedDefinition {
  /** The query as it was written; null: it was given as a tree. */
  readonly q: string | null;
  readonly label: string | null;
  /** Id of the key that it belongs to; null: it is shared. */
  readonly owner: string | null;
  /** Secret in the addresses of its feeds. */
  readonly feedKey: string;
  readonly destinations: readonly Destination[];
  /** Null: it has none. */
  readonly report: ReportDefinition | null;
  /** The technology that pages have which fulfil it; null: none. */
  readonly technology: Pick<SearchTechnology, 'categories' | 'name' | 'version' | 'website'> | null;
  /** Address at which it was saved, such as `https://search.example`, which links begin with; null: it is not known. */
  readonly origin: string | null;
}

/** @throws TypeError if the storage has another value: nobody else writes it */
export function definitionOf({ id, definition }: Pick<SavedSearch, 'id' | 'definition'>): SavedDefinition {
  if (isDefinition(definition)) return definition;
  throw new TypeError(`the definition of the saved search ${id} is damaged; save it again`);
}

/** The search as those see it who are told. @param keys all keys of the instance */
export function tellingSearchOf(
  search: Pick<SavedSearch, 'id' | 'definition'>,
  keys: readonly ApiKey[],
  now: number,
): TellingSearch {
  const { label, owner, destinations } = definitionOf(search);
  const stopped = isOwnerInForce(owner, keys, now)
    ? null
    : 'the key that it belongs to was revoked or has expired';
  return { id: search.id, label, destinations, stopped };
}

/** Tells whether a search stands for somebody: it is shared, or its key is neither revoked nor expired. */
export function isOwnerInForce(owner: string | null, keys: readonly ApiKey[], now: number): boolean {
  if (owner === null) return true;
  return keys.some(
    ({ id, revokedAt, expiresAt }) =>
      id === owner && revokedAt === null && (expiresAt === null || expiresAt > now),
  );
}

function isDefinition(value: unknown): value is SavedDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const members: Partial<Record<keyof SavedDefinition, unknown>> = value;
  const { q, label, owner, origin, feedKey, destinations, report, technology } = members;
  return (
    [q, label, owner, origin].every(isTextOrNull) &&
    typeof feedKey === 'string' &&
    Array.isArray(destinations) &&
    [report, technology].every((one) => typeof one === 'object')
  );
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

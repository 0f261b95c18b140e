import { RecordSearches } from '@sitegrep/deciding';
import type { Expression } from '@sitegrep/search';
import type { SearchLevel } from '../../../searches/saved-searches.ts';
import { listsIn } from '../../../lists/domain-lists.ts';
import type { SearchDocument } from '../../records/mappings.ts';

/** A saved search as far as deciding needs it. */
export interface Definition {
  readonly id: string;
  /** Number of the change that made it: its events name it so, and are void for another one of the same name. */
  readonly born: number;
  /** Number of the change that gave it its level and its criteria: histories name it so, and are void for others. */
  readonly matches: number;
  /** Number of the last change of what is decided of it. A decision by an earlier number says nothing about it. */
  readonly since: number;
  readonly level: SearchLevel;
  readonly where: Expression;
  /** The lists that it names. */
  readonly lists: readonly string[];
}

/** All saved searches as they were after a change. */
export class Definitions {
  /** Number of that change; 0: there never was a search. */
  readonly number: number;
  readonly byBorn: ReadonlyMap<number, Definition>;
  readonly byMatches: ReadonlyMap<number, Definition>;
  readonly #byName: ReadonlyMap<string, Definition>;
  #ofRecords: RecordSearches<Definition> | null = null;

  constructor(number: number, byName: ReadonlyMap<string, Definition>) {
    this.number = number;
    this.#byName = byName;
    this.byBorn = new Map(Array.from(byName.values(), (one) => [one.born, one]));
    this.byMatches = new Map(Array.from(byName.values(), (one) => [one.matches, one]));
  }

  get size(): number {
    return this.#byName.size;
  }

  get all(): Iterable<Definition> {
    return this.#byName.values();
  }

  /** Those of changes. */
  get ofRecords(): RecordSearches<Definition> {
    this.#ofRecords ??= new RecordSearches(this.#byName.values().filter(({ level }) => level === 'change'));
    return this.#ofRecords;
  }

  /** Those of a later number, with the documents that were changed since. */
  after(number: number, changed: Iterable<SearchDocument>): Definitions {
    const byName = new Map(this.#byName);
    for (const document of changed) {
      if (document.stands) byName.set(document.search, definitionOf(document));
      else byName.delete(document.search);
    }
    return new Definitions(number, byName);
  }
}

export const NO_DEFINITIONS = new Definitions(0, new Map());

function definitionOf({ search, since, search_body: body }: SearchDocument): Definition {
  const { born, matches, level, where } = body;
  return { id: search, born, matches, since, level, where, lists: listsIn(where) };
}

/** The token under which a history has a search that its domain fulfils. */
export function tokenOf({ matches }: Pick<Definition, 'matches'>): string {
  return String(matches);
}

/** The token under which an event has its search. */
export function eventToken({ born }: Pick<Definition, 'born'>): string {
  return String(born);
}

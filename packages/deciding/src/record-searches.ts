import type { Expression } from '@sitegrep/search';
import type { ChangeRecord } from '@sitegrep/site';
import { rarestKey } from './key.ts';
import { LabelTable } from './label-keys.ts';
import { necessityOf, OF_RECORDS_ALONE } from './necessity.ts';

/** Searches of changes by what they need of records, where nothing is known of domains. */
export class RecordSearches<Search extends { readonly where: Expression }> {
  readonly #byLabel = new LabelTable<Search>();
  /** Those that need no label of a record. */
  readonly #always: Search[] = [];

  /** @param searches their criteria are canonical at the level `change` */
  constructor(searches: Iterable<Search>) {
    for (const search of searches) {
      const key = rarestKey(necessityOf(search.where, OF_RECORDS_ALONE));
      if (key === null) this.#always.push(search);
      for (const label of key?.labels ?? []) this.#byLabel.add(label, search);
    }
  }

  /** The searches that a record may fulfil, each once. */
  of(record: ChangeRecord): Iterable<Search> {
    const found = new Set(this.#always);
    this.#byLabel.visitRecord(record, (search) => found.add(search));
    return found;
  }
}

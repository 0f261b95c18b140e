import type { DefinitionStore } from './definition-store.ts';
import type { Definition, Definitions } from './definitions.ts';

/** Time after which a process looks again how far searches are filled, in milliseconds. */
const LOOK_MS = 1_000;

/** Searches whose fills are read together. */
const READ_AT_A_TIME = 1_000;

/** Knows which searches are filled: once that is so, it stays until the search is changed. */
export class FilledSearches {
  readonly #store: Pick<DefinitionStore, 'fills'>;
  /** Searches that are filled, by their names: they may be changed since, which `since` tells. */
  readonly #filled = new Map<string, number>();
  /** Those that may not be filled, as far as is known. */
  #open: readonly Definition[] = [];
  #openOf: Definitions | null = null;
  #lookedAt = -Infinity;

  constructor(store: Pick<DefinitionStore, 'fills'>) {
    this.#store = store;
  }

  note({ id, since }: Definition): void {
    this.#filled.set(id, since);
    this.#openOf = null;
  }

  /** Those that are not known to be filled. */
  unknown(searches: Definitions): readonly Definition[] {
    if (this.#openOf === searches) return this.#open;
    const all = [...searches.all].filter(({ level }) => level !== 'change');
    const names = new Set(all.map(({ id }) => id));
    for (const name of this.#filled.keys()) if (!names.has(name)) this.#filled.delete(name);
    this.#open = all.filter(({ id, since }) => this.#filled.get(id) !== since);
    [this.#openOf, this.#lookedAt] = [searches, -Infinity];
    return this.#open;
  }

  /** Tells whether stored domains may still be decided for a search that is later than a number. */
  async areOpen(searches: Definitions, decided: number): Promise<boolean> {
    const isLater = ({ since }: Definition): boolean => since > decided;
    if (!this.unknown(searches).some(isLater)) return false;
    if (performance.now() > this.#lookedAt + LOOK_MS) await this.#look(searches);
    return this.unknown(searches).some(isLater);
  }

  async #look(searches: Definitions): Promise<void> {
    const open = this.unknown(searches);
    this.#lookedAt = performance.now();
    for (let at = 0; at < open.length; at += READ_AT_A_TIME) {
      const some = open.slice(at, at + READ_AT_A_TIME);
      const fills = await this.#store.fills(some.map(({ id }) => id));
      for (const { id, since } of some) {
        const fill = fills.get(id);
        if (fill?.since === since && fill.is_done) this.#filled.set(id, since);
      }
    }
    this.#open = open.filter(({ id, since }) => this.#filled.get(id) !== since);
  }
}

// The saved searches that a domain fulfils, as its history has them, and the events that decisions leave.
import type { SearchEvent } from '../../../searches/saved-searches.ts';
import type { Decision, Fulfilled } from './decision.ts';
import { type Definition, type Definitions, eventToken, tokenOf } from './definitions.ts';

/** An event as it is stored, without its number, its domain and the name of its search, which its token stands for. */
export interface StoredEvent extends Omit<SearchEvent, 'number' | 'search' | 'domain'> {
  /** Token of its search, see `eventToken`. */
  readonly token: string;
  /** Time of the record that an event at level `change` is about; absent at others. */
  readonly record?: number;
}

/** Tokens of the searches that a domain fulfils, each with the digest of its pages; null: at level `domain`. */
export type Saved = Map<string, string | null>;

/** Applies decisions to what is known of a domain. */
export class SavedState {
  readonly saved: Saved;
  readonly #definitions: Definitions;

  constructor(saved: Iterable<readonly [string, string | null]>, definitions: Definitions) {
    this.saved = new Map(saved);
    this.#definitions = definitions;
  }

  /**
   * Takes over what is decided of some searches.
   *
   * @param counts tells of which searches the decision counts
   * @returns what changed
   */
  decide(decision: Decision, counts: (definition: Definition) => boolean): readonly StoredEvent[] {
    const { saved } = this;
    const { byBorn, byMatches } = this.#definitions;
    const fulfilled = new Map(decision.fulfilled.map((one) => [one.born, one]));
    const undecided = new Set(decision.undecided);
    const events: StoredEvent[] = [];
    this.#forget();
    for (const [token, before] of saved) {
      const definition = byMatches.get(Number(token));
      if (definition === undefined || !counts(definition) || undecided.has(definition.born)) continue;
      const now = fulfilled.get(definition.born);
      if (now === undefined) {
        saved.delete(token);
        events.push(eventOf(definition, decision, 'disappeared', NO_PAGES));
      } else {
        saved.set(token, now.digest);
        const isChanged = before !== null && now.digest !== null && before !== now.digest;
        if (isChanged) events.push(eventOf(definition, decision, 'changed', now));
      }
    }
    for (const [born, now] of fulfilled) {
      const definition = byBorn.get(born);
      if (definition === undefined || !counts(definition) || saved.has(tokenOf(definition))) continue;
      saved.set(tokenOf(definition), now.digest);
      events.push(eventOf(definition, decision, 'appeared', now));
    }
    return events;
  }

  /** Says whether the domain fulfils a search, without an event. @param digest null at level `domain` */
  set(definition: Definition, isFulfilled: boolean, digest: string | null = null): void {
    if (isFulfilled) this.saved.set(tokenOf(definition), digest);
    else this.saved.delete(tokenOf(definition));
  }

  /** Says that the domain is gone. */
  end(revision: number, at: number): readonly StoredEvent[] {
    this.#forget();
    const { byMatches } = this.#definitions;
    const events = [...this.saved.keys()].flatMap((token): StoredEvent[] => {
      const definition = byMatches.get(Number(token));
      if (definition === undefined) return [];
      return [{ ...eventOf(definition, { revision, at }, 'disappeared', NO_PAGES), by: 'deletion' }];
    });
    this.saved.clear();
    return events;
  }

  /** Leaves out searches that are gone, or have other criteria now. */
  #forget(): void {
    const { byMatches, number } = this.#definitions;
    for (const token of this.saved.keys()) {
      // Those that were made later than what this process knows stay.
      if (!byMatches.has(Number(token)) && Number(token) <= number) this.saved.delete(token);
    }
  }
}

const NO_PAGES: Pick<Fulfilled, 'pages' | 'total'> = { pages: [], total: 0 };

function eventOf(
  definition: Definition,
  { revision, at }: Pick<Decision, 'revision' | 'at'>,
  kind: SearchEvent['kind'],
  { pages, total }: Pick<Fulfilled, 'pages' | 'total'>,
): StoredEvent {
  return { token: eventToken(definition), revision, kind, at, pages, total, by: 'visit' };
}

/** The event of a record that fulfils a search for changes. */
export function recordEvent(
  definition: Definition,
  { revision, at, record }: { readonly revision: number; readonly at: number; readonly record: number },
): StoredEvent {
  return { ...eventOf(definition, { revision, at }, 'appeared', NO_PAGES), record };
}

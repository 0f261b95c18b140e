// What is recorded of the fingerprints in use, for all processes of a storage.
import type { Expression } from '@sitegrep/search';

/** A public set that takes the place of the built-in one. */
interface KeptSetName {
  /** SHA-256 of the set in hexadecimal, by which its bytes are found. */
  readonly digest: string;
  /** Name under which it was given, such as that of its file. */
  readonly name: string;
  /** Number of its technologies. */
  readonly technologies: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Two versions of facts that are made of other fingerprints: a page of one of them would be the same in the other, unless it has one
 * of these technologies or one of these texts, or fulfils one of these queries.
 */
export interface FingerprintStep {
  readonly from: string;
  readonly to: string;
  readonly technologies: readonly string[];
  /** Texts, folded, with where a page has to have them; `source` is that of a page, or the one that its scripts wrote. */
  readonly texts: readonly {
    readonly text: string;
    readonly scope: 'cookies' | 'dns' | 'headers' | 'source' | 'url';
  }[];
  /** Expressions in canonical form for the level `page`. */
  readonly queries: readonly Expression[];
}

/** A technology that a saved search gives to the pages that fulfil it. */
export interface SearchTechnology {
  /** Id of the saved search. */
  readonly search: string;
  readonly name: string;
  /** Its categories as they were written: numbers, names, slugs or paths. */
  readonly categories: readonly string[];
  readonly website: string | null;
  /** The pattern of its version; null: it has none. */
  readonly version: string | null;
  /** The query as it was written, or as the JSON of its tree. */
  readonly query: string;
  /** The query in canonical form for the level `page`. */
  readonly where: Expression;
}

/** Maximum technologies of saved searches: all processes read them with the state. */
export const MAX_SEARCH_TECHNOLOGIES = 200;

export interface FingerprintState {
  /** Another one after each change; '' before the first. */
  readonly revision: string;
  /** Null: the built-in set is in use. */
  readonly publicSet: KeptSetName | null;
  /** Technologies of saved searches. */
  readonly searches: readonly SearchTechnology[];
  /** Version of the facts that the fingerprints in use give; null: no process that writes has used any yet. */
  readonly version: string | null;
  /** The technologies by query of that version, each with a digest of what it is found by. */
  readonly queries: readonly { readonly name: string; readonly digest: string }[];
  /** When that version came into use, in milliseconds since the epoch; 0 before. */
  readonly since: number;
  /** How versions differ from each other, the latest last. */
  readonly steps: readonly FingerprintStep[];
}

export const NO_FINGERPRINT_STATE: FingerprintState = {
  revision: '',
  publicSet: null,
  searches: [],
  version: null,
  queries: [],
  since: 0,
  steps: [],
};

/**
 * The state of fingerprints, and the public set that it names. An adapter guarantees: what resolved is durable, and a change is whole
 * or not there.
 */
export interface FingerprintStore {
  get(): Promise<FingerprintState>;
  /**
   * Puts a state in place of another one. Bytes of a set that the new state does not name are removed in time.
   *
   * @param before revision of the state that is replaced
   * @param set bytes of the public set that the state names, unless they are stored already
   * @returns false if it is not the state any more, which changes nothing
   */
  replace(before: string, state: FingerprintState, set?: Uint8Array): Promise<boolean>;
  /** Bytes of the public set of a digest; null if the state does not name it. */
  set(digest: string): Promise<Uint8Array | null>;
}
